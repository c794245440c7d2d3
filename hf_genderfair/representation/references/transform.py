"""Transforms that find nouns and pronouns and which of them refer to persons: by rules, or by a language model."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean, stdev
from typing import Annotated, Any, ClassVar, NamedTuple, get_args

import pyarrow as pa
from datasets import Features, List, Value

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.settings import Within, either, language_code, several_texts
from hf_genderfair.core.transform import Categories, Column, Transform, struct_lists, text_array
from hf_genderfair.generation.answers import Answer, ask
from hf_genderfair.generation.generator import Cost, Generator, Message
from hf_genderfair.languages.documents import AnalysisRequest, documents, normalised_documents
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.reader.model import reader_revision
from hf_genderfair.languages.text_transform import TextTransform
from hf_genderfair.languages.tokens import sentence_spans
from hf_genderfair.languages.types import MARKED_GENDERS, MarkedGender, Reference, ReferenceKind
from hf_genderfair.lexicons.loader import lexicon_digest, load_lexicon
from hf_genderfair.lexicons.prompts import PromptTemplate, read_prompt
from hf_genderfair.lexicons.word_class import WordClass
from hf_genderfair.report.sentences import counted, percent
from hf_genderfair.representation.references.languages import REFERENCE_RULES

LANGUAGES = tuple(REFERENCE_RULES)

REFERENCE = {
    "start": Value("int32"),
    "end": Value("int32"),
    "kind": Value("string"),
    "person": Value("bool"),
    "gender": Value("string"),
    "epicene": Value("bool"),
    "generic": Value("bool"),
    "source": Value("string"),
    "form": Value("string"),
}
CATEGORIES: dict[str, tuple[str, ...]] = {
    "person_references.kind": get_args(ReferenceKind),
    "person_references.gender": MARKED_GENDERS,
}
"""The values of the columns of categories."""

COUNTED = ("person_masculine", "person_feminine", "person_neuter", "person_epicene", "person_generic")
REFERENCE_FEATURES = Features({"person_references": List(REFERENCE), **{name: Value("int32") for name in COUNTED}})
"""The columns of references and their counts, the same for every method."""


@dataclass(frozen=True)
class PersonReferences(TextTransform):
    """Finds nouns and pronouns, their grammatical gender, and whether they stand for persons (Derner et al. 2025).

    Adds ``person_references``, with `Reference` for its fields, and counts of the words for persons: by grammatical
    gender ``person_masculine``, ``person_feminine`` and ``person_neuter``; among them ``person_epicene``, words whose
    gender says nothing of the person (*víctima*), and ``person_generic``, masculine plurals that may stand for
    everybody (*los alumnos*). No language model is asked: a pipeline, morphology and word lists decide.

    Grammatical gender is the gender of a word. A count of masculine words is no count of men.

    Attributes:
        lang: ``ca``, ``de``, ``en``, ``es`` or ``pl``.
        text_column: Column of text.
        pipeline_name: A spaCy pipeline in place of the one that comes with the package; not for Polish, which is read
            by its morphological dictionary.

    Example:
        >>> from datasets import Dataset
        >>> rows = Dataset.from_dict({"text": ["La directora saludó a los alumnos."]})
        >>> rows = rows.map(PersonReferences("es"), batched=True)
        >>> rows[0]["person_feminine"], rows[0]["person_masculine"], rows[0]["person_generic"]
        (1, 1, 1)
    """

    lang: str = "es"
    text_column: str = "text"
    pipeline_name: str | None = None

    version = "11"
    languages = LANGUAGES
    categories = CATEGORIES
    reason_column = "person_references_reason"

    def __post_init__(self) -> None:
        """Check the language."""
        super().__post_init__()
        if self.pipeline_name and not REFERENCE_RULES[self.lang].reads_with_pipeline:
            raise GenderfairError(
                f"references in lang={self.lang!r} are read by a dictionary and no pipeline: leave pipeline_name out"
            )

    def analysis_request(self) -> AnalysisRequest | None:
        """Return the layers that the rules of the language read; None where they read without a pipeline."""
        rules = REFERENCE_RULES[self.lang]
        return AnalysisRequest(self.lang, rules.layers, self.pipeline_name) if rules.reads_with_pipeline else None

    def features(self) -> Features:
        """Return ``person_references`` and the counts."""
        return self.with_reason(REFERENCE_FEATURES)

    def found(self, sums: Mapping[str, int]) -> list[str]:
        """Return how many words for persons are masculine, and how many of these may stand for everybody."""
        feminine, masculine, generic = (sums.get(f"person_{kind}", 0) for kind in ("feminine", "masculine", "generic"))
        if not feminine + masculine:
            return ["No masculine or feminine word for persons was found."]
        words = f"Of {counted(feminine + masculine, 'masculine or feminine word')} for persons"
        said = f"{words}, {masculine:,} ({percent(masculine / (feminine + masculine))}) are masculine"
        return [f"{said}; {generic:,} of these are plurals that may stand for everybody." if generic else f"{said}."]

    def digest(self) -> str:
        """Return the revisions of pipeline and reader, or that of the dictionary, and the digest of the lexicons."""
        return f"{self.revision()}-{lexicon_digest('PersonReferences', self.lang)}"

    def revision(self) -> str:
        """Return the revisions of pipeline and reader, or that of the dictionary that is read in place of them."""
        dictionary_revision = REFERENCE_RULES[self.lang].dictionary_revision
        if dictionary_revision is not None:
            return dictionary_revision()
        return f"{pipeline(self.lang, self.pipeline_name).revision}-{reader_revision()}"

    def annotate_texts(
        self, texts: Sequence[str], columns: Mapping[str, pa.Array], rank: int | None
    ) -> Mapping[str, Column]:
        """Find the references of a batch; see `TextTransform.annotate_texts`."""
        return reference_columns(list(self.find(texts)))

    def find(self, texts: Iterable[str]) -> Iterator[list[Reference]]:
        """Find the references of texts.

        Returns:
            The references of each, in order; offsets are those of the text as it is given, in whatever Unicode form.

        Raises:
            GenderfairError: There is a single text in place of several, or one is no text.
        """
        request = self.analysis_request()
        read = normalised_documents(texts, self.lang) if request is None else documents(texts, request)
        find = REFERENCE_RULES[self.lang].find
        return (document.as_given(find(document)) for document in read)


def reference_columns(found: Sequence[Sequence[Reference]]) -> dict[str, Column]:
    """Return the columns of a batch."""
    return {"person_references": struct_lists(found, REFERENCE), **_counts(found)}


def _counts(found: Sequence[Sequence[Reference]]) -> dict[str, Any]:
    persons = [[reference for reference in references if reference.person] for references in found]
    counts: dict[str, Any] = {
        f"person_{gender}": [sum(reference.gender == gender for reference in row) for row in persons]
        for gender in MARKED_GENDERS
        if f"person_{gender}" in COUNTED
    }
    counts["person_epicene"] = [sum(reference.epicene for reference in row) for row in persons]
    counts["person_generic"] = [sum(reference.generic for reference in row) for row in persons]
    return counts


LETTERS: dict[str, dict[str, MarkedGender]] = {
    "ca": {"M": "masculine", "F": "feminine"},
    "es": {"M": "masculine", "F": "feminine"},
    "de": {"M": "masculine", "F": "feminine", "N": "neuter"},
    "pl": {"M": "masculine", "F": "feminine", "N": "neuter"},
}
"""Genders by their letter in an answer, by language."""

SKIPPED: Mapping[str, WordClass] = {
    "es": WordClass("closed_classes_romance", "shows_no_gender_es"),
    "ca": WordClass("closed_classes_romance", "shows_no_gender_ca"),
    "de": WordClass("closed_classes_de", "shows_no_gender"),
    "pl": WordClass("closed_classes_pl", "shows_no_gender"),
}
"""Pronouns that do not count, by language, in lower case: they show no gender.

German and Polish leave out neuter pronouns for facts and things as well (*das*, *to*), as the Spanish annotators did
with *esto* and *ello*. German *sie* and *ihr* are not in the list, since they may be *she* and *her*.

Spanish and Catalan (Valencian) are the lists published with Derner et al. 2025
(https://github.com/ellisalicante/grb-corpora); German and Polish are compiled by the maintainers in the same manner.
"""


LINE = re.compile(r"(?P<word>\S(?:.*\S)?) - (?P<person>[PN]), (?P<gender>[MFN])")
RUN_COUNTS = (
    *"masculine feminine neuter other_masculine other_feminine other_neuter sentences".split(),
    *"skipped not_found unparsed_lines unparsed_answers failed_answers".split(),
)
"""What is counted in each run."""

PROBLEMS = {
    "not_found": "not_found",
    "line": "unparsed_lines",
    "answer": "unparsed_answers",
    "failed": "failed_answers",
}
"""Which number of `RUN_COUNTS` each problem of `UnmatchedOutput` adds to."""


class Item(NamedTuple):
    """A noun or pronoun of a sentence."""

    word: str
    person: bool
    gender: MarkedGender


class ParsedAnswer(NamedTuple):
    """The words of an answer."""

    items: list[Item]
    unparsed: list[str]  # lines of another form


class UnmatchedOutput(NamedTuple):
    """A part of an answer, or an answer, without a reference."""

    start: int  # of the sentence that was asked for
    end: int
    problem: str  # of `PROBLEMS`
    text: str  # the line or answer as it came, or why there is none


class TextAnswers(NamedTuple):
    """The answers to all sentences of one text, in one run."""

    references: list[Reference]
    answered: list[Item]  # with words that the text does not hold, without those of the skip list
    unread: list[UnmatchedOutput]
    sentences: int
    skipped: int

    def counts(self) -> dict[str, int]:
        """Return the numbers of `RUN_COUNTS`: words for persons and others by gender, and what could not be read."""
        counts = dict.fromkeys(RUN_COUNTS, 0) | {"sentences": self.sentences, "skipped": self.skipped}
        for reference in self.references:
            counts[reference.gender if reference.person else f"other_{reference.gender}"] += 1
        for unread in self.unread:
            counts[PROBLEMS[unread.problem]] += 1
        return counts


class Spread(NamedTuple):
    """Mean and sample standard deviation of a figure over runs; None where there are too few runs."""

    mean: float | None
    deviation: float | None
    n: int


def spread(values: Iterable[float | None]) -> Spread:
    """Return mean and sample standard deviation of a figure over runs."""
    known = [value for value in values if value is not None]
    return Spread(fmean(known) if known else None, stdev(known) if len(known) > 1 else None, len(known))


@dataclass(frozen=True)
class GeneratedReferences(Transform):
    """Asks a language model for nouns and pronouns, their gender, and whether they stand for persons.

    Asks what Derner et al. 2025 ask (appendices A and B), with prompts and examples in words of our own; figures of the
    paper need its prompt, which is not part of the package: save it as a file and name that. Each sentence is asked for
    alone, once a run; run ``n`` has the seed ``seed + n``. Lines are read strictly and their words looked up in the
    sentence, in order and without regard to case. Words of the skip lists (`SKIPPED`) do not count.

    Adds the columns of `PersonReferences`, from the first run. Kind, epicene and generic, of which an answer says
    nothing, come from that method where it finds the same word; elsewhere ``kind`` is ``unknown`` and the others are
    false. Also adds ``person_runs``, the counts of each run, and ``person_unread``, what became no reference: the paper
    counts words that the text does not hold, we keep them apart.

    Attributes:
        lang: ``ca``, ``de``, ``es`` or ``pl``.
        generator: The model.
        text_column: Column of text.
        runs: How often each sentence is asked for.
        seed: Seed of the first run; the others follow.
        repair: Send an answer without a readable line back once. The paper did not.
        prompt: File with another prompt, with ``<SENTENCE>`` where the sentence belongs. It is in UTF-8, examples
            included, and the answers have the form of `parse_answer`. The file is read once and kept as a
            `PromptTemplate`, which may be given too: the content decides what is cached, not the path. None for ours.

    Example:
        >>> from hf_genderfair.generation.generator import Generated
        >>> class Scripted:
        ...     name = revision = "scripted"
        ...
        ...     def generate(self, conversations, *, seed=0, rank=None, on_answer=None):
        ...         return [Generated("directora - P, F") for _ in conversations]
        >>> transform = GeneratedReferences("es", Scripted(), runs=1)
        >>> [(word.start, word.end, word.gender) for word in next(transform.find(["La directora llegó."]))]
        [(3, 12, 'feminine')]
    """

    lang: str
    generator: Generator
    text_column: str = "text"
    runs: Annotated[int, Within(1)] = 5
    seed: int = 0
    repair: bool = True
    prompt: PromptTemplate | str | Path | None = None

    version = "2"
    categories: ClassVar[Categories] = {**CATEGORIES, "person_unread.problem": tuple(PROBLEMS)}

    def __post_init__(self) -> None:
        """Read the prompt and check the settings."""
        super().__post_init__()
        code = language_code(self.lang)
        if code not in LETTERS:
            raise GenderfairError(f"there is no prompt for lang={self.lang!r}: use {either(LETTERS)}")
        object.__setattr__(self, "lang", code)
        object.__setattr__(self, "prompt", read_prompt(self.prompt, "SENTENCE"))

    def inputs(self) -> tuple[str, ...]:
        """Return the text column."""
        return (self.text_column,)

    def features(self) -> Features:
        """Return the columns of `PersonReferences`, ``person_runs`` and ``person_unread``."""
        run = {"run": Value("int32")}
        counts = {name: Value("int32") for name in RUN_COUNTS}
        span = {"start": Value("int32"), "end": Value("int32")}
        unread = {**span, "problem": Value("string"), "text": Value("string")}
        return Features({**REFERENCE_FEATURES, "person_runs": List(run | counts), "person_unread": List(run | unread)})

    def digest(self) -> str:
        """Return the revision of the model and the digests of prompt, pipeline and lexicons."""
        asked = [self._template.digest] if self._template else []
        read = [PersonReferences(self.lang).revision(), lexicon_digest("GeneratedReferences", self.lang)]
        return "-".join([self.generator.revision, *asked, *read])

    def rows_of_stream(self) -> int:
        """Return how many rows of a stream are asked about at a time."""
        return 32

    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> Mapping[str, Column]:
        """Ask for the sentences of a batch; see `Transform.annotate`.

        Raises:
            GenerationError: The model cannot be loaded or reached at all.
        """
        texts = text_array(columns[self.text_column], self.text_column).to_pylist()
        runs, _ = self.ask([text or "" for text in texts], rank)
        by_text = [list(enumerate(answers)) for answers in zip(*runs, strict=True)]
        return {
            **reference_columns([answers.references for answers in runs[0]]),
            "person_runs": [[{"run": run, **answers.counts()} for run, answers in row] for row in by_text],
            "person_unread": [
                [{"run": run, **unread._asdict()} for run, answers in row for unread in answers.unread]
                for row in by_text
            ],
        }

    def find(self, texts: Iterable[str]) -> Iterator[list[Reference]]:
        """Find the references of texts in one run, the first.

        Returns:
            The references of each, in order.

        Raises:
            GenderfairError: There is a single text in place of several, or one is no text.
            GenerationError: The model cannot be loaded or reached at all.
        """
        runs, _ = replace(self, runs=1).ask(list(several_texts(texts)))
        return iter([answers.references for answers in runs[0]])

    def ask(self, texts: Sequence[str], rank: int | None = None) -> tuple[list[list[TextAnswers]], Cost]:
        """Ask for the references of texts in every run.

        Args:
            texts: The texts.
            rank: See `Generator.generate`.

        Returns:
            For each run the answers of each text, and the cost of all runs.

        Raises:
            GenerationError: The model cannot be loaded or reached at all.
        """
        texts = list(several_texts(texts))
        sentence_lists = [sentence_spans(text, self.lang) for text in texts]
        sentences = [text[start:end] for text, spans in zip(texts, sentence_lists, strict=True) for start, end in spans]
        conversations = [[Message(role="user", content=self._question(sentence))] for sentence in sentences]
        known = [{(word.start, word.end): word for word in words} for words in PersonReferences(self.lang).find(texts)]
        runs, cost = [], Cost()
        for run in range(self.runs):
            answers, spent = ask(
                self.generator, conversations, self._read, repair=self.repair, seed=self.seed + run, rank=rank
            )
            cost += spent
            following = iter(answers)
            runs.append(
                [
                    self._text_answers(text, [(span, next(following)) for span in spans], words)
                    for text, spans, words in zip(texts, sentence_lists, known, strict=True)
                ]
            )
        return runs, cost

    @property
    def _template(self) -> PromptTemplate | None:
        return self.prompt if isinstance(self.prompt, PromptTemplate) else None

    def _question(self, sentence: str) -> str:
        template = self._template
        return template.fill(SENTENCE=sentence) if template else prompt(sentence, self.lang)

    def _read(self, answer: str) -> ParsedAnswer:
        return parse_answer(answer, self.lang)

    def _text_answers(
        self,
        text: str,
        answers: Sequence[tuple[tuple[int, int], Answer[ParsedAnswer]]],
        known: Mapping[tuple[int, int], Reference],
    ) -> TextAnswers:
        found = TextAnswers([], [], [], len(answers), 0)
        skipped = 0
        for span, answer in answers:
            if answer.value is None:
                problem = "failed" if answer.status == "failed" else "answer"
                found.unread.append(UnmatchedOutput(*span, problem, (answer.text or answer.problem) or ""))
                continue
            items = [item for item in answer.value.items if item.word.lower() not in SKIPPED[self.lang]]
            skipped += len(answer.value.items) - len(items)
            found.answered.extend(items)
            found.unread.extend(UnmatchedOutput(*span, "line", line) for line in answer.value.unparsed)
            for item, found_span in zip(items, locate(text, [item.word for item in items], span), strict=True):
                if found_span:
                    found.references.append(_reference(item, found_span, known.get(found_span)))
                else:
                    found.unread.append(UnmatchedOutput(*span, "not_found", _line(item)))
        found.references.sort()
        return found._replace(skipped=skipped)


def prompt(sentence: str, lang: str) -> str:
    """Return the default prompt for a sentence."""
    labels: dict[str, str] = {}
    examples: list[list[str]] = []
    for part, text, person, gender in load_lexicon(f"reference_prompt_{lang}").rows:
        if part == "text":
            examples.append([f'{labels["example"]} {len(examples) + 1}: "{text}"'])
        elif part == "item":
            examples[-1].append(f"{text} - {person}, {gender}")
        else:
            labels[part] = text
    blocks = ["\n".join(lines) for lines in examples]
    return "\n\n".join([*blocks, f'{labels["sentence"]}: "{sentence}"', labels["instruction"]])


def parse_answer(answer: str, lang: str) -> ParsedAnswer:
    """Read an answer: lines of ``word - P, M``, with P (person) or N, and M, F or, where the language has it, N."""
    # An answer without any text names no word.
    genders = LETTERS[lang]
    parsed = ParsedAnswer([], [])
    for line in filter(None, map(str.strip, answer.splitlines())):
        match = LINE.fullmatch(line)
        if match and match["gender"] in genders:
            parsed.items.append(Item(match["word"], match["person"] == "P", genders[match["gender"]]))
        else:
            parsed.unparsed.append(line)
    if parsed.unparsed and not parsed.items:
        raise ValueError(f"no line is of the form 'word - P, M', with P or N and {' or '.join(genders)}")
    return parsed


def locate(text: str, words: Iterable[str], within: tuple[int, int]) -> list[tuple[int, int] | None]:
    """Find words in a text, each at a span of its own."""
    spans: list[tuple[int, int] | None] = []
    last = within[0]
    for word in words:
        pattern = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE)
        free = [match.span() for match in pattern.finditer(text, *within) if match.span() not in spans]
        chosen = next((span for span in free if span[0] >= last), free[0] if free else None)
        last = chosen[1] if chosen else last
        spans.append(chosen)
    return spans


def _reference(item: Item, span: tuple[int, int], known: Reference | None) -> Reference:
    same = known is not None and known.person == item.person and known.gender == item.gender
    return Reference(
        *span,
        kind=known.kind if known else "unknown",
        person=item.person,
        gender=item.gender,
        epicene=bool(known and same and known.epicene),
        generic=bool(known and same and known.generic),
        source="generator",
    )


def _line(item: Item) -> str:
    return f"{item.word} - {'P' if item.person else 'N'}, {item.gender[0].upper()}"
