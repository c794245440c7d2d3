"""Possible antecedents of the pronouns of an English text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.english.person_forms import first_name, person_form, plural
from hf_genderfair.languages.english.reasons import GENDERED, KNOWN, NAMED
from hf_genderfair.languages.english.verb_forms import finite
from hf_genderfair.lexicons.word_class import WordClass
from hf_genderfair.rewriting.english.noun_reference import (
    ANY_OF_THEM,
    CONDITIONS,
    INDEFINITE,
    QUANTIFIERS,
    SUPPOSING,
    governing_verb,
    has_past_relative,
    is_description,
    is_event,
    is_going_on,
    is_parted,
    is_past,
    is_remark,
    is_rule,
    is_supposed,
    phrase_start,
    reference_words,
    verb_after,
)
from hf_genderfair.rewriting.english.nouns import noun_table

SOMEBODY = frozenset({"someone", "somebody"})
ANYBODY = WordClass("closed_classes_en", "anybody")
OWNERS = frozenset({"he", "she", "his", "her"})
WHOLES = frozenset({"anything", "everything", "nothing", "all", "whatever"})
"""Words before a relative clause without a pronoun: *anything anyone suggested*."""

HONORIFICS = WordClass("name_words_en", "honorific")
WEEKDAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())


QUOTES = frozenset({"”", '"', "''", "’", ","})
OWN = ("mine", "ours", "yours", "his", "hers", "theirs")
GENDERS = frozenset({"male", "female"})
SINGULAR = frozenset({"a", "an", "another", "each", "every"})
SAYS = frozenset({"said", "says", "added", "told", "wrote", "explained"})


class PossibleAntecedent(NamedTuple):
    """A word that a pronoun may refer to.

    Attributes:
        token_index: Index of the word in its sentence.
        reason: Why a pronoun that means the same person stays; empty without specific reference.
        gender: ``female``, ``male``, or empty where the word has none.
        loose: Whether it is a word such as *everyone* or *nobody*, to which only a pronoun of its own clause goes back
            with some certainty: *nobody likes his taxes*.
    """

    token_index: int
    reason: str
    gender: str
    loose: bool = False


def possible_antecedents(tokens: Sequence[Token]) -> Iterator[PossibleAntecedent]:
    """Yield the possible antecedents of a sentence in order."""
    for index, token in enumerate(tokens):
        low = token.text.lower()
        found = None
        if token.pos == "PROPN" and low not in ANY_OF_THEM:
            found = _name(tokens, index)
        elif low in ANYBODY and (token.pos in ("PRON", "NOUN", "DET", "NUM") or low in ANY_OF_THEM):
            if low not in ("one", "each", "either", "neither", "none") or _alone(tokens, index):
                found = _pronoun(tokens, index)
        elif token.pos == "NOUN" and token.morph.get("Number") != "Plur":
            found = _noun(tokens, index)
        if found is not None:
            yield found


def _pronoun(tokens: Sequence[Token], index: int) -> PossibleAntecedent | None:
    """Return *someone*, *nobody* or *one* as a possible antecedent."""
    low = tokens[index].text.lower()
    if low in SOMEBODY and is_event(tokens, index, False):
        # who it was is not known yet: someone left his umbrella
        described = has_past_relative(tokens, index)
        return PossibleAntecedent(index, KNOWN if described else "", "", loose=not described)
    if low == "one" and _next(tokens, index) == "of":
        owner = tokens[index + 2 : index + 3]
        # one of his friends is the friend, not who has them
        return None if owner and owner[0].text.lower() in OWNERS else PossibleAntecedent(index, KNOWN, "")
    if low in ANY_OF_THEM and _next(tokens, index) in OWNERS:
        # whoever she is
        return PossibleAntecedent(index, KNOWN, "")
    described = _is_described(tokens, index)
    if _is_asked_for(tokens, index) or (low == "one" and not _is_anybody(tokens, index, described)):
        return None
    supposed = any(token.text.lower() in SUPPOSING for token in tokens[max(0, index - 3) : index])
    governing = governing_verb(tokens, index)
    met = governing is not None and is_past(tokens[governing])
    if not supposed and (has_past_relative(tokens, index) or met):
        return None
    loose = not (described or supposed or low in ANY_OF_THEM)
    told = low not in SOMEBODY and _next(tokens, index) != "of" and _is_told(tokens, index)
    return None if loose and told else PossibleAntecedent(index, "", "", loose)


def _is_anybody(tokens: Sequence[Token], index: int, described: bool) -> bool:
    """Whether *one* means somebody, and not what was named before: *the big one*, *in one*."""
    before = tokens[index - 1] if index else None
    if before is not None and before.text.lower() in ("no", "any", "every"):
        return True
    if before is not None and before.pos in ("DET", "ADJ", "NUM", "PROPN", "NOUN"):
        return False
    return described or (index + 1 < len(tokens) and finite(tokens[index + 1]))


def _is_described(tokens: Sequence[Token], index: int) -> bool:
    """Whether *who*, *that* or a participle describes *anyone*: *anyone caught pays*, though *caught* may be a past."""
    if any(token.text.lower() in ("who", "whose") for token in tokens[index + 1 : index + 6]):
        return True
    if _next(tokens, index) == "that":
        return index + 2 < len(tokens) and finite(tokens[index + 2])
    if index + 1 >= len(tokens) or tokens[index + 1].pos != "VERB":
        return False
    if any(token.text.lower() in WHOLES for token in tokens[max(0, index - 2) : index]):
        return False
    form, main = tokens[index + 1].morph.get("VerbForm"), verb_after(tokens, index + 1)
    past = tokens[index + 1].morph.get("Tense") == "Past"
    return form in ("Part", "Ger") or (past and main is not None and not is_parted(tokens[index + 2 : main]))


def _is_told(tokens: Sequence[Token], index: int) -> bool:
    """Whether a clause with *everyone* tells what happens or happened: *everybody admired*."""
    verb = verb_after(tokens, index)
    return verb is not None and (is_past(tokens[verb]) or is_going_on(tokens, verb))


def _is_asked_for(tokens: Sequence[Token], index: int) -> bool:
    """Whether an auxiliary right before *anyone* makes a question: *has anyone seen*, but not *there is nobody*."""
    there = index > 1 and tokens[index - 2].text.lower() == "there"
    return index > 0 and not there and tokens[index - 1].pos == "AUX" and finite(tokens[index - 1])


def _next(tokens: Sequence[Token], index: int) -> str:
    return tokens[index + 1].text.lower() if index + 1 < len(tokens) else ""


def _alone(tokens: Sequence[Token], index: int) -> bool:
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    return after is None or after.pos not in ("NOUN", "ADJ", "PROPN", "NUM")


def _name(tokens: Sequence[Token], index: int) -> PossibleAntecedent | None:
    before = tokens[index - 1] if index else None
    if before is not None and before.pos == "PROPN" and before.text[0].isupper():
        # the first word of a name decides
        return None
    word = tokens[index].text
    evidence, low = first_name(word), word.lower()
    if low in WEEKDAYS or _is_acronym(tokens, index):
        return None
    if evidence is not None and evidence.gender in ("female", "male") and not _is_surname(tokens, index):
        return PossibleAntecedent(index, NAMED, evidence.gender)
    if low in ("mr", "mr.", "sir", "lord"):
        return PossibleAntecedent(index, NAMED, "male")
    if low in ("mrs", "mrs.", "ms", "ms.", "miss", "lady", "madam"):
        return PossibleAntecedent(index, NAMED, "female")
    in_place = before is not None and before.text.lower() in ("in", "at", "from", "to", "on", "the", "of", "near")
    if in_place and evidence is None and low not in HONORIFICS:
        return None
    return PossibleAntecedent(index, NAMED, "")


def _is_surname(tokens: Sequence[Token], index: int) -> bool:
    """Whether a single name after a quotation may be a surname, which tells no gender: *…," Terry said*."""
    quoted = index > 0 and tokens[index - 1].text in QUOTES
    return quoted and index + 1 < len(tokens) and tokens[index + 1].text.lower() in SAYS


def _is_acronym(tokens: Sequence[Token], index: int) -> bool:
    """Whether a word in capitals among others is the short name of an organisation or thing."""
    beside = [token.text for token in (*tokens[max(0, index - 1) : index], *tokens[index + 1 : index + 2])]
    return tokens[index].text.isupper() and len(tokens[index].text) > 1 and not any(map(str.isupper, beside))


def _noun(tokens: Sequence[Token], index: int) -> PossibleAntecedent | None:
    word = tokens[index].text
    form, words = person_form(word), reference_words()
    role = word.lower() in words["role"]
    if not role and (form is None or form.plural or form.sense == "mostly_thing"):
        return None
    start = phrase_start(tokens, index)
    if _modifies(tokens, start, index):
        return None
    neutral = role or form is None or form.gender == "none" or word.lower() in noun_table().neutral
    if form is not None and not neutral and not _for_everybody(word):
        return PossibleAntecedent(index, GENDERED, "female" if form.gender == "feminine" else "male")
    for token in tokens[start + 1 : index]:
        if token.text.lower() in GENDERS:
            return PossibleAntecedent(index, GENDERED, token.text.lower())
    return _common_noun(tokens, start, index)


def _modifies(tokens: Sequence[Token], start: int, index: int) -> bool:
    """Whether a noun only describes the next one: *driver Ann Lee*, *customer service*; not *a cook improvises*."""
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    if after is None or after.pos not in ("NOUN", "PROPN", "NUM") or verb_after(tokens, index) is None:
        return False
    singular = start >= 0 and tokens[start].text.lower() in SINGULAR
    verb = after.pos == "NOUN" and after.morph.get("Number") == "Plur" and after.text.endswith("s")
    further = tokens[index + 2 : index + 3]
    return not (singular and verb and further and further[0].pos in ("ADP", "DET", "PRON", "ADV"))


def _common_noun(tokens: Sequence[Token], start: int, index: int) -> PossibleAntecedent | None:
    """Return a noun for all genders as a possible antecedent, by its article and the verbs beside it."""
    low = tokens[start].text.lower() if start >= 0 else ""
    if low not in INDEFINITE | QUANTIFIERS.as_set and start + 1 < index and tokens[start + 1].text.lower() == "one":
        return PossibleAntecedent(index, "" if is_supposed(tokens, index) and low != "the" else KNOWN, "")
    if low in INDEFINITE or low in QUANTIFIERS:
        compared = low == "no" and _next(tokens, start) == "other"
        if compared or is_description(tokens, start, index):
            # no other player has won his title
            return None
        known = low in INDEFINITE and (is_remark(tokens, start, index) or is_event(tokens, index, True))
        known = known or (low in INDEFINITE and _is_acquainted(tokens, index))
    elif low == "the" and is_description(tokens, start, index):
        return None
    elif low == "your":
        known = not is_supposed(tokens, index)
    else:
        known = low != "the" or not is_rule(tokens, start, index)
    return PossibleAntecedent(index, KNOWN if known else "", "")


def _is_acquainted(tokens: Sequence[Token], index: int) -> bool:
    """Whether somebody is known to another person, outside conditions and rules: *a friend*, *a pupil of mine*."""
    owned = [token.text.lower() for token in tokens[index + 1 : index + 3]]
    known = tokens[index].text.lower() in reference_words()["acquaintance"]
    told = CONDITIONS.as_set.isdisjoint(token.text.lower() for token in tokens[:index])
    return (known or owned in (["of", word] for word in OWN)) and told and not is_supposed(tokens, index)


def _for_everybody(word: str) -> bool:
    """Whether a masculine noun is said of all genders, as its plural is: *actors*."""
    form = person_form(plural(word.lower()))
    return form is not None and form.generic and word.lower() not in reference_words()["male"]
