"""From the shards of a run to one data set: fingerprints, sums of counts, decisions, report and card."""

from __future__ import annotations

import shlex
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import accumulate, chain, groupby
from operator import itemgetter
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from datasets import Dataset, Features
from datasets.fingerprint import generate_random_fingerprint

from hf_genderfair.core.counts import Counts
from hf_genderfair.core.errors import GenderfairError, OutputError
from hf_genderfair.hub.card import EXCLUDED, KEPT, WrittenSplit, data_pattern
from hf_genderfair.hub.contacts import Contacts
from hf_genderfair.hub.fingerprint import DataFingerprint
from hf_genderfair.hub.folder import nothing_left, render_documents
from hf_genderfair.hub.locate import hub_source
from hf_genderfair.hub.reading_problems import ReadingProblems, UnreadableError
from hf_genderfair.hub.source import group_rows
from hf_genderfair.report.change_list import list_changes
from hf_genderfair.report.examples import choose_examples, draw_rows
from hf_genderfair.report.report import Report
from hf_genderfair.scale.folder import PARTS, Plan, ShardDone, file_hash
from hf_genderfair.scale.recipe import LONGEST_TEXT, Decision, PassTotals, reported
from hf_genderfair.scale.shard_work import Work, rewrite, with_all_columns, without_columns


class Merge:
    """The end of a pass: it reads finished shards in their order, also while others are at work."""

    def __init__(self, work: Work, before: Merge | None = None) -> None:
        """Begin before the first shard."""
        self.proofs: list[ShardDone] = []
        self.problems: ReadingProblems = ReadingProblems() if before is None else before.problems
        self._work = work
        # the ends of all passes, the first one first
        self._passes: list[Merge] = [*(before._passes if before else ()), self]
        excluded = DataFingerprint(work.excluded_features) if before is None else before._fingerprints[EXCLUDED]
        contacts = Contacts() if before is None else before._contacts[EXCLUDED]
        empty = {*work.helpers(EXCLUDED)} if before is None else before._empty[EXCLUDED]
        self._empty: dict[str, set[str]] = {KEPT: {*work.helpers(KEPT)}, EXCLUDED: empty}
        self._contacts: dict[str, Contacts] = {KEPT: Contacts(), EXCLUDED: contacts}
        self._fingerprints: dict[str, DataFingerprint] = {KEPT: DataFingerprint(work.features), EXCLUDED: excluded}

    @property
    def complete(self) -> bool:
        """Whether all shards were read."""
        return len(self.proofs) == self._work.plan.shards

    def advance(self, most: int | None = None) -> None:
        """Read the next shards that are done."""
        folder = self._work.folder
        end = self._work.plan.shards if most is None else min(len(self.proofs) + most, self._work.plan.shards)
        for shard in range(len(self.proofs), end):
            if not folder.marked(shard):
                return
            proof = folder.done(shard)
            try:
                if proof is None:
                    raise OSError
                self._read(proof)
            except (OSError, pa.ArrowException, KeyError) as error:
                folder.forget(shard)
                damaged = f"the files of shard {shard} in {folder.path} are damaged"
                raise OutputError(f"{damaged}: repeat the same command to have it done again") from error
            self.proofs.append(proof)

    def _read(self, proof: ShardDone) -> None:
        """Read the rows of a shard that belong to the data set; those that go on to another pass do not."""
        for part in proof.sizes:
            file = self._work.folder.file(proof.shard, part)
            names: list[str] = pq.read_schema(file).names
            missing = self._work.helpers(part) - {*names}
            if names != without_columns(self._work.schema(part), missing).names:
                raise OSError
            if pq.read_metadata(file).num_rows != proof.rows[part]:
                raise OSError
            if part == EXCLUDED or self._work.last:
                self._empty[part] -= {*names}
                for table in _tables(self._work, proof.shard, part):
                    self._fingerprints[part].update(table)
                    self._contacts[part].update(table)

    def decide(self) -> PassTotals:
        """Decide about all rows of the pass, and write it down for the next one."""
        work = self._work
        self.problems = sum((proof.problems for proof in self.proofs), self.problems)
        if self.problems.too_many and not work.keep_going:
            raise UnreadableError(self.problems)
        features = work.recipe.decision_features(work.number, work.rows.features)
        decision = Decision()
        if features:
            shards = [proof.shard for proof in self.proofs if proof.rows[KEPT]]
            tables = [table for shard in shards for table in _tables(work, shard, KEPT, features)]
            schema = features.arrow_schema
            # without a name the rows would be copied to compute one
            rows = Dataset(pa.concat_tables([schema.empty_table(), *tables]), fingerprint=generate_random_fingerprint())
            try:
                decision = work.recipe.decide(work.number, rows, work.plan.rows)
            except GenderfairError:
                # the same recipe would never get any further
                work.folder.discard()
                raise
        if not work.last:
            first_rows = list(accumulate((proof.rows[KEPT] for proof in self.proofs), initial=0))
            work.folder.of_pass(work.number + 1).write_decision(first_rows, decision.rows, decision.settings)
        return PassTotals(
            sum(proof.read for proof in self.proofs),
            sum(proof.rows[KEPT] for proof in self.proofs),
            sum((Counter(proof.excluded) for proof in self.proofs), Counter()),
            Counts.sum(work.folder.counted(proof.shard) for proof in self.proofs),
            decision,
        )

    def finish(self, totals: list[PassTotals]) -> Report:
        """Turn the folder into a data set with report and card."""
        work, folder = self._work, self._work.folder
        plan = work.plan
        counted = self.problems.counted()
        facts = {**plan.described.source, **({"unreadable": counted} if counted else {})}
        finished = work.recipe.finish(plan.described.title, work.rows, totals)
        report = reported(finished.report, facts, totals)
        software = {**report.software, **({"device": plan.device} if plan.device else {})}
        examples = [
            example
            for merge in self._passes
            for example in work.recipe.examples(merge._work.number, merge._drawn_rows())
        ]
        report = replace(report, software=software, examples=choose_examples(examples))
        if not self._fingerprints[KEPT].rows:
            folder.discard()
            raise OutputError(nothing_left("train", report))
        details = replace(finished.details, license=plan.described.license, rebuild=_rebuild(plan))
        for part, names in self._empty.items():
            for name in names:
                self._fingerprints[part].forget(name)
        written, card = self._written(), folder.existing_card
        data = chain.from_iterable(map(Merge._data_files, self._passes))
        changes = list_changes(folder.temporary(), data, details.changes)
        filled, files = render_documents(report, written, details, card, finished.figures, finished.pages, changes)
        folder.reserve([*files, *(name for each in self._passes for name in each._work.folder.places(each.proofs))])
        for merge in self._passes:
            merge._widen(self._empty)
            merge._work.folder.settle(merge.proofs)
        for name, content in files.items():
            folder.write(name, content)
        folder.close(plan, [proof for merge in self._passes for proof in merge.proofs])
        return filled

    def _widen(self, empty: Mapping[str, set[str]]) -> None:
        """Give files that lack a column of helpers those that other files of the data set have values in."""
        for index, proof in enumerate(self.proofs):
            sizes, hashes = dict(proof.sizes), dict(proof.hashes)
            for part in sizes:
                wanted, path = self._work.helpers(part) - empty[part], self._work.folder.file(proof.shard, part)
                if wanted and wanted - {*pq.read_schema(path).names}:
                    schema = without_columns(self._work.schema(part), empty[part])
                    rewrite(path, schema, self._work.folder.temporary())
                    sizes[part], hashes[part] = path.stat().st_size, file_hash(path)
            self.proofs[index] = replace(proof, sizes=sizes, hashes=hashes)

    def _drawn_rows(self) -> Dataset:
        """Return the rows that this pass kept in which examples are looked for."""
        rows = [proof.rows[KEPT] for proof in self.proofs]
        schema = self._work.schema(KEPT)
        parts = [schema.empty_table()]
        starts = list(accumulate(rows, initial=0))
        for place, drawn in groupby(draw_rows(sum(rows)), lambda row: bisect_right(starts, row) - 1):
            with pq.ParquetFile(self._work.folder.file(self.proofs[place].shard, KEPT)) as file:
                first_rows = list(accumulate(group_rows(file.metadata), initial=starts[place]))
                of_groups = [(bisect_right(first_rows, row) - 1, row) for row in drawn]
                for group, chosen in groupby(of_groups, itemgetter(0)):
                    places = [row - first_rows[group] for _, row in chosen]
                    parts.append(with_all_columns(file.read_row_group(group).take(places), schema))
        # without a name the rows would be copied to compute one
        return Dataset(pa.concat_tables(parts), fingerprint=generate_random_fingerprint())

    def _data_files(self) -> Iterator[tuple[bool, str, Path]]:
        """Yield the files of this pass that are part of the data set, with whether their rows were left out."""
        for proof in self.proofs:
            for part in proof.sizes:
                if part == EXCLUDED or self._work.last:
                    yield part == EXCLUDED, "train", self._work.folder.file(proof.shard, part)

    def _written(self) -> list[WrittenSplit]:
        features = dict(zip(PARTS, (self._work.features, self._work.excluded_features), strict=True))
        return [
            WrittenSplit(
                part,
                "train",
                data_pattern(part, "train"),
                Features({name: kind for name, kind in features[part].items() if name not in self._empty[part]}),
                found.rows,
                found.num_bytes,
                None,
                found.digest(),
                self._contacts[part],
                tuple(sorted(self._empty[part])),
            )
            for part, found in self._fingerprints.items()
            if found.rows
        ]


def _tables(work: Work, shard: int, part: str, features: Features | None = None) -> Iterator[pa.Table]:
    """Yield the rows of a shard that is done, with all their columns or some."""
    schema = features.arrow_schema if features else work.schema(part)
    with pq.ParquetFile(work.folder.file(shard, part)) as file:
        for batch in file.iter_batches(columns=schema.names):
            yield with_all_columns(pa.Table.from_batches([batch]), schema)


def _rebuild(plan: Plan) -> str | None:
    """Return the shell commands of the same run; None where no file can describe the chain."""
    if not plan.chain.startswith("- "):
        return None
    said = plan.described.source
    # only what is pinned to a commit can be named: a path says nothing on another machine
    pinned = hub_source(said.get("id", "")) if "revision" in said else None
    source = "SOURCE" if pinned is None else str(replace(pinned, revision=said["revision"]))
    words = ["hf-genderfair", "run", source, "--chain", "chain.yaml", "--out", "rebuilt/"]
    options = [(f"--{name}", said[name]) for name in ("config", "split") if pinned and name in said]
    options += [("--keep", column) for column in plan.keep]
    options += [("--longest", str(plan.longest))] if plan.longest not in (None, LONGEST_TEXT) else []
    options += [("--device", plan.device)] if plan.device else []
    command = shlex.join([*words, *chain.from_iterable(options)])
    end = "END"
    while end in plan.chain:
        end += "_"
    return f"cat > chain.yaml <<'{end}'\n{plan.chain}{end}\n{command}"
