"""Which words of a Spanish text mean persons of one gender: nouns, pronouns, and what agrees with them."""

from __future__ import annotations

from hf_genderfair.counterfactual.spanish.agreement import (
    CLAUSE,
    DROPPED,
    OWNED,
    SELF,
    TITLES,
    agrees,
    clause_predicate,
    controller,
    is_part_of_address,
    may_agree,
    may_be_bare_predicate,
    means_alone,
    own_subject,
    subject,
)
from hf_genderfair.counterfactual.spanish.clitics import (
    CLITICS,
    clitics,
    object_is_person,
    verb_index,
    verb_of_clitic,
)
from hf_genderfair.counterfactual.spanish.dropped import is_dropped_person, nearest_subject
from hf_genderfair.counterfactual.spanish.invariant import (
    PERSONAL,
    POSSESSED,
    SPEECH_ACT_PERSONS,
    agrees_with_nobody,
    words_for_sex,
)
from hf_genderfair.counterfactual.spanish.persons import (
    SEXES_OF_ANIMALS,
    entity_types,
    lower_words,
    no_prose,
    nouns,
)
from hf_genderfair.counterfactual.spanish.pronouns import is_misspelt_article, may_be_several, takes_up_person
from hf_genderfair.counterfactual.spanish.things import has_thing_beside, is_non_person, may_be_name
from hf_genderfair.counterfactual.spanish.verbs import (
    MOSTLY_OF_THINGS,
    OF_PERSONS,
    PASSIVES_OF_THINGS,
    enclitic,
    verb_of,
)
from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.clauses import dependents, has_copula, has_dependent, is_coordinated
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.romance.words import romance_words
from hf_genderfair.languages.types import PairedGender, grammatical_gender
from hf_genderfair.lexicons.word_class import WordClass

SALIENT = frozenset(("nsubj", "nsubj:pass", "obj", "root", "conj"))
DEMONSTRATIVES = WordClass("closed_classes_romance", "demonstrative_of_one_es")
ARTICLES = frozenset("el la los las".split())
ALONE = frozenset("único única primero primera último última".split())
FACTS = frozenset("cierto claro obvio lógico preciso necesario".split())
INFLECTED = frozenset("mal al del solo harto".split())
"""Words that may agree with a man, or be joined with his article, though their analysis shows no gender."""

OWN = frozenset("propia propio".split())


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
        """Analyse a text.

        Args:
            document: A Spanish text with all layers.
            source: The gender that is to be swapped.
        """
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
        self._inflected = {
            index for index, token in enumerate(document.tokens) if grammatical_gender(token.morph) == source
        }
        self._candidates = [
            index for index, token in enumerate(document.tokens) if self._may_be_of_person(index, token)
        ]
        self._determiners = [index for index in sorted(self._inflected) if self._may_be_determiner(index)]
        self._pronouns(subjects=True)
        self._agreeing()
        self._pronouns(subjects=False)
        self._agreeing()
        self._clitics()
        self._agreeing()
        for index in [index for index in self.people if self._is_quoted(index)]:
            del self.people[index]
            self.refused[index] = "name or code"

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
            described = may_agree(token) and not self._is_noun_phrase(index)
            if alone or (index in self._inflected and (described or self._is_predicate_of_person(index))):
                self._takes(index)
            elif index - 1 in self.nouns and index - 1 in self.people and self.low[index] in OWNED:
                # hija mía
                self.people[index] = self.people[index - 1]
            elif self.document.heads[index] in self.people and is_part_of_address(self.document, index, self.source):
                self.people[index] = self.people[self.document.heads[index]]
            elif self.low[index] == "mal" and index + 1 in self.nouns and index + 1 in self.people:
                self.people[index] = self.people[index + 1]
            elif self.low[index] in ("al", "del") and self.source == "masculine" and index not in self.people:
                self._takes_relative(index)
        for index in self._determiners:
            owner = self._determined(index) if index not in self.people else None
            if owner is not None:
                self.people[index] = owner

    def _is_noun_phrase(self, index: int) -> bool:
        """Whether a noun is no adjective: it has words of its own, or one gender for all: *las figuras*."""
        form = romance_words("es").persons.get(self.low[index])
        if self.document.tokens[index].pos != "NOUN" or self.low[index] in SELF:
            return False
        own = form is None and has_dependent(self.document, index, "det", "amod", "case")
        return own or (form is not None and form.kind == "epicene")

    def _titled(self, index: int) -> int | None:
        """Return the word for a person to which a part of a name belongs: *el actor Igor Sanz*, not *ese Sanz*."""
        heads = self.document.heads
        while self.document.tokens[index].relation in ("flat", "appos") and index not in self.people:
            index = heads[index]
        return index if index in self.people else None

    def _is_predicate_of_person(self, index: int) -> bool:
        described = may_be_bare_predicate(self.document, index) and index not in self.nouns
        return described and own_subject(self.document, self.document.heads[index]) in self.people

    def _takes_relative(self, index: int) -> None:
        """Add *al que* and *del cual* after a man."""
        if self.low[index + 1 : index + 2] in (["que"], ["cual"]):
            found = self.nearest_noun(index)
            if self.types.get(index - 1) == "PER":
                found = self._titled(index - 1)
            if found is not None:
                self.people[index] = self.people[found]

    def _determined(self, index: int) -> int | None:
        """Return the person that an article or another determiner belongs to."""
        document, tokens = self.document, self.document.tokens
        head = document.heads[index]
        if self.low[index + 1 : index + 2] == ["poco"] or self._stands_for_thing(index):
            return None
        if self.low[index] in POSSESSED:
            # cuya madre agrees with what is owned
            return self.people[head] if head in self.nouns and head in self.people else None
        if self.low[index + 1 : index + 2] in (["que"], ["cual"], ["cuales"]):
            return self._antecedent(index, index + 1)
        if head in self.people and (head in self.nouns or tokens[head].pos != "PROPN"):
            return self.people[head]
        after, last = index + 1, index
        while after < len(tokens) and tokens[after].pos in ("ADJ", "NUM", "ADV"):
            last = after if after in self.people else last
            after += 1
        if after < len(tokens) and after in self.people and after in self.nouns:
            return self.people[after]
        if after < len(tokens) and tokens[after].pos == "PROPN" and last > index:
            return self.people[last]
        return self._self(index)

    def _stands_for_thing(self, index: int) -> bool:
        """Whether an article before *de* takes up a noun: *el del rey*."""
        return self.low[index + 1 : index + 2] in (["de"], ["del"]) and self.low[index] in ARTICLES

    def _antecedent(self, index: int, relative: int) -> int | None:
        """Return the antecedent of *la que* or *las cuales*: the head of its clause, else the nearest noun."""
        document = self.document
        if index and self.low[index - 1] == "en":
            # la casa del rey, en la que; a person is seldom a place
            return None
        clause = document.heads[relative]
        if clause in self.people and clause in self.nouns and has_copula(document, clause):
            # el que fuera alcalde
            return self.people[clause]
        antecedent = document.heads[clause]
        relates = document.tokens[clause].relation == "acl:relcl" and antecedent < index
        if relates and document.tokens[antecedent].pos == "NOUN" and agrees(document, index, antecedent):
            return self.people.get(antecedent)
        named = self.is_singular(index) and self.low[relative] == "que"
        if named and antecedent > index and self.types.get(antecedent) == "PER" and self.may_be_person(antecedent):
            # el que gana es Juan
            return antecedent
        found = self.nearest_noun(index)
        return None if found is None else self.people[found]

    def _self(self, index: int) -> int | None:
        """Return the person whom *misma* emphasises: the one before it, with *sí* the subject."""
        before = index - 1
        if before < 0 or self.low[index] not in SELF:
            return None
        if self.low[before] == "sí":
            found = subject(self.document, index, self.document.heads[before])
            if found == DROPPED:
                if not self.is_singular(index):
                    return None
                # por sí mismo is said of things too
                nearest = nearest_subject(self, index)
                by_itself = before > 0 and self.low[before - 1] == "por"
                return index if nearest or (nearest is None and not by_itself) else None
            before = found
        if before in self.people:
            return self.people[before]
        if self.low[before] in SPEECH_ACT_PERSONS:
            return index
        token = self.document.tokens[before]
        named = token.pos == "PROPN" and not token.text.isupper() and self.may_be_person(before)
        return before if named else None

    def _stressed(self, index: int) -> int | None:
        """Return the person whom *misma* belongs to, after the word or before it."""
        head = self.document.heads[index]
        if self.document.tokens[index].relation in ("amod", "det") and head in self.people:
            return self.people[head]
        return self._self(index)

    def _takes(self, index: int) -> bool:
        """Whether an adjective, participle or indefinite pronoun means a person of the gender; remembers those."""
        if index in self.people or index in self._seen:
            return index in self.people
        self._seen.add(index)
        if index in self.nouns or self.is_invariant(index):
            return False
        token = self.document.tokens[index]
        if self.low[index] in SELF and token.pos != "PRON":
            owner = self._stressed(index)
        elif self.low[index] in ("solo", "sola") and self.low[index - 1] in PERSONAL:
            owner = self.people.get(index - 1)
        else:
            owner = self._of_group(index) if token.pos == "PRON" else self._owner(index)
        if owner is not None:
            self.people[index] = owner
            self.refused.pop(index, None)
        return owner is not None

    def is_invariant(self, index: int) -> bool:
        """Whether a word agrees with nobody here: it stands in a name, or see `agrees_with_nobody`.

        Args:
            index: Index of an adjective, a participle or a pronoun.
        """
        return self._is_in_name(index) or agrees_with_nobody(self, index)

    def _is_quoted(self, index: int) -> bool:
        start = self.document.tokens[index].start
        return any(first <= start < last for first, last in self.quoted)

    def _is_in_name(self, index: int) -> bool:
        """Whether a word belongs to a name or a title, and not to a person in it."""
        if self._is_quoted(index):
            return True
        kind = self.types.get(index)
        if kind == "PER" or (index and self.low[index - 1] in TITLES):
            return self.document.tokens[index].text[0].isupper() and index not in self.nouns
        return kind in ("ORG", "LOC") and self.document.heads[index] not in self.people

    def _owner(self, index: int) -> int | None:
        """Return the index of the person with whom a word agrees; its own index where none is written."""
        found = controller(self.document, index)
        begun = self.begins_clause(index)
        if begun is not None:
            return self.people.get(begun)
        verb = self.document.heads[index]
        complement = verb == index - 1 and verb in self.people and self.is_singular(index)
        if complement and self.document.tokens[index].relation == "xcomp" and enclitic(self.low[verb]):
            # verla muerta
            return self.people[verb]
        if found == CLAUSE or self._is_nominalised(index):
            # el único hombre que espera, el único que sueña
            alone = self.low[index] in ALONE and self.low[index + 1 : index + 2] == ["que"] and found != CLAUSE
            before = self.nearest_noun(index) if alone else None
            return None if before is None else self.people[before]
        if found == DROPPED:
            written = own_subject(self.document, index)
            if written is not None and written >= 0 and has_thing_beside(self.document, written, self.types):
                return None
            return index if is_dropped_person(self, index) else None
        if found in self.people and self.low[index] in FACTS and self._is_aside(index):
            return None
        if found in self.people:
            several = self.is_singular(index) or not self.is_singular(found) or is_coordinated(self.document, found)
            return None if self.is_of_head(index, found) or not several else self.people[found]
        if self._has_agent(index) and is_non_person(self.document, found, self.types):
            # cruzó el país acompañado por su hermano
            above = subject(self.document, index, clause_predicate(self.document, found))
            named = above >= 0 and self.document.tokens[above].pos == "PROPN" and self.may_be_person(above)
            return above if named else self.people.get(above)
        token = self.document.tokens[found]
        if token.pos == "PROPN":
            return self._named(index, found)
        if token.pos == "PRON" and self.low[found] in ("sí", "quien", "quién", "yo", "tú", "usted", "mí", "ti", "se"):
            return found
        if token.pos in ("ADJ", "VERB", "PRON", "NUM") and found != index:
            return found if self._takes(found) else None
        return None

    def _is_aside(self, index: int) -> bool:
        """Whether a word is said of a clause: *habló, y es cierto*; *sí, claro, vino*."""
        tokens = self.document.tokens[max(index - 1, 0) : index + 2]
        between = len(tokens) == 3 and tokens[0].pos == tokens[2].pos == "PUNCT"
        return between or self.document.tokens[index].relation == "conj"

    def _named(self, index: int, name: int) -> int | None:
        """Return the person whose name a word agrees with: the word for a title before it, else the name."""
        token, described = self.document.tokens[name], self.document.tokens[index]
        title = self.document.heads[name] if token.relation in ("appos", "flat") else name
        if self.low[title] in TITLES and title in self.people:
            return self.people[title]
        if self.source == "masculine" and not self.is_singular(index):
            return None
        if name == index + 1 and described.morph.get("VerbForm") == "Part":
            # una de ellas llamada Coso
            return None
        if not self.may_be_person(name) or not self._is_person_predicate(index):
            return None
        beside = described.relation == "amod" and self.low[index] not in OWN
        return None if beside and self.types.get(name) != "PER" else name

    def _has_agent(self, index: int) -> bool:
        """Whether a participle of what is done to persons says by whose relative or the like: *guiado por su hijo*."""
        document, tokens = self.document, self.document.tokens
        if self.low[index + 1 : index + 2] != ["por"]:
            return False
        verb = verb_of(self.low[index], tokens[index].lemma)
        agents = [child for child in document.children[index] if child in self.nouns]
        owned = any(self.low[below] == "su" for agent in agents for below in document.children[agent])
        return owned and verb in OF_PERSONS and verb not in MOSTLY_OF_THINGS

    def begins_clause(self, index: int) -> int | None:
        """Return the noun with which a word makes a clause of its own: *muerta la reina*, *adusto el ceño*.

        Args:
            index: Index of a participle or adjective.
        """
        tokens = self.document.tokens
        token = tokens[index]
        alone = token.pos == "ADJ" and (token.relation != "amod" or self.document.heads[index] > index)
        if index + 2 >= len(tokens) or not (alone or token.morph.get("VerbForm") == "Part"):
            return None
        if tokens[index + 1].pos != "DET" and self.low[index + 1] != "al":
            return None
        noun = self.document.heads[index + 1]
        bare = not any(tokens[child].relation.startswith(("aux", "cop")) for child in self.document.children[index])
        if self.low[index + 1] == "al" and noun not in self.people:
            # atado al mástil
            return None
        fits = (
            bare
            and noun > index
            and tokens[noun].pos in ("NOUN", "PROPN", "ADJ")
            and agrees(self.document, index, noun)
        )
        return noun if fits else None

    def _is_nominalised(self, index: int) -> bool:
        """Whether an adjective with an article stands for a noun of its own, and is no predicate: *la lingüística*."""
        tokens, head = self.document.tokens, self.document.heads[index]
        relations = {tokens[child].relation for child in self.document.children[index]}
        words = {self.low[child] for child in self.document.children[index]}
        if ("det" not in relations and words.isdisjoint(("al", "del"))) or not relations.isdisjoint(
            ("cop", "aux:pass")
        ):
            return False
        return head not in self.people and not self.low[head].startswith("conv")

    def is_of_head(self, index: int, found: int) -> bool:
        """Whether a participle after a person rather describes its head: *el informe del rey publicado*.

        Args:
            index: Index of the participle.
            found: Index of the person.
        """
        document, tokens = self.document, self.document.tokens
        head = document.heads[found]
        if tokens[found].relation != "nmod" or found > index or tokens[head].pos != "NOUN":
            return False
        things = verb_of(self.low[index], tokens[index].lemma) in PASSIVES_OF_THINGS
        return things and agrees(document, index, head) and is_non_person(document, head, self.types)

    def _is_person_predicate(self, index: int) -> bool:
        """Whether a participle beside a name may describe a person."""
        return verb_of(self.low[index], self.document.tokens[index].lemma) not in PASSIVES_OF_THINGS

    def may_be_person(self, index: int) -> bool:
        """Whether a name may be that of a person of the gender.

        Args:
            index: Index of a token of the name.
        """
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
                    mixed = grammatical_gender(tokens[child].morph) != self.source
                    mixed = mixed and has_dependent(document, child, "det")
                    person = mixed and not is_non_person(document, child, self.types)
                    return index if self.source == "feminine" and person else None
        if has_copula(document, index) and self.low[index] not in DEMONSTRATIVES:
            return self._owner(index)
        if (owner := self._self(index)) is not None:
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
        if tokens[index].morph.get("PronType") == "Ind" and self._follows_agreeing_thing(index):
            # de todos los vicios tenía el cura uno
            return None
        found = self.nearest_noun(index)
        return None if found is None else self.people[found]

    def _follows_agreeing_thing(self, index: int) -> bool:
        """Whether a noun for things stands before a pronoun in its sentence, of which it may mean one or several."""
        tokens = self.document.tokens
        start = self.document.sentences[self.document.sentence_of[index]][0]
        return any(
            tokens[before].pos == "NOUN"
            and grammatical_gender(tokens[before].morph) == self.source
            and before not in self.people
            and (self.is_singular(index) or not self.is_singular(before))
            and is_non_person(self.document, before, self.types)
            for before in range(start, index)
        )

    def nearest_noun(self, index: int) -> int | None:
        """Return the nearest antecedent before a pronoun, if it is a person of the gender."""
        document, tokens = self.document, self.document.tokens
        start = document.sentences[max(document.sentence_of[index] - 1, 0)][0]
        number = tokens[index].morph.get("Number", "Sing")
        for before in range(index - 1, start - 1, -1):
            if tokens[before].pos not in ("NOUN", "PROPN", "PRON", "ADJ"):
                continue
            if tokens[before].morph.get("Number", "Sing") != number:
                continue
            if before in self.people:
                return before
            if tokens[before].pos == "NOUN" and grammatical_gender(tokens[before].morph) == self.source:
                return None
        return None

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
                person = person or (not subjects and self.nearest_noun(index) is not None)
            if person and not animals:
                self.people[index] = index
                self.refused.pop(index, None)
            elif not subjects:
                self.refused[index] = "unclear antecedent" if self.source == "feminine" else "generic masculine"

    def is_singular(self, index: int) -> bool:
        """Whether a word is in the singular, or has no number."""
        return self.document.tokens[index].morph.get("Number", "Sing") == "Sing"

    def non_persons_before(self, index: int, *, salient: bool = False) -> bool:
        """Whether a non-person noun that agrees stands before a pronoun in its sentence, other than its head."""
        document, tokens = self.document, self.document.tokens
        number = "Plur" if self.low[index].endswith("s") else "Sing"
        sentence = document.sentence_of[index]
        start = document.sentences[max(sentence - 1, 0) if number == "Plur" else sentence][0]
        path = [index, *document.ancestors(index)]
        clause = next((head for head in path if tokens[head].pos == "VERB"), path[-1])
        above = set(path[: path.index(clause) + 1]) if tokens[index].pos == "PRON" else {index}
        above.update(child for child in document.children[clause] if tokens[child].relation.startswith("nsubj"))
        if tokens[clause].relation == "acl:relcl":
            above.add(document.heads[clause])
        return any(
            tokens[before].pos == "NOUN"
            and self._gender(before) == self.source
            and tokens[before].morph.get("Number", "Sing") == number
            and before not in self.people
            and before not in above
            and (not salient or tokens[before].relation in SALIENT)
            and is_non_person(document, before, self.types)
            for before in range(start, index)
        )

    def _gender(self, index: int) -> str | None:
        """Return the gender of a noun, else that of its article."""
        tokens = self.document.tokens
        known = grammatical_gender(tokens[index].morph)
        articles = dependents(self.document, index, "det") if known is None else ()
        return next((grammatical_gender(tokens[at].morph) for at in articles), known)

    def _clitics(self) -> None:
        """Add *la*, *lo* and *verla* where the object is a person."""
        for index, ending in clitics(self):
            if object_is_person(self, index, ending) or self._is_described(index):
                self.people[index] = index
            else:
                self.refused[index] = "unclear object"

    def _is_described(self, index: int) -> bool:
        """Whether a participle behind the verb of an object is said of it: *lo vieron salir acompañado*."""
        document, tokens = self.document, self.document.tokens
        subject_of_verb = own_subject(document, verb_index(self, index))
        if subject_of_verb in self.people and verb_of_clitic(self, index) not in OF_PERSONS:
            # la reina la retiró asustada
            return False
        below = document.children[document.heads[index]] if self.low[index] in CLITICS else []
        verbs = [child for child in below if child > index and tokens[child].morph.get("VerbForm") == "Inf"]
        said = [child for verb in (document.heads[index], *verbs) for child in document.children[verb] if child > index]
        participles = (
            at
            for at in said
            if tokens[at].morph.get("VerbForm") == "Part"
            and tokens[at].relation != "conj"
            and not has_dependent(document, at, "aux", "aux:pass", "cop")
        )
        return any(self.people.get(at) == at for at in participles)
