"""Which German phrases refer to women or men, and which of them stay."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from hf_genderfair.counterfactual.german.homonyms import (
    ADDRESSED,
    is_in_name_of_office,
    is_plural_as_name,
    is_surname_in_mann,
    names_firms,
)
from hf_genderfair.counterfactual.german.specific_men import spoken_of
from hf_genderfair.languages.clauses import (
    SUBJECTS,
    clause_of,
    dependents,
    has_copula,
    has_preposition,
    has_word_below,
    other_subjects,
    subject_of,
)
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.animacy_evidence import acts_as_persons
from hf_genderfair.languages.german.clauses import COPULA_LEMMAS
from hf_genderfair.languages.german.gender_pairs import PAIR, person_noun
from hf_genderfair.languages.german.names import ADDRESS, NAME, WORK, name_reason
from hf_genderfair.languages.german.non_person_nouns import BEING, EXPRESSION, THING, is_no_person, non_person_reason
from hf_genderfair.languages.german.noun_phrase import QUOTES, YEAR
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.phrases import phrase_words
from hf_genderfair.languages.german.scope import GermanOptions, part_refusal
from hf_genderfair.languages.german.specific_reference import is_named
from hf_genderfair.languages.person_words import names_of_no_persons
from hf_genderfair.languages.types import BinaryGender
from hf_genderfair.lexicons.word_class import WordClass

GENERIC = "nobody in particular"
BOTH = "beside its counterpart"

OPTIONS = GermanOptions(scope="all")

FIXED = WordClass("word_patterns_de", "fixed_expression")
NEAR = 30

ANYBODY = tuple("jed kein irgendein jedwed jeglich".split())
FARTHEST_COUNTERPART = 5
ACTIVITIES = WordClass("noun_classes_de", "activity_ending")
"""Ends of words for what somebody does or is: *die Tätigkeit als Lehrerin*."""

JOINING = WordClass("closed_classes_de", "between_persons")
BESIDE = frozenset({"appos", "flat", "flat:name"})
TITLES = (["Herr", "Frau"], ["Herrn", "Frau"], ["Frau", "Herr"], ["Frau", "Herrn"])
ENGLISH = WordClass("noun_classes_de", "english_person")


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
    written = document.tokens[phrase.head].text
    # mit Ada Ott, Vorsitzenden des Vereins; ein bald zu wählender Vorsitzender
    governed = has_preposition(document, phrase.head)
    if phrase.determiner < 0 and (written.endswith("en") or (phrase.case in ("Dat", "Gen") and not governed)):
        return None
    for word in phrase_words(document, phrase, 0):
        written = document.text[word.start : word.end].lower()
        if written == word.feminine.lower() != word.masculine.lower():
            return "female"
        if written == word.masculine.lower() != word.feminine.lower():
            return "male"
    return None


def reason_to_stay(document: Document, phrase: PersonPhrase) -> str | None:
    """Return why a phrase of any gender stays; None where it refers to a person."""
    reason = part_refusal(document, phrase.start, phrase.end, OPTIONS) or name_reason(document, phrase)
    if reason is not None and reason != ADDRESS and not (reason == NAME and _is_no_name(document, phrase)):
        return reason
    if _is_foreign(document, phrase) or _opens_title(document, phrase):
        return WORK
    if is_in_name_of_office(document, phrase):
        return NAME
    if names_firms(document, phrase) or _is_numbered(document, phrase):
        return THING
    if phrase.noun.masculine == "Gott":
        return BEING
    near = max(0, phrase.start - NEAR), min(len(document.text), phrase.end + NEAR)
    for match in FIXED.pattern.finditer(document.text, *near):
        if match.start() < phrase.end and phrase.start < match.end():
            return EXPRESSION
    written = document.text[phrase.start : phrase.end]
    if phrase.noun.source == PAIR and (is_surname_in_mann(document, phrase) or is_plural_as_name(document, phrase)):
        return NAME
    if phrase.noun.source == PAIR:
        return THING if is_no_person(document, phrase.head, written) else None
    return non_person_reason(document, phrase, firms=False) or (THING if _is_said_of_thing(document, phrase) else None)


def _is_numbered(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a number right behind a noun makes it a model or a work: *des Jägers 90*."""
    after = phrase.head + 1
    numbered = after < len(document.tokens) and document.tokens[after].pos == "NUM"
    return numbered and document.heads[after] == phrase.head and not YEAR.fullmatch(document.tokens[after].text)


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
    # Places are no persons either: *Bayern wurde zum Konkurrenten*.
    about = said_of(document, phrase) if phrase.number == "Sing" else -1
    if phrase.noun.gender != "feminine":
        became = has_copula(document, phrase.head) or document.tokens[phrase.first].text == "zum"
        named = about >= 0 and document.tokens[about].pos == "PROPN" and became
        return named and document.tokens[about].text.casefold() in names_of_no_persons("de")
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
    after = document.tokens[phrase.head + 1] if phrase.head + 1 < len(document.tokens) else None
    predicate = has_copula(document, phrase.head) or _is_predicate(document, phrase.head)
    if predicate and phrase.determiner < 0 and (after is None or after.pos != "PROPN"):
        # Er wurde Förster
        subject = subject_of(document, clause_of(document, phrase.head))
        if subject >= 0 and document.tokens[subject].text.lower() in ("er", "sie"):
            return True
    called = before is not None and before.text in ("Herr", "Herrn", "Frau")
    if called and phrase.noun.masculine.lower() in ADDRESSED and (after is None or after.pos != "PROPN"):
        return True
    owned = before is not None and before.pos == "PROPN" and before.text.endswith("s")
    return phrase.noun.source == PAIR and (owned or phrase.determiner >= 0 or phrase.noun.gender == "feminine")


def _is_foreign(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a word of English origin, or a people's name, stands among English words: *Two Pretty Girls*."""
    written = document.text[phrase.start : phrase.end]
    after = document.tokens[phrase.head + 1].text if phrase.head + 1 < len(document.tokens) else ""
    if written in ENGLISH and after in ("’", "'", "and", "of"):
        # der Girls’ and Boys’ Day
        return True
    if phrase.determiner >= 0 and phrase.determiner == phrase.head - 1:
        return False
    near = [at for at in (phrase.head - 1, phrase.head + 1) if 0 <= at < len(document.tokens)]
    if written in ENGLISH:
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


def beside_counterpart(document: Document, phrases: Sequence[PersonPhrase]) -> set[int]:
    """Return the nouns that are joined to their counterparts: *Damen und Herren*, *Lehrerinnen und Lehrer*."""
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
        if not same or one.noun.gender == other.noun.gender or other.first - one.head > FARTHEST_COUNTERPART:
            continue
        # der Kollege Ott und die Kollegin Rossi
        tokens = document.tokens
        beside = [tokens[each.head + 1 : each.head + 2] for each in (one, other) if each.determiner >= 0]
        named = sum(bool(after) and after[0].pos == "PROPN" for after in beside) == 2
        if named and one.number == other.number == "Sing":
            continue
        between = {token.text.lower() for token in document.tokens[one.head + 1 : other.head]}
        # 'der Vater, die Mutter und das Kind'
        listed = one.number == other.number and between <= {",", "die", "der", "den", "dem"}
        if listed or between & JOINING.as_set:
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
    return phrase.number == "Plur" or is_distributive(document, phrase)


def _is_called_male(document: Document, phrase: PersonPhrase) -> bool:
    return any(document.tokens[index].text.lower().startswith("männlich") for index in phrase.adjectives)


def is_distributive(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a noun means each one or none: *jeder Lehrer*, *kein Arzt*."""
    return phrase.determiner >= 0 and document.tokens[phrase.determiner].text.lower().startswith(ANYBODY)


def said_of(document: Document, phrase: PersonPhrase) -> int:
    """Return the index of the word for the person whom a noun describes; -1 where there is none."""
    tokens, head = document.tokens, phrase.head
    children = document.children[head]
    above = document.heads[head]
    relation = tokens[head].relation
    if relation in BESIDE and above != head:
        return above
    if relation == "conj" and phrase.determiner < 0 and (joined := _joined_to(document, phrase)) >= 0:
        # Sie war Mitglied und Leiterin der Gruppe
        subject = subject_of(document, joined) if has_copula(document, joined) else -1
        return joined if person_noun(tokens[joined].text) is not None or subject < 0 else subject
    if any(tokens[child].relation == "cop" for child in children):
        return subject_of(document, head)
    if (other := spoken_of(document, phrase)) >= 0 or (other := _announced(document, phrase)) >= 0:
        return other
    behind_as = _word_before(document, head) == "als"
    if behind_as and (owner := _owner_of_activity(document, phrase)) >= 0:
        return owner
    return _object_or_subject(document, head) if behind_as or _is_said(document, head) else -1


def _joined_to(document: Document, phrase: PersonPhrase) -> int:
    """Return the index of the noun that says what somebody is, to which a noun without article is joined; or -1."""
    # A parser may join it to a thing between: *Er wurde Wirt in einer Stadt und schließlich Pfarrer*.
    tokens, above = document.tokens, document.heads[phrase.head]
    bare = phrase.first == phrase.head and ("Nom", "Sing") in phrase.noun.cells
    while bare and tokens[above].relation == "nmod" and person_form(tokens[above].text) is None:
        if tokens[above].morph.get("Number") == "Plur":
            return -1
        above = document.heads[above]
    return above if above != phrase.head and _is_said(document, above) else -1


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
    """Return the index of who is said to be what opens a sentence, or to have the word as such; -1 where nobody is."""
    # *Erste Rednerin in der Aussprache ist die Kollegin Ott*; *Als nächster Rednerin gebe ich der Kollegin Ott das
    # Wort*.
    tokens, head = document.tokens, phrase.head
    last = document.sentences[document.sentence_of[head]][1]
    if phrase.determiner >= 0 or not phrase.adjectives or phrase.number == "Plur":
        return -1
    name = head + 1
    while name < last - 1 and tokens[name].text != ":":
        name += 1
    first = document.sentences[document.sentence_of[head]][0]
    opens = tokens[phrase.first - 1].pos == "PUNCT" or phrase.first == first
    if opens and name + 1 < last and names_person(document, name + 1) and tokens[name].text == ":":
        # Nächster Redner in der Aussprache: Jan Ott
        return name + 1
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
    above = document.heads[head]
    if tokens[head + 1 : head + 2] and tokens[head + 1].relation == "xcomp" and document.heads[head + 1] == above:
        # Er wollte immer Wirt werden, with the noun below the modal verb
        above = head + 1
    lemma = tokens[above].lemma.lower()
    # 'wurde zu einem Helden', but not 'blieb bei dem Meister'
    governing = (at for at in dependents(document, head, "case") if at < head and tokens[at + 1].pos != "NUM")
    said = all(tokens[at].text.lower() in ("zu", "als") for at in governing)
    return lemma in COPULA_LEMMAS and tokens[head].relation in ("xcomp", "obj", "nsubj", "obl") and said


def _object_or_subject(document: Document, head: int) -> int:
    """Return the object where it is a pronoun (*Man wählte ihn zum König*), else the subject."""
    tokens = document.tokens
    above = document.heads[head]
    person = tokens[above].pos == "PRON" or names_person(document, above) or person_noun(tokens[above].text) is not None
    body = tokens[above].relation in (*SUBJECTS, "obj") and acts_as_persons(document, above)
    if above < head and (person or body):
        return above
    clause = clause_of(document, above)
    for child in document.children[above]:
        if tokens[child].relation == "obj" and tokens[child].text.lower() in ("ihn", "sie"):
            return child
    subject = subject_of(document, clause)
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
