"""Whether an English pronoun has generic reference or refers to a known person, by the words around it."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence

from hf_genderfair.languages.analysis import Sentence, Token
from hf_genderfair.languages.english.person_forms import first_name
from hf_genderfair.languages.english.pronouns import FEMININE, Pronoun
from hf_genderfair.languages.english.reasons import KNOWN, NAME, NAMED, UNKNOWN
from hf_genderfair.languages.english.verb_forms import RELATIVES, finite
from hf_genderfair.lexicons.word_class import WordClass
from hf_genderfair.rewriting.english.binding import goes_on, is_below, is_bound
from hf_genderfair.rewriting.english.noun_reference import (
    CONDITIONS,
    RULES,
    UNREAL,
    is_event,
    is_going_on,
    is_parted,
    is_past,
)
from hf_genderfair.rewriting.english.possible_antecedents import PossibleAntecedent, possible_antecedents

SENTENCES_BACK = 3
"""Most sentences between a pronoun and its antecedent."""

TOLD = WordClass("verb_forms_en", "told")
"""Past forms of verbs of saying, whose subject is a specific person."""

SURNAMES = WordClass("name_words_en", "surname")


class Persons:
    """The persons of a text, as far as words say who is meant; pronouns join them as they are read.

    Example:
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> from hf_genderfair.languages.english.pronouns import find_pronouns
        >>> text = "Every guest likes his room."
        >>> sentences = next(pipeline("en").analyse([text], ("pos", "morph"))).sentences
        >>> Persons(sentences).why_left(0, find_pronouns(text, sentences[0])[0])
        ''
    """

    def __init__(self, sentences: Sequence[Sentence]) -> None:
        """Start at the beginning of a text."""
        self._sentences = sentences
        self._mentions: dict[int, list[PossibleAntecedent]] = {}
        self._bound: set[tuple[int, int]] = set()

    def why_left(self, number: int, pronoun: Pronoun) -> str:
        """Return why a pronoun may refer to a known person; empty where its reference is generic."""
        # The nearest sentence with a word for a person decides, earlier pronouns included, and only if none of its
        # words refers to a known person whom the pronoun may mean; doubtful pronouns stay.
        tokens = self._sentences[number].tokens
        gender = "female" if tokens[pronoun.last].text.lower() in FEMININE else "male"
        if pronoun.pair:
            reason, gender = "", ""
        elif _begins_relative(tokens, pronoun):
            reason = ""
        else:
            reason = KNOWN if _is_quoted(tokens, pronoun) else self._decide(number, pronoun, gender)
        insort(self._of(number), PossibleAntecedent(pronoun.first, reason, gender))
        return reason

    def _of(self, number: int) -> list[PossibleAntecedent]:
        if number not in self._mentions:
            self._mentions[number] = []
            for mention in possible_antecedents(self._sentences[number].tokens):
                resumed = mention.reason == KNOWN and self._resumes(number, mention.token_index)
                self._mentions[number].append(mention._replace(reason="") if resumed else mention)
        return self._mentions[number]

    def _resumes(self, number: int, noun: int) -> bool:
        """Whether a definite noun repeats one with generic reference: *a driver …, the driver*."""
        tokens = self._sentences[number].tokens
        if noun == 0 or tokens[noun - 1].text.lower() != "the" or is_event(tokens, noun, True):
            return False
        word = tokens[noun].text.lower()
        for back in range(number, max(-1, number - 1 - SENTENCES_BACK), -1):
            for mention in reversed(self._mentions.get(back, [])):
                if self._sentences[back].tokens[mention.token_index].text.lower() == word:
                    return not mention.reason
        return False

    def _decide(self, number: int, pronoun: Pronoun, gender: str) -> str:
        tokens = self._sentences[number].tokens
        for back in range(number, max(-1, number - 1 - SENTENCES_BACK), -1):
            found = [mention for mention in self._of(back) if mention.gender in ("", gender)]
            if back == number:
                before = [m for m in found if m.token_index < pronoun.first and not _acts_on(tokens, m, pronoun)]
                if before and self._is_bound(number, before[-1], pronoun):
                    self._bound.add((number, pronoun.first))
                    return ""
                before = [m for m in before if not m.loose or _is_subject_of(tokens, m, pronoun)]
            else:
                before = [mention for mention in found if mention.reason or not mention.loose]
            reason = next((mention.reason for mention in reversed(before) if mention.reason), "")
            if before and (reason or back == number):
                return reason or (self._earlier(back, gender) if before[-1].loose else "")
            if before:
                told = any(_tells(sentence.tokens) for sentence in self._sentences[back + 1 : number + 1])
                return UNKNOWN if told else ""
            if back == number and found and _follows(tokens, pronoun, found[0]):
                return found[0].reason or self._earlier(number, gender)
        return UNKNOWN

    def _is_bound(self, number: int, mention: PossibleAntecedent, pronoun: Pronoun) -> bool:
        """Whether the structure of a sentence binds a pronoun, whoever was named before."""
        tokens = self._sentences[number].tokens
        if mention.reason:
            return False
        if (number, mention.token_index) in self._bound:
            return goes_on(tokens, mention.token_index, pronoun)
        if _is_bound(tokens, mention, pronoun, own=True):
            return True
        return not mention.loose and is_bound(tokens, mention.token_index, pronoun)

    def _earlier(self, number: int, gender: str) -> str:
        """Return the reason of the nearest known person in the sentences before one; empty without."""
        for back in range(number - 1, max(-1, number - 1 - SENTENCES_BACK), -1):
            for mention in reversed(self._of(back)):
                if mention.reason and mention.gender in ("", gender):
                    return mention.reason
        return ""


def _tells(tokens: Sequence[Token]) -> bool:
    """Whether a sentence tells what happens or has happened, or is the writer's, so that it is about somebody known."""
    lows = {token.text.lower() for token in tokens}
    if not lows.isdisjoint(("i", "me", "my")):
        return True
    return any(
        (is_past(token) and lows.isdisjoint(UNREAL)) or (lows.isdisjoint(RULES) and is_going_on(tokens, index))
        for index, token in enumerate(tokens)
        if finite(token)
    )


def _is_bound(tokens: Sequence[Token], mention: PossibleAntecedent, pronoun: Pronoun, own: bool) -> bool:
    """Whether a pronoun goes back to the subject of its own clause: *everyone likes his room*."""
    after = tokens[pronoun.last + 1].text.lower() if pronoun.last + 1 < len(tokens) else ""
    if mention.reason or pronoun.kind not in ("determiner", "possessive", "reflexive"):
        return False
    if own and pronoun.kind != "reflexive" and after != "own":
        return False
    between = tokens[mention.token_index + 1 : pronoun.first]
    if mention.loose and [token.text.lower() for token in between] == ["and"]:
        # everyone and his dog
        return True
    return sum(map(finite, between)) == 1 and not is_parted(between)


def _is_subject_of(tokens: Sequence[Token], mention: PossibleAntecedent, pronoun: Pronoun) -> bool:
    """Whether a word such as *nobody* is the subject of the pronoun's clause, or of the clause around that."""
    return _is_bound(tokens, mention, pronoun, own=False) or is_below(tokens, mention.token_index, pronoun)


def _begins_relative(tokens: Sequence[Token], pronoun: Pronoun) -> bool:
    """Whether a pronoun is the *he who* or *he that* of a saying, in the present: *he who laughs last*."""
    relative, verb = tokens[pronoun.last + 1 : pronoun.last + 2], tokens[pronoun.last + 2 : pronoun.last + 3]
    if pronoun.kind != "subject" or not verb or relative[0].text.lower() not in RELATIVES:
        return False
    return finite(verb[0]) and verb[0].morph.get("Tense") != "Past" and verb[0].text.lower() != "would"


def _follows(tokens: Sequence[Token], pronoun: Pronoun, mention: PossibleAntecedent) -> bool:
    """Whether a main clause begins with the person of the conditional clause: *when he is late, a driver must …*."""
    index = mention.token_index - 1
    while index > pronoun.last and tokens[index].pos in ("DET", "ADJ", "NOUN", "NUM"):
        index -= 1
    opened = any(token.text.lower() in CONDITIONS for token in tokens[: pronoun.first])
    return opened and index > pronoun.last and tokens[index].text == ","


def _is_quoted(tokens: Sequence[Token], pronoun: Pronoun) -> bool:
    """Whether a pronoun is the subject of a verb of saying: *…, she added*."""
    if pronoun.kind != "subject":
        return False
    before, after = tokens[: pronoun.first], tokens[pronoun.last + 1 : pronoun.last + 3]
    told = any(token.text.lower() in TOLD for token in (*after[:1], *before[-1:]))
    closes = bool(after) and after[0].text.lower() == "says" and all(token.pos == "PUNCT" for token in after[1:])
    return (told or closes) and any(token.pos == "PUNCT" for token in before[-2:])


def _acts_on(tokens: Sequence[Token], mention: PossibleAntecedent, pronoun: Pronoun) -> bool:
    """Whether an object cannot mean the subject of its own clause: *nobody helped him*."""
    if mention.reason or pronoun.kind != "object":
        return False
    between = tokens[mention.token_index + 1 : pronoun.first]
    return not is_parted(between) and sum(map(finite, between)) <= 1


def noun_in_name(tokens: Sequence[Token], first: int, last: int, generic: bool) -> str:
    """Return why a gendered noun is left alone: it is a surname, or the title of a named person."""
    if not tokens:
        return ""
    word, before = tokens[first], tokens[first - 1] if first else None
    capital = word.text[0].isupper() and not word.text.isupper()
    named = before is not None and before.pos == "PROPN" and before.text[0].isupper()
    if capital and (named or (word.text in SURNAMES and (before is None or before.pos not in ("DET", "PRON")))):
        return NAME
    after = tokens[last + 1] if last + 1 < len(tokens) else None
    if generic and after is not None and after.pos == "PROPN" and after.text[0].isupper():
        return NAMED
    if generic and named and before is not None and first_name(before.text) is not None:
        return NAMED
    return ""
