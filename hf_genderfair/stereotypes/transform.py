"""The transform that finds potential stereotypes and says how strong they are, and the removal of marked sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple, get_args

import pyarrow as pa
from datasets import Features, List, Value

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.settings import Within, several_texts
from hf_genderfair.core.spans import EDIT_FEATURE, Edit, apply_edits, edit_text
from hf_genderfair.core.transform import AnyDataset, Column, Transform, annotate, struct_lists, text_array
from hf_genderfair.generation.generator import Cost, Generator
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.documents import AnalysisRequest, sentence_documents
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.sentence_transform import (
    CandidateSentence,
    GroupWord,
    SentenceTransform,
    candidate_sentence,
    group_words,
)
from hf_genderfair.languages.tokens import count_tokens, merged, parts, sentence_before, sentence_spans
from hf_genderfair.lexicons.loader import lexicon_digest
from hf_genderfair.report.sentences import counted
from hf_genderfair.stereotypes.content import sentence_indicators
from hf_genderfair.stereotypes.content_model import ContentModel, ContentReading
from hf_genderfair.stereotypes.detection import (
    is_judged,
    is_potential,
    is_quoted,
    is_told_otherwise,
    may_name_vice,
    names_vice,
    states_fact_or_norm,
)
from hf_genderfair.stereotypes.indicators import INDICATOR_VALUES, Indicators
from hf_genderfair.stereotypes.labels import label_words
from hf_genderfair.stereotypes.languages import LANGUAGES
from hf_genderfair.stereotypes.prompted import Examined, Question, examine, occurrence
from hf_genderfair.stereotypes.strength import THRESHOLD, StrengthModel, published_model
from hf_genderfair.stereotypes.words import statement_patterns

STEREOTYPE = {
    **dict.fromkeys(("start", "end"), Value("int32")),
    "label": Value("string"),
    **dict.fromkeys(("label_start", "label_end"), Value("int32")),
    **dict.fromkeys(("attribute", "group", *Indicators._fields[2:]), Value("string")),
    **dict.fromkeys(("association", "statement"), Value("float64")),
    "verdict": Value("string"),
    "score": Value("float64"),
    **dict.fromkeys(("remove", "quoted"), Value("bool")),
    **dict.fromkeys(("source", "status"), Value("string")),
}
TOTALS = ("examined", "potential", "remove", "unread", "too_long")
"""What is counted of the sentences of a row."""

STEREOTYPE_FEATURES = Features(
    {"stereotypes": List(STEREOTYPE), **{f"stereotypes_{name}": Value("int32") for name in TOTALS}}
)
"""The columns of `Stereotypes`."""

Form = Literal["judging", "general", "marked", "other"]
Verdict = Literal["stereotype", "unknown", "none"]
Status = Literal["read", "parsed", "repaired", "unparsed", "failed"]
CATEGORIES: dict[str, tuple[str, ...]] = {
    **{f"stereotypes.{name}": values for name, values in INDICATOR_VALUES.items()},
    "stereotypes.verdict": get_args(Verdict),
    "stereotypes.status": get_args(Status),
}


class SentenceFinding(NamedTuple):
    """What is found in one sentence."""

    indicators: Indicators | None  # None where an answer could not be read
    label: tuple[int, int] | None  # None where it is not known
    attribute: str
    group: str
    potential: bool
    quoted: bool
    status: Status
    content: ContentReading | None = None  # None where the content model was not asked
    form: Form = "other"  # see `_form`
    otherwise: bool = False  # see `is_told_otherwise`
    judged: bool = True  # see `is_judged`
    vice: bool = False  # see `names_vice`


_NOTHING = SentenceFinding(Indicators(False, ""), None, "", "", False, False, "read")


@dataclass(frozen=True)
class Stereotypes(SentenceTransform):
    """Finds sentences that may hold a stereotype, reads its linguistic indicators and rates its strength.

    After Görge et al. 2025, sections 4.2.3 and 5.1.3: detection, ten indicators, a linear model of how strong people
    find stereotypes. Reads the columns of `GroupWords`. By default a small network that comes with the package reads
    what a sentence says of a group (`ContentModel`), and a pipeline and rules determine the indicators of those that
    may hold a stereotype. Rules alone see the form of a statement, not whether it is a cliché: a trait without
    prejudice (*women are mortal*) is found too, and a prejudice told as an episode is not. Quoted sentences are marked.

    Adds ``stereotypes`` (potential ones with span, label, indicators, probabilities, verdict, score and whether to
    remove them, and sentences whose answer cannot be parsed) and the numbers of sentences that were examined, may hold
    a stereotype, are to be removed, have no parsable answer, and are too long. See `remove_stereotypes`.

    Attributes:
        lang: ``en``, ``de`` or ``es``.
        attributes: Attribute whose group words are examined; several may be given. Their columns must exist.
        generator: A language model that detects and, unless there is an `assessor`, reads the indicators.
        assessor: Another model for the indicators; the paper takes a larger one.
        sentences: ``relevant``: those with a group word; ``all``: every sentence, with labels of a list that comes with
            the package. Group words are not read then.
        longest: Longest sentence that is examined, in tokens, 47 in the paper; any by default.
        split: Examine the parts of longer sentences; otherwise they are counted as too long.
        threshold: Score above which a sentence is to be removed. It may be one for each attribute; None for
            `THRESHOLD`.
        strength: The model of strength; None for the published one, in which the sentiment of the information weighs
            as much as that of the label, and the content model as much as all indicators; see `published_model` and
            `fit_strength`.
        text_column: Column of text.
        pipeline_name: A spaCy pipeline in place of the one that comes with the package.
        method: What finds stereotypes: a small content model (``model``, the default), ``rules`` alone, or a language
            model (``generator``). With ``model`` rules read the indicators. None is ``generator`` where there is one.

    Example:
        >>> from datasets import Dataset
        >>> from hf_genderfair.representation.group_words import GroupWords
        >>> rows = Dataset.from_dict({"text": ["Women are always late. The woman came at noon."]})
        >>> rows = rows.map(GroupWords("gender"), batched=True).map(Stereotypes("en"), batched=True)
        >>> [(found["label"], found["ling_form"], found["remove"]) for found in rows["stereotypes"][0]]
        [('Women', 'generic', True)]
    """

    lang: str = "en"
    attributes: str | tuple[str, ...] = "gender"
    generator: Generator | None = None
    assessor: Generator | None = None
    sentences: Literal["relevant", "all"] = "relevant"
    longest: Annotated[int | None, Within(1)] = None
    split: bool = False
    threshold: Annotated[float | Mapping[str, float] | None, Within(0, 1)] = None
    strength: StrengthModel | None = None
    text_column: str = "text"
    pipeline_name: str | None = None
    method: Literal["rules", "model", "generator"] | None = None

    version = "7"
    categories = CATEGORIES
    languages = LANGUAGES
    reason_column = "stereotypes_reason"

    def __post_init__(self) -> None:
        """Refuse values that are not offered."""
        super().__post_init__()
        if not self.names():
            raise GenderfairError("attributes is empty: name at least one, such as 'gender'")
        if (self.way() == "generator") != (self.generator is not None):
            raise GenderfairError(f"method={self.method!r} and generator={self.generator!r} contradict each other")
        if self.assessor is not None and self.generator is None:
            raise GenderfairError("assessor needs generator, which detects the sentences that are assessed")
        if self.split and self.longest is None:
            raise GenderfairError("split needs longest, the number of tokens above which sentences are cut")
        limits = self.threshold.values() if isinstance(self.threshold, Mapping) else [self.threshold]
        if not all(limit is None or 0 <= limit <= 1 for limit in limits):
            raise GenderfairError(f"threshold={self.threshold!r}: scores lie between 0 and 1")

    def way(self) -> Literal["rules", "model", "generator"]:
        """Return what finds stereotypes."""
        return self.method or ("model" if self.generator is None else "generator")

    def names(self) -> tuple[str, ...]:
        """Return the attributes whose group words are examined."""
        return (self.attributes,) if isinstance(self.attributes, str) else tuple(dict.fromkeys(self.attributes))

    def model(self) -> StrengthModel:
        """Return the model of strength."""
        if self.strength is not None:
            return self.strength
        return published_model(sentiment=True, content=self.way() == "model")

    def inputs(self) -> tuple[str, ...]:
        """Return the text and the columns of group words."""
        if self.sentences == "all":
            return super().inputs()
        return (*super().inputs(), *(f"{name}_{part}" for name in self.names() for part in ("words", "sentences")))

    def analysis_request(self) -> AnalysisRequest | None:
        """Return how sentences are analysed; a language model needs no analysis."""
        return AnalysisRequest(self.lang, pipeline_name=self.pipeline_name) if self.generator is None else None

    def features(self) -> Features:
        """Return the columns of `STEREOTYPE_FEATURES`."""
        return self.with_reason(STEREOTYPE_FEATURES)

    def found(self, sums: Mapping[str, int]) -> list[str]:
        """Return how many sentences may hold a stereotype, and how many hold a strong one."""
        examined, potential, strong = (
            sums.get(f"stereotypes_{name}", 0) for name in ("examined", "potential", "remove")
        )
        if not examined:
            return ["No sentence was examined for stereotypes."]
        said = f"Of {counted(examined, 'sentence')} that were examined, {potential or 'none'} may hold a stereotype"
        return [f"{said}; {strong or 'none'} of them {'is' if strong == 1 else 'are'} strong enough to be flagged."]

    def digest(self) -> str:
        """Return the revisions of pipeline and models and the digest of the lexicons."""
        revisions = [pipeline(self.lang, self.pipeline_name).revision, self.model().digest]
        revisions += [model.revision for model in (self.generator, self.assessor) if model is not None]
        revisions += [ContentModel().revision] * (self.way() == "model")
        return "-".join([*revisions, lexicon_digest("Stereotypes", self.lang)])

    def annotate_sentences(
        self, texts: Sequence[str], columns: Mapping[str, pa.Array], rank: int | None
    ) -> tuple[dict[str, Column], Cost]:
        """Examine the sentences of a batch; see `SentenceTransform.annotate_sentences`."""
        found, too_long, cost = self.find(texts, self._words(columns, texts), rank)
        return self._columns(texts, found, too_long), cost

    def find(
        self,
        texts: Sequence[str],
        words: Sequence[tuple[list[tuple[int, int]], list[GroupWord]]] | None = None,
        rank: int | None = None,
    ) -> tuple[list[tuple[CandidateSentence, SentenceFinding]], list[int], Cost]:
        """Examine the sentences of texts.

        Args:
            texts: The texts.
            words: For each text its relevant sentences and group words; None where all sentences are examined.
            rank: Number of the worker process; picks a device, never a result.

        Returns:
            Every examined sentence with what was found, the number of sentences of each text that are too long, and
            what the models cost.
        """
        texts = list(several_texts(texts))
        sentences, too_long = self._sentences(texts, words)
        if self.generator is None:
            return list(zip(sentences, self._read(sentences), strict=True)), too_long, Cost()
        questions = [
            Question(
                sentence.part.text, sentence_before(texts[sentence.row], sentence.part.start, self.lang), self.names()
            )
            for sentence in sentences
        ]
        examined, cost = examine(self.generator, self.assessor or self.generator, questions, rank=rank)
        answers = [_answered(sentence, one) for sentence, one in zip(sentences, examined, strict=True)]
        return list(zip(sentences, answers, strict=True)), too_long, cost

    def _words(
        self, columns: Mapping[str, pa.Array], texts: Sequence[str]
    ) -> list[tuple[list[tuple[int, int]], list[GroupWord]]] | None:
        """Return sentences and group words of each row that has a text, of all attributes together."""
        if self.sentences == "all":
            return None
        found: list[tuple[list[tuple[int, int]], list[GroupWord]]] = []
        names = [f"{name}_{part}" for name in self.names() for part in ("words", "sentences")]
        cells = {name: columns[name].to_pylist() for name in names}
        for row, text in enumerate(texts):
            if not text:
                found.append(([], []))
                continue
            spans = [
                [(span["start"], span["end"]) for span in cells[f"{name}_sentences"][row] or []]
                for name in self.names()
            ]
            words = [word for name in self.names() for word in group_words(cells[f"{name}_words"][row], name)]
            found.append((merged(spans), sorted(words)))
        return found

    def _sentences(
        self, texts: Sequence[str], words: Sequence[tuple[list[tuple[int, int]], list[GroupWord]]] | None
    ) -> tuple[list[CandidateSentence], list[int]]:
        """Return the sentences that are examined, and how many of each text are too long."""
        sentences: list[CandidateSentence] = []
        too_long = [0] * len(texts)
        for number, text in enumerate(texts):
            spans, known = (sentence_spans(text, self.lang), []) if words is None else words[number]
            for span in spans:
                pieces = [span]
                if self.longest is not None and count_tokens(text[slice(*span)]) > self.longest:
                    too_long[number] += not self.split
                    pieces = parts(text, span, self.longest) if self.split else []
                for piece in pieces:
                    sentence = candidate_sentence(number, text, piece, known)
                    if sentence.words or words is None:
                        sentences.append(sentence)
        return sentences, too_long

    def _read(self, sentences: Sequence[CandidateSentence]) -> list[SentenceFinding]:
        if self.way() == "rules":
            return self._read_by_rules(sentences)
        model = ContentModel()
        contents = model.read((sentence.part.text for sentence in sentences), self.lang)
        least = model.facts["thresholds"]["association"]
        # only what may hold a stereotype needs an analysis
        chosen = [
            n
            for n, content in enumerate(contents)
            if content.association > least or may_name_vice(sentences[n].part.text, self.lang)
        ]
        found = [_NOTHING._replace(content=content) for content in contents]
        for n, read in zip(chosen, self._read_by_rules([sentences[n] for n in chosen]), strict=True):
            form = _form(read, sentences[n].part.text, self.lang)
            if contents[n].association <= least and form != "judging":
                continue
            found[n] = read._replace(potential=True, content=contents[n], form=form)
            if read.label is None and sentences[n].words:
                word = sentences[n].words[0]
                found[n] = found[n]._replace(attribute=word.attribute, group=word.group)
        return found

    def _read_by_rules(self, sentences: Sequence[CandidateSentence]) -> list[SentenceFinding]:
        request = AnalysisRequest(self.lang, pipeline_name=self.pipeline_name)
        read = sentence_documents((sentence.part for sentence in sentences), request)
        return [self._strongest(document, sentence) for document, sentence in zip(read, sentences, strict=True)]

    def _strongest(self, document: Document, sentence: CandidateSentence) -> SentenceFinding:
        """Return what is found in a sentence; where the pipeline divides it, the part with the highest score."""
        best, best_rank = _NOTHING, (False, -1.0)
        for number, (first, last) in enumerate(document.sentences):
            start, end = document.tokens[first].start, document.tokens[last - 1].end
            words = [word for word in sentence.words if start <= word.start and word.end <= end]
            if self.sentences == "all":
                words = [word for word in label_words(document, number) if self._asked(word.attribute)]
            if not words:
                continue
            indicators, label, content = sentence_indicators(document, number, words)
            if label is None or content is None:
                continue
            potential = is_potential(document, number, label, content)
            rank = (potential, self.model().score(indicators))
            if rank > best_rank:
                span = sentence.part.span_as_given(label.start, label.end)
                quoted = is_quoted(document, number, label)
                best = SentenceFinding(
                    indicators,
                    span,
                    label.attribute,
                    label.group,
                    potential,
                    quoted,
                    "read",
                    otherwise=is_told_otherwise(document, number, label, content),
                    judged=is_judged(document, number, label, content),
                    vice=names_vice(document, label),
                )
                best_rank = rank
        return best

    def _asked(self, attribute: str) -> bool:
        return attribute in self.names() or self.names() == ("any",)

    def _columns(
        self, texts: Sequence[str], found: Sequence[tuple[CandidateSentence, SentenceFinding]], too_long: list[int]
    ) -> dict[str, Column]:
        structs: list[list[tuple[Any, ...]]] = [[] for _ in texts]
        counts = {name: [0] * len(texts) for name in TOTALS} | {"too_long": too_long}
        for sentence, one in found:
            counts["examined"][sentence.row] += 1
            counts["potential"][sentence.row] += one.potential
            counts["unread"][sentence.row] += one.indicators is None
            if one.potential or one.indicators is None:
                struct = self._struct(sentence, one)
                structs[sentence.row].append(tuple(struct.get(name) for name in STEREOTYPE))
                counts["remove"][sentence.row] += bool(struct["remove"])
        columns = {f"stereotypes_{name}": column for name, column in counts.items()}
        return {"stereotypes": struct_lists(structs, STEREOTYPE), **columns}

    def _struct(self, sentence: CandidateSentence, found: SentenceFinding) -> dict[str, Any]:
        struct: dict[str, Any] = {"start": sentence.part.start, "end": sentence.part.end, "status": found.status}
        struct |= {"remove": False, "quoted": found.quoted, "source": self._source()}
        if found.indicators is None:
            return struct
        indicators = found.indicators._asdict()
        del indicators["has_category_label"]
        struct |= indicators | {"label": indicators.pop("full_label"), "attribute": found.attribute}
        readings = (found.content, None) if found.form == "judging" else (found.content,)
        # the content model finds words that it does not know weak
        score = max(self.model().score(found.indicators, reading) for reading in readings)
        struct |= {"group": found.group, "score": score}
        if found.label is not None:
            struct |= {"label_start": found.label[0], "label_end": found.label[1]}
        struct["verdict"] = "stereotype"
        if found.content is not None:
            struct |= {"association": found.content.association, "statement": found.content.statement}
            struct["verdict"] = _verdict(found.content, found.form if found.attribute else "unnamed")
        above = struct["score"] > self._limit(found.attribute)
        struct["remove"] = struct["verdict"] == "stereotype" and above and found.judged
        return struct

    def _limit(self, attribute: str) -> float:
        own = self.threshold.get(attribute) if isinstance(self.threshold, Mapping) else self.threshold
        return THRESHOLD if own is None else own

    def _source(self) -> str:
        if self.generator is not None:
            return (self.assessor or self.generator).name
        return "rules" if self.way() == "rules" else "content model"


def _form(found: SentenceFinding, text: str, lang: str) -> Form:
    """Return what shows that a sentence is a generalisation: what rules find, a word, or nothing."""
    # What is told as a fact or a norm is none, whatever its words, nor is praise without a word of generality.
    indicators, marked = found.indicators, statement_patterns(lang)["general"].search(text) is not None
    praised = indicators is not None and indicators.situation_evaluation == "positive"
    if found.otherwise or states_fact_or_norm(text, lang) or (praised and not marked):
        return "other"
    if found.potential and indicators is not None and indicators.target_type == "generic target":
        return "judging" if found.vice and not found.quoted else "general"
    return "marked" if marked else "other"


def _verdict(content: ContentReading, form: str) -> Verdict:
    """Return the verdict on a sentence; where it has the form of a generalisation, less probability is enough."""
    # What only a judgement says needs none: the model does not know all of its words.
    if form == "judging":
        return "stereotype"
    limits = ContentModel().facts["thresholds"]
    low, high = limits["statement"][form]
    if content.statement > high and content.association > limits["sure"]:
        return "stereotype"
    return "unknown" if content.statement > low else "none"


def _answered(sentence: CandidateSentence, examined: Examined) -> SentenceFinding:
    """Return what a model said of a sentence; the group is that of the first group word in its label."""
    indicators = examined.indicators
    label, word = None, sentence.words[0] if sentence.words else None
    if indicators is not None and indicators.full_label:
        span = occurrence(sentence.part.text, indicators.full_label)
        if span is not None:
            start, end = span
            label = sentence.part.span_as_given(start, end)
            word = next((word for word in sentence.words if start <= word.start < end), word)
    attribute, group = (word.attribute, word.group) if word is not None else ("", "")
    return SentenceFinding(indicators, label, attribute, group, examined.potential, False, examined.status)


RULE, REASON = "stereotype", "a stereotype above the threshold"


@dataclass(frozen=True)
class StereotypeEdits(Transform):
    """Proposes to delete the sentences that `Stereotypes` marks.

    Adds ``stereotype_edits``, which delete exactly these sentences with the white space after them (at the end of a
    line, that before them), and ``stereotypes_leave_empty``: whether only white space remains of the text.

    Attributes:
        text_column: Column of text.

    Example:
        >>> from datasets import Dataset
        >>> from hf_genderfair.stereotypes.transform import STEREOTYPE_FEATURES
        >>> mark = {"start": 0, "end": 8, "remove": True}
        >>> mark = {name: mark.get(name) for name in STEREOTYPE_FEATURES["stereotypes"].feature}
        >>> rows = Dataset.from_dict({"text": ["Bad one. Good one."], "stereotypes": [[mark]]})
        >>> rows = rows.map(StereotypeEdits(), batched=True)
        >>> [(edit["start"], edit["end"]) for edit in rows["stereotype_edits"][0]]
        [(0, 9)]
    """

    text_column: str = "text"

    version = "1"

    def inputs(self) -> tuple[str, ...]:
        """Return the text and the column of `Stereotypes`."""
        return (self.text_column, "stereotypes")

    def features(self) -> Features:
        """Return the column of edits and that of emptied texts."""
        return Features({"stereotype_edits": EDIT_FEATURE, "stereotypes_leave_empty": Value("bool")})

    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> Mapping[str, Column]:
        """Propose the edits of a batch; see `Transform.annotate`."""
        texts = text_array(columns[self.text_column], self.text_column).to_pylist()
        edits, emptied = [], []
        for text, rows in zip(texts, columns["stereotypes"].to_pylist(), strict=True):
            spans = [(row["start"], row["end"]) for row in rows or [] if row["remove"]]
            removals = list(sentence_removals(text or "", spans))
            edits.append([edit.to_dict() for edit in removals])
            emptied.append(bool(removals) and not edit_text(text, removals).strip())
        return {"stereotype_edits": edits, "stereotypes_leave_empty": emptied}


def sentence_removals(text: str, spans: Iterable[tuple[int, int]]) -> Iterator[Edit]:
    """Propose to delete sentences of a text."""
    free = run = 0
    for start, end in sorted(set(spans)):
        first, last = max(start, free), end
        # of adjacent sentences that are all removed, the start of the first one counts
        run = run if first == free else first
        while last < len(text) and text[last] in " \t\u00a0":
            last += 1
        if last == len(text) or text[last] in "\r\n":
            last = end
            while first > free and text[first - 1] in " \t\u00a0":
                first -= 1
            run = min(run, first)
            if run == 0 or text[run - 1] in "\r\n":
                # a line of its own goes with its end
                while last < len(text) and text[last].isspace():
                    last += 1
        if first < last:
            yield Edit(first, last, text[first:last], "", RULE, REASON)
            free = last


def remove_stereotypes(dataset: AnyDataset, text_column: str = "text") -> AnyDataset:
    """Delete the sentences that `Stereotypes` marks.

    Args:
        dataset: Rows with the columns of `Stereotypes`.
        text_column: Column of text.

    Returns:
        The same rows with the shorter text, the edits by which it can be restored (`undo_edits`), and
        ``stereotypes_leave_empty``; an empty text stays as a row. Other offsets, such as those of group
        words, point into the text before the edits: annotate again with ``overwrite=True``.

    Raises:
        ColumnError: A column is missing.

    Example:
        >>> from datasets import Dataset
        >>> from hf_genderfair import Chain, GroupWords, Stereotypes, annotate
        >>> rows = Dataset.from_dict({"text": ["Women are always late. The tram was full."]})
        >>> rows = annotate(rows, Chain(GroupWords("gender"), Stereotypes("en")))
        >>> remove_stereotypes(rows)["text"][:]
        ['The tram was full.']
    """
    return apply_edits(annotate(dataset, StereotypeEdits(text_column)), "stereotype_edits", text_column)
