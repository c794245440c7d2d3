"""The review of generated words by a person, and its word list (Görge et al. 2025, Algorithm 1, steps 3 and 4).

A review is a table, one word a line: it can be judged in the page of `review_page`, which needs neither server nor
network, in a spreadsheet or in an editor. What a program can check is a hint for the person, and removes no word;
criteria Q1 (names a group) and Q4 (free of association) need a person.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from importlib.resources import files
from pathlib import Path
from typing import Final, Literal, NamedTuple

from jinja2 import Environment, StrictUndefined

from hf_genderfair.core.errors import LexiconError
from hf_genderfair.languages.evidence import first_name_gender
from hf_genderfair.lexicons.word_lists import Entry, WordList, normalised, read_text
from hf_genderfair.representation.generated_lists import GeneratedWord, GeneratedWords
from hf_genderfair.representation.group_words import word_pieces
from hf_genderfair.representation.word_frequencies import PACKAGE, WordFrequencies, frequency_list

CRITERIA: Final[Mapping[str, str]] = {
    "Q1": "names no group",
    "Q2": "not correct",
    "Q3": "ambiguous",
    "Q4": "an association",
    "Q5": "a compound",
    "Q6": "a proper name",
}
"""Short names of the reasons to reject a word."""

CAPITALISING = ("de",)
"""Languages that write all nouns with a capital letter, where a capital letter is no evidence of a name."""


def check_words(words: WordList, frequencies: WordFrequencies | None = None) -> list[tuple[str, ...]]:
    """Check the words of a list."""
    # * Q2: a part of the word is unknown to the frequency list of the package ``wordfreq``, where there is one. * Q3:
    # the word stands in another group too. * Q5: the word holds another listed word, or the name of a group, beside
    # something else: *young person*. * Q6: the word is a first name. Where a corpus shows how it is written, most of
    # its occurrences inside sentences need a capital letter too, but not in German.
    frequency = frequency_list(words.lang)
    groups: dict[str, list[str]] = {}
    for entry in words.entries:
        groups.setdefault(normalised(entry.word), []).append(entry.group)
    labels = (*groups, *map(normalised, words.groups))
    listed = {tuple(word_pieces(label)): label for label in labels}
    found = []
    for entry in words.entries:
        key = normalised(entry.word)
        pieces = tuple(word_pieces(key))
        unknown = [piece for piece in pieces if frequency is not None and not frequency(piece)]
        findings = [f"Q2 {piece!r} is unknown to {PACKAGE}" for piece in unknown]
        findings += [f"Q3 also in {group}" for group in groups[key] if group != entry.group]
        findings += [f"Q5 holds {listed[part]!r}" for part in _parts(pieces) if part in listed][:1]
        if _is_name(key, words.lang, frequencies):
            findings.append("Q6 also a first name")
        found.append(tuple(findings))
    return found


def checked_criteria(lang: str) -> tuple[str, ...]:
    """Return the criteria that `check_words` checks in a language with what is installed."""
    return (*(["Q2"] if frequency_list(lang) else []), "Q3", "Q5", "Q6")


def _parts(pieces: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield all runs of pieces except the whole, the longest first."""
    for length in range(len(pieces) - 1, 0, -1):
        yield from (pieces[first : first + length] for first in range(len(pieces) - length + 1))


def _is_name(key: str, lang: str, frequencies: WordFrequencies | None) -> bool:
    if len(word_pieces(key)) > 1 or first_name_gender(key, lang) is None:
        return False
    inside = frequencies.inside.get(key, 0) if frequencies else 0
    if not inside or frequencies is None or lang in CAPITALISING:
        return True
    return frequencies.capitalised[key] * 2 > inside


Ranking = Literal["frequency", "generation"]
Undecided = Literal["refuse", "accept", "reject"]

FORMAT = "1"
COMPUTED = ("=", "+", "-", "@")
"""What a formula of a spreadsheet begins with, which a model may answer as a word."""

COLUMNS = ("group", "word", "counterpart", "frequency", "runs", "checks", "status", "verdict", "reason")
STATUSES = ("review", "beyond", "absent")
VERDICTS = ("", "accept", "reject")
SEVERAL = " | "
"""Separators of the parts of a cell, and of the groups."""


class ReviewWord(NamedTuple):
    """A generated word with its verdict.

    Attributes:
        group: The group.
        word: The word.
        counterparts: Words of other groups that mean the same.
        frequency: How often it occurs; None for a word that was added by hand.
        origins: Where it comes from; see `GeneratedWord`.
        findings: What `check_words` found.
        status: ``review``: to be judged; ``beyond``: not among the first k of its group; ``absent``: it does not occur.
        verdict: ``accept`` or ``reject``; empty where nobody has judged.
        reason: Why it was judged so, or why it is beyond or absent.

    Example:
        >>> ReviewWord("young", "kid", (), 12, ("1:1",)).verdict
        ''
    """

    group: str
    word: str
    counterparts: tuple[str, ...] = ()
    frequency: int | None = None
    origins: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()
    status: str = "review"
    verdict: str = ""
    reason: str = ""

    @property
    def cells(self) -> list[str]:
        """The cells of the word's line; what a spreadsheet would compute stands behind an apostrophe."""
        frequency = "" if self.frequency is None else str(self.frequency)
        several = [SEVERAL.join(parts) for parts in (self.counterparts, self.origins, self.findings)]
        cells = [self.group, self.word, several[0], frequency, *several[1:], self.status, self.verdict, self.reason]
        return [f"'{cell}" if _is_computed(cell) else cell for cell in cells]


@dataclass(frozen=True)
class WordReview:
    """All words generated for the groups of an attribute, with findings and verdicts.

    Attributes:
        metadata: Attribute, language, groups, model and how the words were counted, ranked and checked.
        words: Every word, by group: those to be judged first.

    Example:
        >>> words = (ReviewWord("young", "kid", verdict="accept"), ReviewWord("old", "elder", frequency=3))
        >>> review = WordReview({"attribute": "age", "groups": "young | old"}, words)
        >>> review.head[0], [word.word for word in review.undecided]
        ('# review: 1', ['elder'])
    """

    metadata: Mapping[str, str]
    words: tuple[ReviewWord, ...]

    @property
    def head(self) -> list[str]:
        """The lines before the words."""
        entries = {"review": FORMAT, **self.metadata, "columns": " ".join(COLUMNS)}
        return [f"# {key}: {value}" for key, value in entries.items()]

    @property
    def undecided(self) -> tuple[ReviewWord, ...]:
        """The words that are to be judged and have no verdict."""
        return tuple(word for word in self.words if word.status == "review" and not word.verdict)

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups."""
        return tuple(self.metadata["groups"].split(SEVERAL))

    def to_text(self) -> str:
        """Return the table as text."""
        return "".join(f"{line}\n" for line in [*self.head, *("\t".join(word.cells) for word in self.words)])

    @classmethod
    def from_file(cls, path: str | Path) -> WordReview:
        """Read a review.

        Args:
            path: What `to_text` returned, with verdicts and perhaps with words that were added by hand.

        Returns:
            The review.

        Raises:
            LexiconError: The file cannot be read, is no review, or a line is wrong.
        """
        content = read_text(Path(path), "review")
        if not content.startswith("# review:"):
            raise LexiconError(f"{str(path)!r} is no review: make one with hf-genderfair wordlist generate")
        metadata, words = {}, []
        for number, line in enumerate(content.split("\n"), 1):
            if line.startswith("# "):
                key, _, value = line[2:].strip().partition(":")
                metadata[key] = value.strip()
            elif line.strip():
                words.append(_read_word(line, f"{path}, line {number}", metadata))
        if missing := [name for name in ("attribute", "groups") if name not in metadata]:
            raise LexiconError(f"the review {str(path)!r} has no line '# {missing[0]}: ...'")
        for name in ("review", "columns"):
            metadata.pop(name, None)
        twice = [pair for pair, n in Counter((word.group, normalised(word.word)) for word in words).items() if n > 1]
        if twice:
            raise LexiconError(f"{path}: {twice[0][1]!r} is there twice in the group {twice[0][0]!r}: leave one line")
        return cls(metadata, tuple(words))

    def to_check(self) -> WordList:
        """Return the words that may be listed: accepted, or to be judged and not rejected."""
        undecided = set(self.undecided)
        return self._list(word for word in self.words if word.verdict == "accept" or word in undecided)

    def accepted(self, undecided: Undecided = "refuse") -> tuple[ReviewWord, ...]:
        """Return the words of the new list.

        Args:
            undecided: What to do with words that were to be judged and have no verdict.

        Returns:
            Accepted words, with those counterparts that are accepted too.

        Raises:
            LexiconError: There are undecided words, or words that two groups have, or a group has none.
        """
        if self.undecided and undecided == "refuse":
            raise LexiconError(
                f"{len(self.undecided)} of {sum(word.status == 'review' for word in self.words)} words have no "
                f"verdict, such as {self.undecided[0].word!r}: judge them, or say what to do with them: "
                "--undecided reject, or accept"
            )
        open_words = set(self.undecided) if undecided == "accept" else set()
        chosen = [word for word in self.words if word.verdict == "accept" or word in open_words]
        for group in self.groups:
            if not any(word.group == group for word in chosen):
                raise LexiconError(f"no word of the group {group!r} is accepted: a list needs words for each group")
        if shared := self._list(chosen).shared_words():
            named = ", ".join(shared[:5]) + (f" and {len(shared) - 5} more" if len(shared) > 5 else "")
            raise LexiconError(f"accepted in two groups: {named}; reject each in one (criterion Q3)")
        keys = {normalised(word.word) for word in chosen}
        return tuple(
            word._replace(counterparts=tuple(other for other in word.counterparts if normalised(other) in keys))
            for word in chosen
        )

    def _list(self, words: Iterable[ReviewWord]) -> WordList:
        entries = tuple(Entry(word.group, word.word, word.counterparts) for word in words)
        return WordList(self.metadata["attribute"], entries, self.metadata.get("lang", ""))


def is_review(path: str | Path) -> bool:
    """Return whether a file begins like a review; False for one that cannot be read."""
    try:
        with Path(path).open(encoding="utf-8-sig") as file:
            return file.readline().startswith("# review:")
    except (OSError, UnicodeDecodeError):
        return False


def make_review(
    generated: GeneratedWords, frequencies: WordFrequencies, validate: int = 100, ranking: Ranking = "frequency"
) -> WordReview:
    """Order the words and choose those that a person should judge.

    Words that do not occur are excluded (step 3). Of the others the first ones of each group are to be judged (step 4),
    and their counterparts too, so that pairs stay together. No word is dropped: the review has the status of each.

    Args:
        generated: The words.
        frequencies: How often each occurs.
        validate: Number of words to judge in each group, k in the paper.
        ranking: ``frequency`` for the most frequent words (option A), ``generation`` for those that the model gave
            first (option B), which are less ambiguous where frequent words are (the paper's choice for age, religion).

    Returns:
        The review.

    Example:
        >>> from hf_genderfair.representation.generated_lists import GeneratedWord, WordListTask
        >>> from hf_genderfair.representation.word_frequencies import corpus_frequencies
        >>> words = (GeneratedWord("old", "elder", ("1:1",), (), 0), GeneratedWord("young", "kid", ("1:1",), (), 0))
        >>> generated = GeneratedWords(WordListTask("age", ("young", "old")), "some model", words)
        >>> counted = corpus_frequencies(generated.word_list(), ["The kid waved."], "one sentence")
        >>> [(row.word, row.status) for row in make_review(generated, counted).words]
        [('kid', 'review'), ('elder', 'absent')]
    """
    listed = generated.word_list()
    keys = ((entry.group, entry.word) for entry in listed.entries)
    findings = dict(zip(keys, check_words(listed, frequencies), strict=True))

    def row(word: GeneratedWord, status: str, reason: str) -> ReviewWord:
        number, known = frequencies.of(word.word), findings.get((word.group, word.word), ())
        return ReviewWord(word.group, word.word, word.counterparts, number, word.origins, known, status, "", reason)

    ranked: dict[str, list[GeneratedWord]] = {}
    for group in generated.task.groups:
        occurring = [word for word in generated.words if word.group == group and frequencies.of(word.word)]
        by_frequency = sorted(occurring, key=lambda word: -frequencies.of(word.word))
        ranked[group] = occurring if ranking == "generation" else by_frequency
    first = {(group, word.word) for group, words in ranked.items() for word in words[:validate]}
    chosen = {
        normalised(other) for words in ranked.values() for word in words[:validate] for other in word.counterparts
    }
    rows: dict[str, list[ReviewWord]] = {status: [] for status in STATUSES}
    for group, words in ranked.items():
        for place, word in enumerate(words, 1):
            judged = (group, word.word) in first or normalised(word.word) in chosen
            status = "review" if judged else "beyond"
            reason = "" if judged else f"place {place} of {len(words)} by {ranking}"
            rows[status].append(row(word, status, reason))
        absent = [word for word in generated.words if word.group == group and not frequencies.of(word.word)]
        rows["absent"] += [row(word, "absent", "does not occur") for word in absent]
    ordered = tuple(each for group in ranked for chosen in rows.values() for each in chosen if each.group == group)
    return WordReview(_metadata(generated, frequencies, validate, ranking), ordered)


def lexicon_text(
    review: WordReview,
    licence: str,
    *,
    version: str = "1",
    validators: int = 1,
    undecided: Undecided = "refuse",
    on: date | None = None,
) -> str:
    """Write the accepted words as a lexicon that `WordList.from_file` reads.

    Args:
        review: The judged words.
        licence: Licence of the list.
        version: Its version.
        validators: How many persons judged the words.
        undecided: What to do with words without a verdict.
        on: Date of the list; None for today.

    Returns:
        The text of the file.

    Raises:
        LexiconError: See `WordReview.accepted`; or there is no licence.

    Example:
        >>> words = (ReviewWord("young", "kid", verdict="accept"), ReviewWord("old", "elder", verdict="accept"))
        >>> review = WordReview({"attribute": "age", "groups": "young | old", "model": "some model"}, words)
        >>> print(lexicon_text(review, "CC0-1.0", on=date(2026, 1, 2)).splitlines()[1])
        # source: generated by some model; 2 of 2 words accepted by 1 person
    """
    if not licence.strip():
        raise LexiconError("a word list needs a licence, such as CC0-1.0")
    accepted = review.accepted(undecided)
    unseen = sum(not word.verdict for word in accepted)
    judged = sum(bool(word.verdict) for word in review.words)
    persons = f"{validators} person" + ("s" if validators != 1 else "")
    asked = f" ({review.metadata['asked']})" if "asked" in review.metadata else ""
    source = f"generated by {review.metadata.get('model', 'a language model')}{asked}; "
    source += f"{len(accepted) - unseen} of {judged} words accepted by {persons}"
    metadata = {
        "version": version,
        "source": source + (f", {unseen} accepted unseen" if unseen else ""),
        "licence": licence,
        "date": str(on or date.today()),
        "attribute": review.metadata["attribute"],
        "lang": review.metadata.get("lang") or "und",
        "columns": "group word counterpart reason",
    }
    lines = [f"# {key}: {' '.join(value.split())}" for key, value in metadata.items()]
    for word in accepted:
        lines += [
            "\t".join((word.group, word.word, other, word.reason)).rstrip("\t") for other in word.counterparts or [""]
        ]
    return "".join(f"{line}\n" for line in lines)


def _metadata(
    generated: GeneratedWords, frequencies: WordFrequencies, validate: int, ranking: Ranking
) -> dict[str, str]:
    task = generated.task
    answers = ", ".join(f"{number} {status}" for status, number in sorted(generated.answers.items()))
    metadata = {
        "attribute": task.attribute,
        "lang": task.lang,
        "groups": SEVERAL.join(task.groups),
        "model": generated.model,
        "asked": task.asked,
        "answers": f"{answers}; {generated.unasked} forms of words that were not asked about",
        "runs": "2:17 is word 17 of run 2",
        "frequency": frequencies.unit,
        "ranking": f"{ranking}, the first {validate} of each group and their counterparts",
        "checks": f"{' '.join(checked_criteria(task.lang))}; the other criteria need a person",
        "verdict": "accept or reject, with a reason",
    }
    return {key: " ".join(value.split()) for key, value in metadata.items()}


def _is_computed(cell: str) -> bool:
    return cell.lstrip("'").startswith(COMPUTED)


def _read_word(line: str, place: str, metadata: Mapping[str, str]) -> ReviewWord:
    """Read a line of a review."""
    cells = [cell.strip() for cell in line.split("\t")]
    cells = [cell[1:] if cell.startswith("'") and _is_computed(cell) else cell for cell in cells]
    if len(cells) > len(COLUMNS) and any(cells[len(COLUMNS) :]):
        raise LexiconError(f"{place}: {len(cells)} cells where {len(COLUMNS)} are declared")
    cell = dict(zip(COLUMNS, [*cells, *[""] * len(COLUMNS)], strict=False))
    if cell["group"] not in metadata.get("groups", "").split(SEVERAL) or not cell["word"]:
        raise LexiconError(f"{place}: needs a word and one of the groups {metadata.get('groups', '')}: {line[:60]!r}")
    if (verdict := cell["verdict"].lower()) not in VERDICTS:
        raise LexiconError(f"{place}: the verdict {cell['verdict']!r} is not offered: use accept or reject, or none")
    if (status := cell["status"] or "review") not in STATUSES:
        raise LexiconError(f"{place}: the status {status!r} is not offered: use {', '.join(STATUSES)}")
    if cell["frequency"] and not cell["frequency"].isdecimal():
        raise LexiconError(f"{place}: the frequency {cell['frequency']!r} is no number")
    frequency = int(cell["frequency"]) if cell["frequency"] else None
    counterparts, origins, findings = (
        tuple(part for part in cell[name].split(SEVERAL) if part) for name in ("counterpart", "runs", "checks")
    )
    return ReviewWord(
        cell["group"], cell["word"], counterparts, frequency, origins, findings, status, verdict, cell["reason"]
    )


TEMPLATE = "review.html.jinja"
SCRIPT_ESCAPES = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


def review_page(review: WordReview, name: str = "review.tsv") -> str:
    """Write the page of a review.

    The words stand by group, each with buttons to accept and to reject and a field for the reason. The judged review
    is downloaded as the table that `WordReview.from_file` reads; until then the browser keeps the verdicts.

    Args:
        review: The words, with the verdicts that there are already.
        name: File name of the download.

    Returns:
        The page; all text of the review is escaped.

    Example:
        >>> from hf_genderfair.representation.word_review import ReviewWord
        >>> page = review_page(WordReview({"attribute": "age", "groups": "young | old"}, (ReviewWord("old", "</b>"),)))
        >>> "</b>" in page, page.count("://")
        (False, 0)
    """
    data = {
        "name": name,
        "key": f"hf-genderfair review {hashlib.sha256(review.to_text().encode()).hexdigest()[:16]}",
        "head": review.head,
        "columns": list(COLUMNS),
        "rows": [dict(zip(COLUMNS, word.cells, strict=True)) for word in review.words],
    }
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    template = environment.from_string(files("hf_genderfair.representation").joinpath(TEMPLATE).read_text("utf-8"))
    return template.render(
        attribute=review.metadata["attribute"],
        metadata={key: value for key, value in review.metadata.items() if key not in ("attribute", "verdict")},
        groups=review.groups,
        criteria=CRITERIA,
        data=script_json(data),
    )


def script_json(value: object) -> str:
    """Return JSON that can stand in a script element: nothing in it ends the element."""
    return json.dumps(value, ensure_ascii=False).translate(SCRIPT_ESCAPES)
