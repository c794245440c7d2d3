"""Which words of a Spanish text mean persons of one gender: nouns, pronouns, and what agrees with them."""

from __future__ import annotations

from hf_genderfair.counterfactual.spanish.agreement import (
    CLAUSE,
    DROPPED,
    OWNED,
    SELF,
    TITLES,
    clause_predicate,
    controller,
    may_agree,
    means_alone,
    own_subject,
    participle_above,
    subject,
)
from hf_genderfair.counterfactual.spanish.clitics import clitics, object_is_person
from hf_genderfair.counterfactual.spanish.determiners import (
    antecedent_of_contraction,
    determined,
    emphasised,
    stressed,
)
from hf_genderfair.counterfactual.spanish.invariant import PERSONAL, POSSESSED, agrees_with_nobody, words_for_sex
from hf_genderfair.counterfactual.spanish.known_persons import follows_agreeing_thing, nearest_noun
from hf_genderfair.counterfactual.spanish.names import entity_types, fixed_expressions, is_within, no_prose
from hf_genderfair.counterfactual.spanish.null_subjects import is_dropped_person
from hf_genderfair.counterfactual.spanish.persons import SEXES_OF_ANIMALS, lower_words, nouns
from hf_genderfair.counterfactual.spanish.predicates import (
    begins_clause,
    is_aside,
    is_nominalised,
    is_noun_phrase,
    is_of_head,
    is_predicate_of_person,
    is_set_off,
    named,
)
from hf_genderfair.counterfactual.spanish.pronouns import (
    is_contrasted,
    is_misspelt_article,
    may_be_several,
    takes_up_person,
)
from hf_genderfair.counterfactual.spanish.things import has_thing_beside, is_non_person, may_be_name
from hf_genderfair.counterfactual.spanish.verbs import enclitic
from hf_genderfair.counterfactual.swapping import BOTH
from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.clauses import has_copula, has_dependent, is_coordinated
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.romance.words import romance_words
from hf_genderfair.languages.types import PairedGender, grammatical_gender
from hf_genderfair.lexicons.word_class import WordClass

DEMONSTRATIVES = WordClass("closed_classes_romance", "demonstrative_of_one_es")
ALONE = frozenset("único única primero primera último última".split())
FACTS = frozenset("cierto claro obvio lógico preciso necesario".split())
INFLECTED = frozenset("mal al del solo harto".split())
"""Words that may agree with a man, or be joined with his article, though their analysis shows no gender."""


class SpanishAnalysis:
    """The words of persons of one gender in one text.

    Attributes:
        document: The text.
        low: Its tokens in lower case.
        source: The gender that is to be swapped.
        nouns: Nouns for persons, see `nouns`.
        people: Indices of words that mean a person of that gender, with the index of the word they agree with.
        refused: Indices of words that stay, with the reason.
        quoted: See `no_prose`.
        types: Entity types of names, see `entity_types`.
        sexes: Places of *femenino*, or *masculino*.

    Example:
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "Ella fue elegida presidenta."
        >>> document = Document(text, next(pipeline("es").analyse([text])), "es")
        >>> sorted(SpanishAnalysis(document, "feminine").people)
        [0, 2, 3]
    """

    def __init__(self, document: Document, source: PairedGender) -> None:
        """Analyse a text."""
        self.document = document
        self.source = source
        self.low = lower_words(document)
        self.types = dict(document.derived(entity_types))
        self.quoted = document.derived(no_prose)
        self.nouns = nouns(document, self.low, source)
        for index in self.nouns:
            head = document.heads[index]
            if document.tokens[index].relation == "appos" and self.types.get(head) == "LOC":
                # Pacheco, ayo del príncipe
                self.types[head] = "PER"
        self.refused = {index: noun.reason for index, noun in self.nouns.items() if noun.reason}
        self.people = {index: index for index, noun in self.nouns.items() if not noun.reason}
        self.sexes, terms = words_for_sex(document, self.low, source, self.types)
        self.refused |= terms
        self._seen: set[int] = set()
        self._inflected = set(filter(self.is_of_gender, range(len(document.tokens))))
        self._candidates = [
            index for index, token in enumerate(document.tokens) if self._may_be_of_person(index, token)
        ]
        self._determiners = [index for index in sorted(self._inflected) if self._may_be_determiner(index)]
        self._pronouns(subjects=True)
        self._pronouns(subjects=False)
        self._clitics()
        self._agreeing()
        for spans, reason in ((self.quoted, "name or code"), (document.derived(fixed_expressions), "fixed expression")):
            for index in [index for index in self.people if is_within(document, index, spans)]:
                del self.people[index]
                self.refused[index] = reason

    def is_of_gender(self, index: int) -> bool:
        """Whether the analysis gives a word the gender that is to be swapped."""
        return grammatical_gender(self.document.tokens[index].morph) == self.source

    def has_name_of_gender(self, index: int) -> bool:
        """Whether a token is a first name that is given to persons of the gender."""
        gender = romance_words("es").first_name(self.document.tokens[index].text)
        return gender == self.source

    def _may_be_of_person(self, index: int, token: Token) -> bool:
        """Whether a word may agree with a person by its form."""
        low = self.low[index]
        inflected = index in self._inflected or low in INFLECTED or low in OWNED
        return token.pos != "PUNCT" and (inflected or (index > 0 and self.low[index - 1] in TITLES))

    def _may_be_determiner(self, index: int) -> bool:
        low = self.low[index]
        article = low != "lo" and low[0].isalpha() and self.document.tokens[index].pos == "DET"
        return article or low in POSSESSED

    def _agreeing(self) -> None:
        """Add the words that agree with known persons."""
        self._seen.clear()
        for index in self._candidates:
            token = self.document.tokens[index]
            alone = self.source == "masculine" and token.pos == "ADV" and means_alone(self.document, index)
            described = may_agree(token) and not is_noun_phrase(self, index)
            if alone or (index in self._inflected and (described or is_predicate_of_person(self, index))):
                self._takes(index)
            elif index - 1 in self.nouns and index - 1 in self.people and self.low[index] in OWNED:
                # hija mía
                self.people[index] = self.people[index - 1]
            elif self.low[index] == "mal" and index + 1 in self.nouns and index + 1 in self.people:
                self.people[index] = self.people[index + 1]
            elif self.low[index] in ("al", "del") and self.source == "masculine" and index not in self.people:
                self._remember(index, antecedent_of_contraction(self, index))
        for index in self._determiners:
            if index not in self.people:
                self._remember(index, determined(self, index))

    def _remember(self, index: int, owner: int | None) -> None:
        """Remember the person with whom a word agrees, if there is one."""
        if owner is not None:
            self.people[index] = owner

    def _takes(self, index: int) -> bool:
        """Whether an adjective, participle or indefinite pronoun means a person of the gender; remembers those."""
        if index in self.people or index in self._seen:
            return index in self.people
        self._seen.add(index)
        if index in self.nouns or self.is_invariant(index):
            return False
        token = self.document.tokens[index]
        if self.low[index] in SELF and token.pos != "PRON":
            owner = stressed(self, index)
        elif self.low[index] in ("solo", "sola") and self.low[index - 1] in PERSONAL:
            owner = self.people.get(index - 1)
        else:
            owner = self._of_group(index) if token.pos == "PRON" else self._owner(index)
        if owner is not None:
            self.people[index] = owner
            self.refused.pop(index, None)
        return owner is not None

    def is_invariant(self, index: int) -> bool:
        """Whether a word agrees with nobody here: it stands in a name, or see `agrees_with_nobody`."""
        return self._is_in_name(index) or agrees_with_nobody(self, index)

    def _is_in_name(self, index: int) -> bool:
        """Whether a word belongs to a name or a title, and not to a person in it."""
        if is_within(self.document, index, self.quoted):
            return True
        kind = self.types.get(index)
        if kind == "PER" or (index and self.low[index - 1] in TITLES):
            return self.document.tokens[index].text[0].isupper() and index not in self.nouns
        return kind in ("ORG", "LOC") and self.document.heads[index] not in self.people

    def _owner(self, index: int) -> int | None:
        """Return the index of the person with whom a word agrees; its own index where none is written."""
        found = controller(self.document, index)
        begun = begins_clause(self, index)
        if begun is not None:
            return self.people.get(begun)
        verb = self.document.heads[index]
        complement = verb == index - 1 and verb in self.people and self.is_singular(index)
        if complement and self.document.tokens[index].relation == "xcomp" and enclitic(self.low[verb]):
            # verla muerta
            return self.people[verb]
        if found == CLAUSE or is_nominalised(self, index):
            # el único hombre que espera, el único que sueña
            alone = self.low[index] in ALONE and self.low[index + 1 : index + 2] == ["que"] and found != CLAUSE
            before = nearest_noun(self, index) if alone else None
            return None if before is None else self.people[before]
        if found == DROPPED:
            written = own_subject(self.document, index)
            if written is not None and written >= 0 and has_thing_beside(self.document, written, self.types):
                return None
            return index if is_dropped_person(self, index) else None
        fact = is_aside(self, index) or self.document.tokens[index].relation == "obj"
        if found in self.people and self.low[index] in FACTS and fact:
            # claro, señor; dejó claro su carácter
            return None
        if found in self.people:
            several = self.is_singular(index) or not self.is_singular(found) or is_coordinated(self.document, found)
            return None if is_of_head(self, index, found) or not several else self.people[found]
        above = self._of_subject_above(index, found)
        if above is not None:
            return above
        token = self.document.tokens[found]
        if token.pos == "PROPN":
            return named(self, index, found)
        if token.pos == "PRON" and self.low[found] in ("sí", "quien", "quién", "yo", "tú", "usted", "mí", "ti", "se"):
            return found
        if token.pos in ("ADJ", "VERB", "PRON", "NUM") and found != index:
            return found if self._takes(found) else None
        return None

    def _of_subject_above(self, index: int, thing: int) -> int | None:
        """Return the subject of whom a participle is said, not of a thing beside it: *acompañado por su hijo*."""
        joined = participle_above(self.document, index)
        if joined is not None and self._takes(joined):
            return self.people[joined]
        apart = is_set_off(self, index, thing)
        if not apart or not is_non_person(self.document, thing, self.types):
            return None
        above = subject(self.document, index, clause_predicate(self.document, thing))
        name = above >= 0 and self.document.tokens[above].pos == "PROPN" and self.may_be_person(above)
        return above if name else self.people.get(above)

    def may_be_person(self, index: int) -> bool:
        """Whether a name may be that of a person of the gender."""
        return may_be_name(self.document, index, self.source, self.types)

    def _of_group(self, index: int) -> int | None:
        """Return the persons of a partitive pronoun: *una de las actrices*, *otra*, *la que*."""
        document, tokens = self.document, self.document.tokens
        for child in document.children[index]:
            if tokens[child].relation == "nmod":
                if child in self.people or self._takes(child):
                    # una de una mujer takes up a thing
                    return None if self.is_singular(child) else self.people[child]
                if tokens[child].pos == "NOUN":
                    # una de los hijos, una de profesionales; una de las celebridades is of the gender of its noun
                    mixed = not self.is_of_gender(child) and has_dependent(document, child, "det")
                    person = mixed and not is_non_person(document, child, self.types)
                    return index if self.source == "feminine" and person else None
        if has_copula(document, index) and self.low[index] not in DEMONSTRATIVES:
            return self._owner(index)
        if (owner := emphasised(self, index)) is not None:
            return owner
        head = document.heads[index]
        if tokens[index].relation in ("amod", "appos", "det", "conj") and head in self.people:
            return self.people[head] if self.is_singular(index) == self.is_singular(head) else None
        if self.low[index] in ("que", "cual", "cuales") or tokens[index].relation == "expl:pv":
            return None
        if self.low[index] in DEMONSTRATIVES and self.low[index + 1 : index + 2] in (["es"], ["era"], ["fue"]):
            # ese es su problema, ese es su hermano
            near = range(index + 2, min(index + 5, len(tokens)))
            return next((self.people[at] for at in near if at in self.people and at in self.nouns), None)
        if self.low[index] in DEMONSTRATIVES and tokens[document.heads[index]].pos == "NOUN":
            # este es un tema difícil
            return None
        if tokens[index].morph.get("PronType") == "Ind" and follows_agreeing_thing(self, index):
            # de todos los vicios tenía el cura uno
            return None
        found = nearest_noun(self, index)
        return None if found is None else self.people[found]

    def _pronouns(self, *, subjects: bool) -> None:
        """Add *ella*, *ellas* and *él*: subjects are persons, elsewhere the antecedent decides."""
        tokens = self.document.tokens
        forms = {"feminine": ("ella", "ellas"), "masculine": ("él", "ellos")}[self.source]
        animals = not SEXES_OF_ANIMALS.isdisjoint(self.low)
        for index, word in enumerate(self.low):
            if word not in forms or index in self.people or is_misspelt_article(self, index):
                continue
            relation = tokens[index].relation
            preposition = index > 0 and tokens[index - 1].pos == "ADP"
            is_subject = (relation.startswith("nsubj") and not preposition) or (
                relation == "conj" and tokens[self.document.heads[index]].relation.startswith("nsubj")
            )
            if word == forms[0]:
                person = is_subject if subjects else takes_up_person(self, index)
            else:
                person = self.source == "feminine" and is_subject and may_be_several(self, index)
                person = person or (not subjects and nearest_noun(self, index) is not None)
            if is_contrasted(self, index):
                self.refused[index] = BOTH
            elif person and not animals:
                self.people[index] = index
                self.refused.pop(index, None)
            elif not subjects:
                self.refused[index] = "unclear antecedent" if self.source == "feminine" else "generic masculine"

    def is_singular(self, index: int) -> bool:
        """Whether a word is in the singular, or has no number."""
        return self.document.tokens[index].morph.get("Number", "Sing") == "Sing"

    def _clitics(self) -> None:
        """Add *la*, *lo* and *verla* where the object is a person."""
        for index, ending in clitics(self):
            if object_is_person(self, index, ending):
                self.people[index] = index
            else:
                self.refused[index] = "unclear object"
