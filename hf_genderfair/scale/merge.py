"""From the shards of a run to one data set: fingerprints, sums of counts, report and card."""

from __future__ import annotations

from collections import Counter

import pyarrow as pa
import pyarrow.parquet as pq

from hf_genderfair.core.counts import Counts
from hf_genderfair.core.errors import OutputError
from hf_genderfair.hub.card import KEPT, CardDetails, WrittenSplit, data_pattern
from hf_genderfair.hub.fingerprint import DataFingerprint
from hf_genderfair.hub.folder import nothing_left, render_documents
from hf_genderfair.report.report import Report, Step
from hf_genderfair.report.steps import describe_step, software_versions
from hf_genderfair.scale.column_counts import counts_table
from hf_genderfair.scale.folder import LONGEST_TEXT, PARTS, Plan, ShardDone
from hf_genderfair.scale.work import Work

LIMITS = (
    "Everything here was found by programs in texts, with the errors that their benchmarks report. Nothing was "
    "inferred about any person.",
)


class Merge:
    """The end of a run: it reads finished shards in their order, also while others are at work.

    Attributes:
        proofs: What is known of the shards that were read.
    """

    def __init__(self, work: Work) -> None:
        """Begin before the first shard."""
        self.proofs: list[ShardDone] = []
        self._work = work
        self._features = dict(zip(PARTS, (work.features, work.excluded_features), strict=True))
        self._fingerprints = {part: DataFingerprint(features) for part, features in self._features.items()}

    @property
    def complete(self) -> bool:
        """Whether all shards were read."""
        return len(self.proofs) == self._work.plan.shards

    def advance(self, most: int | None = None) -> None:
        """Read the next shards that are done.

        Args:
            most: How many at most; None for all that are.
        """
        folder = self._work.folder
        end = self._work.plan.shards if most is None else min(len(self.proofs) + most, self._work.plan.shards)
        for shard in range(len(self.proofs), end):
            if not folder.marked(shard):
                return
            proof = folder.done(shard)
            if proof is None:
                raise OutputError(f"the files of shard {shard} in {folder.path} are damaged: repeat the same command")
            for part in proof.sizes:
                with pq.ParquetFile(folder.file(shard, part)) as file:
                    schema = self._features[part].arrow_schema
                    for batch in file.iter_batches():
                        self._fingerprints[part].update(pa.Table.from_batches([batch]).cast(schema))
            self.proofs.append(proof)

    def finish(self) -> Report:
        """Turn the folder into a data set with report and card.

        Raises:
            OutputError: No row is left.
        """
        work, folder = self._work, self._work.folder
        excluded = sum((Counter(proof.excluded) for proof in self.proofs), Counter())
        report = self._report(excluded)
        if not self._fingerprints[KEPT].rows:
            raise OutputError(nothing_left("train", report))
        details = CardDetails(
            license=work.plan.described.license,
            task_categories=(),
            rebuild=_rebuild(work.plan),
            template="annotated_texts.md.j2",
        )
        filled, files = render_documents(report, self._written(), details, "")
        folder.settle(self.proofs)
        for name, content in files.items():
            folder.write(name, content)
        folder.close(work.plan, self.proofs)
        return filled

    def _written(self) -> list[WrittenSplit]:
        return [
            WrittenSplit(
                part,
                "train",
                data_pattern(part, "train"),
                self._features[part],
                found.rows,
                found.num_bytes,
                None,
                found.digest(),
            )
            for part, found in self._fingerprints.items()
            if found.rows
        ]

    def _report(self, excluded: Counter[str]) -> Report:
        plan, chain = self._work.plan, self._work.chain
        described = plan.described
        steps = [describe_step(link, plan.rows, plan.rows) for link in chain.links]
        if plan.keep or excluded:
            steps.append(Step("Keep", "1", {"column": list(plan.keep)}, plan.rows, self._fingerprints[KEPT].rows))
        counts = counts_table(sum((proof.counted for proof in self.proofs), Counts()))
        languages = list(dict.fromkeys(filter(None, (link.language() for link in chain.links))))
        return Report(
            described.title,
            languages[0] if len(languages) == 1 else "mul" if languages else "und",
            steps,
            [counts] if counts else [],
            dict(sorted(excluded.items())),
            list(LIMITS),
            [dict(described.source)] if described.source else [],
            software={**software_versions(), **({"device": plan.device} if plan.device else {})},
        )


def _rebuild(plan: Plan) -> str | None:
    """Return the shell commands of the same run; None where no file can describe the chain."""
    if not plan.chain.startswith("- "):
        return None
    options = [f"--keep {column}" for column in plan.keep]
    options += [f"--longest {plan.longest}"] if plan.longest not in (None, LONGEST_TEXT) else []
    options += [f"--device {plan.device}"] if plan.device else []
    command = " ".join(["hf-genderfair run SOURCE --chain chain.yaml --out rebuilt/", *options])
    return f"cat > chain.yaml <<'END'\n{plan.chain}END\n{command}"
