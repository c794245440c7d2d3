"""Which German phrases refer to women or men, and which of them stay."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from hf_genderfair.counterfactual.german.homonyms import (
    ADDRESSED,
    is_firm_beside,
    is_in_name_of_office,
    is_ruler_as_name,
    is_surname_in_mann,
    names_firms,
)
from hf_genderfair.counterfactual.german.men import is_genitive_plural, spoken_of
from hf_genderfair.languages.clauses import (
    SUBJECTS,
    dependents,
    has_copula,
    has_word_below,
    is_coordinated,
    other_subjects,
)
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.clauses import COPULA_LEMMAS, clause_of, clause_subject, finite_verb, verb_is_plural
from hf_genderfair.languages.german.gender_pairs import PAIR, person_noun
from hf_genderfair.languages.german.names import ADDRESS, NAME, WORK, name_reason
from hf_genderfair.languages.german.non_person_nouns import (
    BEING,
    EXPRESSION,
    THING,
    is_no_person,
    non_person_reason,
)
from hf_genderfair.languages.german.noun_phrase import QUOTES, YEAR
from hf_genderfair.languages.german.nouns import role_noun
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.phrases import phrase_words
from hf_genderfair.languages.german.scope import GermanOptions, part_refusal
from hf_genderfair.languages.german.specific_reference import is_named
from hf_genderfair.languages.types import BinaryGender
from hf_genderfair.lexicons.word_class import WordClass

GENERIC = "nobody in particular"
BOTH = "beside its counterpart"

OPTIONS = GermanOptions(scope="all")

FIXED = WordClass("word_patterns_de", "fixed_expression")
NEAR = 30

ANYBODY = tuple("jed kein irgendein jedwed jeglich".split())
FARTHEST_COUNTERPART = 5
FARTHEST_WORD = 6
LATER = WordClass("closed_classes_de", "comparative_of_time")
ACTIVITIES = WordClass("noun_classes_de", "activity_ending")
"""Ends of words for what somebody does or is: *die Tätigkeit als Lehrerin*."""

JOINING = frozenset("und oder sowie bzw. beziehungsweise wie noch / & +".split())
BESIDE = frozenset({"appos", "flat", "flat:name"})
TITLES = (["Herr", "Frau"], ["Herrn", "Frau"], ["Frau", "Herr"], ["Frau", "Herrn"])
NAMES_GIVEN = tuple("namen name namens titel titels".split())
ENGLISH = re.compile(r"Girls?|Boys?|Lad(?:y|ys|ies)|Lords?|Gentlem[ae]n|Moms?|Mums?|Dads?|Count|Duke|Hosts?|Stewards?")


def gender_of(document: Document, phrase: PersonPhrase) -> BinaryGender | None:
    """Return the gender of a phrase; None for plurals of nominalised adjectives, and without evidence."""
    if phrase.noun.gender != "common":
        return "female" if phrase.noun.gender == "feminine" else "male"
    relative = phrase.determiner > 0 and document.tokens[phrase.determiner - 1].text == ","
    if phrase.number == "Plur" or (relative and document.tokens[phrase.determiner].pos == "PRON"):
        # eine Stiftung, die Obdachlose unterstützt
        return None
    article = document.tokens[phrase.determiner].text.lower() if phrase.determiner >= 0 else ""
    if article == "der" and phrase.case == "Gen" and not is_named(document, phrase):
        # die Rede der Grünen: one woman or several
        return None
    if phrase.determiner < 0 and document.tokens[phrase.head].text.endswith("en"):
        # mit Ada Ott, Vorsitzenden des Vereins
        return None
    for word in phrase_words(document, phrase, 0):
        written = document.text[word.start : word.end].lower()
        if written == word.feminine.lower() != word.masculine.lower():
            return "female"
        if written == word.masculine.lower() != word.feminine.lower():
            return "male"
    return None


def reason_to_stay(document: Document, phrase: PersonPhrase) -> str | None:
    """Return why a phrase of any gender stays; None where it refers to a person.

    Returns:
        The reason: a name, a work, no person, a fixed expression; or None.
    """
    reason = part_refusal(document, phrase.start, phrase.end, OPTIONS) or name_reason(document, phrase)
    if reason is not None and reason != ADDRESS and not (reason == NAME and _is_no_name(document, phrase)):
        return reason
    if _is_foreign(document, phrase) or _opens_title(document, phrase):
        return WORK
    if is_in_name_of_office(document, phrase) or is_ruler_as_name(document, phrase):
        return NAME
    if names_firms(document, phrase) or is_firm_beside(document, phrase):
        return THING
    if phrase.noun.masculine == "Gott":
        return BEING
    near = max(0, phrase.start - NEAR), min(len(document.text), phrase.end + NEAR)
    for match in FIXED.pattern.finditer(document.text, *near):
        if match.start() < phrase.end and phrase.start < match.end():
            return EXPRESSION
    written = document.text[phrase.start : phrase.end]
    if phrase.noun.source == PAIR and is_surname_in_mann(document, phrase):
        return NAME
    if phrase.noun.source == PAIR:
        return THING if is_no_person(document, phrase.head, written) else None
    return non_person_reason(document, phrase, firms=False) or (THING if _is_said_of_thing(document, phrase) else None)


def is_corrected(document: Document, head: int, other: int) -> bool:
    """Return whether *sondern* joins two nouns, so that both tell of one: *keines Helden, sondern eines Mannes*."""
    first, second = sorted((head, other))
    above = document.heads[second]
    joined = document.tokens[second].relation == "conj" and above in (first, document.heads[first])
    return joined and has_word_below(document, second, ("sondern",))


def is_listed_with(document: Document, phrase: PersonPhrase, other: int) -> bool:
    """Return whether somebody is told of beside another: *ein Wirt und ein Gast wurden verletzt*."""
    tokens, heads, head = document.tokens, document.heads, phrase.head
    indefinite = phrase.determiner >= 0 and tokens[phrase.determiner].text.lower().startswith("ein")
    if phrase.number == "Plur" or not indefinite or tokens[other].pos != "NOUN":
        return False
    tops = [heads[at] if tokens[at].relation == "conj" else at for at in (head, other)]
    return tops[0] == tops[1] and has_word_below(document, other, ("ein", "einen", "einem", "eines"))


def _is_said_of_thing(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a feminine only agrees with a feminine non-person noun: *die Gesellschaft als Eigentümerin*."""
    if phrase.noun.gender != "feminine" or phrase.number == "Plur":
        return False
    about = said_of(document, phrase)
    first = document.sentences[document.sentence_of[phrase.head]][0]
    if phrase.head and document.tokens[phrase.head - 1].text == "Frau":
        # die Ansicht, Frau Kollegin, ist falsch
        return False
    if about < 0 or any(token.text.lower() == "sie" for token in document.tokens[first : phrase.head]):
        return False
    token = document.tokens[about]
    entity = document.entity_at(token.start)
    if token.pos == "PROPN":
        return entity is not None and entity.type in ("ORG", "LOC")
    # 'Der Welt wurde die Frau als Ärztin bekannt'
    owner = (
        token.morph.get("Gender") == "Fem"
        and not has_word_below(document, about, ("der", "einer"))
        and not token.text.lower().endswith(ACTIVITIES.as_tuple)
    )
    return token.pos == "NOUN" and owner and person_form(token.text, "feminine") is None


def _is_no_name(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a noun only looks like a surname: *Beckers Mutter*, *zum Abt*, *Als Lehrer half er*."""
    before = document.tokens[phrase.head - 1] if phrase.head else None
    if before is not None and before.text.lower() == "als":
        return True
    if before is not None and before.text in ("Herr", "Herrn", "Frau"):
        after = document.tokens[phrase.head + 1] if phrase.head + 1 < len(document.tokens) else None
        if phrase.noun.masculine.lower() in ADDRESSED and (after is None or after.pos != "PROPN"):
            return True
    owned = before is not None and before.pos == "PROPN" and before.text.endswith("s")
    return phrase.noun.source == PAIR and (owned or phrase.determiner >= 0 or phrase.noun.gender == "feminine")


def _is_foreign(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a word of English origin, or a people's name, stands among English words: *Two Pretty Girls*."""
    written = document.text[phrase.start : phrase.end]
    if phrase.determiner >= 0 and phrase.determiner == phrase.head - 1:
        return False
    near = [at for at in (phrase.head - 1, phrase.head + 1) if 0 <= at < len(document.tokens)]
    if ENGLISH.fullmatch(written):
        before = document.tokens[phrase.head - 1] if phrase.head else None
        return before is not None and before.pos in ("PROPN", "X") and not before.text.endswith(".")
    return len(near) == 2 and all(document.tokens[at].pos in ("PROPN", "X") for at in near) and written.endswith("ese")


def _opens_title(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a capital article inside a sentence opens the title of a work: *in Meine Stiefmutter ist*."""
    index = phrase.determiner
    if index <= document.sentences[document.sentence_of[phrase.head]][0]:
        return False
    word, before = document.tokens[index].text, document.tokens[index - 1]
    capital = word[0].isupper() and not word.isupper() and not word.lower().startswith(("ihr", "sie"))
    return capital and (before.pos not in ("PUNCT", "X", "SYM") and before.text[-1].isalnum())


def repaired_phrase(document: Document, phrase: PersonPhrase) -> PersonPhrase:
    """Return a phrase with its case or number repaired where its words alone do not show it.

    Returns:
        The nominative of names that are given (*den Spitznamen Herzogin*), of a predicate, and of a form of address;
        the singular of what one person is (*als Vorsitzende*, *seit sie Kaiserin wurde*); with the adjectives before
        a comma.
    """
    phrase = _with_adjectives(document, _with_shared_article(document, phrase))
    tokens, head = document.tokens, phrase.head
    first = phrase.first
    before = tokens[first - 1].text.lower() if first > document.sentences[document.sentence_of[head]][0] else ""
    if before.endswith(NAMES_GIVEN) and phrase.determiner < 0:
        return phrase._replace(case="Nom", number="Sing")
    if _is_title_of_owner(document, phrase):
        return phrase._replace(case="Gen")
    if _has_the_floor(document, phrase):
        return phrase._replace(case="Dat", number="Sing")
    if before == "so" and first > 1 and tokens[first - 2].text == ",":
        # das reicht nicht, so die Köchin
        return phrase._replace(case="Nom")
    if _is_copula_subject(document, phrase) or _is_called_to(document, phrase, first) or _is_office(document, phrase):
        return phrase._replace(case="Nom")
    if first == head and phrase.case == "Nom" and phrase.number == "Sing" and _is_greeting(document, head - 1):
        return phrase._replace(adjectives=(head - 1,))
    subject = said_of(document, phrase)
    counted = any(
        tokens[child].relation == "nummod" and not YEAR.fullmatch(tokens[child].text)
        for child in document.children[head]
    )
    if counted or (phrase.noun.gender == "common" and tokens[head].text.endswith("n")):
        return phrase
    if subject < 0 or tokens[head].relation in BESIDE or not _may_be_one(phrase):
        return phrase
    verb = finite_verb(document, clause_of(document, subject))
    one = verb >= 0 and not verb_is_plural(tokens[verb])
    if phrase.determiner < 0 and one and ("Nom", "Sing") in phrase.noun.cells and phrase.number == "Plur":
        # Sie war erst Vorsitzende des Vereins und dann Vorsitzende des Verbands
        above = document.heads[head]
        again = tokens[head].text == tokens[above].text
        # Er wurde Fürst und 1910 König
        right_behind = all(token.pos in ("CCONJ", "NUM", "ADV") for token in tokens[above + 1 : head])
        joined = tokens[head].relation == "conj" and not (again or right_behind)
        return phrase if joined else phrase._replace(case="Nom", number="Sing")
    return phrase


def _with_shared_article(document: Document, phrase: PersonPhrase) -> PersonPhrase:
    """Add the article of the noun before to a nominalised adjective: *der Minister und frühere Vorsitzende*."""
    tokens, head = document.tokens, phrase.head
    above = document.heads[head]
    shares = phrase.noun.gender == "common" and phrase.determiner < 0 and phrase.number == "Sing"
    if not shares or above > head or tokens[head].relation not in ("conj", "appos") or tokens[head].text[-1] == "r":
        return phrase
    first = min((head, *phrase.adjectives))
    articles = dependents(document, above, "det") if tokens[first - 1].text in ("und", tokens[above].text) else []
    if not articles or tokens[articles[0]].morph.get("Number") == "Plur":
        return phrase
    return phrase._replace(determiner=articles[0])


def _is_greeting(document: Document, index: int) -> bool:
    """Return whether a word before a form of address is its adjective: *geehrte* is no verb, and *Liebe* no noun."""
    if index < 0:
        return False
    word = document.tokens[index].text.lower()
    opens = index == document.sentences[document.sentence_of[index]][0] or document.tokens[index - 1].pos == "PUNCT"
    return word.endswith("ehrte") or (opens and word in ("liebe", "teure"))


def _is_title_of_owner(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a title stands before the name of somebody who owns what follows: *Frau Brandts Pläne siegen*."""
    tokens, name = document.tokens, phrase.head + 1
    if phrase.determiner >= 0 or phrase.number == "Plur" or name + 1 >= len(tokens):
        return False
    owns = tokens[name].pos == "PROPN" and tokens[name].text.endswith("s") and tokens[name + 1].pos in ("NOUN", "ADJ")
    if not owns or document.heads[name] > name:
        return owns
    verb = finite_verb(document, clause_of(document, phrase.head))
    joined = is_coordinated(document, phrase.head)
    subject = tokens[phrase.head].relation == "nsubj" and not joined
    return subject and (verb < 0 or (verb > name and verb_is_plural(tokens[verb])))


def _has_the_floor(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether somebody is given the word, which a parser takes for the owner's: *ich gebe der Frau das Wort*."""
    tokens, head = document.tokens, phrase.head
    if phrase.case != "Gen" or phrase.determiner < 0 or tokens[phrase.determiner].text.lower() != "der":
        return False
    first, last = document.sentences[document.sentence_of[head]]
    named = head + 1 < last and tokens[head + 1].pos == "PROPN"
    around = {token.lemma.lower() for token in tokens[first:last] if token.pos == "VERB"}
    near = any(token.text == "Wort" for token in tokens[max(first, phrase.determiner - 1) : head + FARTHEST_WORD])
    return named and near and not around.isdisjoint(("erteilen", "geben"))


def _is_called_to(document: Document, phrase: PersonPhrase, first: int) -> bool:
    """Return whether a phrase between commas addresses somebody: *Verzeihung, schöne Frau, ich irrte mich*."""
    tokens, after = document.tokens, phrase.head + 1
    if phrase.determiner >= 0 or not phrase.adjectives or phrase.number == "Plur" or not first:
        return False
    alone = after == len(tokens) or tokens[after].pos == "PUNCT" or phrase.noun.source == PAIR
    if tokens[first - 1].text == "sehr" and first > 1:
        return alone and tokens[first - 2].text == "," and tokens[first].text.endswith("ehrte")
    return alone and tokens[first - 1].text == "," and document.heads[first - 1] in (phrase.head, first)


def _is_office(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether an office and its form of address are called to: *ich danke, liebe Frau Kollegin*."""
    tokens, greeting = document.tokens, phrase.head - 2
    if _is_address_alone(document, phrase) or _is_name_called(document, phrase):
        return True
    if greeting < 1 or phrase.determiner >= 0 or tokens[phrase.head - 1].text not in ("Frau", "Herr"):
        return False
    word = tokens[greeting].text
    begin = greeting - 2 if tokens[greeting - 1].text == "sehr" else greeting - 1
    return tokens[begin].text == "," and word.startswith(("lieb", "geehrt", "verehrt", "teur"))


def is_called(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a form of address stands alone: *Frau Ott, es ist spät*; no *sie* refers to who is spoken to."""
    alone = _is_address_alone(document, phrase) or _is_name_called(document, phrase)
    return alone and document.tokens[phrase.head].relation not in SUBJECTS


def _is_address_alone(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a form of address and an office stand alone between commas: *ich bitte, Frau Ministerin, um*."""
    tokens = document.tokens
    title = phrase.head if tokens[phrase.head].text in ("Frau", "Herr") else phrase.head - 1
    if phrase.determiner >= 0 or phrase.adjectives or not 0 <= title < len(tokens) - 2:
        return False
    opens = title == document.sentences[document.sentence_of[title]][0] or tokens[title - 1].text in (",", "–", "-")
    after = title + 2
    while after < len(tokens) - 1 and tokens[after].pos == "PROPN":
        after += 1
    alone = opens and tokens[after].pos == "PUNCT"
    return alone and tokens[title].text in ("Frau", "Herr") and role_noun(tokens[title + 1].text) is not None


def _is_name_called(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a form of address and a name stand alone, and no person before them: *ich danke, Frau Ott, und*.

    They may open the sentence (*Frau Ott, kommen Sie*). Behind a person they are an apposition: *meine Nachbarin, Frau
    Ott, kam*.
    """
    tokens, after = document.tokens, phrase.head + 1
    first = document.sentences[document.sentence_of[phrase.head]][0]
    # – Frau Ott, kommen Sie
    opens = all(token.pos == "PUNCT" for token in tokens[first : phrase.head])
    if tokens[phrase.head].text not in ("Frau", "Herr") or not (opens or tokens[phrase.head - 1].text == ","):
        return False
    while after < len(tokens) and tokens[after].pos == "PROPN":
        after += 1
    alone = after > phrase.head + 1 and (after == len(tokens) or tokens[after].pos == "PUNCT")
    before = None if opens or phrase.head < 2 else tokens[phrase.head - 2]
    return alone and (before is None or (before.pos != "PROPN" and person_noun(before.text) is None))


def _with_adjectives(document: Document, phrase: PersonPhrase) -> PersonPhrase:
    """Add the adjectives before a comma (*eine kluge, freundliche Frau*), and leave out *unter anderem*."""
    tokens, adjectives = document.tokens, list(phrase.adjectives)
    first = adjectives[0] if adjectives else -1
    if first > 0 and tokens[first].text == "anderem" and tokens[first - 1].text.lower() == "unter":
        return phrase._replace(adjectives=tuple(adjectives[1:]))
    if phrase.determiner < 0 <= first and tokens[first].text in LATER and first and tokens[first - 1].pos == "NOUN":
        # ein Jahr später Assistent
        return phrase._replace(adjectives=tuple(adjectives[1:]))
    if phrase.determiner >= 0:
        joined = {
            index for index in range(phrase.determiner + 1, phrase.head) if _is_joined(document, index, adjectives)
        }
        return phrase._replace(adjectives=tuple(sorted({*adjectives, *joined})))
    while (
        first > 2 and tokens[first - 1].text == "," and tokens[first - 2].pos == "ADJ" and tokens[first].text[-1] == "e"
    ):
        first -= 2
        if document.heads[first] != phrase.head or tokens[first].text[-1] != "e":
            return phrase
        adjectives.insert(0, first)
    if len(adjectives) > len(phrase.adjectives) and tokens[first - 1].text.lower() == "als":
        return phrase._replace(case="Nom", adjectives=tuple(adjectives))
    article = tokens[first - 1] if len(adjectives) > len(phrase.adjectives) else None
    if article is None or article.pos != "DET" or document.heads[first - 1] != phrase.head:
        return phrase
    return phrase._replace(determiner=first - 1, adjectives=tuple(adjectives))


def _is_joined(document: Document, index: int, adjectives: Sequence[int]) -> bool:
    """Return whether a word is joined to an adjective of a phrase, and ends alike: *eine zarte und kluge Frau*."""
    tokens, heads = document.tokens, document.heads
    pairs = ((index, other) if heads[index] == other else (other, index) for other in adjectives)
    joined = any(heads[below] == above and tokens[below].relation == "conj" for below, above in pairs)
    return joined and tokens[index].pos == "ADJ" and tokens[index].text[-1] == tokens[adjectives[0]].text[-1]


def _may_be_one(phrase: PersonPhrase) -> bool:
    return any(number == "Sing" for _, number in phrase.noun.cells)


def _is_copula_subject(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a noun opens a sentence right before *ist* or *war*: *Ihre Mutter war Abgeordnete*."""
    first = document.sentences[document.sentence_of[phrase.head]][0]
    after = document.tokens[phrase.head + 1] if phrase.head + 1 < len(document.tokens) else None
    begins = first in (phrase.determiner, phrase.head)
    return begins and after is not None and after.text in ("ist", "war", "wurde", "wird", "bleibt", "blieb")


def beside_counterpart(document: Document, phrases: Sequence[PersonPhrase]) -> set[int]:
    """Return the indices of nouns that are joined to their counterparts: *Damen und Herren*, *Lehrerinnen und Lehrer*.

    Returns:
        The indices of both nouns of each pair.
    """
    found: set[int] = set()
    for one, other in pairwise(phrases):
        same = (one.noun.masculine.lower(), one.noun.feminine.lower()) == (
            other.noun.masculine.lower(),
            other.noun.feminine.lower(),
        )
        # Herr und Frau Ott
        titles = [document.tokens[at].text for at in (one.head, other.head)]
        same = same or (other.head - one.head == 2 and titles in TITLES)
        if same and _are_both_sexes(document, one, other):
            found |= {one.head, other.head}
        if not same or one.noun.gender == other.noun.gender or other.head - one.head > FARTHEST_COUNTERPART:
            continue
        between = {token.text.lower() for token in document.tokens[one.head + 1 : other.head]}
        # 'der Vater, die Mutter und das Kind'
        listed = one.number == other.number and between <= {",", "die", "der", "den", "dem"}
        if listed or between & JOINING:
            found |= {one.head, other.head}
    return found


def _are_both_sexes(document: Document, one: PersonPhrase, other: PersonPhrase) -> bool:
    """Return whether women and men are compared as such in a sentence: *Frauen verdienen weniger als Männer*."""
    bare = all(each.number == "Plur" and each.noun.source == PAIR and not each.adjectives for each in (one, other))
    together = document.sentence_of[one.head] == document.sentence_of[other.head]
    return bare and together and one.noun.gender != other.noun.gender


def is_anybody(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a masculine role noun refers to women and men: plurals, and *jeder Lehrer*."""
    if phrase.noun.source == PAIR or _is_called_male(document, phrase):
        return False
    return phrase.number == "Plur" or is_distributive(document, phrase) or _may_be_several(document, phrase)


def is_distributive(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a noun means each one or none: *jeder Lehrer*, *kein Arzt*."""
    return phrase.determiner >= 0 and document.tokens[phrase.determiner].text.lower().startswith(ANYBODY)


def _may_be_several(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether nothing shows that a noun is singular: *er rief dessen Lehrer*, *Anhänger Kerns*."""
    tokens, before = document.tokens, phrase.head - 1
    owned = before >= 0 and tokens[before].text.lower() in ("dessen", "deren")
    subject = tokens[phrase.head].relation in SUBJECTS
    if owned:
        return not subject and {("Acc", "Plur"), ("Acc", "Sing")} <= set(phrase.noun.cells)
    if phrase.determiner >= 0 and tokens[phrase.determiner].text.lower() == "ihr":
        # Ihr Journalisten müsst warten
        return ("Nom", "Sing") not in phrase.noun.cells
    if phrase.determiner >= 0 or not {("Nom", "Plur"), ("Nom", "Sing")} <= set(phrase.noun.cells):
        return False
    return is_genitive_plural(document, phrase)


def said_of(document: Document, phrase: PersonPhrase) -> int:
    """Return the index of the word for the person whom a noun describes; -1 where there is none.

    Args:
        document: The text.
        phrase: A phrase of it: a predicate (*Er ist Lehrer*), behind *als* or *zum*, an apposition, or joined to
            another noun.

    Returns:
        The index of the subject, of the object, or of the noun beside it.
    """
    tokens, head = document.tokens, phrase.head
    children = document.children[head]
    above = document.heads[head]
    relation = tokens[head].relation
    if relation in BESIDE and above != head:
        return above
    if relation == "conj" and above != head and phrase.determiner < 0 and _is_said(document, above):
        return above
    if any(tokens[child].relation == "cop" for child in children):
        return clause_subject(document, head)
    if (other := spoken_of(document, phrase)) >= 0 or (other := _announced(document, phrase)) >= 0:
        return other
    behind_as = _word_before(document, head) == "als"
    if behind_as and (owner := _owner_of_activity(document, phrase)) >= 0:
        return owner
    return _object_or_subject(document, head) if behind_as or _is_said(document, head) else -1


def _owner_of_activity(document: Document, phrase: PersonPhrase) -> int:
    """Return the index of the possessive of whom a noun behind *als* tells: *ihr erstes Jahr als Lehrerin*; or -1."""
    above = document.heads[phrase.head]
    owned = document.tokens[above].pos == "NOUN" and above < phrase.head and phrase.number == "Sing"
    owners = dependents(document, above, "det:poss") if owned else []
    third = [at for at in owners if document.tokens[at].text.lower().startswith(("sein", "ihr"))]
    return third[0] if third else -1


def _word_before(document: Document, index: int) -> str:
    """Return the word before another in small letters, not minding quotation marks: *als „Köchin“*."""
    while index and document.tokens[index - 1].text in QUOTES:
        index -= 1
    return document.tokens[index - 1].text.lower() if index else ""


def _announced(document: Document, phrase: PersonPhrase) -> int:
    """Return the index of who is said to be what opens a sentence, or to have the word as such; -1 where nobody is.

    *Erste Rednerin in der Aussprache ist die Kollegin Ott*; *Als nächster Rednerin gebe ich der Kollegin Ott das Wort*.
    """
    tokens, head = document.tokens, phrase.head
    last = document.sentences[document.sentence_of[head]][1]
    if phrase.determiner >= 0 or not phrase.adjectives or phrase.number == "Plur":
        return -1
    others = document.children[document.heads[head]]
    if tokens[head].relation in SUBJECTS and any(tokens[child].relation == "cop" for child in others):
        return next((child for child in other_subjects(document, head) if child > head), -1)
    if phrase.case != "Dat" or _word_before(document, phrase.adjectives[0]) != "als":
        return -1
    word = next((at for at in range(head + 1, last) if tokens[at].text == "Wort"), -1)
    # who has the word stands behind it or before it
    nouns = [at for at in (*range(word + 1, last), *range(head + 1, word)) if tokens[at].pos in ("NOUN", "PROPN")]
    return nouns[0] if word >= 0 and nouns else -1


def _is_said(document: Document, head: int) -> bool:
    """Return whether a noun describes somebody: a predicate, an apposition, or behind *als* or *zum*."""
    tokens = document.tokens
    below = [tokens[child] for child in document.children[head]]
    if any(token.relation == "cop" or token.text.lower() in ("als", "zum", "zur") for token in below):
        return True
    return tokens[head].relation in BESIDE or _is_predicate(document, head)


def says_what_one_is(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a bare singular stands behind *als* or *zum*, or before *zu werden* or *zu sein*."""
    tokens, head = document.tokens, phrase.head
    bare = phrase.determiner < 0 or tokens[phrase.determiner].text.lower() == "zum"
    if phrase.number != "Sing" or not bare:
        return False
    first = phrase.first
    if tokens[first].text.lower() == "zum" or _word_before(document, first) == "als":
        return True
    if tokens[head].relation == "conj" or _is_predicate(document, head):
        return True
    return has_copula(document, head)


def _is_predicate(document: Document, head: int) -> bool:
    tokens = document.tokens
    lemma = tokens[document.heads[head]].lemma.lower()
    # 'wurde zu einem Helden', but not 'blieb bei dem Meister'
    governing = (at for at in dependents(document, head, "case") if at < head and tokens[at + 1].pos != "NUM")
    said = all(tokens[at].text.lower() in ("zu", "als") for at in governing)
    return lemma in COPULA_LEMMAS and tokens[head].relation in ("xcomp", "obj", "nsubj", "obl") and said


def _object_or_subject(document: Document, head: int) -> int:
    """Return the object where it is a pronoun (*Man wählte ihn zum König*), else the subject."""
    tokens = document.tokens
    above = document.heads[head]
    person = tokens[above].pos == "PRON" or names_person(document, above) or person_noun(tokens[above].text) is not None
    if above < head and person:
        return above
    clause = clause_of(document, above)
    for child in document.children[above]:
        if tokens[child].relation == "obj" and tokens[child].text.lower() in ("ihn", "sie"):
            return child
    subject = clause_subject(document, clause)
    if subject != head:
        return subject
    others = (child for child in document.children[above] if tokens[child].relation.startswith("nsubj"))
    return next((child for child in others if child != head), -1)


def names_person(document: Document, index: int) -> bool:
    """Return whether a token belongs, or may belong, to the name of a person."""
    entity = document.entity_at(document.tokens[index].start)
    return document.tokens[index].pos == "PROPN" and (entity is None or entity.type == "PER")


def is_man_by_name(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a name or *männlich* is evidence that a role noun refers to one man: *der Maler Otto Dix*."""
    return _is_called_male(document, phrase) or is_named(document, phrase)


def _is_called_male(document: Document, phrase: PersonPhrase) -> bool:
    return any(document.tokens[index].text.lower().startswith("männlich") for index in phrase.adjectives)
