"""Language models that choose words for counterfactual sentences, and judge the sentences.

Follows Görge et al. 2025, section 4.2.4 and appendix E.2, with prompts and examples in words of our own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Literal, NamedTuple, TypeAlias

from hf_genderfair.core.errors import GenerationError
from hf_genderfair.generation.answers import Answer, ask_each
from hf_genderfair.generation.generator import Cost, Generator
from hf_genderfair.lexicons.prompts import load_prompt

PROMPT = "prompts_counterfactual"
"""Lexicon of the prompts; its digest belongs to that of a transform which asks."""

Verdict: TypeAlias = Literal["VALID", "INVALID"]
VERDICTS: tuple[Verdict, ...] = ("VALID", "INVALID")


class WordChoice(NamedTuple):
    """A word of a sentence, and its possible replacements.

    Attributes:
        sentence: The sentence.
        word: The word, as the sentence has it.
        candidates: Words for another group.

    Example:
        >>> WordChoice("The boy sang.", "boy", ("girl", "girls")).word
        'boy'
    """

    sentence: str
    word: str
    candidates: tuple[str, ...]


class SentencePair(NamedTuple):
    """A sentence before and after words were exchanged.

    Attributes:
        original: Before.
        modified: After.

    Example:
        >>> SentencePair("The boy sang.", "The girl sang.").modified
        'The girl sang.'
    """

    original: str
    modified: str


def choose_words(
    generator: Generator, choices: Sequence[WordChoice], seed: int = 0, rank: int | None = None
) -> tuple[list[Answer[str]], Cost]:
    """Ask which candidate fits a sentence best."""
    # An answer must be one of the candidates alone, in any case; any other is sent back once, then refused. Equal
    # choices are asked once, and nothing is asked where there is one candidate only.
    for choice in choices:
        if not choice.candidates:
            raise GenerationError(f"there is no candidate for {choice.word!r}: give one or more")
    asked = [choice for choice in choices if len(choice.candidates) > 1]
    answers, cost = ask_each(generator, asked, partial(_turns, "choice"), _read_choice, seed=seed, rank=rank)
    following = iter(answers)
    return [
        next(following) if len(choice.candidates) > 1 else Answer("parsed", choice.candidates[0], None, ())
        for choice in choices
    ], cost


def judge(
    generator: Generator, pairs: Sequence[SentencePair], seed: int = 0, rank: int | None = None
) -> tuple[list[Answer[Verdict]], Cost]:
    """Ask whether modified sentences are right in fact and grammar."""
    # An answer must be the one word VALID or INVALID, in whatever case; any other is sent back once, then refused.
    # Equal pairs are asked once.
    return ask_each(generator, pairs, partial(_turns, "check"), _read_verdict, seed=seed, rank=rank)


def _turns(prompt: str, asked: WordChoice | SentencePair) -> list[str]:
    return load_prompt(PROMPT, prompt).turns(asked._asdict())


def _read_choice(choice: WordChoice, text: str) -> str:
    answer = text.strip()
    if answer in choice.candidates:
        return answer
    for candidate in choice.candidates:
        if candidate.casefold() == answer.casefold():
            return candidate
    raise ValueError("it is not one of the candidates alone")


def _read_verdict(_: SentencePair, text: str) -> Verdict:
    for verdict in VERDICTS:
        if text.strip().upper() == verdict:
            return verdict
    raise ValueError("it is not the one word VALID or INVALID")
