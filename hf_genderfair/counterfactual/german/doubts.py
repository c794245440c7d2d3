"""German pronouns of which a text does not tell that they are for one person who changes with all words for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hf_genderfair.counterfactual.german.persons import ANYBODY, BOTH, GENERIC
from hf_genderfair.counterfactual.german.pronoun_cases import is_plainly_second_person
from hf_genderfair.counterfactual.swapping import AGREEING_STAYS
from hf_genderfair.languages.clauses import (
    SUBJECTS,
    dependents,
    has_copula,
    has_dependent,
    has_preposition,
    has_word_below,
    is_coordinated,
    is_finite,
    subjects,
)
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.animacy_evidence import (
    LIKELY,
    animacy_of_personal,
    animacy_of_possessive,
    is_hardly_of_person,
    is_passive,
)
from hf_genderfair.languages.german.antecedents import LEFT, THING
from hf_genderfair.languages.german.clauses import (
    FEMININE,
    MASCULINE,
    article_gender,
    clause_of,
    clause_subject,
    finite_verb,
    verb_is_plural,
)
from hf_genderfair.languages.german.gendered_word import GenderedWord
from hf_genderfair.languages.german.non_person_nouns import THING as THING_NOUN
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.pronouns import NO_ANTECEDENT, PERSONAL, POLITE, SEVERAL, pronouns_with_antecedents
from hf_genderfair.languages.german.relatives import is_relative, modified
from hf_genderfair.languages.types import BinaryGender, PairedGender, grammatical_gender
from hf_genderfair.lexicons.word_class import WordClass

SOURCE: dict[BinaryGender, PairedGender] = {"male": "feminine", "female": "masculine"}
SINGULAR_OF_ANYBODY = WordClass("closed_classes_de", "somebody_or_everybody")
"""Pronouns for anybody or nobody, with which a later *er* agrees."""
SUBJECT_FORMS: dict[BinaryGender, WordClass] = {
    "male": WordClass("closed_classes_de", "feminine_subject"),
    "female": WordClass("closed_classes_de", "masculine_subject"),
}
OWNING = frozenset({"det:poss", "det", "nmod:poss"})
ALTERNATIVES = frozenset({"oder", "/", "bzw."})
FARTHEST_OWNER = 12
SUBJECT_OR_OBJECT = frozenset({"er", "ihn", "ihm"})


class Doubts:
    """The pronouns of one text that would change, read again.

    Args:
        document: The text before the swap.
        to: The gender wanted.
        pronouns: The pronouns that would change, by their indices.
        targets: What would stand in the place of each of them.
        alone: Those of them without antecedent in the text.
        stands_for: The index of the first word for the same person by that of a pronoun.
        changing: Indices of all words that would change.
        staying: By its index why a personal pronoun stays.
    """

    def __init__(
        self,
        document: Document,
        to: BinaryGender,
        pronouns: Mapping[int, GenderedWord],
        targets: Mapping[int, str],
        alone: Sequence[int],
        stands_for: Mapping[int, int],
        changing: set[int],
        staying: Mapping[int, str],
    ) -> None:
        """Keep what the checks read."""
        self.document = document
        self.to = to
        self.pronouns = pronouns
        self.targets = {index: target.lower() for index, target in targets.items()}
        self.alone = alone
        self.stands_for = stands_for
        self.changing = changing
        self.staying = staying

    def found(self, phrases: list[PersonPhrase], reasons: list[str | None]) -> Iterator[tuple[int, str]]:
        """Yield the index of each doubtful pronoun, with the reason.

        Args:
            phrases: The role nouns of the text.
            reasons: For each of them the reason why it stays, or None.
        """
        things = {phrase.head for phrase, reason in zip(phrases, reasons, strict=True) if reason == THING_NOUN}
        for index in self.targets:
            reason = self._reason(index, things)
            if reason is None:
                continue
            yield index, reason
            if self._is_elliptical(index):
                yield max((at for at in self.changing if at < index), default=index), AGREEING_STAYS
        yield from ((index, AGREEING_STAYS) for index in self._subjects_of_nouns_that_stay())
        yield from ((index, AGREEING_STAYS) for index in self._beside_pronouns_that_stay())
        yield from ((index, THING) for index in self._things(phrases, reasons))
        yield from ((index, NO_ANTECEDENT) for index in self.alone if self._is_untold(index))

    def _reason(self, index: int, things: set[int]) -> str | None:
        """Return why the person of one pronoun is in doubt; None where nothing says so."""
        personal = self.pronouns[index].rule == "personal"
        if index in self.alone and self.document.heads[index] in things:
            # Der Kombi gleicht seinem Vorgänger
            return THING
        if personal and self._is_alternative(index):
            return BOTH
        if self._may_be_several(index):
            return SEVERAL
        if self._may_be_thing(index) or (personal and self._is_compared(index)):
            return THING
        if self._is_of_addressed(index) or (personal and is_plainly_second_person(self.document, index)):
            return POLITE
        if self._is_of_anybody(index):
            return GENERIC
        stays = self._is_of_noun_that_stays(index) or (index in self.alone and self._has_subject_that_stays(index))
        return AGREEING_STAYS if stays or self._is_elliptical(index) else None

    def _may_be_thing(self, index: int) -> bool:
        if self._is_of_firm(index) or self._is_of_thing(index):
            return True
        return self._is_relative_past_thing(index) or self._has_owner_that_is_none(index)

    def _low(self, index: int) -> str:
        return self.document.tokens[index].text.lower()

    def _is_alternative(self, index: int) -> bool:
        """Return whether both genders are named: *wenn er oder sie kommt*."""
        return any(
            0 <= other < len(self.document.tokens)
            and self._low((index + other) // 2) in ALTERNATIVES
            and {PERSONAL.get(self._low(at), 0) & (MASCULINE | FEMININE) for at in (index, other)}
            == {MASCULINE, FEMININE}
            for other in (index - 2, index + 2)
        )

    def _may_be_several(self, index: int) -> bool:
        if self._is_beside_plural_verb(index) or self._is_between(index) or self._is_of_several(index):
            return True
        owners = self._is_of_plural_subject(index) or self._follows_several(index)
        return owners or self._follows_plural_object(index)

    def _is_beside_plural_verb(self, index: int) -> bool:
        """Return whether the verb of *sie* is a plural, whatever its parser made of it: *seit sie ein Ende nahmen*."""
        document = self.document
        tokens, head = document.tokens, document.heads[index]
        if self.targets[index] == "ihn":
            # 'Seien sie froh'
            others = [at for at in subjects(document, head) if at != index]
            return index > 0 and is_finite(tokens[index - 1]) and verb_is_plural(tokens[index - 1]) and not others
        if self.targets[index] != "er":
            return False
        if is_coordinated(document, index):
            return False
        verb = finite_verb(document, head)
        if verb >= 0:
            finite = tokens[verb].morph
            return verb_is_plural(tokens[verb]) and ("Number" in finite or finite.get("Tense") != "Past")
        # 'Tage, weil sie manches verdecken': a plural that was taken for an infinitive
        if index and is_finite(tokens[index - 1]):
            # 'sonst fühlen sie sich verstanden', below the participle
            return verb_is_plural(tokens[index - 1])
        infinitive = tokens[head].morph.get("VerbForm") == "Inf" and head > index
        ends = head + 1 == len(tokens) or tokens[head + 1].pos == "PUNCT"
        with_zu = "zu" in tokens[head].text[1:-3] or has_word_below(document, head, ("zu",))
        return infinitive and ends and not with_zu

    def _is_of_several(self, index: int) -> bool:
        """Return whether an owner without noun is in a relative clause of several: *Leute, die ihr Rad lieben*."""
        clause = clause_of(self.document, index)
        verb = finite_verb(self.document, clause)
        unnamed = index in self.alone or self.stands_for.get(index, -1) not in self.changing
        relative = self.document.tokens[clause].relation == "acl:relcl" and unnamed
        owner = self.pronouns[index].rule == "possessive" and self.to == "male"
        return relative and owner and verb >= 0 and verb_is_plural(self.document.tokens[verb])

    def _is_of_plural_subject(self, index: int) -> bool:
        """Return whether several own what an owner without noun has: *stellen die Betriebe ihren Kunden etwas aus*."""
        document = self.document
        if self.pronouns[index].rule != "possessive" or self.to == "female":
            return False
        clause, owned = clause_of(document, index), document.heads[index]
        subject = clause_subject(document, clause)
        if subject in (-1, owned) and document.heads[clause] != clause:
            # Die Betriebe sehen zu, wie ihr Absatz sinkt
            subject = clause_subject(document, clause_of(document, document.heads[clause]))
        if subject < 0 or document.tokens[subject].pos not in ("NOUN", "PROPN"):
            return False
        inside = subject == owned or document.tokens[owned].relation == "conj"
        # 'Ihre Eltern liebten ihre Arbeit' as likely is of whose parents they are
        inside = inside or any(at in self.targets for at in dependents(document, subject, "det:poss"))
        verb = finite_verb(document, document.heads[subject])
        plural = document.tokens[subject].morph.get("Number") == "Plur"
        # Frau Ott und Frau Kern lobten ihre Söhne
        several = index in self.alone if plural else True
        return several and not inside and verb >= 0 and verb_is_plural(document.tokens[verb])

    def _follows_plural_object(self, index: int) -> bool:
        """Return whether *sie* right behind *und* may be things before it: *der Wirt, der Pilze nahm und sie aß*."""
        document = self.document
        tokens, first = document.tokens, document.sentences[document.sentence_of[index]][0]
        behind_verb = document.heads[index] == index - 1
        if self._low(index) != "sie" or not (behind_verb or self._low(index - 1) in ("und", "oder")):
            return False
        if self.stands_for.get(index, -1) in self.changing or document.tokens[document.heads[index]].relation != "conj":
            return False
        return any(
            tokens[at].relation == "obj" and tokens[at].pos == "NOUN" and tokens[at].morph.get("Number") == "Plur"
            for at in range(first, index)
        )

    def _follows_several(self, index: int) -> bool:
        """Return whether *sie*, as an object without antecedent, may be several before it: *Bürger, was sie rührt*."""
        document = self.document
        if index not in self.alone or self._low(index) != "sie" or document.tokens[index].relation in SUBJECTS:
            return False
        first = document.sentences[document.sentence_of[index]][0]
        if any(token.text == "ihnen" for token in document.tokens[first:index]):
            return True
        return any(
            token.relation in SUBJECTS
            and token.pos == "NOUN"
            and token.morph.get("Number") == "Plur"
            and person_form(token.text) is not None
            for token in document.tokens[first:index]
        )

    def _is_of_thing(self, index: int) -> bool:
        """Return whether a pronoun takes up a thing that is the subject: *Die Partei lernte aus ihren Fehlern*."""
        document = self.document
        if self.stands_for.get(index, -1) in self.changing:
            return False
        if self._low(index) == "ihm" and self._follows_neuter(index):
            return True
        if self._low(index) == "dessen" and index in self.alone:
            return any(self._is_thing(at) for at in range(document.sentences[document.sentence_of[index]][0], index))
        if self.pronouns[index].rule != "possessive":
            return False
        subject = clause_subject(document, clause_of(document, index))
        if subject < 0 or document.heads[index] in range(*document.subtree(subject)):
            return False
        if is_relative(document, subject):
            subject = modified(document, subject)
        if subject < 0 or not self._is_thing(subject):
            return False
        first = document.sentences[document.sentence_of[index]][0]
        return not any(token.pos == "PROPN" for token in document.tokens[first:index])

    def _has_owner_that_is_none(self, index: int) -> bool:
        """Return whether *ihr* as owner is all that would change, and may be of things: *was aus ihrer Sicht fehlt*.

        Several or a feminine stand before it, nobody is named, and what is owned tells of no person.
        """
        tokens = self.document.tokens
        first = self.document.sentences[self.document.sentence_of[index]][0]
        only = self.changing == {index} and index in self.alone and self.pronouns[index].rule == "possessive"
        if self.to == "female" or not only or self._evidence(index) > 0:
            return False
        before = [token for token in tokens[first:index] if token.pos in ("NOUN", "PROPN")]
        named = any(token.pos == "PROPN" for token in before)
        feminine = (token.morph.get("Number") == "Plur" or token.morph.get("Gender") == "Fem" for token in before)
        return not named and any(feminine)

    def _is_relative_past_thing(self, index: int) -> bool:
        """Return whether a relative far from its person may be of a thing: *Die Frau sah eine Tür, die grün war*."""
        document = self.document
        antecedent = self.stands_for.get(index, -1)
        if self.pronouns[index].rule != "relative" or antecedent < 0 or index - antecedent < 3:
            return False
        verbs = any(is_finite(document.tokens[at]) for at in range(antecedent + 1, index))
        return verbs and any(self._is_thing(at) for at in range(antecedent + 1, index))

    def _is_thing(self, index: int) -> bool:
        """Return whether a noun means no person, and agrees with the pronouns that would change."""
        token = self.document.tokens[index]
        gender = article_gender(self.document, index) or grammatical_gender(token.morph)
        agreeing = gender == "feminine" if self.to == "male" else gender in ("masculine", "neuter")
        one = token.pos == "NOUN" and token.morph.get("Number") != "Plur" and has_dependent(self.document, index, "det")
        return (
            one
            and agreeing
            and person_form(token.text, gender) is None
            and self.document.entity_at(token.start) is None
        )

    def _follows_neuter(self, index: int) -> bool:
        """Return whether a place or a neuter for a person stands before *ihm*: *Das Kind lief, Jan folgte ihm*."""
        tokens = self.document.tokens
        if index not in self.alone:
            return False
        for at in range(self.document.sentences[self.document.sentence_of[index]][0], index):
            entity = self.document.entity_at(tokens[at].start)
            if entity is not None and entity.type == "LOC" and tokens[at].relation in SUBJECTS:
                return True
            neuter = grammatical_gender(tokens[at].morph) == "neuter" and tokens[at].morph.get("Number") != "Plur"
            if neuter and tokens[at].pos == "NOUN" and person_form(tokens[at].text, "neuter") is not None:
                return True
        return False

    def _is_of_firm(self, index: int) -> bool:
        """Return whether the subject of the clause of *sein* is the name of a firm or a place: *Ottag mehrt seinen*."""
        if self.pronouns[index].rule != "possessive" or index not in self.alone or self.to == "male":
            return False
        subject = clause_subject(self.document, clause_of(self.document, index))
        entity = self.document.entity_at(self.document.tokens[subject].start) if subject >= 0 else None
        return entity is not None and entity.type in ("ORG", "LOC")

    def _is_of_addressed(self, index: int) -> bool:
        """Return whether an owner without antecedent rather is who is spoken to: *Darf ich Sie um ihren Rat bitten*."""
        tokens = self.document.tokens[self.document.sentences[self.document.sentence_of[index]][0] : index]
        owner = self.pronouns[index].rule == "possessive" and index in self.alone and self.to == "male"
        return owner and any(token.text in ("Sie", "Ihnen") for token in tokens[1:][-FARTHEST_OWNER:])

    def _is_of_anybody(self, index: int) -> bool:
        """Return whether whoever it may be is meant: *Sein Wort zu halten ist schön*."""
        if index in self.alone and (self._is_owner_of_infinitive(index) or self._is_of_neuter(index)):
            return True
        return self.to == "female" and (self._follows_anybody(index) or self._is_of_nobody(index))

    def _is_of_nobody(self, index: int) -> bool:
        """Return whether *kein* or *jeder* stands with the owner: *Kein Einziger gab seinen Hut ab*."""
        subject = clause_subject(self.document, clause_of(self.document, index))
        if self.pronouns[index].rule != "possessive" or subject < 0 or subject in self.changing:
            return False
        if self.document.heads[index] in range(*self.document.subtree(subject)):
            return False
        articles = (self._low(article) for article in dependents(self.document, subject, "det"))
        return any(article.startswith(ANYBODY) for article in articles)

    def _is_of_neuter(self, index: int) -> bool:
        """Return whether *es* or *das* is the subject of the clause of *sein*: *Das hat seinen Grund*."""
        subject = clause_subject(self.document, clause_of(self.document, index))
        if subject < 0 or self.pronouns[index].rule != "possessive" or self.to == "male":
            return False
        if self.document.heads[index] in range(*self.document.subtree(subject)):
            # Eines seiner Bücher liegt da
            return False
        if self._low(subject) in ("jedes", "keines", "eines"):
            return True
        neuter = self._low(subject) in ("es", "das", "dies", "man")
        return neuter and self.document.tokens[self.document.heads[index]].relation == "obj"

    def _is_owner_of_infinitive(self, index: int) -> bool:
        """Return whether whoever does something owns it: *Sein Wort zu halten ist schön*."""
        tokens = self.document.tokens
        if self.pronouns[index].rule != "possessive" or len(self.alone) > 1:
            return False
        clause = clause_of(self.document, index)
        if clause == self.document.heads[clause]:
            # 'Sein Wort zu halten ist schön', with the noun below the main verb
            owned = self.document.heads[index]
            clause = next((at for at in dependents(self.document, clause, "csubj") if at > owned), clause)
        infinitive = tokens[clause].morph.get("VerbForm") == "Inf" and finite_verb(self.document, clause) < 0
        with_zu = has_word_below(self.document, clause, ("zu",)) or "zu" in tokens[clause].text[1:-3]
        subject = clause_subject(self.document, clause)
        # 'Gibt es Wege, sein Wort zu halten'
        nobody = subject in (-1, self.document.heads[index]) or self._low(subject) in ("es", "man")
        nobody = nobody or (tokens[subject].relation == "obj" and person_form(tokens[subject].text) is None)
        return infinitive and with_zu and nobody

    def _is_between(self, index: int) -> bool:
        """Return whether several are meant: *etwas zwischen sie stellen*."""
        tokens = self.document.tokens
        joined = index + 1 < len(tokens) and self._low(index + 1) == "und"
        return index > 0 and self._low(index - 1) == "zwischen" and not joined

    def _follows_anybody(self, index: int) -> bool:
        """Return whether *jeder*, *jemand* or the like stands before *er* in its sentence, which may take it up."""
        tokens = self.document.tokens
        first = self.document.sentences[self.document.sentence_of[index]][0]
        said = any(
            self._low(at) in SINGULAR_OF_ANYBODY and tokens[at].relation != "det" and tokens[at].pos in ("PRON", "DET")
            for at in range(first, index)
        )
        named = self.stands_for.get(index, -1) in self.changing
        return said and self._low(index) in SUBJECT_OR_OBJECT and not named

    def _is_untold(self, index: int) -> bool:
        """Return whether a pronoun is all that would change, and nothing says of whom or what it is: *Er ist da*.

        What is told in the past, or is said by somebody, or in a relative clause, is told of persons more often.
        """
        tokens = self.document.tokens
        if self.pronouns[index].rule != "personal" or len(self.changing) > 1 or self._evidence(index) > 0:
            return False
        clause = clause_of(self.document, index)
        verb = finite_verb(self.document, clause)
        told = verb < 0 or tokens[verb].morph.get("Tense") != "Pres" or tokens[verb].morph.get("Mood") == "Sub"
        first = self.document.sentences[self.document.sentence_of[index]][0]
        commands = verb == first and "ihn" in (self._low(index), self.targets[index])
        by_itself = any(token.text.lower() in ("selbst", "selber") for token in tokens[index + 1 : index + 2])
        return not (told or commands or by_itself or tokens[clause].relation == "acl:relcl")

    def _is_elliptical(self, index: int) -> bool:
        """Return whether a possessive has an ending for a noun that is left out: *größer als seiner*."""
        if self.pronouns[index].rule != "possessive":
            return False
        compared = index > 0 and self._low(index - 1) in ("als", "wie")
        return compared and self.document.tokens[index].relation not in OWNING

    def _is_compared(self, index: int) -> bool:
        """Return whether *wie* follows a thing that a pronoun takes up: *Gaben hat, wie sie kaum ein Kind hat*."""
        tokens = self.document.tokens
        first = self.document.sentences[self.document.sentence_of[index]][0]
        if index - first > 3 and self._low(index - 2) == "wie" and tokens[index - 1].relation in SUBJECTS:
            # ein Ablauf, wie ich ihn schilderte
            index -= 1
        if index - first < 3 or self._low(index - 1) != "wie" or tokens[index - 2].text != ",":
            return False
        tells_how = index + 1 < len(tokens) and self._low(index + 1) == "es"
        before = next((token for token in reversed(tokens[first : index - 2]) if token.pos != "VERB"), tokens[first])
        return not tells_how and before.pos == "NOUN" and person_form(before.text) is None

    def _is_of_noun_that_stays(self, index: int) -> bool:
        """Return whether a pronoun takes up a word for a person that would stay: *Der Premier gab sein Amt ab*."""
        noun = self.stands_for.get(index, -1)
        if noun > 0 and self.document.tokens[noun].pos == "PROPN" and self.document.heads[noun] == noun - 1:
            # die werdende Mutter Anna, die ihr Kind erwartet
            noun -= 1
        if noun >= 0 and self.document.tokens[noun].pos == "PROPN":
            # 'Der Braccio meint, er komme'
            articles = dependents(self.document, noun, "det")
            return bool(set(articles) - self.changing) and article_gender(self.document, noun) == SOURCE[self.to]
        if noun < 0 or noun in self.changing or self.document.tokens[noun].pos != "NOUN":
            return False
        joined = noun > 0 and self.document.tokens[noun - 1].end == self.document.tokens[noun].start
        return not joined and self._is_person_of_source(noun)

    def _has_subject_that_stays(self, index: int) -> bool:
        """Return whether a pronoun for somebody is the subject, and would stay: *Dieser schwieg, als er kam*."""
        document = self.document
        clause = clause_of(document, index)
        if self.pronouns[index].rule == "personal":
            clause = clause_of(document, document.heads[clause])
        subject = clause_subject(document, clause)
        if subject < 0 or subject in self.changing or document.tokens[subject].pos not in ("PRON", "DET"):
            return False
        several = verb_is_plural(document.tokens[max(finite_verb(document, clause), 0)])
        return self._low(subject) in SUBJECT_FORMS[self.to] and not several

    def _is_person_of_source(self, index: int) -> bool:
        form = person_form(self.document.tokens[index].text)
        return form is not None and not form.epicene and form.gender == SOURCE[self.to]

    def _subjects_of_nouns_that_stay(self) -> Iterator[int]:
        """Yield the pronouns of whom a noun would stay: *er war ein armer Bursch*; *Koch* is taken for a name."""
        if not self.targets:
            return
        document, tokens = self.document, self.document.tokens
        for index, token in enumerate(tokens):
            if token.pos not in ("NOUN", "PROPN") or index in self.changing or not self._describes_subject(index):
                continue
            joined = index > 0 and tokens[index - 1].end == token.start
            subject = clause_subject(document, clause_of(document, index))
            if subject in self.targets and not joined and self._is_person_of_source(index):
                yield subject

    def _beside_pronouns_that_stay(self) -> Iterator[int]:
        """Yield who would change beside a pronoun of the same gender that was taken for that of somebody else.

        It as likely is the same person's: *Der Mut kam, und er schlich herein, und er rief*.
        """
        sentence_of = self.document.sentence_of
        for pronoun, reason in self.staying.items():
            source = MASCULINE if self.to == "female" else FEMININE
            unknown = reason == NO_ANTECEDENT and self._low(pronoun) in SUBJECT_FORMS[self.to]
            if not PERSONAL.get(self._low(pronoun), 0) & source and not unknown:
                continue
            one = reason == SEVERAL and (self._may_be_one(pronoun) or self._follows_relative(pronoun))
            if unknown or reason == THING or one:
                yield from (index for index in self.changing if sentence_of[index] == sentence_of[pronoun])
            elif reason == SEVERAL and self._low(pronoun) == "sie":
                # 'Sie gingen den Weg, der sie heimführte'
                later = (index for index in self.alone if index > pronoun and self.targets[index] in ("ihn", "er"))
                yield from (index for index in later if sentence_of[index] == sentence_of[pronoun])
            elif reason == LEFT:
                yield from (index for index in self.alone if sentence_of[index] == sentence_of[pronoun])

    def _follows_relative(self, index: int) -> bool:
        """Return whether *sie* may be the object beside *die* for several: *Scherze, die sie ergötzten*."""
        before = index - 1
        return self._low(index) == "sie" and self._low(before) in ("die", "welche") and before not in self.changing

    def _may_be_one(self, index: int) -> bool:
        """Return whether *sie* is an object, and the several that were found are things: *am Haar und sah sie*."""
        token, several = self.document.tokens[index], self.stands_for.get(index, -1)
        if self._low(index) != "sie" or token.relation in SUBJECTS or several < 0:
            return False
        subject = clause_subject(self.document, clause_of(self.document, index))
        if subject >= 0 and self.document.tokens[subject].pos == "NOUN" and has_preposition(self.document, index):
            # 'Töne sind für sie wichtig': for somebody other than who does it
            return True
        noun = self.document.tokens[several]
        return noun.relation in ("obl", "nmod", "conj") and noun.pos == "NOUN" and person_form(noun.text) is None

    def _describes_subject(self, index: int) -> bool:
        """Return whether a noun stands beside a copula, or alone behind *als* and below a verb."""
        tokens, head = self.document.tokens, self.document.heads[index]
        if has_dependent(self.document, index, "flat", "flat:name", "appos"):
            return False
        bare = self._low(index - 1) == "als" if index else False
        return has_copula(self.document, index) or (bare and tokens[head].pos in ("VERB", "PROPN"))

    def _evidence(self, index: int) -> float:
        possessive = self.pronouns[index].rule == "possessive"
        return (animacy_of_possessive if possessive else animacy_of_personal)(self.document, index)

    def _things(self, phrases: list[PersonPhrase], reasons: list[str | None]) -> Iterator[int]:
        """Yield pronouns without antecedent, and without evidence for a person, that stand where things often do."""
        evidence = {index: self._evidence(index) for index in self.alone}
        if not evidence or max(evidence.values()) > 0:
            return
        words, refusals, antecedents = pronouns_with_antecedents(self.document, phrases, reasons, "all")
        persons = {word.start for word in words}
        things = {refusal.start for refusal in refusals if refusal.reason == THING}
        unsaid = max(evidence.values()) < 0
        owners_only = all(self.pronouns[index].rule == "possessive" for index in self.alone)
        for index in self.alone:
            start = self.document.tokens[index].start
            thing = start in things and self._is_before(antecedents.get(index, index), index)
            if self._is_said_of_thing(index, evidence[index], unsaid) or (
                start not in persons
                and (
                    self._is_object(index)
                    or (thing and (owners_only or self._is_patient(index) or self._goes_on(index, antecedents[index])))
                )
            ):
                yield index

    def _is_before(self, antecedent: int, index: int) -> bool:
        sentence_of = self.document.sentence_of
        return antecedent < index and sentence_of[antecedent] == sentence_of[index]

    def _goes_on(self, index: int, thing: int) -> bool:
        """Return whether a pronoun goes on with the thing that a clause was about: *Der Gipfel endete, er half*."""
        tokens, heads = self.document.tokens, self.document.heads
        subjects = tokens[thing].relation in SUBJECTS and tokens[index].relation in SUBJECTS
        # 'Seine Verabredung sagt ab, und er ärgert sich'
        owned = any(heads[other] == thing for other in self.alone)
        return subjects and self.pronouns[index].rule == "personal" and not owned

    def _is_object(self, index: int) -> bool:
        """Return whether a pronoun is an object without preposition: *Wir müssen sie bereitstellen*."""
        document = self.document
        # 'Das kostete sie den Sieg': of two objects one is a person
        second = any(other != index for other in dependents(document, document.heads[index], "obj"))
        return "ihn" in (self._low(index), self.targets[index]) and not (
            second or has_preposition(self.document, index)
        )

    def _is_patient(self, index: int) -> bool:
        relation = self.document.tokens[index].relation
        to_be_done = relation == "nsubj" and is_passive(self.document, self.document.heads[index])
        passive = relation == "nsubj:pass" or to_be_done
        return passive and self.targets[index] in ("er", "sie")

    def _is_made_thing(self, index: int) -> bool:
        """Return whether something is declared a thing or a place: *Sie wurde zum Denkmal erklärt*."""
        tokens, head = self.document.tokens, self.document.heads[index]
        return (
            self._is_patient(index)
            and tokens[head].lemma in ("erklären", "erheben", "ausbauen", "umbauen")
            and any(
                tokens[noun].pos == "NOUN" and person_form(tokens[noun].text) is None
                for noun in dependents(self.document, head, "obl", "nmod")
                if has_word_below(self.document, noun, ("zu", "zum", "zur"))
            )
        )

    def _is_said_of_thing(self, index: int, evidence: float, unsaid: bool) -> bool:
        """Return whether things are told of a pronoun: *sie ist günstig*, *er wurde verfasst*, *er ist ein Beleg*."""
        tokens, head = self.document.tokens, self.document.heads[index]
        if evidence <= -LIKELY and (has_copula(self.document, head) or self._is_patient(index)):
            return True
        if is_hardly_of_person(self.document, index):
            return True
        if self._is_made_thing(index):
            return True
        if tokens[head].lemma == "geben" and has_word_below(self.document, head, ("es",)):
            # seit es ihn gibt
            return True
        noun = tokens[head].pos == "NOUN" and tokens[index].relation in SUBJECTS and has_copula(self.document, head)
        articles = (self._low(article) for article in dependents(self.document, head, "det"))
        return unsaid and noun and any(article.startswith(("ein", "kein")) for article in articles)
