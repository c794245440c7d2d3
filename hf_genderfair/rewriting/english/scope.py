"""Whether an English pronoun has generic reference or refers to a known person, by the words around it."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence

from hf_genderfair.languages.analysis import Sentence, Token
from hf_genderfair.languages.english.person_forms import first_name
from hf_genderfair.languages.english.pronouns import FEMININE, Pronoun
from hf_genderfair.languages.english.reasons import KNOWN, NAME, NAMED, UNKNOWN
from hf_genderfair.languages.english.verbs import NOMINATIVES, RELATIVES, finite
from hf_genderfair.rewriting.english.possible_antecedents import CONDITIONS, PossibleAntecedent, possible_antecedents

SENTENCES_BACK = 3
"""Most sentences between a pronoun and its antecedent."""

TOLD = frozenset("said added replied answered explained asked recalled wrote continued concluded".split())
"""Past forms of verbs of saying, whose subject is a specific person."""

SURNAMES = frozenset({"Foreman", "Postman", "Workman", "Doorman", "Fisherman", "Freshman", "Layman", "Sportsman"})


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

    def why_left(self, number: int, pronoun: Pronoun) -> str:
        """Return why a pronoun may refer to a known person; empty where its reference is generic.

        The nearest sentence with a word for a person decides, earlier pronouns included, and only if none of its words
        refers to a known person whom the pronoun may mean; doubtful pronouns stay.

        Args:
            number: The number of the pronoun's sentence.
            pronoun: The pronoun; all are asked for in their order.

        Returns:
            One of the reasons, or an empty text.
        """
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
            self._mentions[number] = list(possible_antecedents(self._sentences[number].tokens))
        return self._mentions[number]

    def _decide(self, number: int, pronoun: Pronoun, gender: str) -> str:
        tokens = self._sentences[number].tokens
        for back in range(number, max(-1, number - 1 - SENTENCES_BACK), -1):
            found = [mention for mention in self._of(back) if mention.gender in ("", gender)]
            before = found
            if back == number:
                before = [m for m in found if m.token_index < pronoun.first and not _acts_on(tokens, m, pronoun)]
            if before:
                reason = next((mention.reason for mention in reversed(before) if mention.reason), "")
                return reason or (self._earlier(back, gender) if before[-1].loose else "")
            if back == number and found and _follows(tokens, pronoun, found[0]):
                return found[0].reason or self._earlier(number, gender)
        return UNKNOWN

    def _earlier(self, number: int, gender: str) -> str:
        """Return the reason of the nearest known person in the sentences before one; empty without."""
        for back in range(number - 1, max(-1, number - 1 - SENTENCES_BACK), -1):
            for mention in reversed(self._of(back)):
                if mention.reason and mention.gender in ("", gender):
                    return mention.reason
        return ""


def _begins_relative(tokens: Sequence[Token], pronoun: Pronoun) -> bool:
    """Whether a pronoun is *he who* or *he that*."""
    after = pronoun.last + 1
    return pronoun.kind == "subject" and after < len(tokens) and tokens[after].text.lower() in RELATIVES


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
    apart = any(token.pos in ("PUNCT", "CCONJ", "SCONJ") or token.text.lower() in NOMINATIVES for token in between)
    return not apart and sum(map(finite, between)) <= 1


def noun_in_name(tokens: Sequence[Token], first: int, last: int, generic: bool) -> str:
    """Return why a gendered noun is left alone: it is a surname, or the title of a named person.

    Args:
        tokens: The tokens of the text.
        first: Index of the noun's first token.
        last: Index of its last token.
        generic: Whether the words of named persons stay.

    Returns:
        One of the reasons, or an empty text.
    """
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
