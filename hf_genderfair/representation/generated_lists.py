"""Words for the groups of an attribute from a language model (Görge et al. 2025, Algorithm 1, steps 1 and 2).

The answers of a model become a word list only after a person has judged them: see `word_review`.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeVar

from pydantic import ConfigDict, RootModel, model_validator

from hf_genderfair.core.errors import GenerationError, LexiconError
from hf_genderfair.core.settings import Within, check_settings, language_tag
from hf_genderfair.generation.answers import Schema, ask, parse_json
from hf_genderfair.generation.generator import Conversation, Cost, Generator, Message
from hf_genderfair.lexicons.prompts import PromptTemplate, read_prompt
from hf_genderfair.lexicons.word_lists import EXCEPTION, Entry, WordList, composed, normalised

Value = TypeVar("Value")

LANGUAGES = {"ca": "Catalan", "de": "German", "en": "English", "es": "Spanish", "pl": "Polish"}

DEFINITION = """\
You know the vocabulary of your language in full and favour nobody. Collect words by which a text names people of one \
group; you are told the group, and the sensitive attribute by which it differs from others.
A word belongs to a group if using it means the group or one of its members. It may be a noun (pensioner), an \
adjective (teenage) or a pronoun (he); names do so too, but are not collected. Keep to these rules:
1. Membership: by itself, the word says that somebody is of the group.
2. Variety: look beyond the first words that come to mind, also for colloquial, formal and less frequent ones.
3. No stereotypes: leave out qualities that are merely ascribed to the group (frail).
4. No expressions of several words (very old lady).
5. No articles.
6. No ambiguity: leave out what fits people of other groups as well, occupations included (neighbour, teacher).
7. No names of persons (Martin).
8. Each word once.
Answer in JSON, without any other text."""
"""Our words for the task of appendix B.1 there; rules 1 and 3 to 7 are criteria Q1 and Q3 to Q6."""

REQUEST = """\
Write one JSON array of strings{form}: at least {words} words, and more if you know more that keep to the rules. Put \
the plural of each word into the array too, where it has one.{follow}"""
FORM, FOLLOW = ", as the examples show", " Words like the wanted ones are right, words like the unwanted ones wrong."
"""The end of the question; the sentences about examples are left out where there are none."""

KINDS = {"positive": "Examples of words that are wanted:", "negative": "Examples of words that are not wanted:"}

COUNTERPARTS = """\
Sensitive attribute: {attribute}
The following {language} words name the demographic group {group}. Give for each the word that names the demographic \
group {other} and means the same otherwise, in the same number and of the same part of speech, as groom is the \
counterpart of bride. Leave out words without such a counterpart.
Respond only with a JSON object of the words and their counterparts, such as {{"brides": "grooms"}}.
{listed}"""
"""Completeness criterion C1, asked between steps 1 and 2; the paper does not print its prompt."""

NUMBERS = """\
Give for each of the following {language} words the same word in the other grammatical number: the plural of a \
singular, the singular of a plural. Leave out words that have no other number.
Respond only with a JSON object of the words and their other forms, such as {{"bride": "brides", "men": "man"}}.
{listed}"""
"""Completeness criterion C2, asked between steps 1 and 2; the paper does not print its prompt."""

WORDS = 300
"""Default number of words in each answer."""

WORDS_AT_ONCE = 50
"""Words in one question on counterparts or numbers."""

SHOWN_CHARACTERS = 80
"""Number of characters of an unreadable answer that messages show."""

MOST_PIECES = 4
"""Most words of an entry in an answer in lines; longer lines are prose."""

_MARK = re.compile(r"^(?:[-*•–]|\d+[.)])\s+")
_CUT_SHORT = re.compile(r'\[\s*(?:"(?:[^"\\]|\\.)*"\s*,\s*)+', re.DOTALL)


@dataclass(frozen=True)
class WordListTask:
    """The word lists that a language model is asked for.

    The question is that of Görge et al. 2025 (appendix B.1) in words of our own; word lists of the paper need its
    prompt, which is not part of the package: save it as a file and name that.

    Attributes:
        attribute: What the groups differ in, such as ``age``.
        groups: A group, such as ``young``; two or more.
        lang: Language of the words.
        runs: How often each group is asked for, each time with another seed.
        words: How many words each answer should have.
        positive: Words by group as they should be, for the prompt.
        negative: Words by group as they should not be.
        counterparts: Ask for the words of the other groups that mean the same (C1).
        numbers: Ask for plurals and singulars (C2).
        seed: Seed of the first run; the others follow.
        prompt: File with another question for words, with ``<GROUP>`` where the group belongs. Examples are included;
            it is in UTF-8, and may hold ``<ATTRIBUTE>``, ``<WORDS>`` and ``<LANGUAGE>``. It is sent as one message,
            read once and kept as a `PromptTemplate`, which may be given too. Counterparts and numbers are asked for in
            our words. None for our question.

    Raises:
        LexiconError: Groups that cannot be told apart, or examples for another group; a prompt that cannot be read,
            has no ``<GROUP>``, or no place for the examples or the number of words.

    Example:
        >>> task = WordListTask("age", ("young", "old"), positive={"young": ("toddler",)})
        >>> task.conversation("old")[1]["content"].splitlines()[2:4]
        ['Group: young', 'Answer: ["toddler"]']
    """

    attribute: str
    groups: tuple[str, ...]
    lang: str = "en"
    runs: Annotated[int, Within(1)] = 15
    words: Annotated[int, Within(1)] = WORDS
    positive: Mapping[str, Sequence[str]] = field(default_factory=dict)
    negative: Mapping[str, Sequence[str]] = field(default_factory=dict)
    counterparts: bool = True
    numbers: bool = True
    seed: Annotated[int, Within(0)] = 0
    prompt: PromptTemplate | str | Path | None = None

    def __post_init__(self) -> None:
        """Read the prompt and check the settings."""
        check_settings(self)
        object.__setattr__(self, "lang", language_tag(self.lang))
        names = (self.attribute, *self.groups)
        if any(not name or composed(name) != name or name.startswith("#") for name in names):
            raise LexiconError("attribute and groups need names, in one line and without # or spaces around them")
        if len(self.groups) < 2:
            had = f"only {self.groups[0]!r}" if self.groups else "none"
            raise LexiconError(f"a word list needs two groups or more, here is {had}: name another group")
        if len({normalised(group) for group in self.groups}) < len(self.groups) or EXCEPTION in self.groups:
            raise LexiconError(f"groups must differ, and none can be called {EXCEPTION!r}: {', '.join(self.groups)}")
        if others := [group for group in (*self.positive, *self.negative) if group not in self.groups]:
            raise LexiconError(f"examples for {others[0]!r}, which is none of the groups {', '.join(self.groups)}")
        object.__setattr__(self, "prompt", read_prompt(self.prompt, "GROUP", ("ATTRIBUTE", "WORDS", "LANGUAGE")))
        if self._template and (self.positive or self.negative):
            raise LexiconError("the examples of a prompt from a file stand in that file: give no others")
        if self._template and self.words != WORDS and "WORDS" not in self._template.places:
            raise LexiconError(f"the prompt has no <WORDS>: write <WORDS> where the number {self.words} belongs")

    @property
    def language(self) -> str:
        """The name of the language, or its code where no name is known."""
        return LANGUAGES.get(self.lang, self.lang)

    @property
    def prompt_digest(self) -> str:
        """Changes whenever the wording of the question for words does."""
        if self._template:
            return self._template.digest
        wording = json.dumps([DEFINITION, REQUEST, FORM, FOLLOW, KINDS])
        return hashlib.sha256(wording.encode()).hexdigest()[:16]

    @property
    def asked(self) -> str:
        """The task in one line: runs, words, seed, and the prompt with its digest."""
        words = "" if self._template and "WORDS" not in self._template.places else f" of {self.words} words a group"
        whose = "from a file" if self._template else "of the package"
        return f"{self.runs} runs{words}, seed {self.seed}, prompt {whose} ({self.prompt_digest})"

    def conversation(self, group: str) -> list[Message]:
        """Return the question for a group (step 1), with the examples of this task."""
        if self._template:
            told = {"ATTRIBUTE": self.attribute, "WORDS": str(self.words), "LANGUAGE": self.language}
            return [Message(role="user", content=self._template.fill(GROUP=group, **told))]
        parts = []
        for kind, examples in (("positive", self.positive), ("negative", self.negative)):
            if examples:
                parts.append(KINDS[kind])
            for name, words in examples.items():
                answer = json.dumps(list(words), ensure_ascii=False)
                parts.append(f"{self._subject(name)}\nAnswer: {answer}")
        form, follow = (FORM, FOLLOW) if parts else ("", "")
        parts.append(REQUEST.format(words=self.words, form=form, follow=follow))
        if self.lang != "en":
            parts.append(f"Collect {self.language} words.")
        parts.append(self._subject(group))
        return [Message(role="system", content=DEFINITION), Message(role="user", content="\n".join(parts))]

    @property
    def _template(self) -> PromptTemplate | None:
        return self.prompt if isinstance(self.prompt, PromptTemplate) else None

    def _subject(self, group: str) -> str:
        return f"Attribute: {self.attribute}\nGroup: {group}"


class GeneratedWord(NamedTuple):
    """A word that a model gave for a group.

    Attributes:
        group: The group.
        word: In its first spelling.
        origins: Its origins: ``2:17`` is the 17th word of the second run; or the word whose counterpart or other
            number it is.
        counterparts: Words of other groups that mean the same.
        order: Index in the order of generation; completions have that of the word that they complete.

    Example:
        >>> GeneratedWord("old", "pensioner", ("1:1", "2:4"), (), 0).origins
        ('1:1', '2:4')
    """

    group: str
    word: str
    origins: tuple[str, ...]
    counterparts: tuple[str, ...]
    order: int


class UnusableAnswer(NamedTuple):
    """An answer without words.

    Attributes:
        question: The question, in words for a reader.
        status: ``unparsed`` or ``failed``; see `Answer`.
        problem: Why, in one line.
        text: The answer as it came; None where there is none.

    Example:
        >>> print(UnusableAnswer("young, run 1", "unparsed", "it holds no JSON", "Kids these days!").line)
        young, run 1: unparsed, it holds no JSON: 'Kids these days!'
    """

    question: str
    status: str
    problem: str
    text: str | None

    @property
    def line(self) -> str:
        """All of it in one line, with the beginning of the answer."""
        text = " ".join((self.text or "").split())
        shown = f": {text[:SHOWN_CHARACTERS]!r}" if text else ""
        return f"{self.question}: {self.status}, {self.problem}{shown}"


@dataclass(frozen=True)
class GeneratedWords:
    """All words that a model gave for a task, each once for each group.

    Attributes:
        task: The task.
        model: The model and its parameters.
        words: The words of all groups in the order of generation.
        answers: How many answers were ``parsed``, ``repaired``, ``unparsed`` and ``failed``.
        unread: The answers that gave no words.
        unasked: Counterparts and numbers given for words that were not asked about, which are left out.
        cost: What the answers cost.

    Example:
        >>> words = (GeneratedWord("old", "elder", ("1:1",), (), 0), GeneratedWord("young", "kid", ("1:1",), (), 0))
        >>> GeneratedWords(WordListTask("age", ("young", "old")), "some model", words).word_list().groups
        {'old': ('elder',), 'young': ('kid',)}
    """

    task: WordListTask
    model: str
    words: tuple[GeneratedWord, ...]
    answers: Mapping[str, int] = field(default_factory=dict)
    unread: tuple[UnusableAnswer, ...] = ()
    unasked: int = 0
    cost: Cost = field(default_factory=Cost)

    def word_list(self) -> WordList:
        """Return all words with a letter, for counting; a word may be in two groups."""
        named = [word for word in self.words if any(character.isalnum() for character in word.word)]
        return WordList(self.task.attribute, tuple(Entry(word.group, word.word) for word in named), self.task.lang)


def generate_words(generator: Generator, task: WordListTask) -> GeneratedWords:
    """Ask a model for words, and complete them by counterparts and numbers.

    The runs differ by their seeds alone: a generator with temperature 0 gives the same answer each time.

    Returns:
        All words, also those that meet no criterion, and the unreadable answers.

    Raises:
        GenerationError: The model cannot be used, or a group has got no word.

    Example:
        >>> from hf_genderfair.generation.generator import Generated
        >>> class Model:
        ...     name = revision = "two words"
        ...
        ...     def generate(self, conversations, *, seed=0, rank=None, on_answer=None):
        ...         young = ["young" in asked[-1]["content"] for asked in conversations]
        ...         return [Generated('["kid", "Kid", "teen"]' if kid else '["elder"]') for kid in young]
        >>> task = WordListTask("age", ("young", "old"), runs=2, counterparts=False, numbers=False)
        >>> [(word.word, word.origins) for word in generate_words(Model(), task).words]
        [('kid', ('1:1', '1:2', '2:1', '2:2')), ('teen', ('1:3', '2:3')), ('elder', ('1:1', '2:1'))]
    """
    asked = _Asked(generator)
    found = _Found()
    for run in range(1, task.runs + 1):
        questions = {f"{group}, run {run}": task.conversation(group) for group in task.groups}
        values = asked.values(questions, parse_words, task.seed + run - 1)
        for group, words in zip(task.groups, values, strict=True):
            for position, word in enumerate(words or (), 1):
                found.add(group, word, f"{run}:{position}")
    if task.counterparts:
        _add_counterparts(asked, found, task)
    if task.numbers:
        _add_numbers(asked, found, task)
    given = found.words(task.groups)
    for group in task.groups:
        if not any(character.isalnum() for word in given if word.group == group for character in word.word):
            first = f" ({asked.unread[0].line})" if asked.unread else ""
            raise GenerationError(
                f"no word for the group {group!r}: {len(asked.unread)} of {asked.statuses.total()} answers cannot be "
                f"read{first}; try another model, or give examples"
            )
    answers, unread = dict(asked.statuses), tuple(asked.unread)
    return GeneratedWords(task, generator.revision, given, answers, unread, found.unasked, asked.cost)


def parse_words(text: str) -> list[str]:
    """Read an answer that lists words: an array in JSON, also as the only value of an object, or a word a line."""
    # An array that was cut at the largest number of tokens is read up to its last whole word.
    if "[" not in text and "{" not in text:
        return _lines(text)
    try:
        return parse_json(_Words, text).root
    except ValueError:
        cut = _CUT_SHORT.search(text)
        if cut is None or "]" in text[cut.start() :]:
            raise
        return parse_json(_Words, cut.group().rstrip().rstrip(",") + "]").root


def _lines(text: str) -> list[str]:
    lines = [_MARK.sub("", line.strip()).strip(" \"'“”,") for line in text.splitlines() if line.strip(" `\r")]
    if len(lines) < 2:
        raise ValueError("it holds no JSON and is no list of lines")
    for line in lines:
        pieces = len(line.split())
        if pieces > MOST_PIECES or line.endswith((":", "!", "?")) or (pieces > 1 and line.endswith(".")):
            raise ValueError(f"it holds no JSON, and a line is no word: {line[:60]!r}")
    return lines


class _Words(RootModel[list[str]]):
    """Words; many models wrap the array into an object of one key."""

    model_config = ConfigDict(strict=True)

    @model_validator(mode="before")
    @classmethod
    def unwrap(cls, value: Any) -> Any:
        return next(iter(value.values())) if isinstance(value, dict) and len(value) == 1 else value


class _Forms(RootModel[dict[str, str | None]]):
    """Another form of each word; none where there is no other."""

    model_config = ConfigDict(strict=True)


@dataclass
class _Asked:
    """The questions that were asked so far."""

    generator: Generator
    statuses: Counter[str] = field(default_factory=Counter)
    unread: list[UnusableAnswer] = field(default_factory=list)
    cost: Cost = field(default_factory=Cost)

    def values(self, questions: Mapping[str, Conversation], schema: Schema[Value], seed: int) -> list[Value | None]:
        answers, cost = ask(self.generator, list(questions.values()), schema, seed=seed)
        self.cost += cost
        for question, answer in zip(questions, answers, strict=True):
            self.statuses[answer.status] += 1
            if answer.status in ("unparsed", "failed"):
                self.unread.append(UnusableAnswer(question, answer.status, answer.problem or "", answer.text))
        return [answer.value for answer in answers]


@dataclass
class _Entry:
    """A word while answers are collected."""

    word: str
    order: int
    origins: list[str] = field(default_factory=list)
    counterparts: dict[str, str] = field(default_factory=dict)


@dataclass
class _Found:
    """The words of each group so far, by their normal forms."""

    entries: dict[str, dict[str, _Entry]] = field(default_factory=dict)
    unasked: int = 0

    def add(self, group: str, word: str, origin: str, order: int | None = None) -> str | None:
        """Add a word or another origin of it; return its normal form, None for an empty word."""
        key = normalised(word)
        if not key:
            return None
        listed = self.entries.setdefault(group, {})
        entry = listed.setdefault(key, _Entry(composed(word), len(listed) if order is None else order))
        if origin not in entry.origins:
            entry.origins.append(origin)
        return key

    def link(self, group: str, key: str, other: str, other_key: str) -> None:
        """Make two words counterparts of each other."""
        first, second = self.entries[group][key], self.entries[other][other_key]
        first.counterparts.setdefault(other_key, second.word)
        second.counterparts.setdefault(key, first.word)

    def batches(self, group: str) -> list[list[str]]:
        """Return the words of a group in parts that fit a question."""
        words = [entry.word for entry in self.entries.get(group, {}).values()]
        return [words[first : first + WORDS_AT_ONCE] for first in range(0, len(words), WORDS_AT_ONCE)]

    def answered(self, group: str, forms: _Forms | None) -> list[tuple[str, str]]:
        """Return normal form and other form of the words of an answer; a word is not its own other form."""
        pairs = []
        for word, form in (forms.root if forms else {}).items():
            key = normalised(word)
            if key not in self.entries[group]:
                self.unasked += 1
            elif form and normalised(form) not in ("", key):
                pairs.append((key, form))
        return pairs

    def words(self, groups: Sequence[str]) -> tuple[GeneratedWord, ...]:
        """Return all words, by group in the order of generation."""
        return tuple(
            GeneratedWord(group, entry.word, tuple(entry.origins), tuple(entry.counterparts.values()), entry.order)
            for group in groups
            for entry in sorted(self.entries.get(group, {}).values(), key=lambda entry: entry.order)
        )


def _add_counterparts(asked: _Asked, found: _Found, task: WordListTask) -> None:
    """Ask for the counterparts of all words in each other group (C1)."""
    questions: dict[str, Conversation] = {}
    pairs = []
    for group, other in permutations(task.groups, 2):
        for number, words in enumerate(found.batches(group), 1):
            question = COUNTERPARTS.format(
                attribute=task.attribute, language=task.language, group=group, other=other, listed=_array(words)
            )
            questions[f"counterparts of {group} in {other}, part {number}"] = [Message(role="user", content=question)]
            pairs.append((group, other))
    for (group, other), forms in zip(pairs, asked.values(questions, _Forms, task.seed), strict=True):
        for key, form in found.answered(group, forms):
            entry = found.entries[group][key]
            other_key = found.add(other, form, f"counterpart of {entry.word}", entry.order)
            if other_key is not None:
                found.link(group, key, other, other_key)


def _add_numbers(asked: _Asked, found: _Found, task: WordListTask) -> None:
    """Ask for plural or singular of all words (C2); those of counterparts are counterparts too."""
    questions: dict[str, Conversation] = {}
    groups = []
    for group in task.groups:
        for number, words in enumerate(found.batches(group), 1):
            question = NUMBERS.format(language=task.language, listed=_array(words))
            questions[f"numbers of {group}, part {number}"] = [Message(role="user", content=question)]
            groups.append(group)
    numbers: dict[tuple[str, str], str] = {}
    for group, forms in zip(groups, asked.values(questions, _Forms, task.seed), strict=True):
        for key, form in found.answered(group, forms):
            entry = found.entries[group][key]
            form_key = found.add(group, form, f"other number of {entry.word}", entry.order)
            if form_key is not None:
                numbers[group, key] = form_key
    for (group, key), form_key in numbers.items():
        for other in task.groups:
            for counterpart in list(found.entries[group][key].counterparts):
                if (other, counterpart) in numbers and other != group:
                    found.link(group, form_key, other, numbers[other, counterpart])


def _array(words: Sequence[str]) -> str:
    return json.dumps(list(words), ensure_ascii=False)
