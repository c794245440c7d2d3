"""The transform that proposes gender-fair forms for German and English text."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import compress, islice
from typing import Literal

import pyarrow as pa
from datasets import Features, List, Value

from hf_genderfair.core.choices import choose, language
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.spans import EDIT_FEATURE, Edit, Refusal
from hf_genderfair.core.texts import several_texts
from hf_genderfair.core.transform import Column, Transform, struct_lists, text_array
from hf_genderfair.languages.analysis import Analysis
from hf_genderfair.languages.composition import compose
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.lexicons.loader import lexicon_digest
from hf_genderfair.rewriting.forms import FORMS
from hf_genderfair.rewriting.neural.rewriter import ModelChoice, NeuralRewriter
from hf_genderfair.rewriting.proposal import Rewriting

LANGUAGES = ("de", "en")
Scope = Literal["generic", "all"]

REFUSAL = {"start": Value("int32"), "end": Value("int32"), "rule": Value("string"), "reason": Value("string")}
REWRITING_FEATURES = Features(
    {
        "rewriting_edits": EDIT_FEATURE,
        "rewriting_refusals": List(REFUSAL),
        "rewriting_edited": Value("int32"),
        "rewriting_refused": Value("int32"),
    }
)
"""The columns of a rewriting, whatever proposes it."""

TEXTS_AT_ONCE = 4_096
"""So many texts are read ahead for those that a pipeline must see: it is faster with many, sorted by their length."""


@dataclass(frozen=True)
class GenderFair(Transform):
    """Proposes gender-fair forms: star forms and others in German, singular *they* in English (Amrhein et al. 2023).

    Adds ``rewriting_edits``; apply them with ``apply_edits(dataset, "rewriting_edits")``, take them back with
    ``undo_edits``. What has a gender-fair form and is left as it is stands in ``rewriting_refusals`` with the reason:
    a thing, a name, a person whom the text knows. A text in which nothing is to be done stays the same to the byte.
    No language model is asked: a pipeline, word lists and rules decide.

    Attributes:
        lang: ``de`` or ``en``.
        form: How German is written: ``star`` (``Lehrer*in``), ``colon``, ``gap``, ``slash``, ``internal_i``, ``pair``
            (*Lehrerinnen und Lehrer*) or ``participle`` (*Studierende* where the word is usual, else the star).
        scope: ``generic`` leaves a person whom the text names or otherwise knows as she or he is; ``all`` rewrites
            everybody, as the test sets of the paper do.
        text_column: Column of text.
        quotations: Whether direct speech is rewritten too.
        organisations: Whether names of organisations are rewritten too: *Deutscher Anwaltverein*.
        reflexive: The English reflexive: ``themself`` or ``themselves``.
        nouns: More English words and their neutral words, such as ``(("seamstress", "sewer"),)``.
        pipeline_name: A spaCy pipeline in place of the one that comes with the package.
        model: A trained model that rewrites in place of the rules, or one that chooses among their edits; see
            `NeuralRewriter` and `ModelChoice`.

    Example:
        >>> from datasets import Dataset
        >>> from hf_genderfair.core.spans import apply_edits
        >>> rows = Dataset.from_dict({"text": ["Jeder Schüler fragt seinen Lehrer."]})
        >>> rows = rows.map(GenderFair("de"), batched=True)
        >>> apply_edits(rows, "rewriting_edits")["text"][0]
        'Jede*r Schüler*in fragt seine*ihre*n Lehrer*in.'
    """

    lang: str = "de"
    form: str = "star"
    scope: Scope = "generic"
    text_column: str = "text"
    quotations: bool = True
    organisations: bool = False
    reflexive: Literal["themself", "themselves"] = "themself"
    nouns: tuple[tuple[str, str], ...] = ()
    pipeline_name: str | None = None
    model: NeuralRewriter | ModelChoice | None = None

    version = "2"

    def __post_init__(self) -> None:
        """Refuse languages, forms and scopes that are not offered.

        Raises:
            GenderfairError: One of them is unknown.
        """
        super().__post_init__()
        object.__setattr__(self, "lang", language(self.lang, LANGUAGES))
        choose("form", self.form, FORMS)
        if self.lang == "en" and self.form != "star":
            raise GenderfairError(f"form={self.form!r} is a German form: English is rewritten with they and their")
        if self.model is not None and self.form != "star":
            raise GenderfairError(f"form={self.form!r} is no form of models, which write stars: see normalise")

    def inputs(self) -> tuple[str, ...]:
        """Return the text column."""
        return (self.text_column,)

    def features(self) -> Features:
        """Return the columns of `REWRITING_FEATURES`."""
        return Features(REWRITING_FEATURES)

    def digest(self) -> str:
        """Return the revisions of pipeline and model and the digest of the lexicons."""
        revisions = [pipeline(self.lang, self.pipeline_name).revision]
        if self.model is not None:
            revisions.append(self.model.revision)
        return "-".join([*revisions, lexicon_digest("GenderFair", self.lang)])

    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> Mapping[str, Column]:
        """Propose the edits of a batch; see `Transform.annotate`."""
        texts = text_array(columns[self.text_column], self.text_column).to_pylist()
        return rewriting_columns(list(self.find((text or "" for text in texts), rank)))

    def find(self, texts: Iterable[str], rank: int | None = None) -> Iterator[Rewriting]:
        """Propose the edits of texts.

        Args:
            texts: The texts.
            rank: Number of the worker process; picks the device of a model, never a result.

        Returns:
            Edits and refusals of each, in order; offsets are those of the text as given, in whatever Unicode form.

        Raises:
            GenderfairError: There is a single text in place of several, or one is no text.
        """
        return self._proposed(several_texts(texts), rank)

    def _proposed(self, texts: Iterator[str], rank: int | None) -> Iterator[Rewriting]:
        while part := list(islice(texts, TEXTS_AT_ONCE)):
            if isinstance(self.model, NeuralRewriter):
                yield from self.model.rewrite(part, self.lang, rank)
            elif self.model is not None:
                yield from self.model.choose(part, list(self._find(part)), self.lang, rank)
            else:
                yield from self._find(part)

    def _find(self, texts: list[str]) -> Iterator[Rewriting]:
        needs, concerns, rewrite = self._rules()
        composed = [compose(text) for text in texts]
        # what names no person needs no pipeline
        concerned = [concerns(text) for text, _ in composed]
        # pipelines learn from texts with straight apostrophes; both are one character, so that offsets stay
        straight = [text.replace("’", "'") for text, _ in compress(composed, concerned)]
        analyses = iter(pipeline(self.lang, self.pipeline_name).analyse(straight, needs))
        for given, (text, offsets), has_person in zip(texts, composed, concerned, strict=True):
            found = rewrite(text, next(analyses)) if has_person else Rewriting([], [])
            yield found if offsets is None else _moved(found, offsets, given)

    def layers(self) -> frozenset[str]:
        """Return the layers of the pipeline that the rules of the language read."""
        return frozenset(self._rules()[0])

    def _rules(self) -> tuple[Collection[str], Callable[[str], bool], Callable[[str, Analysis], Rewriting]]:
        """Return what the rules of the language read, which texts they concern, and the rules."""
        if self.lang == "de":
            from hf_genderfair.languages.german.scope import GermanOptions
            from hf_genderfair.rewriting.german import rewrite as german

            options = GermanOptions(self.scope, self.quotations, self.organisations)
            return german.NEEDS, german.mentions_person, partial(german.rewrite, form=self.form, options=options)
        from hf_genderfair.rewriting.english import rewrite as english

        choices = english.EnglishOptions(self.scope, self.quotations, self.reflexive, self.nouns)
        concerns = partial(english.mentions_gender, extra=self.nouns)
        return english.NEEDS, concerns, partial(english.rewrite, options=choices)


def rewriting_columns(found: Sequence[Rewriting]) -> dict[str, Column]:
    """Return the columns of a batch.

    Args:
        found: Edits and refusals of each text, in order.

    Returns:
        The columns of `REWRITING_FEATURES`.
    """
    edits = [
        [(e.start, e.end, e.original, e.replacement, e.rule, e.reason) for e in rewriting.edits] for rewriting in found
    ]
    return {
        "rewriting_edits": struct_lists(edits, EDIT_FEATURE.feature),
        "rewriting_refusals": struct_lists([rewriting.refusals for rewriting in found], REFUSAL),
        "rewriting_edited": [len(rewriting.edits) for rewriting in found],
        "rewriting_refused": [len(rewriting.refusals) for rewriting in found],
    }


def _moved(rewriting: Rewriting, offsets: Sequence[int], text: str) -> Rewriting:
    """Return a rewriting of a composed text with the offsets of the text as it was given."""
    edits = []
    for edit in rewriting.edits:
        start, end = offsets[edit.start], offsets[edit.end]
        edits.append(Edit(start, end, text[start:end], edit.replacement, edit.rule, edit.reason))
    refusals = [Refusal(offsets[r.start], offsets[r.end], r.rule, r.reason) for r in rewriting.refusals]
    return Rewriting(edits, refusals)
