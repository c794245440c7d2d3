"""Which pronouns of a Spanish text stand for persons of one gender: *ella*, *él*, *la*, *lo* and *verla*."""

from __future__ import annotations

from collections.abc import Iterator

from hf_genderfair.languages.clauses import agrees, dependents
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.persons import persons
from hf_genderfair.languages.romance.agreement import NOMINAL, clause_predicate, own_subject, subject
from hf_genderfair.languages.romance.verbs import DATIVES, MOSTLY_OF_THINGS, OF_PERSONS, WITH_FACT, enclitic, verb_of
from hf_genderfair.languages.romance.words import romance_words
from hf_genderfair.languages.types import PairedGender, grammatical_gender
from hf_genderfair.lexicons.word_class import WordClass

PRONOUNS = {"feminine": ("ella", "ellas"), "masculine": ("él", "ellos")}
CLITICS = frozenset("la las lo los".split())
THINGS_OF_CONTEXT = WordClass("closed_classes_romance", "before_thing_es")
PLACES_OF_THINGS = WordClass("closed_classes_romance", "before_place_es")
PERSONS_OF_CONTEXT = frozenset("a con para como sin".split())
"""Prepositions after which *él* and *ella* mostly refer to things, even where nothing stands before, or to persons."""

DOUBLING = frozenset("le les la lo".split())
"""Clitics that say a person with *a* once more."""

SALIENT = frozenset(("nsubj", "nsubj:pass", "obj", "root", "conj"))
"""Relations of nouns that a pronoun takes up before others."""

OF_THINGS = ("ORG", "LOC")
"""Types of names that are those of no person."""

UNCLEAR_OBJECT, UNCLEAR, GENERIC = "unclear object", "unclear antecedent", "generic masculine"


def entity_types(document: Document) -> dict[int, str]:
    """Return the entity type of each token inside a name: ``PER``, ``LOC`` or ``ORG``."""
    found = ((index, document.entity_at(token.start)) for index, token in enumerate(document.tokens))
    return {index: entity.type for index, entity in found if entity is not None}


class KnownPersons:
    """What is known of the persons of one gender in a text while its words are linked to them.

    Attributes:
        document: The text.
        tokens: Its tokens.
        low: Their forms in lower case.
        gender: The gender.
        nouns: Places of the nouns for persons of the gender.
        controllers: For each word of somebody the word with which it agrees, itself where that is none.
        first: The place of the first noun or pronoun for one person of the gender; behind the text where there is none.
        last: The place of the last one; -1 where there is none.
        has_one: Whether one of these is not taken for an article.
        unclear: Pronouns that may stand for somebody, with the reason for the doubt.
        singular: For each token whether it is in the singular, or has no number.
        of_gender: Places of the words to which the analysis gives the gender.
        types: See `entity_types`.
        names: Places of names that may be those of a person of the gender.
        first_name: The place of the first of them that is a person's; behind the text where there is none.
        things: Places of nouns and names for things.

    Example:
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "La reina abrió la carta."
        >>> document = Document(text, next(pipeline("es").analyse([text])), "es")
        >>> KnownPersons(document, "feminine", {1}, {1}).things
        {4}
    """

    def __init__(
        self, document: Document, gender: PairedGender, nouns: frozenset[int], somebody: frozenset[int]
    ) -> None:
        """Start with the nouns for persons, and those of them that mean somebody."""
        self.document = document
        self.tokens = document.tokens
        self.low = [token.text.lower() for token in document.tokens]
        self.gender = gender
        self.nouns = nouns
        self.controllers: dict[int, int] = {}
        self.first, self.last, self.has_one = len(document.tokens), -1, False
        self.unclear: dict[int, str] = {}
        self.singular = [token.morph.get("Number", "Sing") == "Sing" for token in document.tokens]
        self.of_gender = {
            index for index, token in enumerate(document.tokens) if grammatical_gender(token.morph) == gender
        }
        self.types = document.derived(entity_types)
        self.names = {index for index in range(len(self.tokens)) if self._may_be_name(index)}
        self.first_name = min((at for at in self.names if self.types.get(at) == "PER"), default=len(self.tokens))
        self.things = document.derived(things)
        for index in sorted(somebody):
            self.add(index)

    def add(self, index: int) -> None:
        """Add a noun or pronoun for somebody."""
        self.controllers[index] = index
        if self.singular[index]:
            self.first, self.last = min(self.first, index), max(self.last, index)
            self.has_one = self.has_one or self.tokens[index].pos != "DET"

    def _may_be_name(self, index: int) -> bool:
        """Whether a word may be the name, or a part of the name, of a person of the gender."""
        words, name = romance_words("es"), self.tokens[index].text
        named = self.tokens[index].pos == "PROPN" or self.types.get(index) == "PER"
        if not named or name.islower() or name in words.places:
            return False
        if not words.is_frequent_first_name(name):
            return self.types.get(index, "PER") == "PER"
        return words.first_name(name) == self.gender

    def nearest(self, index: int) -> int | None:
        """Return the nearest antecedent before a pronoun, if it is a person of the gender."""
        start = self.document.sentences[max(self.document.sentence_of[index] - 1, 0)][0]
        for before in range(index - 1, start - 1, -1):
            if self.tokens[before].pos not in (*NOMINAL, "ADJ") or self.singular[before] != self.singular[index]:
                continue
            if before in self.controllers:
                return before
            if self.tokens[before].pos == "NOUN" and before in self.of_gender:
                return None
        return None

    def is_known(self, index: int) -> bool:
        """Whether a word has a person in the singular, or a name before it, that it may take up."""
        return self.has_one or self.follows_name(index)

    def follows_name(self, index: int) -> bool:
        """Whether the name of a person, who may be of the gender, stands before a word."""
        return self.first_name < index

    def follows_thing(self, index: int, *, salient: bool = False) -> bool:
        """Whether a noun for a thing that agrees stands before a pronoun in its sentence, other than its head."""
        document = self.document
        several = self.low[index].endswith("s")
        sentence = document.sentence_of[index]
        clause = clause_predicate(document, index)
        above = {index, clause, *document.ancestors(index)} if self.tokens[index].pos == "PRON" else {index}
        above.update(at for at in document.children[clause] if self.tokens[at].relation.startswith("nsubj"))
        return any(
            at in self.things
            and at not in self.controllers
            and self._noun_gender(at) == self.gender
            and self.singular[at] != several
            and at not in above
            and (not salient or self.tokens[at].relation in SALIENT)
            for at in range(document.sentences[max(sentence - several, 0)][0], index)
        )

    def _noun_gender(self, index: int) -> str | None:
        """Return the gender of a noun, else that of its article."""
        known = grammatical_gender(self.tokens[index].morph)
        articles = dependents(self.document, index, "det") if known is None else ()
        return next((grammatical_gender(self.tokens[at].morph) for at in articles), known)


def things(document: Document) -> set[int]:
    """Return the places of nouns and names that stand for no person."""
    named = {reference.start for reference in persons(document) if reference.person}
    types = document.derived(entity_types)
    return {
        index
        for index, token in enumerate(document.tokens)
        if (token.pos == "NOUN" and token.start not in named)
        or (token.pos == "PROPN" and types.get(index) in OF_THINGS)
    }


def add_pronouns(known: KnownPersons) -> None:
    """Add the pronouns that stand for somebody: subjects first, since they are persons, and clitics last."""
    places = [index for index, word in enumerate(known.low) if word in PRONOUNS[known.gender]]
    subjects = {index for index in places if _is_subject(known, index)}
    for index in sorted(places, key=lambda index: index not in subjects):
        singular = not known.low[index].endswith("s")
        if singular:
            person = index in subjects or _takes_up_person(known, index)
        else:
            women = known.gender == "feminine" and index in subjects and not known.follows_thing(index)
            person = women or known.nearest(index) is not None
        if person:
            known.add(index)
        else:
            known.unclear[index] = UNCLEAR if known.gender == "feminine" else GENERIC
    for index, ending in _clitics(known):
        if _is_object_person(known, index, ending):
            known.add(index)
        else:
            known.unclear[index] = UNCLEAR_OBJECT


def _is_subject(known: KnownPersons, index: int) -> bool:
    """Whether a pronoun is a subject, or joined to one."""
    token = known.tokens[index]
    above = known.tokens[known.document.heads[index]] if token.relation == "conj" else token
    return above.relation.startswith("nsubj") and not (index and known.tokens[index - 1].pos == "ADP")


def _takes_up_person(known: KnownPersons, index: int) -> bool:
    """Whether *ella* or *él* behind a preposition stands for a person: one is known, or nothing before it agrees."""
    if known.low[index + 1 : index + 2] in (["misma"], ["mismo"]):
        return True
    preposition = known.low[index - 1] if index else ""
    # tomó la pala y cavó con ella
    above = subject(known.document, index, clause_predicate(known.document, known.document.heads[index]))
    of_subject = known.first == known.last == above
    before = known.first < index or known.follows_name(index)
    singular = known.last >= 0
    if preposition in PLACES_OF_THINGS and (not before or of_subject):
        return False
    if not known.follows_thing(index):
        # por él corre el tren
        fronted = preposition != "a" and known.document.heads[index] > index
        return singular or (preposition not in PLACES_OF_THINGS and not fronted)
    if singular and not (preposition == "con" and of_subject):
        return preposition not in THINGS_OF_CONTEXT
    # a ella le gusta
    verb = known.document.heads[index]
    doubled = any(known.low[at] in DOUBLING for at in known.document.children[verb])
    sure = preposition == "como" or (preposition == "a" and (verb < index or doubled))
    return preposition in PERSONS_OF_CONTEXT and (sure or known.follows_name(index))


def _clitics(known: KnownPersons) -> Iterator[tuple[int, str]]:
    """Find the object pronouns of the gender, and what they are where they end a verb."""
    for index, word in enumerate(known.low):
        token = known.tokens[index]
        ending = enclitic(word) if token.pos in ("VERB", "AUX", "NOUN", "ADJ") else ""
        if word in CLITICS and token.pos == "PRON":
            after = [token.pos for token in known.tokens[index + 1 : index + 3]]
            behind = after[:1] in (["VERB"], ["AUX"]) or after == ["PRON", "VERB"]
            preposition = index > 0 and known.tokens[index - 1].pos == "ADP" and known.low[index - 1] != "como"
            ending = word if behind and not preposition else ""
        if ending and index not in known.nouns and (ending[1] == "a") == (known.gender == "feminine"):
            yield index, ending


def _is_object_person(known: KnownPersons, index: int, ending: str) -> bool:
    """Whether an object pronoun means a person: by its verb, and by possible antecedents."""
    document, low = known.document, known.low
    verb = verb_index(known, index)
    lemma = verb_of(low[verb], known.tokens[verb].lemma)
    objects = (at for at in dependents(document, verb, "obj") if at in known.controllers)
    doubled = (at for at in objects if known.singular[at] != ending.endswith("s"))
    if any(low[child] in ("a", "al") for at in doubled for child in document.children[at]):
        # la vio a ella
        return True
    if is_of_fact(known, index):
        return False
    if ending.endswith("s"):
        return known.nearest(index) is not None
    if lemma not in OF_PERSONS:
        return known.gender == "feminine" and known.is_known(index) and not known.follows_thing(index)
    if lemma not in MOSTLY_OF_THINGS:
        return True
    named = next(persons_before(known, index), None) is not None
    first = known.gender == "feminine" and not document.sentence_of[index] and lemma not in WITH_FACT
    return named or ((first or known.is_known(index)) and not known.follows_thing(index, salient=True))


def is_of_fact(known: KnownPersons, index: int) -> bool:
    """Whether an object pronoun stands for a fact or a thing, by the words beside it: *se lo dijo, lo dijo todo*."""
    verb = verb_index(known, index)
    lemma = verb_of(known.low[verb], known.tokens[verb].lemma)
    dative = index > 0 and known.low[index - 1] in DATIVES and lemma not in OF_PERSONS
    fact = lemma in WITH_FACT and known.gender == "masculine"
    return dative or fact or known.low[verb + 1 : verb + 2] == ["todo"]


def verb_index(known: KnownPersons, index: int) -> int:
    """Return the index of the verb whose object a pronoun is."""
    return known.document.heads[index] if known.low[index] in CLITICS else index


def persons_before(known: KnownPersons, index: int) -> Iterator[int]:
    """Find the persons whom an object pronoun in the singular may take up, the nearest first."""
    document = known.document
    verb = verb_index(known, index)
    own = own_subject(document, verb)
    # amar a una mujer por la esperanza de poseerla
    above = set(document.ancestors(verb))
    start, _ = document.sentences[max(document.sentence_of[index] - 1, 0)]
    for before in range(index - 1, start - 1, -1):
        if not known.singular[before] or before not in known.of_gender:
            continue
        if before in known.controllers:
            if known.controllers[before] != own:
                yield before
        elif before in known.things and before not in above and agrees(document, index, before):
            return
