"""The transform that proposes counterfactual sentences."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Literal

import pyarrow as pa
from datasets import Features, List, Value

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.spans import EDIT_FEATURE, overlaps
from hf_genderfair.core.text_view import text_view
from hf_genderfair.core.transform import Column, struct_lists
from hf_genderfair.counterfactual.collocations import Collocations
from hf_genderfair.counterfactual.decisions import SwapDecision, SwapDecisions
from hf_genderfair.counterfactual.swap import LANGUAGES, SWAP_FORMS
from hf_genderfair.counterfactual.swapping import Names, SwapOptions, draw
from hf_genderfair.generation.generator import Cost, Generator
from hf_genderfair.languages.documents import AnalysisRequest
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.reader.model import reader_revision
from hf_genderfair.languages.sentence_transform import (
    CandidateSentence,
    GroupWord,
    SentenceTransform,
    candidate_sentence,
    group_words,
)
from hf_genderfair.languages.tokens import sentence_spans
from hf_genderfair.lexicons.loader import lexicon_digest
from hf_genderfair.lexicons.word_lists import WordList, opened, word_list

COUNTERFACTUAL_SENTENCE = {
    "start": Value("int32"),
    "end": Value("int32"),
    "source": Value("string"),
    "target": Value("string"),
    "words": Value("int32"),
    "reason": Value("string"),
    "quoted": Value("bool"),
    "draw": Value("float64"),
    "pair": Value("string"),
}
COUNTERFACTUAL_EDIT = {**EDIT_FEATURE.feature, "direction": Value("string"), "pair": Value("string")}
COUNTERFACTUAL_FEATURES = Features(
    {
        "counterfactual_sentences": List(COUNTERFACTUAL_SENTENCE),
        "counterfactual_edits": List(COUNTERFACTUAL_EDIT),
        "counterfactual_accepted": Value("int32"),
        "counterfactual_refused": Value("int32"),
    }
)
"""The columns of `Counterfactual`."""


Method = Literal["base", "gc"]
PAIRS = (("“", "”"), ("„", "“"), ("«", "»"))
"""Quotation marks that open and close; German closes with the mark by which English opens."""

MARKS = frozenset('"“”„«»')

LONGEST_KEY = 1000
"""Characters of a text that are hashed again for each of its sentences."""


@dataclass(frozen=True)
class Counterfactual(SentenceTransform):
    """Proposes to swap the words of a group for those of another, sentence by sentence (Görge et al. 2025).

    Reads the columns of `GroupWords` for English words of women and men and for any list of words; German and Spanish
    words of women and men are found by grammar. Adds ``counterfactual_sentences``: every sentence with words of a
    group, and why it stays as it is; ``counterfactual_edits`` of those that may be swapped; and how many they are.
    `plan_counterfactuals` decides which are taken, `apply_counterfactuals` replaces them or adds twins.

    The paper's base method replaces each word by its counterpart, or by a random word of the same part of speech. The
    grammar- and context-aware method (``gc``) leaves sentences about politics, history and years, with words of several
    groups, and those that would become false or odd as far as rules can tell; all words for the same persons change
    together or none, with articles, adjectives and pronouns. A language model chooses among words, and judges the
    sentence, where one is given. See ``linked`` for persons of several sentences.

    What rules cannot see: whether a statement about a person of public life becomes false, and whether a trait is only
    plausible of one group. Nothing is said of anybody's gender: words are exchanged.

    Attributes:
        lang: ``en``; ``de`` and ``es`` for gender, or for a list of words with the base method.
        attribute: Name of a list of `word_list` in its corrected edition, the path of one of yours, or a `WordList`.
        method: Word by word (``base``), or with all that agrees and leaving what would become false (``gc``).
        source: Group whose sentences are swapped; every group's by default.
        to: Group that they are to be about; by default the other one. Of several it is that of the sentence's draw,
            else the next for which the sentence may be swapped.
        names: Leave sentences that name somebody (``refuse``), ``swap`` first names too, or ``keep`` only the names.
        seed: Another seed gives other draws, and other words where several fit.
        generator: A language model that chooses and judges; None for rules.
        collocations: Which words stand beside which, for choices without a language model; see `collocation_counts`.
        linked: Swap sentences that go on about a person with a pronoun together with the one that names the person, or
            not at all. Otherwise each is decided on by itself, as in the paper. Only with ``gc`` and genders.
        remove_stereotypes: Leave the sentences that `Stereotypes` marks for removal; its column must be there then.
        id_column: Column that names the rows, for draws and pairs; by default their texts do.
        text_column: Column of text.
        pipeline_name: A spaCy pipeline in place of the one that comes with the package.

    Example:
        >>> from datasets import Dataset
        >>> from hf_genderfair.representation.group_words import GroupWords
        >>> rows = Dataset.from_dict({"text": ["He forgot his umbrella.", "It rained."]})
        >>> rows = rows.map(GroupWords("gender"), batched=True).map(Counterfactual("en"), batched=True)
        >>> [(edit["replacement"], edit["direction"]) for edit in rows["counterfactual_edits"][0]]
        [('She', 'male>female'), ('her', 'male>female')]
    """

    lang: str = "en"
    attribute: str | WordList = "gender"
    method: Method = "gc"
    source: str | None = None
    to: str | None = None
    names: Names = "refuse"
    seed: int = 0
    generator: Generator | None = None
    collocations: Collocations | None = None
    linked: bool = True
    remove_stereotypes: bool = False
    id_column: str | None = None
    text_column: str = "text"
    pipeline_name: str | None = None

    version = "21"
    languages = LANGUAGES
    reason_column = "counterfactual_reason"

    def __post_init__(self) -> None:
        """Check the values."""
        super().__post_init__()
        object.__setattr__(self, "attribute", opened(self.attribute))
        groups = self.groups()
        for name, group in (("source", self.source), ("to", self.to)):
            if group is not None and group not in groups:
                raise GenderfairError(f"{name}={group!r} is no group: there are {', '.join(groups)}")
        if self.source is not None and self.source == self.to:
            raise GenderfairError(f"source and to are both {self.to!r}: name two groups")
        listed = self.words()
        unknown = listed is not None and not SWAP_FORMS[self.lang].lists_gender
        if unknown and (self.method == "gc" or isinstance(self.attribute, str)):
            raise GenderfairError(
                f"lang={self.lang!r} knows gender alone: for other words give a WordList, and method='base'"
            )

    def words(self) -> WordList | None:
        """Return the list of words; None for gender where grammar finds the words."""
        if isinstance(self.attribute, WordList):
            return self.attribute
        if self.attribute == "gender" and not SWAP_FORMS[self.lang].lists_gender:
            return None
        return word_list(self.attribute)

    def groups(self) -> tuple[str, ...]:
        """Return the groups of the attribute."""
        listed = self.words()
        return ("female", "male") if listed is None else tuple(listed.groups)

    def inputs(self) -> tuple[str, ...]:
        """Return the text and the columns that are read beside it."""
        listed = self.words()
        names = [] if listed is None else [f"{listed.attribute}_words", f"{listed.attribute}_sentences"]
        if self.remove_stereotypes:
            names.append("stereotypes")
        if self.id_column is not None:
            names.append(self.id_column)
        return (*super().inputs(), *names)

    def analysis_request(self) -> AnalysisRequest:
        """Return how sentences are analysed."""
        return self.decisions().analysis_request()

    def features(self) -> Features:
        """Return the columns of `COUNTERFACTUAL_FEATURES`."""
        return self.with_reason(COUNTERFACTUAL_FEATURES)

    def digest(self) -> str:
        """Return the revisions of pipeline, reader and model and the digest of the lexicons."""
        revisions = [pipeline(self.lang, self.pipeline_name).revision, reader_revision()]
        listed = self.words()
        if listed is not None:
            revisions.append(listed.digest)
        if self.generator is not None:
            revisions.append(self.generator.revision)
        if self.collocations is not None:
            revisions.append(self.collocations.digest)
        return "-".join([*revisions, lexicon_digest("Counterfactual", self.lang)])

    def annotate_sentences(
        self, texts: Sequence[str], columns: Mapping[str, pa.Array], rank: int | None
    ) -> tuple[dict[str, Column], Cost]:
        """Propose the counterfactuals of a batch; see `SentenceTransform.annotate_sentences`."""
        own = texts if self.id_column is None else [str(key) for key in columns[self.id_column].to_pylist()]
        keys = list(map(_row_key, own))
        sentences = self._sentences(columns, texts)
        draws = [draw(self.seed, keys[sentence.row], sentence.part.start) for sentence in sentences]
        decided, cost = self.decisions().decide(texts, sentences, draws, rank)
        return _columns(texts, keys, sentences, decided), cost

    def decisions(self) -> SwapDecisions:
        """Return how sentences are decided on."""
        options = SwapOptions(self.names, self.seed)
        return SwapDecisions(
            self.lang,
            self.method,
            self.words(),
            self.groups(),
            self.source,
            self.to,
            options,
            self.generator,
            self.collocations,
            self.pipeline_name,
            self.linked,
        )

    def _sentences(self, columns: Mapping[str, pa.Array], texts: Sequence[str]) -> list[CandidateSentence]:
        listed = self.words()
        removed: list[list[tuple[int, int]]] = [[] for _ in texts]
        if self.remove_stereotypes:
            marked = columns["stereotypes"].to_pylist()
            removed = [sorted({(one["start"], one["end"]) for one in cell or () if one["remove"]}) for cell in marked]
        words: list[list[GroupWord]] = [[] for _ in texts]
        if listed is None:
            spans = [sentence_spans(text, self.lang) for text in texts]
        else:
            words = [group_words(cell, listed.attribute) for cell in columns[f"{listed.attribute}_words"].to_pylist()]
            cells = columns[f"{listed.attribute}_sentences"].to_pylist()
            spans = [[(span["start"], span["end"]) for span in cell or ()] for cell in cells]
        found = []
        for row, text in enumerate(texts):
            # a row of another language has no text here, although it may have group words
            for start, end in spans[row] if text else ():
                gone = overlaps(removed[row], start, end)
                found.append(candidate_sentence(row, text, (start, end), words[row])._replace(removed=gone))
        return found


def _row_key(text: str) -> str:
    """Return what stands for a text in the numbers and names of its sentences: of a long one its hash."""
    if len(text) <= LONGEST_KEY:
        return text
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def _pair_name(key: str, start: int) -> str:
    """Return the name that a sentence and its twin share."""
    return hashlib.sha256(f"{start}\t{key}".encode(errors="surrogatepass")).hexdigest()[:16]


def _columns(
    texts: Sequence[str],
    keys: Sequence[str],
    sentences: Sequence[CandidateSentence],
    decided: Sequence[Sequence[SwapDecision]],
) -> dict[str, Column]:
    """Return the columns of a batch."""
    structs: list[list[tuple[object, ...]]] = [[] for _ in texts]
    edits: list[list[tuple[object, ...]]] = [[] for _ in texts]
    accepted, refused = [0] * len(texts), [0] * len(texts)
    for sentence, decisions, quoted in zip(sentences, decided, _quoted(texts, sentences), strict=True):
        pair = _pair_name(keys[sentence.row], sentence.part.start)
        for one in decisions:
            span = sentence.part.start, sentence.part.end
            said = one.source, one.target, one.words, one.reason
            structs[sentence.row].append((*span, *said, quoted, one.draw, pair))
            accepted[sentence.row] += one.reason is None
            refused[sentence.row] += one.reason is not None
            direction = f"{one.source}>{one.target}"
            for change in one.changes:
                edit = sentence.part.edit(change.edit(sentence.part.text, f"about {one.target}"))
                edits[sentence.row].append((*astuple(edit), direction, pair))
    return {
        "counterfactual_sentences": struct_lists(structs, COUNTERFACTUAL_SENTENCE),
        "counterfactual_edits": struct_lists(edits, COUNTERFACTUAL_EDIT),
        "counterfactual_accepted": accepted,
        "counterfactual_refused": refused,
    }


def _quoted(texts: Sequence[str], sentences: Sequence[CandidateSentence]) -> Iterator[bool]:
    """Yield for each sentence whether it holds quotation marks, or is between two of its line."""
    # what stands before a sentence is read from where the one before it begins: a line may be a whole text
    row, end, before = -1, 0, ""
    for sentence in sentences:
        text, part = texts[sentence.row], sentence.part
        if sentence.row != row:
            row, end, before = sentence.row, 0, ""
        line = text.rfind("\n", end, part.start) + 1
        before = "" if line else before
        before += "".join(mark for mark in text_view(text, line or end, part.start).text if mark in MARKS)
        end = part.start
        yield not MARKS.isdisjoint(part.text) or _is_open(before)


def _is_open(marks: str) -> bool:
    """Return whether the last quotation of some marks goes on."""
    return marks.count('"') % 2 == 1 or any(marks.rfind(first) > marks.rfind(last) for first, last in PAIRS)
