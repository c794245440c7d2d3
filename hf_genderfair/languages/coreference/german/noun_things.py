"""German nouns for persons that are no person by the words around them: firms, parts of compounds, things that rank.

*der Rivale Brunka schwieg*, *Hausmeister- und Gartendienste*, *die als Favorit geltende Bank*.
"""

from __future__ import annotations

from bisect import bisect_left
from operator import attrgetter

from hf_genderfair.languages.clauses import clause_of, dependents, has_copula, has_dependent, subject_of
from hf_genderfair.languages.coreference.roles import bearer_of
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.gender_fair_pairs import OR
from hf_genderfair.languages.german.animacy_evidence import speaks
from hf_genderfair.languages.german.non_person_nouns import BODY, non_person_reason
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.german.phrases import person_phrases
from hf_genderfair.languages.german.role_nouns import role_nouns
from hf_genderfair.languages.german.specific_reference import is_past
from hf_genderfair.languages.types import grammatical_gender
from hf_genderfair.lexicons.word_class import WordClass

FIRMS = WordClass("noun_classes_de", "firm_taken_up")
"""Nouns that take up a firm or a club which was named."""

COMPETING = WordClass("noun_classes_de", "competing_ending")
"""Ends of words for persons, and as often for firms, who compete or trade with others."""

NAMED = WordClass("noun_classes_de", "names_no_person")
"""Nouns for things with names, such as firms and places."""

LEGAL_FORMS = WordClass("name_words_de", "legal_form")
"""Legal forms of firms, behind their names."""

FARTHEST_FORM = 3
"""So many words of the name of a firm may stand before its legal form."""

SUBSIDIARIES = ("Tochter", "Mutter", "Schwester")
"""Ends of words for kin that are also firms."""

RISING = frozenset("aufsteigen avancieren werden entwickeln mausern".split())
"""Verbs with *zu* before what somebody or something becomes."""

SEEKING = WordClass("verb_frames_de", "seeking")
"""Verbs whose object is somebody whom one would like to have."""

PAIR = 6
"""Largest number of tokens from a noun to its form for the other gender, which *oder* joins to it."""

EITHER_OR = OR | {"/"}
BEFORE_NOUN = frozenset(("ADJ", "ADP", "DET", "PRON"))

NEIGHBOUR = "nachbar"

DIRECTIONS = ("nördlich", "südlich", "östlich", "westlich")

TO = frozenset({"zu", "zum", "zur"})

SENTENCES_BEFORE = 2
"""Number of sentences before a noun in which somebody may be named who competes."""


def is_thing_here(document: Document, start: int, end: int) -> bool:
    """Return whether a noun that may mean a person does not do so here."""
    # General Motors
    index = end - 1
    entity = document.entity_at(document.tokens[index].start)
    longer = entity is not None and entity.type == "ORG" and entity.end > document.tokens[index].end
    return (
        (longer and not has_dependent(document, index, "det", "det:poss"))
        or _is_first_part(document, start, end)
        or _is_rank_of_thing(document, end - 1)
        or _is_competing_firm(document, end - 1)
        or _is_of_family_of_firms(document, end - 1)
        or _is_body(document, end - 1)
        or _is_country_beside(document, end - 1)
    )


def means_anybody(document: Document, index: int) -> bool:
    """Return whether a noun in the singular is of nobody yet: *einen Käufer finden*, *eine Ärztin oder ein Arzt*."""
    return (
        _is_sought(document, index)
        or _is_beside_other_form(document, index)
        or _is_alternative(document, index)
        or _has_any_thing(document, index)
    )


def _is_sought(document: Document, index: int) -> bool:
    """Whether a noun with *ein* is whom somebody wants: *einen Käufer zu finden*, *Ein neuer Mieter wird gesucht*."""
    tokens, verb = document.tokens, document.heads[index]
    if not _is_indefinite(document, index) or tokens[verb].lemma not in SEEKING:
        return False
    if tokens[index].relation == "nsubj:pass":
        # 'Ein 30-Jähriger wird gesucht' is about somebody
        return index in role_nouns(document) and "jährig" not in tokens[index].text.lower()
    return tokens[verb].morph.get("VerbForm") == "Inf" and tokens[index].relation == "obj"


def _is_indefinite(document: Document, index: int) -> bool:
    return any(document.tokens[child].morph.get("Definite") == "Ind" for child in dependents(document, index, "det"))


def _is_alternative(document: Document, index: int) -> bool:
    """Whether *oder* joins a noun with *ein* to another place or person: *in der Schule oder bei einer Tante*."""
    joined = document.tokens[index].relation == "conj" and any(
        document.tokens[child].text == "oder" for child in dependents(document, index, "cc")
    )
    return joined and _is_indefinite(document, index)


def _has_any_thing(document: Document, index: int) -> bool:
    """Whether what anybody may have says whom a noun means, in the present: *ob der Besitzer einer Karte kommt*."""
    decided = role_nouns(document).get(index)
    if decided is None or decided.reason is not None or speaks(document, index) or is_past(document, index):
        return False
    return any(_is_indefinite(document, owner) for owner in dependents(document, index, "nmod"))


def _is_beside_other_form(document: Document, index: int) -> bool:
    """Whether *oder* or a slash joins a noun to its form for the other gender: *einer Autorin oder eines Autors*."""
    nouns = role_nouns(document)
    own = nouns.get(index)
    near = range(index - PAIR, index + PAIR + 1)
    return own is not None and any(
        nouns[other].phrase.noun.masculine == own.phrase.noun.masculine
        and {nouns[other].phrase.noun.gender, own.phrase.noun.gender} == {"masculine", "feminine"}
        and _are_alternatives(document, *sorted((index, other)))
        for other in near
        if other != index and other in nouns
    )


def _are_alternatives(document: Document, first: int, last: int) -> bool:
    """Whether nothing but *oder* and words before the second noun stand between two nouns."""
    between = document.tokens[first + 1 : last]
    joined = [token for token in between if token.text.lower() in EITHER_OR]
    return len(joined) == 1 and all(token.pos in BEFORE_NOUN for token in between if token is not joined[0])


def women_of_roles(document: Document) -> frozenset[str]:
    """Return masculine lemmas of roles in which a text speaks of one woman: *Arzt* where it has *die Ärztin*."""
    return document.derived(_women_of_roles)


def _women_of_roles(document: Document) -> frozenset[str]:
    return frozenset(
        decided.phrase.noun.masculine
        for index, decided in role_nouns(document).items()
        if decided.person and decided.phrase.number == "Sing" and decided.phrase.gender == "feminine"
        if not _is_beside_other_form(document, index)
    )


def _is_country_beside(document: Document, index: int) -> bool:
    """Whether a neighbour is a country, by where it lies: *der nördliche Nachbar*."""
    tokens = document.tokens
    neighbour = tokens[index].text.lower().startswith(NEIGHBOUR)
    return neighbour and any(
        tokens[child].text.lower().startswith(DIRECTIONS) for child in dependents(document, index, "amod")
    )


def _is_body(document: Document, index: int) -> bool:
    """Whether a word for a body and its members, which is no role noun, means the body: *Der Bundesrat tagte*."""
    phrase = person_phrases(document).get(index)
    if phrase is None or index in role_nouns(document):
        return False
    said = bearer_of(document, index) is not None
    return not said and non_person_reason(document, phrase, firms=False) == BODY


def _is_first_part(document: Document, start: int, end: int) -> bool:
    """Whether a hyphen behind a noun stands for the end of a compound: *Hausmeister- und Gartendienste*."""
    tokens, text = document.tokens, document.text
    after = tokens[end].start + 1 if end < len(tokens) and tokens[end].text == "-" else tokens[end - 1].end
    return text[after - 1] == "-" and after > tokens[start].start + 1 and text[after : after + 1] == " "


def _is_rank_of_thing(document: Document, index: int) -> bool:
    """Whether a thing ranks or acts as something."""
    # *die als Favorit geltende Bank*, *Das Land stieg zum Partner auf*, *Eigner ist der Konzern Brunka*.
    tokens, above = document.tokens, document.heads[index]
    before = {tokens[child].text.lower() for child in dependents(document, index, "case", "mark")}
    if "als" in before and tokens[above].pos in ("ADJ", "VERB") and tokens[above].relation in ("amod", "acl"):
        return _is_thing(document, document.heads[above])
    about = above
    if not has_copula(document, above):
        # an apposition names somebody beside a thing: 'der Fall von Karl Bode, dem Assistenten'
        said = "als" in before or has_copula(document, index)
        about = (bearer_of(document, index) if said else None) or index
    if about != index and tokens[about].pos == "NOUN" and tokens[about].text.lower() in NAMED:
        return True
    particle = "".join(tokens[child].text.lower() for child in dependents(document, above, "compound:prt"))
    if before.isdisjoint(TO) or particle + tokens[above].lemma not in RISING:
        return False
    subject = subject_of(document, clause_of(document, index))
    return subject >= 0 and _is_thing(document, subject)


def _is_thing(document: Document, index: int) -> bool:
    token = document.tokens[index]
    entity = document.entity_at(token.start)
    if token.pos == "PROPN":
        return entity is not None and entity.type != "PER"
    return token.pos == "NOUN" and person_form(token.text, grammatical_gender(token.morph)) is None


def _is_competing_firm(document: Document, index: int) -> bool:
    """Whether a noun is a firm among firms, since the text names some and nobody: *Brunka will den Rivalen kaufen*."""
    decided = role_nouns(document).get(index)
    masculine = decided is not None and decided.phrase.noun.gender == "masculine"
    if decided is None or not masculine or not decided.phrase.noun.masculine.lower().endswith(COMPETING.as_tuple):
        return False
    number = document.sentence_of[index]
    first, last = document.sentences[max(0, number - SENTENCES_BEFORE)][0], document.sentences[number][1]
    start, end = document.tokens[first].start, document.tokens[last - 1].end
    begin, stop = (bisect_left(document.entities, offset, key=attrgetter("start")) for offset in (start, end))
    named = {entity.type for entity in document.entities[begin:stop]}
    firms = any(token.text.lower() in FIRMS for token in document.tokens[first:last])
    return "PER" not in named and ("ORG" in named or firms)


def _is_of_family_of_firms(document: Document, index: int) -> bool:
    """Whether a word for kin belongs to a firm: *eine Tochter der Brunka GmbH*, *die Mutter des Konzerns*."""
    tokens = document.tokens
    if not tokens[index].text.endswith(SUBSIDIARIES):
        return False
    for owner in dependents(document, index, "nmod"):
        entity = document.entity_at(tokens[owner].start)
        behind = {token.text for token in tokens[owner + 1 : owner + 1 + FARTHEST_FORM]}
        firm = tokens[owner].text.lower().removesuffix("s") in FIRMS or not behind.isdisjoint(LEGAL_FORMS.as_set)
        if owner > index and (firm or (entity is not None and entity.type == "ORG")):
            return True
    return False
