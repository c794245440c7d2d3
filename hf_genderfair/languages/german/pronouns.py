"""German pronouns that stand for persons, and how they read for all genders (Amrhein 2023, appendix F).

Personal pronouns (*er*), possessives (*sein*), relatives (*der*), demonstratives (*dieser*, *derjenige*) and indefinite
pronouns (*einer*, *jeder*) follow what they stand for: a thing keeps its pronoun, and so does a person whose words are
left as they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from copy import copy
from typing import cast

from hf_genderfair.core.spans import Refusal
from hf_genderfair.languages.clauses import has_preposition, subjects
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german import pronoun_readings, relatives
from hf_genderfair.languages.german.agreement import (
    Forms,
    adjective_forms,
    declension_after,
    determiner_forms,
    forms_like,
    gender_pair,
)
from hf_genderfair.languages.german.antecedents import Antecedents
from hf_genderfair.languages.german.candidates import LEFT, THING, Anaphor, Candidate, Candidates
from hf_genderfair.languages.german.clauses import (
    ARTICLE_LIKE,
    FEMININE,
    MASCULINE,
    NEUTER,
    PLURAL,
    agreement,
    is_past,
    number_of_verb,
    stands_alone,
)
from hf_genderfair.languages.german.person_phrase import GenderedWord, PersonPhrase
from hf_genderfair.languages.german.pronoun_readings import (
    NOT_PRONOUNS,
    PronounInterpretation,
    interpreted_pronouns,
    number_of_subject,
)
from hf_genderfair.languages.reader.reading import LEAST_OF_PERSON, read
from hf_genderfair.languages.types import Case, Scope
from hf_genderfair.lexicons.word_class import WordValues

PERSONAL = {"er": MASCULINE, "ihn": MASCULINE, "ihm": MASCULINE | NEUTER, "sie": FEMININE | PLURAL, "ihr": FEMININE}
"""The personal pronouns that have forms for all genders."""

CASES: dict[str, Case] = {"er": "Nom", "ihn": "Acc", "ihm": "Dat", "ihr": "Dat"}

ENDINGS: dict[Case, tuple[str, str]] = {"Nom": ("er", "e"), "Dat": ("em", "er"), "Acc": ("en", "e")}
"""Masculine and feminine endings of pronouns that stand alone."""

DETERMINATIVE = WordValues("pronoun_forms_de", "determinative", str.split)
"""Case, masculine and feminine."""

POLITE, NO_ANTECEDENT, SEVERAL = "polite address", "no antecedent", "plural"
REASONS: tuple[str, ...] = (POLITE, NO_ANTECEDENT, SEVERAL, THING, "antecedent not rewritten")
"""Why a pronoun is left as it is."""

LONGEST_FORM = len("seinesgleichen")

LONGEST_SENTENCE, PIECE = 300, 100
"""Longer sentences are read in pieces of this many tokens."""

MOST_PRONOUNS = 40
"""Personal and possessive pronouns of a sentence that are read: with more, nothing tells for whom they stand, and to
ask for each of them takes time that grows with their square. Sentences of novels have less than 20."""


def pronouns_with_antecedents(
    document: Document, phrases: list[PersonPhrase], refused: list[str | None], scope: Scope
) -> tuple[list[GenderedWord], list[Refusal], dict[int, int]]:
    """Find the pronouns of a text that stand for persons, and for whom each of them stands."""
    whole = _Pass(_in_pieces(document), phrases, refused, scope)
    return *whole.run(), whole.antecedents.stands_for


def _in_pieces(document: Document) -> Document:
    """Return a text whose longest sentences are cut in pieces, each with roots of its own."""
    # What is longer than `LONGEST_SENTENCE` tokens is a list, a table or speech without full stops: its trees are
    # shallow guesses, and to read them whole for every pronoun would take time that grows with the square of their
    # length.
    if all(last - first <= LONGEST_SENTENCE for first, last in document.sentences):
        return document
    cut = copy(document)
    cut.sentences = [
        (at, min(at + PIECE, last)) if last - first > LONGEST_SENTENCE else (first, last)
        for first, last in document.sentences
        for at in range(first, last, PIECE if last - first > LONGEST_SENTENCE else last - first)
    ]
    cut.sentence_of = [number for number, (first, last) in enumerate(cut.sentences) for _ in range(first, last)]
    cut.heads = [
        head if cut.sentence_of[head] == cut.sentence_of[index] else index for index, head in enumerate(document.heads)
    ]
    cut.__dict__.pop("children", None)
    cut._derived = {}
    return cut


class _Pass:
    """One pass through a text."""

    def __init__(
        self, document: Document, phrases: list[PersonPhrase], refused: list[str | None], scope: Scope
    ) -> None:
        self.document = document
        self.antecedents = Antecedents(document, phrases, refused, scope == "all")
        self.scope = scope
        self.persons = document.derived(read).persons
        self.determined = {
            phrase.determiner: number
            for number, phrase in enumerate(phrases)
            if phrase.determiner >= 0 and refused[number] is None
        }
        self.determiners = {phrase.determiner for phrase in phrases}
        self.phrases = phrases
        self.refused = refused
        self.words: list[GenderedWord] = []
        self.refusals: list[Refusal] = []

    def run(self) -> tuple[list[GenderedWord], list[Refusal]]:
        pronouns = self.document.derived(interpreted_pronouns)
        crowded = self.crowded(pronouns)
        for index, token in enumerate(self.document.tokens):
            if token.end - token.start > LONGEST_FORM:
                continue
            form = token.text.lower()
            pronoun = pronouns.get(index)
            if pronoun is not None and self.document.sentence_of[index] in crowded and self.is_counted(pronoun):
                self.refuse(index, pronoun.kind, NO_ANTECEDENT)
            elif pronoun is not None:
                self.read(pronoun, form)
            elif form in OTHERS and is_other(self.document, index):
                self.other(index)
            elif form in DETERMINATIVE:
                self.determinative(index, form)
            elif form in INDEFINITES:
                self.indefinite(index, form)
            elif form in ARTICLE_LIKE and index not in self.determiners:
                self.resumptive(index, form)
        return self.words, self.refusals

    def crowded(self, pronouns: Mapping[int, PronounInterpretation]) -> set[int]:
        """Return the numbers of the sentences in which more pronouns stand than are read."""
        counts = Counter(self.document.sentence_of[index] for index in pronouns if self.is_counted(pronouns[index]))
        return {sentence for sentence, count in counts.items() if count > MOST_PRONOUNS}

    def is_counted(self, pronoun: PronounInterpretation) -> bool:
        return pronoun.kind == "possessive" or self.document.tokens[pronoun.token_index].text.lower() in PERSONAL

    def read(self, pronoun: PronounInterpretation, form: str) -> None:
        """Rewrite or refuse a pronoun by its kind."""
        index, phrased = pronoun.token_index, pronoun.token_index in self.determiners
        if pronoun.kind == "possessive":
            self.possessive(pronoun)
        elif pronoun.kind == "personal" and form in PERSONAL:
            self.personal(pronoun, form)
        elif form in ARTICLE_LIKE and not phrased:
            if not self.resumptive(index, form) and pronoun.kind == "relative":
                self.relative(index, form)
            elif pronoun.kind == "genitive":
                self.genitive(index, form)
        elif pronoun.kind == "demonstrative" and not phrased:
            self.demonstrative(pronoun, form)

    def write(self, index: int, forms: Forms | None, rule: str, phrase: int = -1) -> None:
        token = self.document.tokens[index]
        if forms is not None:
            self.words.append(
                GenderedWord(token.start, token.end, *forms, rule, "stands for a person of any gender", phrase)
            )

    def refuse(self, index: int, rule: str, reason: str) -> None:
        token = self.document.tokens[index]
        self.refusals.append(Refusal(token.start, token.end, rule, reason))

    def decide(self, pronoun: Anaphor, rule: str) -> bool:
        """Find the antecedent of a pronoun, and return whether it is rewritten; refuse it otherwise."""
        if self.document.derived(read).mention_of[pronoun.token_index] < 0:
            self.refuse(pronoun.token_index, rule, THING)
            return False
        found = self.antecedents.of(pronoun)
        reason = found.reason if found is not None else self.reason_alone(pronoun)
        if found is not None and not reason and self.is_told(pronoun, found):
            reason, found = LEFT, found._replace(reason=LEFT)
        if found is not None and self.is_several(pronoun, found):
            reason = SEVERAL
        if found is not None or not reason:
            self.antecedents.take(pronoun, found)
        if reason:
            self.refuse(pronoun.token_index, rule, reason)
        return not reason

    def is_told(self, pronoun: Anaphor, found: Candidate) -> bool:
        """Return whether an indefinite pronoun has a sentence of its own that tells what one person did."""
        document = self.document
        apart = document.sentence_of[found.token_index] < document.sentence_of[pronoun.token_index]
        return self.scope == "generic" and apart and is_past(document, pronoun.token_index)

    def is_several(self, pronoun: Anaphor, found: Candidate) -> bool:
        """Return whether a pronoun stands for several; in *Eva und ihr Mann* for the first of them."""
        heads = self.document.heads
        inside = heads[heads[pronoun.token_index]] == found.token_index and found.agreement != PLURAL
        return pronoun.kind != "indefinite" and not inside and bool(found.agreement & pronoun.agreement & PLURAL)

    def reason_alone(self, pronoun: Anaphor) -> str:
        """Return why a pronoun is left alone for which nothing in the text fits; empty where it is rewritten."""
        if self.scope == "generic" and pronoun.kind != "indefinite":
            return NO_ANTECEDENT
        # nothing tells whether sie is one or several
        several = pronoun.agreement & PLURAL and not pronoun.agreement & MASCULINE and pronoun.kind != "indefinite"
        return NO_ANTECEDENT if several else ""

    def personal(self, pronoun: PronounInterpretation, form: str) -> None:
        index, case, agreement = pronoun.token_index, CASES.get(form, "Nom"), pronoun.agreement
        if pronoun.polite:
            self.refuse(index, "personal", POLITE)
            return
        if form == "sie" and self.is_subject(pronoun):
            agreement = number_of_subject(self.document, index)
        elif form == "sie":
            case, agreement = "Acc", PLURAL if self.document.tokens[index].text[0] == "S" else FEMININE | PLURAL
        anaphor = Anaphor(index, "personal", agreement)
        if agreement == PLURAL:
            self.antecedents.take(anaphor, None)
            self.refuse(index, "personal", SEVERAL)
        elif self.decide(anaphor, "personal"):
            self.write(index, self.pair(index, *gender_pair("er", case)), "personal")

    def is_subject(self, pronoun: PronounInterpretation) -> bool:
        """Return whether *sie* is the subject: of *Pläne, die sie macht*, but not of *eine Frau, die sie kennt*."""
        before = pronoun.token_index - 1
        if before >= 0 and self.document.tokens[before].text.lower() in ("die", "welche"):
            sentence = self.document.sentence_of[before]
            relative = [one for one in self.antecedents.candidates.of(sentence) if one.token_index == before]
            if relative:
                return relative[-1].reason == THING
        return pronoun.subject

    def pair(self, index: int, masculine: str, feminine: str) -> Forms:
        return forms_like(masculine, feminine, self.document.tokens[index].text)

    def possessive(self, pronoun: PronounInterpretation) -> None:
        index = pronoun.token_index
        if pronoun.polite:
            self.refuse(index, "possessive", POLITE)
            return
        if self.decide(Anaphor(index, "possessive", pronoun.agreement), "possessive"):
            number = self.determined.get(index, -1)
            owned = self.phrases[number] if number >= 0 else None
            word = self.document.tokens[index].text
            self.write(index, pronoun_readings.possessive_for_all(word, owned), "possessive", number)

    def resumptive(self, index: int, form: str) -> bool:
        """Rewrite *der* of *Wer lügt, der stiehlt*, and return whether it is one."""
        found = form != "das" and relatives.takes_up_wer(self.document, index)
        if found:
            case = relatives.case_of(self.document, index, FEMININE if form == "die" else MASCULINE)
            self.write(index, self.pair(index, *gender_pair("relative_d", case)), "relative")
        return found

    def relative(self, index: int, form: str) -> None:
        document = self.document
        candidates, heads = self.antecedents.candidates, self.antecedents.heads
        found = relatives.antecedent(document, candidates, index, heads, Candidate.agrees)
        if found is None:
            return
        agreement = relatives.agreement_of(document, index) & found.agreement or found.agreement
        self.antecedents.take(Anaphor(index, "relative", agreement), found)
        if agreement & PLURAL or agreement == NEUTER or form in ("das", "denen", "welches"):
            return
        if found.reason:
            self.refuse(index, "relative", found.reason)
            return
        case = relatives.case_of(document, index, self.gender(index, agreement))
        if [token.text for token in document.tokens[index + 1 : index + 2]] == ["sie"] and case == "Acc":
            case = "Nom"
        self.write(index, self.pair(index, *gender_pair(f"relative_{form[0]}", case)), "relative")

    def genitive(self, index: int, form: str) -> None:
        """Rewrite *dessen* and *deren* as possessives: *der Chef und dessen Bruder*."""
        if self.decide(Anaphor(index, "genitive", ARTICLE_LIKE[form]), "demonstrative"):
            self.write(index, self.pair(index, *gender_pair("relative_d", "Gen")), "demonstrative")

    def gender(self, index: int, agreement: int) -> int:
        """Return the gender of a relative pronoun; names have none, so that its form decides."""
        if agreement & MASCULINE and agreement & FEMININE:
            return MASCULINE if relatives.is_subject(self.document, index) else FEMININE
        return FEMININE if agreement & FEMININE else MASCULINE

    def determinative(self, index: int, form: str) -> None:
        if index in self.determiners or not stands_alone(self.document, index):
            return
        following = [token.text for token in self.document.tokens[index + 1 : index + 3]]
        if form == "denjenigen" and following in ([",", "die"], [",", "denen"], [",", "deren"]):
            # several: of one man the relative is masculine
            return
        _, masculine, feminine = DETERMINATIVE[form]
        if form.endswith(("selbe", "selben")):
            bits = FEMININE if form.startswith("die") else MASCULINE
            if not self.decide(Anaphor(index, "demonstrative", bits), "demonstrative"):
                return
        self.write(index, self.pair(index, masculine, feminine), "demonstrative")

    def demonstrative(self, pronoun: PronounInterpretation, form: str) -> None:
        if pronoun.agreement == PLURAL:
            return
        if self.decide(Anaphor(pronoun.token_index, "demonstrative", pronoun.agreement), "demonstrative"):
            gender = FEMININE if pronoun.agreement & FEMININE else MASCULINE
            case = relatives.case_of(self.document, pronoun.token_index, gender)
            self.write_alone(pronoun.token_index, form, case, "demonstrative")

    def write_alone(self, index: int, form: str, case: Case, rule: str) -> None:
        stem = form[: -1 if form.endswith("e") else -2]
        masculine, feminine = ENDINGS[case]
        self.write(index, self.pair(index, stem + masculine, stem + feminine), rule)

    def indefinite(self, index: int, form: str) -> None:
        taken = self.document.tokens[index].pos in NOT_PRONOUNS or index in self.determiners
        if (taken and not is_one_of_them(self.document, index)) or not is_pronoun(self.document, index):
            return
        gender = gender_of_indefinite(self.document, index)
        part = part_of(self.document, self.antecedents.candidates, index)
        told = self.scope == "generic" and form.startswith("ein") and is_past(self.document, index)
        told = told and (part is not None or is_one_of_them(self.document, index))
        reason = part.reason if part is not None else ""
        if reason or told:
            self.refuse(index, "indefinite", reason or LEFT)
        elif part is not None or self.is_anybody(index, gender):
            self.write_alone(index, form, case_of_indefinite(self.document, index, gender), "indefinite")

    def is_anybody(self, index: int, gender: int) -> bool:
        vague = self.persons[index] < LEAST_OF_PERSON and not is_somebody(self.document, index)
        # the verb tells whether 'keine' and 'manche' are plurals
        plural = number_of_verb(self.document, self.document.heads[index]) == "Plur"
        if vague or (plural and self.document.tokens[index].text.lower().endswith("e")):
            return False
        return self.decide(Anaphor(index, "indefinite", gender | PLURAL), "indefinite")

    def other(self, index: int) -> None:
        """Rewrite *ein anderer* with its article."""
        article = self.document.tokens[index - 1].text
        noun = counted(self.document, index)
        rewritten = (phrase.head for phrase, reason in zip(self.phrases, self.refused, strict=True) if reason is None)
        if noun >= 0 and noun not in rewritten:
            self.refuse(index, "indefinite", THING)
            return
        gender, case = BEFORE_OTHERS.as_dict.get(article.lower(), (FEMININE, "Dat"))
        if case == "Nom" and gender == FEMININE and not relatives.is_subject(self.document, index):
            case = "Acc"
        if self.decide(Anaphor(index, "indefinite", gender | PLURAL), "indefinite"):
            self.write(index - 1, determiner_forms(article, case, "Sing"), "indefinite")
            word = self.document.tokens[index].text
            self.write(index, adjective_forms(word, case, "Sing", declension_after(article)), "indefinite")


INDEFINITES = WordValues("pronoun_forms_de", "alone", agreement)
"""Pronouns that stand alone, with bits of what they agree with."""

OTHERS = frozenset({"andere", "anderer", "anderen", "anderem"})


def _gender_and_case(cell: str) -> tuple[int, Case]:
    gender, case = cell.split()
    return agreement(gender), cast(Case, case)


BEFORE_OTHERS = WordValues("pronoun_forms_de", "before_other", _gender_and_case)
"""What stands before *andere* in the singular, with gender and case; plurals have the other articles too."""

FARTHEST_PART = 8


def is_pronoun(document: Document, index: int) -> bool:
    """Return whether one of `INDEFINITES` stands for a noun; so it does in *jeder zweite*."""
    if stands_alone(document, index):
        return True
    head = document.heads[index]
    word = document.tokens[head].text
    return head == index + 1 and word.islower() and word.endswith(("te", "ne"))


def gender_of_indefinite(document: Document, index: int) -> int:
    """Return the bit of the gender of one of `INDEFINITES`: *keiner* is a nominative of men, behind *von* of women."""
    form = document.tokens[index].text.lower()
    if not form.endswith("er"):
        return INDEFINITES[form]
    return FEMININE if has_preposition(document, index) and not relatives.is_subject(document, index) else MASCULINE


def case_of_indefinite(document: Document, index: int, gender: int) -> Case:
    """Return the case of one of `INDEFINITES`."""
    form = document.tokens[index].text.lower()
    if form == "eine" and index and document.tokens[index - 1].text.lower() in ("als", "wie"):
        # wie eine, die weiß, was sie will
        return "Nom"
    if form.endswith("em") or (form.endswith("er") and gender == FEMININE):
        return "Dat"
    if form.endswith("en"):
        return "Acc"
    # 'jeder zweite': the number is what its parser attaches to the verb
    index = index if stands_alone(document, index) else document.heads[index]
    return "Nom" if form.endswith("er") or relatives.is_subject(document, index) else "Acc"


def part_of(document: Document, candidates: Candidates, index: int) -> Candidate | None:
    """Return the group of which somebody is one: *einer der Spieler*, *keine von ihnen*."""
    groups = (found for found in candidates.of(document.sentence_of[index]) if found.agreement & PLURAL)
    near = (found for found in groups if index < found.token_index <= index + FARTHEST_PART)
    return next((found for found in near if document.heads[found.token_index] == index), None)


def is_one_of_them(document: Document, index: int) -> bool:
    """Return whether a group follows by its pronoun: *einer von ihnen*; parsers may take *Einer* for a noun there."""
    following = [token.text for token in document.tokens[index + 1 : index + 3]]
    return len(following) == 2 and following[0] == "von" and following[1] in ("uns", "euch", "ihnen", "Ihnen")


def is_somebody(document: Document, index: int) -> bool:
    """Return whether one of `INDEFINITES` is likely a person: of *einer* only *einer, der*, *einer von uns* are."""
    tokens = document.tokens
    if not tokens[index].text.lower().startswith("ein"):
        return True
    after = tokens[index + 1].text if index + 1 < len(tokens) else ""
    before = tokens[index - 1].text.lower() if index else ""
    return after == "," or before in ("manch", "irgend") or is_one_of_them(document, index)


def counted(document: Document, index: int) -> int:
    """Return the noun of *ein Buch nach dem anderen*, of which *anderen* is one; -1 where there is none."""
    tokens = document.tokens
    if index < 4 or tokens[index - 2].text != "nach" or tokens[index - 3].pos != "NOUN":
        return -1
    before = tokens[index - 4 : index - 3] if tokens[index - 4].pos != "ADJ" else tokens[index - 5 : index - 4]
    return index - 3 if before and before[0].text.lower() in BEFORE_OTHERS else -1


def is_other(document: Document, index: int) -> bool:
    """Return whether *andere* stands for a noun: *ein anderer*, *eine nach der anderen*."""
    tokens = document.tokens
    if index == 0 or tokens[index].text not in OTHERS:
        return False
    before = tokens[index - 1].text.lower()
    if before not in BEFORE_OTHERS and not (before == "der" and index > 1 and tokens[index - 2].text == "nach"):
        return False
    after = tokens[index + 1] if index + 1 < len(tokens) else tokens[index]
    if after.pos in ("NOUN", "PROPN", "ADJ", "NUM") or after.text == "als":
        return False
    # 'die Lage ist eine andere'
    return not subjects(document, index)
