"""The words before a German noun that agree with it: article, adjectives, numerals, preposition."""

from __future__ import annotations

import re
from typing import NamedTuple, cast

from hf_genderfair.languages.clauses import SUBJECTS, dependents, is_finite
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.agreement import (
    Determiner,
    FormInterpretation,
    adjective_interpretations,
    declension_after,
    determiner,
    is_plural_word,
)
from hf_genderfair.languages.german.clauses import COPULA_LEMMAS, has_plural_verb
from hf_genderfair.languages.german.person_phrase import RoleNoun
from hf_genderfair.languages.types import Case
from hf_genderfair.lexicons.word_class import WordClass, WordValues

LONGEST = 12
"""So many words before a noun are read as its own; attributes that are longer are left to the parse."""

SUBJECTS_AND_OBJECTS = frozenset({"nsubj", "nsubj:pass", "obj", "xcomp", "obl"})
NEUTERS = WordClass("determiners_de", "neuter")
FARTHEST_ARTICLE = 5
LONGEST_ATTRIBUTE = 20
"""So many words an attribute between article and noun may have."""

YEAR = re.compile("(1[5-9]|20)[0-9]{2}")
ORDINAL = re.compile(r"[0-9]{1,3}\.")
ABOUT = WordClass("closed_classes_de", "about")
"""Words before a number that tell how exact it is: *ca. 300*."""

JOINING = frozenset(("und", "oder", "sowie", "bzw.", "beziehungsweise", "noch", "&"))
HYPHENS = frozenset("-‐‑")
QUOTES = frozenset("\"'„“”‚‘’«»›‹*")
BETWEEN_ADJECTIVES = frozenset((",", "und", "oder", "aber", "wie"))
OPENING_ATTRIBUTES = frozenset(("ADP", "ADV", "NUM", "PRON"))
"""Parts of speech of the first word of a long attribute: *der in Bonn lebende*, *ein acht Jahre alter*, *der sich*."""

BETWEEN = frozenset(("ADV", "PART", "X", "SYM"))
BEHIND_ARTICLES = ("solch", "jed", "ander")
"""Beginnings of determiners that are adjectives behind another one: *ein solcher Lehrer*, *ein jeder*."""

DEFINITE = WordClass("determiners_de", "definite")
SALUTATION = WordClass("closed_classes_de", "salutation")

PREPOSITIONS = WordValues("prepositions_de", "cases", lambda cell: frozenset(cell.split()))
"""Prepositions and the cases that follow them."""

USUAL_CASE = WordValues("prepositions_de", "usual_case", lambda cell: cast(Case, cell))
"""The case that persons as a rule have behind prepositions with two cases: *ein Brief an den Präsidenten*."""


class Members(NamedTuple):
    """What stands before a noun and belongs to it.

    Attributes:
        determiner: Index of the determiner or the contraction; -1 where there is none.
        adjectives: Indices of adjectives and participles, in order.
        counted: Whether a word says that there are several: *drei*, *viele*.
        possessed: Whether a genitive stands where a determiner would stand: *Kohls Minister*, *dessen Freund*.
        first: Index of the first word of all.
    """

    determiner: int
    adjectives: tuple[int, ...]
    counted: bool
    possessed: bool
    first: int


def members(document: Document, first: int, head: int, noun: RoleNoun) -> Members:
    """Find the words before a noun that agree with it: by their forms, and by the parse where the words are far off."""
    tokens = document.tokens
    begin = max(_begin(document, first), first - LONGEST)
    adjectives: list[int] = []
    counted = possessed = False
    edge, index = first, _before_truncated(document, first) - 1
    while index >= begin:
        token = tokens[index]
        low = token.text.lower()
        if is_plural_word(low) or (token.pos == "NUM" and determiner(low) is None):
            if YEAR.fullmatch(low) and index and document.tokens[index - 1].pos != "DET":
                # seit 1988 Minister
                break
            # an ordinal such as 45. counts nothing
            counted = counted or not low.endswith(("1", "."))
            edge = index
        elif _is_determiner(document, index, head, noun):
            return Members(index, tuple(reversed(adjectives)), counted, False, index)
        elif _is_adjective(document, index, head, noun):
            adjectives.append(index)
            edge = index
        elif not (_is_initials(document, index, head) or _may_stand_between(document, index, begin, bool(adjectives))):
            possessed = edge == index + 1 and _is_possessor(document, index)
            edge = index if possessed else edge
            break
        index -= 1
    far = -1 if possessed else _far_determiner(document, edge, head, noun)
    if far < 0 and adjectives and _is_verb(document, adjectives[-1]):
        edge = adjectives.pop() + 1
    return Members(far, tuple(reversed(adjectives)), counted, possessed, far if far >= 0 else edge)


def is_neuter(document: Document, noun: RoleNoun, found: Members, head: int) -> bool:
    """Return whether the words before a noun say that it is no person: *das Neue*, *dieses Neue*, *das Militär*."""
    tokens = document.tokens
    if noun.gender == "neuter":
        return False
    if found.determiner >= 0:
        # the genitive would be dieses Neuen
        article = tokens[found.determiner].text.lower()
        return noun.gender == "common" and article.endswith("es") and tokens[head].text.lower().endswith("e")
    if not found.first:
        return False
    before = tokens[found.first - 1]
    if noun.gender == "feminine" and found.first > 1 and tokens[found.first - 2].text == ",":
        # das Ziel, das Ministerin Ott nennt
        return False
    # ein schönes Erbe
    adjective = before.pos == "ADJ" and before.text.endswith("es") and document.heads[found.first - 1] == head
    return adjective or (before.pos != "PRON" and before.text.lower() in NEUTERS)


def names_person(document: Document, index: int) -> bool:
    """Return whether the name of a person begins at a token."""
    entity = document.entity_at(document.tokens[index].start)
    return entity is not None and entity.start == document.tokens[index].start and entity.type == "PER"


def is_before_name(document: Document, head: int) -> bool:
    """Return whether a noun is the title of a person: *Präsident Clinton*."""
    tokens = document.tokens
    if head + 1 >= len(tokens) or document.sentence_of[head + 1] != document.sentence_of[head]:
        return False
    after = tokens[head + 1]
    tied = after.relation in ("flat", "flat:name", "appos") and document.heads[head + 1] == head
    return after.pos == "PROPN" and (tied or names_person(document, head + 1))


def is_label(document: Document, head: int, first: int) -> bool:
    """Return whether a noun before a colon names a field of which one value follows: *Benutzer: admin*."""
    tokens = document.tokens
    start, end = document.sentences[document.sentence_of[head]]
    if first != head or head + 2 >= end or tokens[head + 1].text != ":" or is_count(document, head):
        return False
    after = tokens[head + 2 : end]
    # 'weder … noch', but not 'noch offen'
    several = any(token.text in JOINING and token.pos != "ADV" for token in after)
    # a value may be a clause without subject: 'Leiter: wird noch bestimmt'
    lacking = after[0].text.islower() and is_finite(after[0])
    told = not lacking and any(is_finite(token) and token.morph.get("Mood") != "Imp" for token in after)
    return (head == start or tokens[head - 1].text in (",", ";")) and not several and not told


def is_count(document: Document, head: int) -> bool:
    """Return whether a noun before a colon says of whom a number follows: *Teilnehmer: ca. 25*."""
    texts = [token.text for token in document.tokens[head + 1 : head + 4]]
    number = [text for text in texts[1:] if text.lower() not in ABOUT]
    return texts[:1] == [":"] and bool(number) and number[0][0].isdigit()


def _before_truncated(document: Document, first: int) -> int:
    """Return the index of the first part that a compound shares its end with: *Staats- und Parteichef*."""
    tokens = document.tokens
    if first > 1 and tokens[first - 1].text.lower() in ("und", "oder", "bzw.") and tokens[first - 2].text[-1] == "-":
        # the hyphen may be a token of its own
        return first - 2 if len(tokens[first - 2].text) > 1 else max(first - 3, 0)
    return first


def _is_determiner(document: Document, index: int, head: int, noun: RoleNoun) -> bool:
    token = document.tokens[index]
    low = token.text.lower()
    known = determiner(low)
    if known is None or (token.pos in ("AUX", "VERB") and low == "sein"):
        return False
    before = document.tokens[index - 1].text.lower() if index else ""
    if low.startswith(BEHIND_ARTICLES) and before in ("ein", "eine", "einen", "einem", "einer", "eines"):
        return False
    return fits(known, noun) and not _is_one_of_two(document, index) and not _is_pronoun(document, index, head)


def _is_one_of_two(document: Document, index: int) -> bool:
    """Return whether *ein* is an adjective: *der eine Läufer*, but not *die Frau, die eine Lehrerin kennt*."""
    tokens = document.tokens
    if not index or tokens[index].text not in ("eine", "einen") or tokens[index - 1].text.lower() not in DEFINITE:
        return False
    return tokens[index - 1].pos == "DET" and (index < 2 or tokens[index - 2].text != ",")


def _is_pronoun(document: Document, index: int, head: int) -> bool:
    """Return whether what may be an article is a pronoun: *Bücher, die Lehrer lesen*, *da halfen ihr Lehrer*."""
    tokens = document.tokens
    token = tokens[index]
    low = token.text.lower()
    if low == "ihr" and has_plural_verb(document, head):
        return True
    relative = index > 0 and tokens[index - 1].text == "," and low in ("der", "die", "den", "dem")
    if token.pos == "PRON" and not token.relation.startswith("det"):
        return relative or low in ("ihr", "unser", "euer")
    if not relative:
        return False
    relations = {tokens[child].relation for child in document.children[head] if child != index}
    if "cop" in relations:
        return not relations & SUBJECTS_AND_OBJECTS
    # Joseph, der Offizier wurde: the verb follows, and all else that it needs is the pronoun
    verb = document.heads[head]
    if verb != head + 1 or tokens[verb].lemma.lower() not in COPULA_LEMMAS:
        return False
    return not {tokens[child].relation for child in document.children[verb] if child != head} & SUBJECTS_AND_OBJECTS


def fits(known: Determiner, noun: RoleNoun) -> bool:
    """Return whether a determiner can stand before a noun, in any case: whether gender and number agree."""
    if noun.gender == "common":
        return any(interpretation.gender != "neuter" for interpretation in known.interpretations)
    numbers = {number for _, number in noun.cells}
    return any(
        ("Plur" in numbers)
        if interpretation.gender == "plural"
        else ("Sing" in numbers and interpretation.gender == noun.gender)
        for interpretation in known.interpretations
    )


def _is_adjective(document: Document, index: int, head: int, noun: RoleNoun) -> bool:
    token = document.tokens[index]
    low = token.text.lower()
    endings = ("e", "en", "er", "em", "es") if noun.gender == "neuter" else ("e", "en", "er", "em")
    if not low.endswith(endings) or len(low) < 4:
        return False
    if (low.startswith(BEHIND_ARTICLES) and token.pos in ("DET", "PRON", "ADJ")) or _is_one_of_two(document, index):
        return True
    if token.pos == "ADJ":
        return not _has_subject(document, index)
    first = index == document.sentences[document.sentence_of[index]][0]
    if first and low in SALUTATION:
        # taken for love: Liebe Leser
        return True
    participle = low.endswith(("ende", "enden", "ender", "endem", "te", "ten", "ter", "tem", "ene", "enen", "ener"))
    by_parse = document.heads[index] == head and token.relation == "amod"
    return token.pos not in ("DET", "PRON", "NUM") and by_parse and (participle or first or token.text[0].islower())


def _has_subject(document: Document, index: int) -> bool:
    """Return whether what is tagged as an adjective is a verb behind its subject: *Makler beraten Käufer*."""
    tokens = document.tokens
    if not index or tokens[index - 1].pos == "DET":
        return False
    return any(tokens[child].relation in SUBJECTS for child in document.children[index] if child < index)


def _may_stand_between(document: Document, index: int, begin: int, adjective_follows: bool) -> bool:
    """Return whether a word may stand between article and noun: adverbs of adjectives, quotes, *und* of adjectives."""
    token = document.tokens[index]
    if token.text in QUOTES or token.text == "-" or ORDINAL.fullmatch(token.text):
        return True
    if not adjective_follows:
        return False
    if token.pos in BETWEEN or (token.pos == "ADJ" and token.text[0].islower()):
        return token.text.lower() not in ("als", "wie", "so", "auch", "nur")
    if token.text.lower() not in BETWEEN_ADJECTIVES:
        return False
    # ein armer, aber glücklicher Musiker
    earlier, later = index - 1, index + 1
    while earlier > begin and document.tokens[earlier].text.lower() in BETWEEN_ADJECTIVES:
        earlier -= 1
    while document.tokens[later].text.lower() in BETWEEN_ADJECTIVES:
        later += 1
    one, other = document.tokens[earlier], document.tokens[later]
    return earlier >= begin and one.pos == "ADJ" and one.text[-2:] == other.text[-2:]


def _is_initials(document: Document, index: int, head: int) -> bool:
    """Return whether letters stand before a noun as its first part would: *die neue ABC Chefin*."""
    word = document.tokens[index].text
    beside = document.heads[index] == head or (document.heads[head] == index == head - 1)
    return len(word) > 1 and word.isalpha() and word.isupper() and beside


def _is_possessor(document: Document, index: int) -> bool:
    token = document.tokens[index]
    name = token.pos == "PROPN" and token.text.endswith(("s", "'", "’"))
    return name or token.text.lower() in ("dessen", "deren", "wessen")


def _is_verb(document: Document, index: int) -> bool:
    """Return whether a word in *-te* is the verb of its sentence: *kritisierte Minister Müller*."""
    if not document.tokens[index].text.endswith("te") or document.tokens[index].text[0].isupper():
        return False
    first, last = document.sentences[document.sentence_of[index]]
    around = document.tokens[max(first, index - LONGEST_ATTRIBUTE) : min(last, index + LONGEST_ATTRIBUTE)]
    return not any(token.morph.get("VerbForm") == "Fin" for token in around)


def _begin(document: Document, index: int) -> int:
    """Return where the words before a noun begin: at its sentence, or before a line break inside the sentence."""
    tokens = document.tokens
    begin = document.sentences[document.sentence_of[index]][0]
    while begin and index - begin < LONGEST:
        gap = document.text[tokens[begin - 1].end : tokens[begin].start]
        if tokens[begin - 1].pos == "PUNCT" or gap.count("\n") != 1:
            break
        begin = document.sentences[document.sentence_of[begin - 1]][0]
    return begin


def _far_determiner(document: Document, edge: int, head: int, noun: RoleNoun) -> int:
    """Return the determiner before a long attribute, which an adjective ends: *der in Bonn lebende Autor*."""
    # An article directly before a preposition, an adverb, a number or a pronoun opens such an attribute; otherwise the
    # parse must find it.
    tokens = document.tokens
    begin = max(document.sentences[document.sentence_of[head]][0], head - LONGEST_ATTRIBUTE)
    for index in range(edge - 1, begin - 1, -1):
        token = tokens[index]
        parts = token.pos == "PUNCT" and token.text not in QUOTES and token.text not in ("-", "(", ")")
        if parts or token.morph.get("VerbForm") == "Fin":
            return -1
        known = determiner(token.text.lower())
        article = token.pos in ("DET", "ADP") or token.relation == "det"
        if known is None or not article or not fits(known, noun):
            continue
        if _is_pronoun(document, index, head):
            return -1
        opens = tokens[index + 1].pos in OPENING_ATTRIBUTES
        if edge < head and (opens or (document.heads[index] == head and token.relation.startswith("det"))):
            return index
        if document.heads[index] == head and index == edge - 1:
            return index
    return -1


def article_before(document: Document, index: int) -> str:
    """Return the determiner before a noun and its adjectives in lower case, whether or not it agrees; or empty."""
    tokens = document.tokens
    first = document.sentences[document.sentence_of[index]][0]
    for before in range(index - 1, max(index - FARTHEST_ARTICLE, first) - 1, -1):
        low, after = tokens[before].text.lower(), tokens[before + 1].text
        if (determiner(low) or is_plural_word(low)) and after != "Jahre":
            return low
        years = low == "jahre" and after.startswith("alt")
        if tokens[before].pos not in ("ADJ", "ADV", "NUM", "PROPN") and not years:
            return ""
    return ""


def preposition(document: Document, found: Members, head: int) -> str:
    """Return the preposition or contraction before a noun phrase, in lower case, or empty."""
    tokens = document.tokens
    if found.determiner >= 0 and tokens[found.determiner].text.lower() in PREPOSITIONS:
        return tokens[found.determiner].text.lower()
    before = found.first - 1
    while before >= 0 and tokens[before].text in QUOTES:
        before -= 1
    fixed = before > 0 and tokens[before - 1].text.lower() == "vor" and tokens[before].text == "allem"
    if fixed or (before >= 0 and tokens[before].relation == "mark"):
        # vor allem Frauen, bis die Frau kam
        return ""
    if before >= 0 and tokens[before].text.lower() in PREPOSITIONS and tokens[before].pos == "ADP":
        return tokens[before].text.lower()
    if before >= 0 and YEAR.fullmatch(tokens[before].text):
        # von 1990 bis 1995 Vorsitzende
        return ""
    beside = (at for at in dependents(document, head, "case") if at < found.first or at == head + 1)
    return next((low for low in (tokens[at].text.lower() for at in beside) if low in PREPOSITIONS), "")


def ruling_article(document: Document, found_determiner: int, first: int, head: int) -> str:
    """Return the determiner that rules the endings of a noun phrase: its own, or that of the noun joined before it."""
    tokens = document.tokens
    if found_determiner >= 0:
        return tokens[found_determiner].text
    index = noun = joined_noun(document, first, head)
    if index < 0:
        return ""
    begin = max(document.sentences[document.sentence_of[index]][0], index - LONGEST)
    while index > begin:
        index -= 1
        token = tokens[index]
        # der*die rules as der does
        article = token.text.partition("*")[0]
        if determiner(article.lower()) and token.pos in ("DET", "ADP", "PRON"):
            return article
        first_part = token.end == tokens[index + 1].start and tokens[index + 1].text[0] in HYPHENS
        if token.pos not in ("ADJ", "NUM", "ADV", "PUNCT", "PROPN") and not first_part:
            return ruling_article(document, -1, index + 1, noun)
    return ""


def joined_noun(document: Document, first: int, head: int) -> int:
    """Return the index of the noun before the *und*, *oder* or comma that joins a noun phrase to it, or -1."""
    tokens = document.tokens
    if first < 2 or tokens[first - 2].pos not in ("NOUN", "PROPN"):
        return -1
    before = tokens[first - 1].text.lower()
    return first - 2 if before in JOINING or (before == "," and tokens[head].relation == "conj") else -1


def agrees(known: tuple[FormInterpretation, ...], gender: str, case: str, number: str) -> bool:
    """Return whether one of the interpretations is that of a gender, case and number."""
    wanted = "plural" if number == "Plur" else gender
    return any(interpretation.gender == wanted and interpretation.case == case for interpretation in known)


def adjectives_agree(document: Document, found: Members, article: str, gender: str, case: str, number: str) -> int:
    """Return how many adjectives agree with a gender, case and number, less those that do not."""
    balance = 0
    declension = declension_after(article)
    for index in found.adjectives:
        interpretations = adjective_interpretations(document.tokens[index].text, declension)
        if interpretations:
            balance += 1 if agrees(interpretations, gender, case, number) else -1
    return balance
