"""Decide the case and number of a German role noun from all that its sentence shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hf_genderfair.languages.document import Document
from hf_genderfair.rewriting.german.agreement import adjective_readings, declension_after, determiner
from hf_genderfair.rewriting.german.noun_phrase import (
    PREPOSITIONS,
    Members,
    adjectives_agree,
    agrees,
    joined_noun,
    preposition,
    ruling_article,
)
from hf_genderfair.rewriting.german.person_phrase import Case, Number, RoleNoun

Cell = tuple[str, Case, Number]

CELLS: tuple[tuple[Case, Number], ...] = (
    ("Nom", "Sing"),
    ("Acc", "Sing"),
    ("Dat", "Sing"),
    ("Gen", "Sing"),
    ("Nom", "Plur"),
    ("Acc", "Plur"),
    ("Dat", "Plur"),
    ("Gen", "Plur"),
)
COPULAS = frozenset({"sein", "werden", "bleiben", "heißen"})
NAMING = frozenset(
    "bezeichnen betrachten ansehen sehen einsetzen einstellen beschreiben kennen schätzen verstehen vorstellen nennen "
    "haben brauchen suchen bestätigen engagieren beschäftigen verpflichten vorschlagen ablehnen würdigen feiern "
    "präsentieren darstellen ausweisen porträtieren loben beschimpfen ablösen".split()
)
"""Verbs whose *als* takes up the object: *man kennt ihn als guten Lehrer*."""

SINGULARS = frozenset("pro je per".split())
CASE_OF_RELATION: Mapping[str, Case] = {
    "nsubj": "Nom",
    "nsubj:pass": "Nom",
    "csubj": "Nom",
    "vocative": "Nom",
    "obj": "Acc",
    "iobj": "Dat",
    "obl:arg": "Dat",
}
BARE_PLURALS = frozenset({"nsubj", "nsubj:pass", "obj", "iobj", "obl", "obl:arg", "obl:agent", "nmod", "conj"})
"""Relations in which a noun without any article is as a rule a plural: *Lehrer streiken*."""


def case_and_number(
    document: Document, head: int, noun: RoleNoun, found: Members, known: Mapping[int, tuple[Case, Number]]
) -> tuple[Case, Number]:
    """Decide the case and number of a noun.

    Each case and number that the form can have is weighed: the article counts most, then the preposition, then the
    endings of adjectives, the verb that agrees, the noun that it is joined to, what the parse says, and what is usual
    for a noun without article.

    Args:
        document: The text.
        head: Place of the noun.
        noun: What the noun says.
        found: What belongs to the noun.
        known: Case and number of nouns earlier in the text, by their places.

    Returns:
        Its case and number.
    """
    before = preposition(document, found, head)
    article = ruling_article(document, found.determiner, found.first)
    weights = {cell: 0.0 for cell in _cells(noun)}
    partner = _partner(document, head, found)
    for weigh in (
        _by_article(document, found),
        _by_noun(document, head, noun, article),
        _by_adjectives(document, found, article),
        _by_preposition(document, found, head, before),
        _by_parse(document, head, before),
        _by_partner(document, partner, known),
        _by_verb(document, head),
        _by_usage(document, head, found, before),
    ):
        for gender, case, number, weight in weigh:
            for cell in weights:
                if (gender in ("", cell[0])) and case in ("", cell[1]) and number in ("", cell[2]):
                    weights[cell] += weight
    best = max(weights, key=weights.__getitem__)
    return best[1], best[2]


Weight = tuple[str, str, str, float]
"""Gender, case and number that get a weight; empty for all."""


def _cells(noun: RoleNoun) -> list[Cell]:
    genders = ("masculine", "feminine") if noun.gender == "common" else (noun.gender,)
    return [(gender, case, number) for case, number in CELLS for gender in genders]


def _by_noun(document: Document, head: int, noun: RoleNoun, article: str) -> Iterator[Weight]:
    """Weigh the form of the noun; a form that does not fit at all is an error of the text, and possible."""
    if noun.gender == "common":
        for reading in adjective_readings(document.tokens[head].text, declension_after(article)):
            gender, number = ("", "Plur") if reading.gender == "plural" else (reading.gender, "Sing")
            yield gender, reading.case, number, 8.0
        return
    for case, number in noun.readings:
        yield "", case, number, 8.0


def _by_article(document: Document, found: Members) -> Iterator[Weight]:
    if found.counted:
        yield "", "", "Plur", 8.0
    if found.determiner < 0:
        return
    token = document.tokens[found.determiner]
    readings = determiner(token.text.lower())
    if readings is None:
        return
    for reading in readings.readings:
        gender, number = ("", "Plur") if reading.gender == "plural" else (reading.gender, "Sing")
        yield gender, reading.case, number, 10.0
    if "Case" in token.morph:
        yield "", token.morph["Case"], "", 0.5
    if "Number" in token.morph:
        yield "", "", token.morph["Number"], 0.5


def _by_adjectives(document: Document, found: Members, article: str) -> Iterator[Weight]:
    if not found.adjectives:
        return
    for case, number in CELLS:
        for gender in ("masculine", "feminine"):
            balance = adjectives_agree(document, found, article, gender, case, number)
            yield gender, case, number, 4.0 * balance / len(found.adjectives)


def _by_preposition(document: Document, found: Members, head: int, before: str) -> Iterator[Weight]:
    tokens = document.tokens
    if before:
        for case in sorted(PREPOSITIONS[before]):
            yield "", case, "", 6.0
        if PREPOSITIONS[before] == {"Gen", "Dat"} and found.determiner < 0:
            yield "", "Gen", "", 0.5
    if found.first and tokens[found.first - 1].text.lower() in SINGULARS and found.determiner < 0:
        yield "", "", "Sing", 8.0


def _by_parse(document: Document, head: int, before: str) -> Iterator[Weight]:
    token = document.tokens[head]
    above = document.heads[head]
    if "Case" in token.morph:
        yield "", token.morph["Case"], "", 1.5
    if "Number" in token.morph:
        yield "", "", token.morph["Number"], 1.5
    if before:
        return
    relation = token.relation
    if relation == "nmod" and above < head:
        yield "", "Gen", "", 3.0
    elif _is_predicate(document, head):
        yield "", "Nom", "", 4.0
    elif relation in CASE_OF_RELATION:
        yield "", CASE_OF_RELATION[relation], "", 3.0
    elif relation == "root":
        yield "", "Nom", "", 2.0


def _is_predicate(document: Document, head: int) -> bool:
    tokens = document.tokens
    if any(tokens[child].relation == "cop" for child in document.children[head]):
        return True
    above = tokens[document.heads[head]]
    return above.lemma.lower() in COPULAS and tokens[head].relation in ("obj", "xcomp", "advcl", "obl")


def _partner(document: Document, head: int, found: Members) -> int:
    """Return the noun whose case a noun shares: joined by *und*, in apposition, or -1."""
    token = document.tokens[head]
    if token.relation in ("conj", "appos"):
        return document.heads[head]
    return joined_noun(document, found.first)


def _by_partner(document: Document, partner: int, known: Mapping[int, tuple[Case, Number]]) -> Iterator[Weight]:
    if partner < 0:
        return
    if partner in known:
        yield "", known[partner][0], "", 4.0
    elif document.tokens[partner].pos in ("NOUN", "PROPN", "PRON"):
        case = document.tokens[partner].morph.get("Case", "")
        if case:
            yield "", case, "", 2.0


def _by_verb(document: Document, head: int) -> Iterator[Weight]:
    """Weigh what the finite verb says of its subject, or of what is predicated."""
    token = document.tokens[head]
    subject = token.relation.startswith("nsubj")
    if not subject and not _is_predicate(document, head):
        return
    number = number_of_verb(document, head)
    if not number:
        return
    joined = any(document.tokens[child].relation == "conj" for child in document.children[head])
    if number == "Sing" or not joined:
        yield "", "", number, 3.0
    if subject and number == "Plur" and not joined:
        # eine Komplizin könnten sie gehabt haben: no subject, so the object
        yield "", "Acc", "Sing", 5.0
    if subject and _has_other_subject(document, head):
        yield "", "Acc", "", 3.5


def _has_other_subject(document: Document, head: int) -> bool:
    """Return whether the verb has a subject that can be nothing else: *er*, *wir*, *der Minister*."""
    for child in document.children[document.heads[head]]:
        token = document.tokens[child]
        if child == head or not token.relation.startswith("nsubj"):
            continue
        if token.text.lower() in ("er", "ich", "du", "wir", "man", "wer") or token.morph.get("Gender") == "Masc":
            return True
    return False


def number_of_verb(document: Document, head: int) -> str:
    """Return the number of the finite verb of the clause of a subject or predicate, or empty.

    Args:
        document: The text.
        head: Place of the subject or of the predicate noun.

    Returns:
        ``Sing``, ``Plur``, or empty.
    """
    tokens = document.tokens
    above = document.heads[head]
    places = [*document.children[head], *document.children[above], above]
    if any(tokens[child].relation == "cop" for child in document.children[head]):
        places = document.children[head]
    for place in places:
        token = tokens[place]
        if (token.pos == "AUX" or place == above) and token.morph.get("VerbForm") == "Fin":
            return token.morph.get("Number", "")
    return ""


def _by_usage(document: Document, head: int, found: Members, before: str) -> Iterator[Weight]:
    """Weigh what is usual for a noun without article."""
    tokens = document.tokens
    token = tokens[head]
    if found.determiner >= 0 or found.counted:
        return
    earlier = tokens[found.first - 1].text.lower() if found.first else ""
    if earlier in ("als", "wie"):
        yield from _behind_als(document, head, found)
        return
    if _is_before_name(document, head) or earlier in ("herr", "herrn", "frau"):
        yield "", "", "Sing", 6.0
    elif _is_beside_name(document, head, found):
        yield "", "", "Sing", 4.0
    elif joined_noun(document, found.first) >= 0 and ruling_article(document, -1, found.first):
        yield "", "", _number_of_article(ruling_article(document, -1, found.first)), 3.0
    elif token.relation in BARE_PLURALS and not found.possessed and not _is_predicate(document, head):
        yield "", "", "Plur", 2.5
    # a bare weak noun is a plural: Experten sagten
    for case in ("Gen", "Dat", "Acc"):
        yield "masculine", case, "Sing", -2.0 if not before else -1.0


def _number_of_article(article: str) -> str:
    known = determiner(article)
    numbers = {"Plur" if reading.gender == "plural" else "Sing" for reading in known.readings} if known else set()
    return numbers.pop() if len(numbers) == 1 else "none"


def _behind_als(document: Document, head: int, found: Members) -> Iterator[Weight]:
    tokens = document.tokens
    above = document.heads[head]
    lemma = tokens[above].lemma.lower()
    children = document.children[above]
    passive = any(tokens[child].relation in ("aux:pass", "nsubj:pass") for child in children)
    referents = [child for child in children if tokens[child].relation.startswith("nsubj")]
    if lemma in NAMING and not passive:
        objects = [child for child in children if tokens[child].relation == "obj"]
        if objects:
            referents = objects
            yield "", "Acc", "", 2.0
    yield "", "Nom", "", 1.0
    for referent in referents[:1]:
        number = tokens[referent].morph.get("Number", "")
        joined = any(tokens[child].relation == "conj" for child in document.children[referent])
        if number:
            yield "", "", "Plur" if joined else number, 2.5


def _is_before_name(document: Document, head: int) -> bool:
    """Return whether a noun is the title of a person: *Präsident Clinton*."""
    tokens = document.tokens
    if head + 1 >= len(tokens) or document.sentence_of[head + 1] != document.sentence_of[head]:
        return False
    after = tokens[head + 1]
    if after.pos != "PROPN":
        return False
    if document.heads[head + 1] == head or document.heads[head] == head + 1:
        return True
    return any(entity.type == "PER" and entity.start == after.start for entity in document.entities)


def _is_beside_name(document: Document, head: int, found: Members) -> bool:
    """Return whether a noun is said of one person with a name: *Ute Maier, Sprecherin des Vereins*."""
    tokens = document.tokens
    if found.first < 2 or tokens[head].relation not in ("appos", "parataxis", "conj"):
        return False
    return tokens[found.first - 1].text in (",", "(", "-", "–") and tokens[found.first - 2].pos == "PROPN"
