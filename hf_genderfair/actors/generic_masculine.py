"""Masculine words for persons where no specific man is meant.

What counts as generic is what the text shows: a plural, a singular after *jeder* or *kein*, a word for a class. Nobody
can see in a text that all *Spieler* of a team are men; such plurals are counted like others.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from hf_genderfair.actors.document import Document
from hf_genderfair.actors.gender_fair_forms import GenderFairForm
from hf_genderfair.actors.mention import Mention
from hf_genderfair.languages import english_forms, german_forms

QUANTIFIERS = frozenset(
    form
    for stem in ("jed", "kein", "irgendein", "jedwed", "jeglich")
    for form in (stem, stem + "er", stem + "e", stem + "en", stem + "em", stem + "es")
)
"""Articles after which a singular means nobody in particular."""

DISTRIBUTIVES = frozenset("pro je per".split())
MODALS = frozenset("muss müsste darf dürfte soll sollte kann könnte braucht müssen dürfen sollen können".split())
CLASSES = frozenset(
    "bürger staatsbürger mitbürger durchschnittsbürger normalbürger steuerzahler beitragszahler wähler verbraucher "
    "konsument kunde endkunde arbeitnehmer leser zuschauer kleinanleger autofahrer mieter patient "
    "durchschnittsösterreicher".split()
)
"""Words that mean a class with the definite article, if nothing in the text points to one man."""

FIRMS = frozenset(
    "hersteller anbieter betreiber versicherer produzent entwickler lieferant zulieferer ausrüster verleger importeur "
    "exporteur gesetzgeber veranstalter netzbetreiber autobauer autohersteller händler rechtsnachfolger "
    "branchenführer marktführer weltmarktführer spitzenreiter tabellenführer tabellennachbar aufsteiger absteiger "
    "vizemeister meister rekordmeister titelverteidiger gastgeber".split()
)
"""Masculine nouns that stand for firms, states or teams as often as for persons."""

MALE = frozenset({"männlich", "schwul"})
NAME_RELATIONS = ("flat", "appos")

MAN_WORDS = frozenset(
    "mankind manpower forefathers man-hours man-hour layman laymen everyman middleman middlemen".split()
)
NO_OFFICES = frozenset(
    "man men gentleman gentlemen snowman snowmen superman batman spiderman ironman strongman strongmen frontman hitman "
    "madman madmen nobleman noblemen merman mermen postwoman boogeyman stuntman caveman wingman hangman bondman "
    "birdman bogeyman cayman highwayman highwaymen yes-man con-man".split()
)
ENGLISH_QUANTIFIERS = frozenset("every each any no".split())
PRO_FORMS = frozenset("everyone everybody anyone anybody nobody no-one someone somebody".split())
HE = frozenset("he him his himself".split())


def generic_masculine(
    document: Document, mentions: Sequence[Mention], forms: Sequence[GenderFairForm]
) -> list[tuple[int, int]]:
    """Find the generic masculines of a text.

    German: nouns for persons that have a feminine counterpart, in their masculine form, in the plural (*viele Ärzte*,
    *die Franzosen*), in the singular of nobody in particular (*jeder Schüler*, *kein Arzt*, *pro Einwohner*, *ein
    Patient muss*), and of a class (*der Steuerzahler*). Not: parts of gender-fair forms, words beside their own
    feminine form, a person with a name or with a pronoun that shows a gender, words whose meaning is male (*Väter*),
    words with one form for all (*Gäste*, *Mitglieder*, *die Deutschen*), first parts of compounds (*Lehrerzimmer*).
    English: *mankind*, *manpower*; nouns in *-man* in the plural or after *every*, *any*, *no*; *he* and *his* of
    *everyone* or *every student*.

    Args:
        document: The text.
        mentions: Its mentions; those that share an actor tell whether a singular is a specific person.
        forms: Its gender-fair forms.

    Returns:
        Start and end offset of each noun, or English pronoun, in order.

    Example:
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "Viele Lehrer und jeder Schüler kennen Minister Habeck."
        >>> document = Document(text, next(pipeline("de").analyse([text])), "de")
        >>> [text[start:end] for start, end in generic_masculine(document, [], [])]
        ['Lehrer', 'Schüler']
    """
    find = {"de": _german, "en": _english}.get(document.lang)
    if find is None:
        return []
    taken = _taken(document, forms)
    specific = _specific(mentions)
    return [
        (document.tokens[place].start, document.tokens[place].end)
        for place in find(document, specific)
        if place not in taken
    ]


def _taken(document: Document, forms: Sequence[GenderFairForm]) -> set[int]:
    """Return the tokens that overlap gender-fair forms."""
    taken: set[int] = set()
    place = 0
    tokens = document.tokens
    for form in forms:
        while place < len(tokens) and tokens[place].end <= form.start:
            place += 1
        inside = place
        while inside < len(tokens) and tokens[inside].start < form.end:
            taken.add(inside)
            inside += 1
    return taken


def _specific(mentions: Sequence[Mention]) -> set[int]:
    """Return the heads of mentions of actors that have a name, or a pronoun or noun that shows a gender."""
    known = {
        mention.actor
        for mention in mentions
        if mention.actor >= 0
        and (mention.kind == "name" or any(sign.kind in ("pronoun", "title") for sign in mention.evidence))
    }
    return {mention.head for mention in mentions if mention.actor in known}


def _german(document: Document, specific: set[int]) -> list[int]:
    named = _named(document)
    found: list[int] = []
    for place, token in enumerate(document.tokens):
        if token.pos != "NOUN" or not _is_masculine(token.text, token.morph.get("Gender", "")) or place in named:
            continue
        if _has_name(document, place) or _is_male(document, place) or _beside_feminine(document, place):
            continue
        if _is_plural(document, place) or (place not in specific and _means_nobody(document, place)):
            found.append(place)
    return found


@lru_cache(maxsize=100_000)
def _is_masculine(word: str, tagged: str) -> bool:
    """Return whether a word is the masculine form of a noun that has a feminine one too."""
    if word.endswith("-"):
        return False
    form = german_forms.person_form(word, tagged)
    if form is None or form.gender != "masculine" or not form.generic or form.epicene:
        return False
    low = word.lower().rpartition("-")[2]
    if form.sense == "mostly_thing" or tagged == "Fem":
        return False
    return not any(low.removesuffix(ending) in FIRMS for ending in ("", "s", "n", "en", "e"))


def _named(document: Document) -> set[int]:
    """Return the tokens inside names of several words, and of persons."""
    named: set[int] = set()
    entities = iter(document.entities)
    entity = next(entities, None)
    members: list[int] = []
    for place, token in enumerate(document.tokens):
        while entity and token.start >= entity.end:
            entity, members = next(entities, None), []
        if entity and token.start >= entity.start:
            members.append(place)
            if entity.type == "PER" or len(members) > 1:
                named.update(members)
    return named


def _has_name(document: Document, place: int) -> bool:
    """Return whether a noun is the title of a name or has one beside it."""
    tokens = document.tokens
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    if after and after.pos == "PROPN" and document.heads[place + 1] == place and after.relation.startswith("flat"):
        return True
    if tokens[place].relation.startswith(NAME_RELATIONS) and tokens[document.heads[place]].pos == "PROPN":
        return True
    return any(
        tokens[child].pos == "PROPN" and tokens[child].relation.startswith(NAME_RELATIONS)
        for child in document.children[place]
    )


def _is_male(document: Document, place: int) -> bool:
    return any(document.tokens[child].lemma.lower() in MALE for child in document.children[place])


def _beside_feminine(document: Document, place: int) -> bool:
    """Return whether the feminine form of the same noun stands in the same sentence."""
    first, last = document.sentences[document.sentence_of[place]]
    stem = document.tokens[place].lemma.lower()[:-2]
    return len(stem) > 2 and any(
        token.text.endswith("innen") and token.text.lower().startswith(stem) for token in document.tokens[first:last]
    )


def _is_plural(document: Document, place: int) -> bool:
    token = document.tokens[place]
    form = german_forms.person_form(token.text, token.morph.get("Gender", ""))
    number = token.morph.get("Number", "")
    if form and form.number != "either":
        return form.number == "plural"
    return number == "Plur"


def _means_nobody(document: Document, place: int) -> bool:
    """Return whether a singular stands for nobody in particular."""
    token = document.tokens[place]
    before = document.tokens[place - 1].text.lower() if place else ""
    articles = [document.tokens[child].text.lower() for child in document.children[place] if child < place]
    if before in DISTRIBUTIVES or any(article in QUANTIFIERS for article in articles):
        return True
    if "ein" in articles and token.relation.startswith("nsubj"):
        return _has_modal(document, document.heads[place])
    definite = any(article in ("der", "den", "dem", "des") for article in articles)
    return definite and token.lemma.lower() in CLASSES


def _has_modal(document: Document, verb: int) -> bool:
    around = [document.tokens[verb], *(document.tokens[child] for child in document.children[verb])]
    return any(token.text.lower() in MODALS for token in around)


def _english(document: Document, specific: set[int]) -> list[int]:
    found: list[int] = []
    for place, token in enumerate(document.tokens):
        if token.pos not in ("NOUN", "PRON", "DET"):
            continue
        low = token.text.lower()
        if low in HE:
            if _takes_up_nobody(document, place):
                found.append(place)
        elif token.pos == "NOUN" and (low in MAN_WORDS or _is_office_of_nobody(document, place, low, specific)):
            found.append(place)
    return found


def _is_office_of_nobody(document: Document, place: int, low: str, specific: set[int]) -> bool:
    if not low.endswith(("man", "men")) or low in NO_OFFICES or place in specific or _has_name(document, place):
        return False
    form = english_forms.person_form(low)
    if form is None or form.gender != "masculine":
        return False
    return form.plural or _has_quantifier(document, place)


def _takes_up_nobody(document: Document, place: int) -> bool:
    """Return whether *he* or *his* takes up *everyone* or *every student*, with no man before it in the sentence."""
    first, _ = document.sentences[document.sentence_of[place]]
    nobody = False
    for earlier in range(first, place):
        token = document.tokens[earlier]
        low = token.text.lower()
        if token.pos == "PROPN" or low in HE or low in ("man", "boy", "father", "son", "brother", "husband"):
            return False
        form = english_forms.person_form(token.text) if token.pos == "NOUN" else None
        if form and form.gender != "none":
            return False
        quantified = form is not None and not form.plural and _has_quantifier(document, earlier)
        nobody = nobody or low in PRO_FORMS or quantified
    return nobody


def _has_quantifier(document: Document, place: int) -> bool:
    return any(document.tokens[child].text.lower() in ENGLISH_QUANTIFIERS for child in document.children[place])
