"""The transform that finds the actors of a text, how they act, are named and quoted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal, get_args

import pyarrow as pa
from datasets import Features

from hf_genderfair.actors.actor_analysis import Actor, ActorAnalyser, ActorAnalysis
from hf_genderfair.actors.columns import (
    ACTOR,
    ACTOR_FEATURES,
    CODED_WORD,
    COUNT_MEANINGS,
    FORM,
    MENTION,
    QUANTITIES,
    QUOTE,
    SPAN,
    WORD,
    WORD_CLASSES,
)
from hf_genderfair.actors.coreference import Coreference
from hf_genderfair.core.transform import Column, struct_lists
from hf_genderfair.languages.coreference.languages import LANGUAGES
from hf_genderfair.languages.coreference.mention import (
    EVIDENCE_SOURCES,
    ROLES,
    EvidenceKind,
    EvidenceSource,
    MentionKind,
    Quote,
    QuoteKind,
)
from hf_genderfair.languages.coreference.resolution import Span
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.documents import AnalysisRequest, documents
from hf_genderfair.languages.gender_fair_forms import FORMS
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.reader.model import reader_revision
from hf_genderfair.languages.sentiment import LexiconSentiment, Sentiment
from hf_genderfair.languages.text_transform import TextTransform
from hf_genderfair.languages.types import PAIRED_GENDERS, PERSON_GENDERS
from hf_genderfair.lexicons.loader import lexicon_digest
from hf_genderfair.report.sentences import counted, percent

TEXTS_AT_ONCE = 512

ACTOR_QUANTITIES = tuple(quantity for quantity in QUANTITIES if quantity != "actors")


ACTOR_CATEGORIES: dict[str, tuple[str, ...]] = {
    "actors.gender": PERSON_GENDERS,
    "actors.gender_evidence": (*EVIDENCE_SOURCES, "none"),
    "actors.evidence.gender": PERSON_GENDERS,
    "actors.evidence.kind": get_args(EvidenceKind),
    "actor_mentions.kind": get_args(MentionKind),
    "actor_mentions.role": ROLES,
    "quotes.kind": get_args(QuoteKind),
    "actor_words.pos": WORD_CLASSES,
    "coded_words.coding": PAIRED_GENDERS,
    "gender_fair_forms.form": FORMS,
}
"""The values of the columns of categories."""


@dataclass(frozen=True)
class ActorMetrics(TextTransform):
    """Finds who appears in a text, acts, is named and quoted, and how they are spoken of (Urchs et al. 2025).

    Adds the columns of `ACTOR_FEATURES`: ``actors`` with their gender and its evidence, ``actor_mentions``, ``quotes``,
    words of what is said of actors, gender-fair forms, generic masculines; and integers for each gender, such as
    ``female_actors``, that are sums over them. Groups are no actors in these integers. Actors are those of one text;
    nothing links them across texts. Where no evidence tells a gender it is unknown, and counted as such.

    Attributes:
        lang: ``de`` or ``en``.
        text_column: Column of text.
        pipeline_name: A spaCy pipeline in place of the one that comes with the package.
        gender: ``evidence`` weighs pronouns, titles, nouns, endings and first names; ``pronoun-majority`` is the rule
            of the paper: at least 70 % of the pronouns.
        evidence: What a gender may rest on: what persons say of themselves, ``pronouns``, ``words`` (titles, nouns and
            their endings) and first ``names``. Without ``names``, no gender is guessed from a first name; without
            ``words``, no grammatical gender counts.
        sentiment: What gives clauses their sentiment, such as a `ClassifierSentiment`; None takes the word list.
        coreference: Another program's coreference, such as `FastCoreference`; None takes our own.

    Example:
        >>> from datasets import Dataset
        >>> rows = Dataset.from_dict({"text": ["Die Ministerin lobte ihren Mann. Er schwieg."]})
        >>> rows = rows.map(ActorMetrics("de"), batched=True)
        >>> rows[0]["female_actors"], rows[0]["male_actors"], rows[0]["female_mentions"], rows[0]["male_mentions"]
        (1, 1, 2, 2)
    """

    lang: str = "de"
    text_column: str = "text"
    pipeline_name: str | None = None
    gender: Literal["evidence", "pronoun-majority"] = "evidence"
    sentiment: Sentiment | None = None
    coreference: Coreference | None = None
    evidence: tuple[EvidenceSource, ...] = EVIDENCE_SOURCES

    version = "21"
    categories = ACTOR_CATEGORIES
    languages = LANGUAGES
    reason_column = "actors_reason"

    def analysis_request(self) -> AnalysisRequest:
        """Ask for all layers."""
        return AnalysisRequest(self.lang, pipeline_name=self.pipeline_name)

    def features(self) -> Features:
        """Return the columns of `ACTOR_FEATURES`."""
        return self.with_reason(ACTOR_FEATURES)

    def meanings(self) -> dict[str, str]:
        """Return what the columns and their fields mean."""
        return {**super().meanings(), **COUNT_MEANINGS}

    def found(self, sums: Mapping[str, int]) -> list[str]:
        """Return how many of the persons are women, and of the places where persons are mentioned."""
        genders = ("female", "male")
        women, men = (sums.get(f"{gender}_actors", 0) for gender in genders)
        of_women, of_men = (sums.get(f"{gender}_mentions", 0) for gender in genders)
        if not women + men:
            return ["No text marks a person as a woman or a man."]
        persons = f"Of {counted(women + men, 'person')} whom the texts mark as women or men, {women:,}"
        places = f"They are mentioned in {counted(of_women + of_men, 'place')}"
        return [
            f"{persons} ({percent(women / (women + men))}) {'is a woman' if women == 1 else 'are women'}.",
            f"{places}, of which {percent(of_women / (of_women + of_men))} are about women.",
        ]

    def digest(self) -> str:
        """Return the revisions of pipeline, reader, sentiment and coreference, and the digest of the lexicons."""
        revisions = [pipeline(self.lang, self.pipeline_name).revision, reader_revision(), self._sentiment().revision]
        if self.coreference is not None:
            revisions.append(self.coreference.revision)
        return "-".join([*revisions, lexicon_digest("ActorMetrics", self.lang)])

    def annotate_texts(
        self, texts: Sequence[str], columns: Mapping[str, pa.Array], rank: int | None
    ) -> Mapping[str, Column]:
        """Find the actors of a batch; see `TextTransform.annotate_texts`."""
        analyses = self.read(texts, rank)
        method = self._method()
        parts: dict[str, list[pa.Array]] = {name: [] for name in ACTOR_FEATURES}
        # building a schema costs more than annotating a short text
        schema = ACTOR_FEATURES.arrow_schema
        # analyses become Arrow part by part: as Python objects, those of a large batch would fill the memory
        while part := list(islice(analyses, TEXTS_AT_ONCE)):
            for name, array in _columns(part, method).items():
                parts[name].append(array)
        return {name: pa.chunked_array(arrays, schema.field(name).type) for name, arrays in parts.items()}

    def read(self, texts: Iterable[str], rank: int | None = None) -> Iterator[ActorAnalysis]:
        """Read the actors of texts.

        Args:
            texts: The texts.
            rank: Number of the worker process; picks a device, never a result.

        Returns:
            What is found in each, in order; offsets are those of the text as it is given, in whatever Unicode form.

        Raises:
            GenderfairError: There is a single text in place of several, or one is no text.
        """
        analysed = documents(texts, self.analysis_request())
        analyser = ActorAnalyser(self.gender, self._sentiment(), rank, self.evidence)
        return (
            each.as_given(analyser.analyse(each, clusters)) for each, clusters in self._with_clusters(analysed, rank)
        )

    def _with_clusters(
        self, analysed: Iterator[Document], rank: int | None
    ) -> Iterator[tuple[Document, Sequence[Sequence[Span]]]]:
        """Yield documents with the clusters of another program's coreference, where one is given."""
        while part := list(islice(analysed, TEXTS_AT_ONCE)):
            if self.coreference is None:
                yield from ((document, ()) for document in part)
            else:
                yield from zip(part, self.coreference.clusters([each.text for each in part], rank), strict=True)

    def _sentiment(self) -> Sentiment:
        return self.sentiment or LexiconSentiment(self.lang)

    def _method(self) -> str:
        used = pipeline(self.lang, self.pipeline_name)
        coreference = self.coreference.revision if self.coreference else "own"
        return (
            f"ActorMetrics {self.version}; pipeline {used.name} {used.revision[:12]}; coreference {coreference}; "
            f"sentiment {self._sentiment().revision[:40]}; gender {self.gender} from {', '.join(self.evidence)}"
        )


def _columns(analyses: Sequence[ActorAnalysis], method: str) -> dict[str, pa.Array]:
    """Return the columns of some texts."""
    lists = {
        "actors": struct_lists([list(map(_actor, analysis.actors)) for analysis in analyses], ACTOR),
        "actor_mentions": struct_lists(
            [[(m.start, m.end, m.actor, m.kind, m.role) for m in analysis.mentions] for analysis in analyses], MENTION
        ),
        "quotes": struct_lists([list(map(_quote, analysis.quotes)) for analysis in analyses], QUOTE),
        "actor_words": struct_lists([analysis.words for analysis in analyses], WORD),
        "coded_words": struct_lists([analysis.coded_words for analysis in analyses], CODED_WORD),
        "gender_fair_forms": struct_lists([analysis.gender_fair_forms for analysis in analyses], FORM),
        "generic_masculine": struct_lists([analysis.generic_masculine for analysis in analyses], SPAN),
    }
    counts = [_counts(analysis) for analysis in analyses]
    integers = {name: pa.array([row[name] for row in counts], pa.int32()) for name in counts[0]}
    return {**lists, **integers, "actors_method": pa.array([method] * len(analyses))}


def _actor(actor: Actor) -> tuple[object, ...]:
    evidence = [item._asdict() for item in actor.evidence]
    counts = (actor.counts[name] for name in ACTOR_QUANTITIES)
    return (
        actor.name,
        actor.gender,
        actor.gender_evidence,
        actor.group,
        evidence,
        actor.roles,
        actor.uncertain,
        *counts,
    )


def _quote(quote: Quote) -> tuple[object, ...]:
    """Return the fields of a quote; a speaker who is not named, or is no actor, is null."""
    named = (quote.speaker_start, quote.speaker_end) if quote.speaker_start >= 0 else (None, None)
    return (quote.start, quote.end, quote.kind, *named, quote.actor if quote.actor >= 0 else None)


def _counts(analysis: ActorAnalysis) -> dict[str, int]:
    """Return the integers of one text: sums over its lists."""
    counts = {f"{gender}_{quantity}": 0 for gender in PERSON_GENDERS for quantity in QUANTITIES}
    groups = [actor for actor in analysis.actors if actor.group]
    for actor in analysis.actors:
        if not actor.group:
            counts[f"{actor.gender}_actors"] += 1
            for quantity, number in actor.counts.items():
                counts[f"{actor.gender}_{quantity}"] += number
    persons = {number for number, actor in enumerate(analysis.actors) if not actor.group}
    return counts | {
        "groups": len(groups),
        "group_mentions": sum(actor.counts["mentions"] for actor in groups),
        "quotes_unattributed": sum(quote.actor not in persons for quote in analysis.quotes),
        "gender_fair_total": len(analysis.gender_fair_forms),
        "generic_masculine_total": len(analysis.generic_masculine),
    }
