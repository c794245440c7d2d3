"""Which English verbs go on with the clause around that of a pronoun: *a cook eats what he likes and is glad*."""

from __future__ import annotations

from collections.abc import Sequence

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.english.verb_forms import COORDINATORS, NOMINATIVES, RELATIVES, finite, third
from hf_genderfair.lexicons.word_class import WordClass

WITHOUT_OBJECT = WordClass("closed_classes_en", "object_gap")
"""Words after which a clause lacks its object, as each clause that is joined to it does: *what he buys and sells*."""

SUBORDINATORS = WordClass("closed_classes_en", "subordinator")
QUESTION_WORDS = WordClass("closed_classes_en", "question_word")
COPULAS = WordClass("verb_forms_en", "copula")
COMPLEMENTS = frozenset({"DET", "PRON", "NOUN", "PROPN", "NUM", "ADJ"})


def belongs_outside(tokens: Sequence[Token], first: int, verb: int, joined: int) -> bool:
    """Whether a joined verb has the subject of the clause around the pronoun's clause."""
    # It has where the pronoun's clause lacks an object and the joined one does not (*a cook eats what he likes and is
    # glad*), and where both the pronoun's clause and one after the joined verb tell when, where or how: *a cook eats
    # when he likes and rests when he can*. Else it goes on with the nearer subject.
    opening = first - 1
    while opening > 0 and tokens[opening].pos == "ADV" and tokens[opening].text.lower() not in QUESTION_WORDS:
        opening -= 1
    if opening < 1 or verb <= first or not _has_other_subject(tokens, opening):
        return False
    low = tokens[opening].text.lower()
    if low in WITHOUT_OBJECT:
        return _is_complete(tokens, joined) or _has_clause(tokens, joined)
    return (low in SUBORDINATORS or low in QUESTION_WORDS) and _has_clause(tokens, joined)


def after_main_verb(tokens: Sequence[Token], first: int, verb: int) -> int:
    """Return the index of the verb of a noun that a relative clause around the pronoun's parts from it."""
    # In *a nurse who says she cares works*, *works* has the subject *nurse*. Taggers take some such verbs for nouns, so
    # that a word in *-s* stands in where there is no other. Without any the index is the number of tokens.
    relatives = (n for n in range(1, first) if tokens[n].text.lower() in RELATIVES)
    relative = next((n for n in relatives if tokens[n - 1].pos in ("NOUN", "PRON", "PROPN")), first)
    if not any(map(finite, tokens[relative:first])) or any(map(finite, tokens[:relative])):
        return len(tokens)
    opened = False
    for index in range(verb + 1, len(tokens)):
        low = tokens[index].text.lower()
        opened = opened or low in RELATIVES or low in SUBORDINATORS or low in QUESTION_WORDS or low in NOMINATIVES
        if finite(tokens[index]):
            before = tokens[index - 1]
            if not opened and before.text.lower() not in COORDINATORS and before.text != "," and before.pos != "AUX":
                return index
            opened = False
    return next((n for n in range(verb + 1, len(tokens)) if third(tokens, n, n - 1)), len(tokens))


def _has_other_subject(tokens: Sequence[Token], end: int) -> bool:
    """Whether the nearest verb before an index, or that to which it is joined, has a subject other than a pronoun."""
    joined = False
    for verb in range(end - 1, 0, -1):
        # right before such a clause a word in -s is a verb, though a tagger may call it a noun: files what
        if not (finite(tokens[verb]) or third(tokens, verb, end - 2)):
            continue
        subject = verb - 1
        while subject > 0 and tokens[subject].pos in ("ADV", "AUX", "PART"):
            subject -= 1
        low = tokens[subject].text.lower()
        if low in COORDINATORS or low == ",":
            joined = True
        elif tokens[subject].pos in ("NOUN", "PROPN", "PRON") and low not in NOMINATIVES:
            return True
        elif not joined:
            return False
    return False


def _is_complete(tokens: Sequence[Token], verb: int) -> bool:
    """Whether a verb has a complement: *is glad*, *has no regrets*."""
    if tokens[verb].text.lower() in COPULAS:
        return True
    after = verb + 1
    while after < len(tokens) and tokens[after].pos in ("ADV", "PART", "AUX", "VERB"):
        after += 1
    return after < len(tokens) and tokens[after].pos in COMPLEMENTS


def _has_clause(tokens: Sequence[Token], verb: int) -> bool:
    """Whether a clause that says when, where or how, or what is meant, begins before the next finite verb."""
    for token in tokens[verb + 1 :]:
        low = token.text.lower()
        if low in SUBORDINATORS or low in QUESTION_WORDS:
            return True
        if finite(token) or low in COORDINATORS or token.pos == "PUNCT":
            return False
    return False
