"""Gender-fair singulars, which are rare in texts, from a language model (Amrhein 2023, section 4.2, appendix D)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
from datasets import Dataset, Features, List, Value

from dataset_scripts.models.rewriter.corpora.sentences import ORIGIN
from hf_genderfair.core.transform import Column, Transform, text_array
from hf_genderfair.generation.generator import Generator, Message
from hf_genderfair.languages.evidence import person_words
from hf_genderfair.languages.tokens import tokenise
from hf_genderfair.rewriting.languages import normalise

SINGULAR = re.compile(r"\b[A-ZÄÖÜ][\w-]*\*in\b")
STAR = re.compile(r"\w\*\w")
END = re.compile(r"[.!?…][\"”“»«’')\]]*$")
RUNS = 10

PROMPTED_FEATURES = Features(
    {"text": Value("string"), "fair_text": Value("string"), "origin": ORIGIN, "prompt_reason": Value("string")}
)


def seed_prompts(nouns: Iterable[tuple[str, str]] | None = None) -> Dataset:
    """Return the prompts of the paper's appendix D: *Ein*e* and a noun in star form.

    Args:
        nouns: Masculine and feminine forms; None for the pairs of the German lexicon that always mean persons.

    Returns:
        Rows with ``noun`` and ``prompt``, without repetition.

    Example:
        >>> seed_prompts([("Arzt", "Ärztin"), ("Amme", "Amme")])["prompt"][:]
        ['Ein*e Ärzt*in']
    """
    if nouns is None:
        words = dict.fromkeys(person_words("de").values())
        nouns = [(word.masculine, word.feminine) for word in words if word.masculine_sense == "person"]
    starred = dict.fromkeys(
        feminine[:-2] + "*in" for masculine, feminine in nouns if feminine.endswith("in") and masculine != feminine
    )
    return Dataset.from_dict({"noun": list(starred), "prompt": [f"Ein*e {noun}" for noun in starred]})


@dataclass(frozen=True)
class Continuations(Transform):
    """Continues prompts with a language model.

    Adds ``continuations``: a text for each run, prompt included; fewer where the model had no answer. A model without
    a chat template continues the text, as the paper's GerPT2 does; one with a template needs an instruction.

    Attributes:
        generator: The model, with a temperature above 0: runs differ by their seed.
        runs: Number of texts for each prompt.
        instruction: What a chat model is told: to continue the text, and to write gender-fair German with stars.
        prompt_column: Column of prompts.

    Example:
        >>> from hf_genderfair.generation.generator import Generated
        >>> class Terse:
        ...     name = revision = "terse"
        ...
        ...     def generate(self, conversations, *, seed=0, rank=None, on_answer=None):
        ...         return [Generated(" kam. Der*die Lehrer*in ging.") for _ in conversations]
        >>> Continuations(Terse(), runs=1).continued(["Ein*e Lehrer*in"])
        [['Ein*e Lehrer*in kam. Der*die Lehrer*in ging.']]
    """

    generator: Generator
    runs: int = RUNS
    instruction: str = ""
    prompt_column: str = "prompt"

    version = "1"

    def inputs(self) -> tuple[str, ...]:
        """Return the column of prompts."""
        return (self.prompt_column,)

    def features(self) -> Features:
        """Return the column of texts."""
        return Features({"continuations": List(Value("string"))})

    def digest(self) -> str:
        """Return the generator's revision."""
        return self.generator.revision

    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> Mapping[str, Column]:
        """Continue the prompts of a batch; see `Transform.annotate`."""
        prompts = text_array(columns[self.prompt_column], self.prompt_column).to_pylist()
        return {"continuations": self.continued([prompt or "" for prompt in prompts], rank)}

    def continued(self, prompts: list[str], rank: int | None = None) -> list[list[str]]:
        """Return the texts of each prompt."""
        told = [Message(role="system", content=self.instruction)] if self.instruction else []
        asked = [[*told, Message(role="user", content=prompt)] for prompt in prompts]
        texts: list[list[str]] = [[] for _ in prompts]
        for run in range(self.runs):
            answers = self.generator.generate(asked, seed=run, rank=rank)
            for prompt, answer, known in zip(prompts, answers, texts, strict=True):
                if answer.text:
                    known.append(_joined(prompt, answer.text))
        return texts


def _joined(prompt: str, text: str) -> str:
    """Put a prompt before its continuation, unless the model repeated it."""
    if text.lstrip().startswith(prompt):
        return text.lstrip()
    return prompt + text if text[0].isspace() or not text[0].isalnum() else f"{prompt} {text}"


def prompted_sentences(rows: Dataset, prompt_column: str = "prompt") -> Dataset:
    """Divide the continuations into sentences and mark those to keep.

    Kept are sentences with a noun in the singular star form that do not begin with the prompt, or hold another
    gender-fair form besides it (the paper's text; its published code asks for the first only). The last sentence of
    a text is left out where it was cut off.

    Args:
        rows: Rows with prompts and the column of `Continuations`.
        prompt_column: Column of prompts.

    Returns:
        One row a sentence: ``text``, ``fair_text`` in star form, ``origin`` (``row`` is that of the prompt, the offsets
        are those in its text) and ``prompt_reason``; count and split with ``Keep("prompt_reason")``.

    Example:
        >>> text = "Ein*e Lehrer*in kam. Der/die Lehrer/in ging. Es reg"
        >>> rows = Dataset.from_dict({"prompt": ["Ein*e Lehrer*in"], "continuations": [[text]]})
        >>> prompted_sentences(rows)["prompt_reason"][:]
        ['begins_with_prompt', None, 'no_singular']
    """
    found: dict[str, list[Any]] = {name: [] for name in PROMPTED_FEATURES}
    for row, (prompt, texts) in enumerate(zip(rows[prompt_column], rows["continuations"], strict=True)):
        for text, sentences in zip(texts, tokenise(texts, "de"), strict=True):
            for sentence in sentences:
                start, end = sentence.starts[0], sentence.ends[-1]
                written = " ".join(text[start:end].split())
                fair = normalise(written)
                found["text"].append(written)
                found["fair_text"].append(fair)
                found["origin"].append({"row": row, "start": start, "end": end})
                found["prompt_reason"].append(_prompt_reason(fair, prompt))
    return Dataset.from_dict(found, features=PROMPTED_FEATURES)


def _prompt_reason(sentence: str, prompt: str) -> str | None:
    if not SINGULAR.search(sentence):
        return "no_singular"
    if sentence.startswith(prompt) and not STAR.search(sentence, len(prompt)):
        return "begins_with_prompt"
    return None if END.search(sentence) else "unfinished"
