"""Treebanks and entity corpora as sentences of surface tokens."""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

FEATURES = (
    "Case",
    "Definite",
    "Degree",
    "Gender",
    "Gender[psor]",
    "Mood",
    "Number",
    "Number[psor]",
    "NumType",
    "Person",
    "Polarity",
    "Polite",
    "Poss",
    "PronType",
    "Reflex",
    "Tense",
    "VerbForm",
    "Voice",
)
"""The features that the embedded pipelines learn."""

RELATIONS_KEPT = {
    "acl:relcl",
    "aux:pass",
    "cc:preconj",
    "compound:prt",
    "csubj:pass",
    "det:poss",
    "expl:pass",
    "expl:pv",
    "nmod:poss",
    "nsubj:pass",
    "obl:agent",
    "obl:arg",
}
"""Subtypes that are learnt; every other subtype is cut to its universal relation."""


@dataclass(frozen=True)
class Word:
    """A surface token of a treebank.

    Attributes:
        form: The token as written.
        space_after: Whether white space follows in the text.
        pos: Universal part of speech; empty where the source has none.
        morph: Universal features; None where the source has none.
        lemma: Dictionary form; empty where the source has none.
        head: Index of the head in the sentence, the own index for the root; -1 where the source has no syntax.
        relation: Universal Dependencies relation; empty where the source has no syntax.
        entity: ``B-PER``, ``I-PER``, … or ``O``; empty where the source has no entities.
    """

    form: str
    space_after: bool = True
    pos: str = ""
    morph: Mapping[str, str] | None = None
    lemma: str = ""
    head: int = -1
    relation: str = ""
    entity: str = ""


@dataclass(frozen=True)
class TrainingSentence:
    """A sentence with the name of the source whose conventions it follows."""

    source: str
    words: tuple[Word, ...]

    @property
    def text(self) -> str:
        """The sentence as running text."""
        return "".join(word.form + " " * word.space_after for word in self.words).rstrip(" ")


@dataclass
class _Row:
    """A syntactic word of a CoNLL-U file while its sentence is read."""

    id: int
    form: str
    lemma: str
    pos: str
    morph: dict[str, str]
    head: int
    relation: str
    space_after: bool
    parts: list[_Row] = field(default_factory=list)


def open_text(path: Path) -> Iterator[str]:
    """Yield the lines of a text file that may be compressed with xz."""
    if path.suffix == ".xz":
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            yield from lines
    else:
        with path.open(encoding="utf-8") as plain:
            yield from plain


def read_conllu(path: Path, source: str) -> Iterator[TrainingSentence]:
    """Yield the sentences of a CoNLL-U file as surface tokens.

    A multiword token whose parts are its letters (English *don't*, *cannot*) stays split; every other one (German
    *zum*, Spanish *dárselo*, Catalan *del*) becomes one token, because only surface tokens have offsets: it takes part
    of speech, head and relation of the part whose head is outside, and the features of all parts.

    Args:
        path: The file, possibly compressed.
        source: Name of the treebank, kept with every sentence.

    Yields:
        The sentences, in order.
    """
    block: list[str] = []
    for line in (*open_text(path), "\n"):
        if line.strip():
            block.append(line.rstrip("\n"))
        elif block:
            yield TrainingSentence(source, _surface_words(block, split_clitics=source.startswith("en")))
            block = []


def _surface_words(block: list[str], split_clitics: bool) -> tuple[Word, ...]:
    rows: list[_Row] = []
    ranges: list[tuple[int, int, str, bool]] = []
    for line in block:
        columns = line.split("\t")
        if line.startswith("#") or "." in columns[0]:
            continue
        space_after = "SpaceAfter=No" not in columns[9]
        if "-" in columns[0]:
            start, end = map(int, columns[0].split("-"))
            ranges.append((start, end, columns[1], space_after))
        else:
            morph = dict(pair.split("=", 1) for pair in columns[5].split("|")) if columns[5] != "_" else {}
            head, relation = int(columns[6]), columns[7]
            lemma = columns[2] if columns[2] != "_" or columns[1] == "_" else ""
            rows.append(_Row(int(columns[0]), columns[1], lemma, columns[3], morph, head, relation, space_after))
    for first, last, form, space_after in ranges:
        parts = [row for row in rows if first <= row.id <= last]
        if split_clitics and "".join(row.form for row in parts) == form:
            for row in parts:
                row.space_after = row is parts[-1] and space_after
            continue
        rows = [row for row in rows if not first < row.id <= last]
        rows[rows.index(parts[0])] = _merge(parts, form, space_after)
    position = {part.id: index for index, row in enumerate(rows) for part in (row.parts or [row])}
    return tuple(
        Word(
            row.form,
            row.space_after,
            row.pos,
            {name: value for name, value in row.morph.items() if name in FEATURES},
            row.lemma,
            position[row.head] if row.head else index,
            _relation(row.relation),
        )
        for index, row in enumerate(rows)
    )


def _merge(parts: list[_Row], form: str, space_after: bool) -> _Row:
    inside = {row.id for row in parts}
    top = next(row for row in parts if row.head not in inside)
    morph: dict[str, str] = {}
    for row in (top, *parts):
        for name, value in row.morph.items():
            morph.setdefault(name, value)
    lemma = top.lemma if top.pos in ("VERB", "AUX") else form.lower() if top.pos != "ADP" else parts[0].lemma
    return _Row(top.id, form, lemma, top.pos, morph, top.head, top.relation, space_after, parts)


def _relation(relation: str) -> str:
    return relation if relation in RELATIONS_KEPT else relation.split(":")[0]


def harmonise(sentence: TrainingSentence) -> TrainingSentence:
    """Return the sentence with the subtypes that its treebank leaves out.

    AnCora marks neither passive subjects nor agents, and AnCora and German GSD have no relative clauses of their own;
    all follow from the rest of the tree: the auxiliary *ser* (German *werden* is marked) of a participle makes its
    subject passive, *por* (Catalan *per*) its agent, and a finite clause that modifies a noun and has a relative word
    is a relative clause.
    """
    words = list(sentence.words)
    children: dict[int, list[int]] = {}
    for index, word in enumerate(words):
        if word.head != index:
            children.setdefault(word.head, []).append(index)
    for index, word in enumerate(words):
        below = children.get(index, [])
        if word.relation == "acl" and _is_relative(words, below):
            words[index] = replace(word, relation="acl:relcl")
        if (word.morph or {}).get("VerbForm") == "Part" and word.pos in ("VERB", "ADJ"):
            _mark_passive(words, below, children)
    return TrainingSentence(sentence.source, tuple(words))


def _is_relative(words: list[Word], below: list[int]) -> bool:
    return any("Rel" in (words[child].morph or {}).get("PronType", "").split(",") for child in below)


def _mark_passive(words: list[Word], below: list[int], children: dict[int, list[int]]) -> None:
    auxiliaries = [child for child in below if words[child].relation == "aux" and words[child].lemma == "ser"]
    if not auxiliaries:
        return
    words[auxiliaries[-1]] = replace(words[auxiliaries[-1]], relation="aux:pass")
    for child in below:
        cases = {words[c].lemma for c in children.get(child, []) if words[c].relation == "case"}
        if words[child].relation in ("nsubj", "csubj"):
            words[child] = replace(words[child], relation=words[child].relation + ":pass")
        elif words[child].relation == "obl" and cases & {"por", "per", "pel"}:
            words[child] = replace(words[child], relation="obl:agent")


GERMEVAL_TYPES = {"PER": "PER", "LOC": "LOC", "ORG": "ORG", "LOCderiv": "", "ORGpart": "", "PERderiv": "", "OTH": ""}


def read_germeval(path: Path, source: str = "de_germeval") -> Iterator[TrainingSentence]:
    """Yield the sentences of a GermEval 2014 file with its outer entities of persons, places and organisations."""
    words: list[Word] = []
    for line in (*open_text(path), "\n"):
        columns = line.rstrip("\n").split("\t")
        if line.startswith("#"):
            continue
        if len(columns) < 3:
            if words:
                yield TrainingSentence(source, respace(words))
            words = []
            continue
        prefix, _, kind = columns[2].partition("-")
        kind = GERMEVAL_TYPES.get(kind, "")
        words.append(Word(columns[1], entity=f"{prefix}-{kind}" if kind else "O"))


def respace(words: Iterable[Word]) -> tuple[Word, ...]:
    """Return tokens with the white space that running German or English text has around punctuation marks."""
    spaced: list[Word] = []
    quote_open = False
    for word in words:
        opens = word.form in ("(", "[", "{", "„", "‚")
        if word.form in ('"', "''", "``"):
            quote_open = not quote_open
            opens = quote_open
        closes = word.form in (",", ".", ";", ":", "!", "?", ")", "]", "}", "”", "…") or (
            word.form in ('"', "''") and not quote_open
        )
        if closes and spaced:
            spaced[-1] = replace(spaced[-1], space_after=False)
        spaced.append(replace(word, space_after=not opens))
    return tuple(spaced)
