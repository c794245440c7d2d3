"""The transform that proposes gender-fair forms for German and English text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from itertools import islice
from typing import Literal

import pyarrow as pa
from datasets import Features, List, Value

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.settings import choose, several_texts
from hf_genderfair.core.spans import EDIT_FEATURE
from hf_genderfair.core.transform import Column, struct_lists
from hf_genderfair.languages.documents import AnalysisRequest, concerned_documents
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.reader.model import reader_revision
from hf_genderfair.languages.text_transform import TextTransform
from hf_genderfair.languages.types import Scope
from hf_genderfair.lexicons.loader import lexicon_digest
from hf_genderfair.rewriting.forms import FORMS
from hf_genderfair.rewriting.languages import LANGUAGES, REWRITING_RULES
from hf_genderfair.rewriting.neural import NeuralRewriter
from hf_genderfair.rewriting.rules import Rewriting, RewritingOptions

REFUSAL = {"start": Value("int32"), "end": Value("int32"), "rule": Value("string"), "reason": Value("string")}
REWRITING_FEATURES = Features(
    {
        "rewriting_edits": EDIT_FEATURE,
        "rewriting_refusals": List(REFUSAL),
        "rewriting_edited": Value("int32"),
        "rewriting_refused": Value("int32"),
    }
)
"""The columns of a rewriting, by rules or by a model."""

TEXTS_AT_ONCE = 4_096
"""Number of texts that a model gets at once: it is faster with many, sorted by length."""


@dataclass(frozen=True)
class GenderFair(TextTransform):
    """Proposes gender-fair forms: star forms and others in German, singular *they* in English (Amrhein et al. 2023).

    Adds ``rewriting_edits``; apply them with ``apply_edits(dataset, "rewriting_edits")``, take them back with
    ``undo_edits``. Words that have a gender-fair form and stay are in ``rewriting_refusals`` with the reason:
    a thing, a name, a person whom the text knows. A text in which nothing is to be done stays the same to the byte.
    No language model is asked: word lists and rules decide on words, and these and a small network that comes with the
    package on whether a word speaks of somebody in particular.

    Attributes:
        lang: ``de`` or ``en``.
        form: How German is written: ``star`` (``Lehrer*in``), ``colon``, ``gap``, ``slash``, ``internal_i``, ``pair``
            (*Lehrerinnen und Lehrer*) or ``participle`` (*Studierende* where the word is usual, else the star).
        scope: ``generic`` leaves a person whom the text names or otherwise knows as she or he alone; ``all`` rewrites
            everybody, as the test sets of the paper do.
        text_column: Column of text.
        quotations: Rewrite direct speech too.
        organisations: Rewrite names of organisations too, such as *Deutscher Anwaltverein*.
        reflexive: The English reflexive: ``themself`` or ``themselves``.
        nouns: More English words and their neutral words, such as ``(("seamstress", "sewer"),)``.
        pipeline_name: A spaCy pipeline in place of the one that comes with the package.
        model: A trained model that rewrites in place of the rules; see `NeuralRewriter`.

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
    model: NeuralRewriter | None = None

    version = "22"
    languages = LANGUAGES
    reason_column = "rewriting_reason"

    def __post_init__(self) -> None:
        """Check the language, form and scope."""
        super().__post_init__()
        choose("form", self.form, FORMS)
        if self.form not in REWRITING_RULES[self.lang].forms:
            raise GenderfairError(f"form={self.form!r} is a German form: English is rewritten with they and their")
        if self.model is not None and self.form != "star":
            raise GenderfairError(f"form={self.form!r} is no form of models, which write stars: see normalise")

    def analysis_request(self) -> AnalysisRequest | None:
        """Return the layers that the rules of the language read; a model that rewrites reads none."""
        if self.model is not None:
            return None
        return AnalysisRequest(self.lang, REWRITING_RULES[self.lang].layers, self.pipeline_name)

    def features(self) -> Features:
        """Return the columns of `REWRITING_FEATURES`."""
        return self.with_reason(REWRITING_FEATURES)

    def digest(self) -> str:
        """Return the revisions of pipeline, reader and model and the digest of the lexicons."""
        revisions = [pipeline(self.lang, self.pipeline_name).revision, reader_revision()]
        if self.model is not None:
            revisions.append(self.model.revision)
        return "-".join([*revisions, lexicon_digest("GenderFair", self.lang)])

    def annotate_texts(
        self, texts: Sequence[str], columns: Mapping[str, pa.Array], rank: int | None
    ) -> Mapping[str, Column]:
        """Propose the edits of a batch; see `TextTransform.annotate_texts`."""
        return rewriting_columns(list(self.find(texts, rank)))

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
        texts = several_texts(texts)
        if self.model is not None:
            parts = iter(lambda: list(islice(texts, TEXTS_AT_ONCE)), [])
            return (rewriting for part in parts for rewriting in self.model.rewrite(part, self.lang, rank))
        rules = REWRITING_RULES[self.lang]
        options = RewritingOptions(
            self.form, self.scope, self.quotations, self.organisations, self.reflexive, self.nouns
        )
        # texts without person words need no pipeline
        request = AnalysisRequest(self.lang, rules.layers, self.pipeline_name)
        read = concerned_documents(texts, request, lambda text: rules.mentions(text, options))
        return (Rewriting([], []) if each is None else each.as_given(rules.rewrite(each, options)) for each in read)


def rewriting_columns(found: Sequence[Rewriting]) -> dict[str, Column]:
    """Return the columns of a batch."""
    edits = [[astuple(edit) for edit in rewriting.edits] for rewriting in found]
    return {
        "rewriting_edits": struct_lists(edits, EDIT_FEATURE.feature),
        "rewriting_refusals": struct_lists([rewriting.refusals for rewriting in found], REFUSAL),
        "rewriting_edited": [len(rewriting.edits) for rewriting in found],
        "rewriting_refused": [len(rewriting.refusals) for rewriting in found],
    }
