"""German possessives *sein-* and *ihr-*: which words they are, and how they read for all genders."""

from __future__ import annotations

from hf_genderfair.core.capitals import like
from hf_genderfair.languages.clauses import SUBJECTS, dependents, finite_verb, is_coordinated
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.agreement import Forms, possessive_forms, star
from hf_genderfair.languages.german.clauses import FEMININE, MASCULINE, NEUTER, PLURAL, verb_is_plural
from hf_genderfair.languages.german.noun_phrase import PREPOSITIONS
from hf_genderfair.languages.german.person_phrase import PersonPhrase

FORMS = frozenset(stem + ending for stem in ("sein", "ihr") for ending in ("", "e", "en", "em", "er", "es"))
ADVERBS = frozenset(
    stem + tail for stem in ("sein", "ihr") for tail in ("erseits", "esgleichen", "etwegen", "ethalben", "etwillen")
)
"""Words that hold a possessive and nothing that agrees with a noun."""

AGREEMENT = {
    form: MASCULINE | NEUTER if form.startswith("sein") else FEMININE | PLURAL for form in sorted(FORMS | ADVERBS)
}
"""Bits of the genders and number of the possessor."""

NOUNS = frozenset({"NOUN", "PROPN"})
WISHING = frozenset({"ersparen", "gönnen", "wünschen"})
"""Verbs whose object is for somebody else, so that nobody owns it."""

LONGEST_PHRASE = 5
AFTER_POSSESSIVES = frozenset({"NOUN", "PROPN", "ADJ", "NUM", "ADV"})


def is_possessive(document: Document, index: int) -> bool:
    """Return whether *sein-* or *ihr-* stands before what is owned, and is no verb and no pronoun by itself."""
    token = document.tokens[index]
    if token.text.lower() in ADVERBS:
        return True
    after = document.tokens[index + 1] if index + 1 < len(document.tokens) else token
    if token.text.lower() == "sein" and (after.pos in ("DET", "PRON") or after.text == ")"):
        # the verb: 'zu sein diesen Tag', '(denn froh muss er gewesen sein)'
        return False
    if token.text.lower() == "ihr" and is_dative(document, index):
        return False
    if token.pos == "DET" or token.relation.startswith("det") or token.morph.get("Poss") == "Yes":
        return True
    ends = token.text[-1] in "esnm" and token.text.lower() != "sein"
    return ends and token.pos in ("PRON", "ADJ") and after.pos in AFTER_POSSESSIVES


def is_dative(document: Document, index: int) -> bool:
    """Return whether *ihr* is a dative, since no noun that may be owned follows: *legten ihr Handschellen an*."""
    # A possessive *ihr* has no ending only before masculine and neuter singulars.
    tokens = document.tokens
    behind_preposition = _behind_preposition(document, index)
    if behind_preposition is not None:
        return behind_preposition
    last = min(document.sentences[document.sentence_of[index]][1], index + LONGEST_PHRASE)
    for at in range(index + 1, last):
        token = tokens[at]
        if token.pos in NOUNS:
            return _is_not_owned(document, at)
        if token.pos == "ADJ" and token.text.endswith(("e", "en", "em", "es", "er")):
            return not token.text.endswith("es") and not (token.text.endswith("er") and _may_be_owned(document, at))
        if token.pos not in ("ADJ", "NUM", "ADV") and token.text not in ("„", '"', "»"):
            return True
    return True


def _is_not_owned(document: Document, index: int) -> bool:
    """Return whether a noun behind *ihr* cannot be owned: only masculine subjects and neuter singulars can."""
    tokens = document.tokens
    token, head = tokens[index], document.heads[index]
    gender = token.morph.get("Gender")
    others = [child for child in document.children[head] if child != index and tokens[child].relation in SUBJECTS]
    if gender == "Masc" and token.relation == "obj" and token.morph.get("Case") == "Acc":
        others += dependents(document, head, "expl")
        if others and tokens[index - 1].text.lower() == "ihr" != tokens[index - 2].text.lower():
            return True
    if tokens[index - 1].text.lower() == "ihr" and token.relation == "obj" and tokens[head].lemma.lower() in WISHING:
        # Er wünschte ihr Glück
        return True
    verb = finite_verb(document, head)
    subject = token.relation in SUBJECTS and not others
    if subject and verb >= 0 and verb_is_plural(tokens[verb]):
        return not is_coordinated(document, index)
    # das Zimmer and die Zimmer are one form
    several = token.morph.get("Number") == "Plur" and not (gender == "Neut" and token.text == token.lemma)
    return several or gender == "Fem"


def _may_be_owned(document: Document, index: int) -> bool:
    """Return whether an adjective in *-er* may agree with what is owned, and is none without ending: *sicher*."""
    after = document.tokens[index + 1 : index + 3]
    if not after or after[0].pos in NOUNS:
        return not after or after[0].morph.get("Gender") != "Fem"
    return after[0].pos == "ADJ" or (len(after) > 1 and after[1].pos == "ADJ")


def _behind_preposition(document: Document, index: int) -> bool | None:
    """Return whether *ihr* between preposition and noun is a dative, by whether the preposition governs the noun."""
    tokens = document.tokens
    before, after = index - 1, index + 1
    if before < 0 or after >= len(tokens) or tokens[before].pos != "ADP" or tokens[after].pos not in NOUNS:
        return None
    if tokens[after].pos == "PROPN":
        # genannt wurden von ihr Ulm und Bonn
        return True
    if tokens[after].relation == "obj":
        return True
    accusative = "Acc" in PREPOSITIONS.as_dict.get(tokens[before].text.lower(), ())
    return False if accusative and tokens[after].relation in ("obl", "nmod") else None


def forms(word: str, owned: PersonPhrase | None) -> Forms | None:
    """Return a possessive for a possessor of any gender."""
    if owned is not None and owned.number == "Sing":
        found = possessive_forms(word, owned.case, owned.number, True)
        if found is not None:
            return found
    low = word.lower()
    ending = low.removeprefix("sein") if low.startswith("sein") else low.removeprefix("ihr")
    masculine, feminine = "sein" + ending, "ihr" + ending
    return Forms(like(masculine, word), like(feminine, word), like(star(masculine, feminine), word))
