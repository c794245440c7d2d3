"""Which words of a Spanish text belong to its persons of one gender: pronouns, and what agrees with them."""

from __future__ import annotations

from collections.abc import Iterator

from hf_genderfair.languages.clauses import SUBJECTS, agrees, dependents, has_copula, has_dependent, is_coordinated
from hf_genderfair.languages.coreference.chains import Chains
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.reference import Links
from hf_genderfair.languages.romance.agreement import (
    CLAUSE,
    DROPPED,
    SELF,
    agreeing_words,
    controllers,
    own_subject,
    subject,
)
from hf_genderfair.languages.romance.antecedents import (
    CLITICS,
    PRONOUNS,
    KnownPersons,
    add_pronouns,
    is_of_fact,
    persons_before,
)
from hf_genderfair.languages.romance.gender_forms import has_other_form
from hf_genderfair.languages.romance.verbs import (
    DATIVES,
    HAVE,
    MOSTLY_OF_THINGS,
    OF_FACTS,
    OF_PERSONS,
    PARTICIPLE,
    PASSIVES_OF_THINGS,
    enclitic,
    is_said_of_persons,
    verb_of,
)
from hf_genderfair.languages.romance.words import romance_words
from hf_genderfair.languages.types import PairedGender, grammatical_gender
from hf_genderfair.lexicons.word_class import WordClass

DEMONSTRATIVES = WordClass("closed_classes_romance", "demonstrative_of_one_es")
OWNED = WordClass("closed_classes_romance", "owned_by_somebody_es")
"""Possessives that stand for a noun with an article, or behind one: *el mío, hija mía*."""

SPEECH_ACT_PERSONS = WordClass("closed_classes_romance", "speech_act_person_es")
"""Pronouns of somebody who speaks or is spoken to, whose gender *mismo* shows."""

LINKING = WordClass("verb_frames_es", "linking")
"""Verbs with a predicate of their subject: *parece contenta*."""

INVARIANT = WordClass("closed_classes_romance", "invariant_es")
"""Masculine singulars that are as often prepositions, adverbs or neuter."""

PERSONAL = frozenset((*PRONOUNS["feminine"], *PRONOUNS["masculine"], "nosotras", "vosotras"))
POSSESSED = frozenset("cuyo cuya cuyos cuyas".split())
"""Relatives that agree with what is owned."""

RELATIVES = (["que"], ["cual"], ["cuales"])
JOINS = frozenset("y e o u ni pero".split())
PASSIVE = ("cop", "aux:pass")
PREDICATIVE = frozenset("xcomp obj advcl conj amod acl root obl ccomp dep parataxis advmod nsubj".split())
"""Relations of words that may describe a subject."""

NAMING = frozenset("xcomp obj root conj ccomp advcl".split())
"""Relations of nouns that say what their subject is."""

SPEECH_ACT = frozenset("12")
"""Grammatical persons who speak or are spoken to."""


def links(document: Document, gender: PairedGender, nouns: frozenset[int], somebody: frozenset[int]) -> Links:
    """Find the words of the persons of a gender in a text, of whom some nouns mean somebody."""
    known = KnownPersons(document, gender, nouns, somebody)
    add_pronouns(known)
    _Agreement(known).add_words()
    return Links(known.controllers, _chains(known), known.unclear, dict(_doubts(known)), frozenset(known.names))


class _Agreement:
    """Finds the words that agree with known persons, each once."""

    def __init__(self, known: KnownPersons) -> None:
        self.known = known
        self.document, self.tokens, self.low = known.document, known.tokens, known.low
        self.controllers = known.controllers
        self.seen: set[int] = set()

    def add_words(self) -> None:
        """Add adjectives, participles and pronouns first, then the determiners, which need them."""
        inflected, agreeing = sorted(self.known.of_gender), self.document.derived(agreeing_words)
        for index in inflected:
            if index in agreeing and not self.is_noun_phrase(index):
                self.belongs(index)
        for index, low in enumerate(self.low):
            if self.known.gender == "masculine" and self.is_alone(index):
                self.belongs(index)
            elif low in OWNED and index - 1 in self.known.nouns and index - 1 in self.controllers:
                self.controllers[index] = self.controllers[index - 1]
            elif low == "mal" and index + 1 in self.known.nouns and index + 1 in self.controllers:
                self.controllers[index] = self.controllers[index + 1]
            elif low in ("al", "del") and self.low[index + 1 : index + 2] in RELATIVES:
                self.remember(index, self.antecedent(index) if self.known.gender == "masculine" else None)
        for index in inflected:
            determiner = self.tokens[index].pos == "DET" and self.low[index] != "lo"
            if index not in self.controllers and (determiner or self.low[index] in POSSESSED):
                self.remember(index, self.determined(index))

    def is_alone(self, index: int) -> bool:
        """Whether *solo* is no adverb: *vive solo, muy solo, él solo*."""
        after = self.tokens[index + 1].pos if index + 1 < len(self.tokens) else "PUNCT"
        beside = index > 0 and (self.low[index - 1] in ("muy", "él") or after in ("PUNCT", "CCONJ"))
        return self.low[index] == "solo" and self.tokens[index].pos == "ADV" and beside

    def remember(self, index: int, owner: int | None) -> bool:
        """Remember with what a word of somebody agrees, if it does; return whether it does."""
        if owner is not None:
            self.controllers[index] = owner
        return owner is not None

    def is_noun_phrase(self, index: int) -> bool:
        """Whether a noun is no adjective: it has words of its own, or one gender for all: *las figuras*."""
        if self.tokens[index].pos != "NOUN" or self.low[index] in SELF:
            return False
        form = romance_words("es").persons.get(self.low[index])
        return has_dependent(self.document, index, "det", "amod", "case") if form is None else form.kind == "epicene"

    def belongs(self, index: int) -> bool:
        """Whether an adjective, participle or indefinite pronoun means somebody; remembers those."""
        if index in self.controllers or index in self.seen:
            return index in self.controllers
        self.seen.add(index)
        if index in self.known.nouns or agrees_with_nobody(self.known, index):
            return False
        if self.low[index] in SELF:
            return self.remember(index, self.emphasised(index))
        if self.low[index - 1] in PERSONAL and self.low[index] in ("solo", "sola"):
            return self.remember(index, self.controllers.get(index - 1))
        return self.remember(index, self.of_group(index) if self.tokens[index].pos == "PRON" else self.owner(index))

    def owner(self, index: int) -> int | None:
        """Return the word of somebody with whom a word agrees; its own place where none is written."""
        verb = self.document.heads[index]
        if self.tokens[index].relation == "xcomp" and verb == index - 1 and enclitic(self.low[verb]):
            # verla muerta
            return self.controllers.get(verb)
        found = self.document.derived(controllers)[index]
        if found == CLAUSE or self.is_nominalised(index):
            return None
        if found == DROPPED:
            return index if _is_dropped_person(self.known, index) else None
        if found in self.controllers:
            several = is_coordinated(self.document, found) or not self.known.singular[found]
            fits = (several or self.known.singular[index]) and not self.is_of_head(index, found)
            return self.controllers[found] if fits else None
        if self.tokens[found].pos == "PROPN":
            return self.named(index, found)
        described = found != index and self.tokens[found].pos in ("ADJ", "VERB", "PRON")
        return found if described and self.belongs(found) else None

    def is_of_head(self, index: int, found: int) -> bool:
        """Whether a participle after a person rather describes its head: *el informe del rey publicado*."""
        head = self.document.heads[found]
        if self.tokens[found].relation != "nmod" or found > index or head not in self.known.things:
            return False
        verb = verb_of(self.low[index], self.tokens[index].lemma)
        return verb in PASSIVES_OF_THINGS and agrees(self.document, index, head)

    def is_nominalised(self, index: int) -> bool:
        """Whether an adjective with an article stands for a noun of its own, and is no predicate: *la lingüística*."""
        head = self.document.heads[index]
        article = has_dependent(self.document, index, "det") and not has_dependent(self.document, index, *PASSIVE)
        return article and head not in self.controllers and not self.low[head].startswith("conv")

    def named(self, index: int, name: int) -> int | None:
        """Return the person whose name a word agrees with: the word for a title before it, else the name."""
        apposed = self.tokens[name].relation in ("appos", "flat")
        title = self.document.heads[name] if apposed else name
        if title in self.controllers:
            return self.controllers[title]
        if self.known.gender == "masculine" and not self.known.singular[index]:
            return None
        if name not in self.known.names or verb_of(self.low[index], self.tokens[index].lemma) in PASSIVES_OF_THINGS:
            return None
        beside = self.tokens[index].relation == "amod"
        return None if beside and self.known.types.get(name) != "PER" else name

    def of_group(self, index: int) -> int | None:
        """Return the persons of a partitive pronoun: *una de las actrices*, *otra*, *la que*."""
        for child in dependents(self.document, index, "nmod"):
            if child in self.controllers or self.belongs(child):
                # una de una mujer takes up a thing
                return None if self.known.singular[child] else self.controllers[child]
            if self.tokens[child].pos == "NOUN":
                # una de los hijos; una de las celebridades is of the gender of its noun
                mixed = child not in self.known.of_gender and child not in self.known.things
                return index if self.known.gender == "feminine" and mixed else None
        head = self.document.heads[index]
        if has_copula(self.document, index) and self.low[index] not in DEMONSTRATIVES:
            return self.owner(index)
        if self.tokens[index].relation in ("amod", "appos", "det", "conj") and head in self.controllers:
            return self.controllers[head] if self.known.singular[index] == self.known.singular[head] else None
        if self.low[index : index + 1] in RELATIVES or self.tokens[index].relation == "expl:pv":
            return None
        if self.low[index] in DEMONSTRATIVES and self.tokens[head].pos == "NOUN":
            # este es un tema difícil
            return None
        found = self.known.nearest(index)
        return None if found is None else self.controllers[found]

    def determined(self, index: int) -> int | None:
        """Return the person that an article or another determiner belongs to, None where it belongs to nobody known."""
        head, after = self.document.heads[index], self.low[index + 1 : index + 2]
        if self.low[index] in SELF:
            return self.emphasised(index)
        if after in (["de"], ["del"]):
            # el del rey
            return None
        if after in RELATIVES:
            return self.antecedent(index)
        if head in self.controllers and (head in self.known.nouns or self.tokens[head].pos != "PROPN"):
            return self.controllers[head]
        noun = index + 1
        while noun < len(self.tokens) - 1 and self.tokens[noun].pos in ("ADJ", "NUM", "ADV"):
            noun += 1
        return self.controllers[noun] if noun in self.controllers and noun in self.known.nouns else None

    def antecedent(self, index: int) -> int | None:
        """Return the antecedent of *la que* or *al cual*: the head of its clause, else the nearest noun."""
        if index and (self.low[index - 1] == "en" or self.known.types.get(index - 1) == "PER"):
            # la casa del rey, en la que; a person is seldom a place
            return None
        clause = self.document.heads[index + 1]
        if clause in self.controllers and clause in self.known.nouns and has_copula(self.document, clause):
            # el que fuera alcalde
            return self.controllers[clause]
        head = self.document.heads[clause]
        relates = self.tokens[clause].relation == "acl:relcl" and head < index and self.tokens[head].pos == "NOUN"
        if relates and agrees(self.document, index, head):
            return self.controllers.get(head)
        found = self.known.nearest(index)
        return None if found is None else self.controllers[found]

    def emphasised(self, index: int) -> int | None:
        """Return the person whom *misma* emphasises: its noun, the word before it, with *sí* the subject."""
        head, before = self.document.heads[index], index - 1
        if self.tokens[index].relation in ("amod", "det") and head in self.controllers:
            return self.controllers[head]
        if before < 0:
            return None
        if self.low[before] == "sí":
            before = subject(self.document, index, self.document.heads[before])
            if before == DROPPED:
                # por sí mismo is said of things too
                nearest = _nearest_subject(self.known, index)
                alone = nearest is None and self.low[index - 2] != "por"
                return index if nearest or alone else None
        if self.low[before] in SPEECH_ACT_PERSONS:
            return index
        return self.controllers.get(before, before if before in self.known.names else None)


def agrees_with_nobody(known: KnownPersons, index: int) -> bool:
    """Whether a word agrees with nobody, whatever the parse makes of it: a pronoun, an adverb, a part of a verb."""
    document, token, low = known.document, known.tokens[index], known.low[index]
    if low in PERSONAL or low in SPEECH_ACT_PERSONS or low in POSSESSED or not low[0].isalpha() or enclitic(low):
        return True
    before, after = known.low[index - 1] if index else "", known.low[index + 1 : index + 3]
    if known.types.get(index) in ("ORG", "LOC") and document.heads[index] not in known.controllers:
        return True
    if known.types.get(index) == "PER" and token.text[0].isupper():
        return True
    described = token.relation == "amod" and document.heads[index] in known.nouns
    if before in ("a", "en") and token.pos in ("ADJ", "NOUN") and not described:
        # a menudo, en privado
        return True
    if low.endswith(("ismo", "ismos", "miento", "mientos")) and low not in SELF:
        return True
    half = len(after) == 2 and after[0] in JOINS and after[1].endswith("mente")
    if half or before in ("algo", "nada") or after[:1] == ["gracias"]:
        # económica y políticamente, algo extraordinario, muchas gracias
        return True
    if token.pos == "PRON" and low in CLITICS:
        return True
    dative = before in DATIVES and token.pos in ("VERB", "ADJ")
    return dative or _is_of_clause(known, index) or _is_adverb_or_verb(known, index) or _has_thing_beside(known, index)


def _is_of_clause(known: KnownPersons, index: int) -> bool:
    """Whether a masculine word is said of a clause: *es cierto que*, *dejó claro que*, *es bueno no irse*."""
    if known.gender == "feminine":
        return False
    after = known.low[index + 1 : index + 5]
    fact = known.low[index] in OF_FACTS or known.tokens[index].lemma in OF_FACTS
    if fact and ("que" in after or own_subject(known.document, index) is None):
        return True
    act = index + 1 + (after[:1] == ["no"])
    infinitive = act < len(known.tokens) and known.tokens[act].morph.get("VerbForm") == "Inf"
    return infinitive and has_copula(known.document, index) and known.tokens[index].pos == "ADJ"


def _is_adverb_or_verb(known: KnownPersons, index: int) -> bool:
    """Whether a word is an adverb or neuter, or a participle behind *haber*: *de nuevo*, *lo nuevo*, *ha visto*."""
    document, tokens, low = known.document, known.tokens, known.low
    children = document.children[index]
    passive = has_dependent(document, index, *PASSIVE)
    before = low[index - 1] if index else ""
    if low[index] in INVARIANT and not passive:
        return not (tokens[index].relation in ("amod", "det") and document.heads[index] in known.controllers)
    if before == "de" and not passive and known.gender == "masculine":
        # de nuevo, de inmediato
        return tokens[document.heads[index]].pos != "NOUN"
    if any(low[child] == "lo" and tokens[child].relation == "det" for child in children):
        return True
    perfect = any(tokens[child].relation == "aux" and HAVE.match(low[child]) for child in children)
    after_have = HAVE.match(before) is not None and low[index].endswith(PARTICIPLE)
    return after_have or (perfect and not passive)


def _has_thing_beside(known: KnownPersons, index: int) -> bool:
    """Whether an adjective stands beside a noun for a thing with which it agrees, against the parse."""
    if known.tokens[index].pos != "ADJ":
        return False
    head = known.document.heads[index]
    behind = index - 1 in known.things and head >= index - 1 and agrees(known.document, index, index - 1)
    before = index + 1 in known.things and known.tokens[index + 1].pos == "NOUN"
    return behind or (before and agrees(known.document, index, index + 1))


def _is_dropped_person(known: KnownPersons, index: int) -> bool:
    """Whether a dropped subject is a person: one was named last, or the predicate is said of persons."""
    if not _is_predicative(known, index) or known.low[index] in OWNED or known.tokens[index].pos == "NUM":
        return False
    nearest = _nearest_subject(known, index)
    if not known.singular[index]:
        return known.gender == "feminine" and nearest is True
    return nearest is True or (nearest is None and _is_said_of_person(known, index))


def _is_predicative(known: KnownPersons, index: int) -> bool:
    """Whether a word can describe a subject: a predicate, or a word beside a verb."""
    if has_dependent(known.document, index, *PASSIVE):
        return True
    before = [known.low[child] for child in dependents(known.document, index, "det", "case")]
    if before:
        return before in (["como"], ["desde"]) and known.tokens[index].relation != "nmod"
    return known.tokens[index].relation in PREDICATIVE


def _is_said_of_person(known: KnownPersons, index: int) -> bool:
    """Whether a predicate shows that its subject is a person, where the text names nobody."""
    document, tokens, low = known.document, known.tokens, known.low
    head = document.heads[index]
    verbs = dependents(document, index, "aux", *PASSIVE)
    if not verbs and tokens[head].lemma in LINKING:
        verbs = [head, *dependents(document, head, "aux")]
    if any(tokens[at].morph.get("Person", "") in SPEECH_ACT for at in verbs) or is_said_of_persons(low[index]):
        return True
    sentence = range(*document.sentences[document.sentence_of[index]])
    if any(_says_the_same(known, index, at) for at in sentence if at in known.nouns and at in known.controllers):
        return True
    verb = verb_of(low[index], tokens[index].lemma)
    if "desde" in low[max(index - 2, 0) : index]:
        # desde muy pequeña
        return True
    of_person = verb in OF_PERSONS and verb not in MOSTLY_OF_THINGS and verb not in PASSIVES_OF_THINGS
    return of_person and bool(verbs) and tokens[index].morph.get("VerbForm") == "Part"


def _says_the_same(known: KnownPersons, index: int, noun: int) -> bool:
    """Whether a noun in its sentence says the same of the subject: *fue elegida alcaldesa*, *es rica y es actriz*."""
    document = known.document
    if not known.singular[noun]:
        return False
    cases = [known.low[at] for at in dependents(document, noun, "case")]
    made = document.heads[noun] == index and (cases in ([], ["como"]) or cases == ["a"])
    became = cases == ["en"] and known.low[document.heads[noun]].startswith("conv")
    said = became or (not cases and has_copula(document, noun))
    without = own_subject(document, document.heads[noun] if became else noun) is None
    return document.heads[index] == noun or made or (said and without)


def _nearest_subject(known: KnownPersons, index: int) -> bool | None:
    """Whether the nearest word before that agrees and was a subject is a person; None where there is none."""
    document, tokens = known.document, known.tokens
    start = document.sentences[max(document.sentence_of[index] - 1, 0)][0]
    for before in range(index - 1, start - 1, -1):
        if known.singular[before] != known.singular[index]:
            continue
        if before in known.controllers and tokens[before].pos != "DET":
            return True
        if tokens[before].relation in SUBJECTS:
            if before in known.things and before in known.of_gender:
                return False
            if before in known.names:
                return True
    return None


def _chains(known: KnownPersons) -> dict[int, int]:
    """Number the persons of a text."""
    # Words that agree belong to what they agree with, predicates and appositions to their subject or head. A pronoun,
    # or a predicate without written subject, takes up the last person in the singular that was a subject.
    controllers = known.controllers
    names = (index for index in known.names if known.types.get(index) == "PER")
    members = {*controllers, *controllers.values(), *known.nouns, *names}
    joined = Chains()
    for index, owner in controllers.items():
        joined.join(index, owner)
    current: int | None = None
    for index in sorted(members):
        for other in _same(known, index):
            if other in members:
                joined.join(index, other)
        if not known.singular[index] or known.tokens[index].pos == "DET":
            continue
        anonymous = controllers.get(index) == index and index not in known.nouns
        if current is not None and anonymous:
            joined.join(index, current)
        if anonymous or known.tokens[index].relation in (*SUBJECTS, "root"):
            current = index
    return {index: joined.number(index) for index in sorted(members)}


def _same(known: KnownPersons, index: int) -> Iterator[int]:
    """Yield the words that name the same person: the subject of a predicate, an apposition, the rest of a name."""
    document = known.document
    yield from dependents(document, index, "appos", "flat")
    own = own_subject(document, index) if index in known.nouns else None
    if own is not None:
        yield own
    elif known.tokens[index].relation in NAMING and index in known.nouns and not has_dependent(document, index, "det"):
        yield subject(document, index, document.heads[index])


def _doubts(known: KnownPersons) -> Iterator[tuple[int, frozenset[int]]]:
    """Find the words that may be said of somebody though nothing decides it, each with those whom it may mean."""
    document = known.document
    for index, token in enumerate(known.tokens):
        if known.unclear.get(index, "generic masculine") != "generic masculine":
            if known.singular[index] and not known.low[index].endswith("s") and not is_of_fact(known, index):
                yield index, frozenset(persons_before(known, index))
        elif index in known.nouns:
            beside = (document.heads[index], *document.children[index])
            named = (at for at in beside if known.tokens[max(at, index)].relation in ("appos", "flat", "conj", "xcomp"))
            yield index, frozenset(at for at in named if agrees(document, index, at))
        elif index not in known.controllers and _shows_gender(known, index) and not agrees_with_nobody(known, index):
            found = document.derived(controllers)[index]
            if found == DROPPED and token.pos != "DET" and known.singular[index]:
                sentence = range(*document.sentences[document.sentence_of[index]])
                beside_thing = not known.things.isdisjoint((index - 1, index + 1))
                yield index, frozenset(at for at in sentence if at in known.controllers and not beside_thing)
            else:
                several = found >= 0 and not known.singular[index] and known.singular[found]
                yield index, frozenset(() if several else (found,))


def _shows_gender(known: KnownPersons, index: int) -> bool:
    """Whether a word that may agree shows the gender, and has another form for the other gender."""
    token, low = known.tokens[index], known.low[index]
    unknown = token.pos in ("DET", "VERB") and grammatical_gender(token.morph) is None
    if index not in known.of_gender and not unknown:
        return False
    named = token.pos == "NOUN" and has_dependent(known.document, index, "det", "case")
    may_agree = token.pos == "DET" or index in known.document.derived(agreeing_words)
    return may_agree and not named and has_other_form(low, known.gender)
