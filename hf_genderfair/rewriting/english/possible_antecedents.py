"""Possible antecedents of the pronouns of an English text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.english.person_forms import first_name, person_form, plural
from hf_genderfair.languages.english.reasons import GENDERED, KNOWN, NAMED
from hf_genderfair.languages.english.verbs import RELATIVES, finite
from hf_genderfair.rewriting.english.nouns import noun_table

SOMEBODY = frozenset({"someone", "somebody"})
ANYBODY = SOMEBODY | frozenset(
    "anyone anybody everyone everybody nobody whoever whomever whosoever one each none either".split()
)
QUANTIFIERS = frozenset("any every each no whichever whatever either neither another such".split())
DEFINITE = frozenset("the this that my his her our their".split())
CONDITIONS = frozenset("if when whenever unless whether once until where suppose should may might must shall".split())
SUPPOSING = frozenset({"if", "when", "whenever", "unless"})
MODALS = frozenset("can could should may might must shall will would ought need 'll ’ll".split())
SAYING = frozenset("says said claims argues tells told".split())
HONORIFICS = frozenset("mr mrs ms miss mr. mrs. ms. dr dr. sir lord lady prof prof. sen. rep. gov. saint st.".split())
BEING = frozenset("is are was were be been being 's ’s 're ’re".split())


class PossibleAntecedent(NamedTuple):
    """A word that a pronoun may refer to.

    Attributes:
        token_index: Index of the word in its sentence.
        reason: Why a pronoun that means the same person stays; empty without specific reference.
        gender: ``female``, ``male``, or empty where the word has none.
        loose: Whether it is a word such as *everyone* or *nobody*, to which a pronoun seldom goes back where the text
            has another person.
    """

    token_index: int
    reason: str
    gender: str
    loose: bool = False


def possible_antecedents(tokens: Sequence[Token]) -> Iterator[PossibleAntecedent]:
    """Yield the possible antecedents of a sentence in order."""
    for index, token in enumerate(tokens):
        low = token.text.lower()
        if token.pos == "PROPN":
            name = _name(tokens, index)
            if name is not None:
                yield name
        elif low in ANYBODY and token.pos in ("PRON", "NOUN", "DET", "NUM"):
            if low not in ("one", "each", "either", "none") or _alone(tokens, index):
                yield _pronoun(tokens, index)
        elif token.pos == "NOUN" and token.morph.get("Number") != "Plur":
            noun = _noun(tokens, index)
            if noun is not None:
                yield noun


def _pronoun(tokens: Sequence[Token], index: int) -> PossibleAntecedent:
    """Return *someone*, *nobody* or *one* as a possible antecedent; *someone* in a story is a known person."""
    low = tokens[index].text.lower()
    if (low in SOMEBODY and _is_event(tokens, index, False)) or (low == "one" and _next(tokens, index) == "of"):
        return PossibleAntecedent(index, KNOWN, "")
    described = any(token.text.lower() == "who" for token in tokens[index + 1 : index + 6])
    supposed = any(token.text.lower() in SUPPOSING for token in tokens[max(0, index - 3) : index])
    return PossibleAntecedent(
        index, "", "", not (described or supposed or low.startswith("who") or _next(tokens, index) == "that")
    )


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
    evidence = first_name(tokens[index].text)
    if evidence is not None and evidence.gender in ("female", "male"):
        return PossibleAntecedent(index, NAMED, evidence.gender)
    low = tokens[index].text.lower()
    if low in ("mr", "mr.", "sir", "lord"):
        return PossibleAntecedent(index, NAMED, "male")
    if low in ("mrs", "mrs.", "ms", "ms.", "miss", "lady", "madam"):
        return PossibleAntecedent(index, NAMED, "female")
    in_place = before is not None and before.text.lower() in ("in", "at", "from", "to", "on", "the", "of", "near")
    if in_place and evidence is None and low not in HONORIFICS:
        return None
    return PossibleAntecedent(index, NAMED, "")


def _noun(tokens: Sequence[Token], index: int) -> PossibleAntecedent | None:
    word = tokens[index].text
    form = person_form(word)
    if form is None or form.plural or form.sense == "mostly_thing":
        return None
    determiner = index - 1
    while determiner >= 0 and tokens[determiner].pos in ("ADJ", "NOUN", "NUM", "ADV"):
        determiner -= 1
    first = tokens[determiner] if determiner >= 0 else None
    low = first.text.lower() if first is not None else ""
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    if after is not None and after.pos == "PROPN":
        # driver Ann Lee
        return None
    role = word.lower() in noun_table().neutral
    if form.gender != "none" and not role and not _for_everybody(word):
        return PossibleAntecedent(index, GENDERED, "female" if form.gender == "feminine" else "male")
    if low in ("a", "an") and determiner > 0 and tokens[determiner - 1].text.lower() in BEING:
        # describes somebody
        return None
    if low in QUANTIFIERS or low == "your":
        return PossibleAntecedent(index, "", "")
    if low in DEFINITE or low in ("'s", "’s"):
        return PossibleAntecedent(index, "" if low == "the" and _is_rule(tokens, index) else KNOWN, "")
    return PossibleAntecedent(index, KNOWN if _is_event(tokens, index, True) else "", "")


def _for_everybody(word: str) -> bool:
    """Whether a masculine plural is generic: *actors*."""
    form = person_form(plural(word.lower()))
    return form is not None and form.generic


def _is_rule(tokens: Sequence[Token], index: int) -> bool:
    """Whether a definite noun has generic reference: *the buyer must*, *if the patient*."""
    if any(token.text.lower() in CONDITIONS for token in tokens[:index]):
        return not any(finite(token) and token.morph.get("Tense") == "Past" for token in tokens)
    verb = _verb_after(tokens, index)
    return verb is not None and tokens[verb].text.lower() in MODALS - {"could", "would", "will", "'ll", "’ll"}


def _is_event(tokens: Sequence[Token], index: int, present: bool) -> bool:
    """Whether an indefinite noun is specific, by a past or, on request, present verb: *a doctor came in*."""
    if any(token.text.lower() in CONDITIONS for token in tokens[:index]):
        return False
    before = next((number for number in range(index - 1, -1, -1) if finite(tokens[number])), None)
    verb = before if before is not None and _is_object(tokens, index, before) else _verb_after(tokens, index)
    if verb is None:
        verb = before
    if verb is None:
        return False
    word = tokens[verb]
    if word.text.lower() in MODALS:
        return False
    if word.morph.get("Tense") == "Past":
        return True
    if not present:
        return False
    following = next((token for token in tokens[verb + 1 : verb + 4] if token.pos == "VERB"), None)
    going = following is not None and following.text.endswith("ing")
    return (word.pos == "AUX" and going) or word.text.lower() in SAYING


def _is_object(tokens: Sequence[Token], index: int, verb: int) -> bool:
    """Whether only a preposition, adverbs and the noun phrase stand between a verb and a noun."""
    return all(token.pos in ("ADV", "ADP", "DET", "ADJ", "NUM", "PART", "VERB") for token in tokens[verb + 1 : index])


def _verb_after(tokens: Sequence[Token], index: int) -> int | None:
    """Return the index of the finite verb after a noun, except that of a relative clause; None without one."""
    relative = False
    for after in range(index + 1, len(tokens)):
        low = tokens[after].text.lower()
        if low in RELATIVES and after <= index + 2:
            relative = True
        elif finite(tokens[after]):
            if not relative:
                return after
            relative = False
    return None
