"""Person references in Spanish and Catalan: agreement, words for persons, titles and names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.romance.forms_for_both import (
    JOINING,
    FormForBoth,
    references_for_both,
    tokens_for_both,
    without_pairs,
)
from hf_genderfair.languages.romance.person_forms import RomancePersonForm
from hf_genderfair.languages.romance.words import (
    ADJECTIVE,
    BEFORE_FIRST_NAMES,
    PARTICLES,
    PERSONAL,
    RomanceWords,
    romance_words,
)
from hf_genderfair.languages.types import GrammaticalGender, Reference, ReferenceKind, grammatical_gender, marked_gender
from hf_genderfair.lexicons.word_class import WordClass

NEEDS = frozenset({"pos", "morph"})
"""Layers of the pipeline that the rules read."""

PARTICIPLE = re.compile(r"(?:[aiu]d[oa]s?|at|it|ut|ats|its|uts|ades|ides|udes|est[oa]s?)$")
"""Endings of participles, which stand before nouns too: *la citada decisió*."""

EVERYBODY = WordClass("closed_classes_romance", "anybody")
"""Pronouns whose masculine gender is no evidence of the person's gender."""

PREDICATING = WordClass("closed_classes_romance", "predicating")
"""Words between a person and a word without article that describes the same person."""

NEAR_SUBJECT = 6
"""Number of words before it that are searched for the person."""

NEAR_NOUN = 4
"""Number of words after *de* that are searched for a noun: *muchas de las mujeres*."""

NEAR = 25
"""Number of words before a pronoun that are searched for its antecedent."""

NOMINAL = frozenset(("NOUN", "ADJ", "PROPN"))

LANGUAGES = WordClass("noun_classes_romance", "language")
"""Masculine singulars that name a language more often than a person."""

SENTENCE_ENDS = frozenset(". : ; ! ? - – — • ) >>".split())
HAVER = WordClass("closed_classes_romance", "haver")
"""Forms of *haver*, whose *de* an infinitive follows; pipelines tag some Valencian infinitives as nouns."""

BEFORE_VERBS = WordClass("closed_classes_romance", "before_verb_ca")
"""Catalan words that no noun follows without an article; pipelines lack some Valencian verb forms."""

EACH: dict[str, GrammaticalGender] = {"uno": "masculine", "un": "masculine", "u": "masculine", "una": "feminine"}
"""Words that make a pronoun for persons after *cada*: *cada uno tenía su papel*."""

PARTIES = ("ista", "istas", "istes")
"""Endings of followers, which are adjectives after the name of a party or group."""

VERBS_TOO = frozenset("pres dona bat guia cria guarda tirà".split())
"""Words for persons that are also forms of frequent verbs."""

POSSESSIVES = WordClass("closed_classes_romance", "possessive")
OF = (["de"], ["d'"], ["del"], ["dels"])
TOGETHER = frozenset("juntos juntas junts juntes".split())
NUMERALS = frozenset("miles millones millón milers milions milió".split())
"""Numerals that are nouns: *miles de personas*."""

ELISION = re.compile(r"[dlDL]['’](?=\w)")

FOREIGN = WordClass("name_words_any", "foreign_particle")
"""Particles inside foreign names: *Herald of Free Enterprise*."""


def find(document: Document) -> list[Reference]:
    """Return the nouns and pronouns of a text in order (Derner et al. 2025, section 3.2, without a model)."""
    # Nouns take their gender from the pipeline, else from the article beside them, else from their ending; words for
    # persons from their form, and where it is the same for both genders (*artista*) from the article. Without evidence
    # they are masculine. A word written once for both genders (*alumno/a*) is two references, or one without gender
    # where a sign stands for the vowel (*alumn@s*); of a pair (*alumnas y alumnos*) the masculine is not generic.
    # Surnames are left out, as in the paper; first names are references to persons. Left out are also nouns inside
    # connectives (*sin embargo*), adjectives inside names (*Unión Europea*) and pronouns without gender.
    return _Text(document.tokens, document.text, romance_words(document.lang)).references()


class _Text:
    """Finds the references of a text, not sentence by sentence: after *Sras.* the end is not sure."""

    def __init__(self, tokens: Sequence[Token], text: str, words: RomanceWords) -> None:
        self.tokens = tokens
        self.text = text
        self.words = words
        self.found: list[Reference] = []
        self.both = tokens_for_both(tokens, text, words)
        self.low = [token.text.lower() for token in tokens]
        self.pos = [token.pos for token in tokens]
        unusual = [index for index, low in enumerate(self.low) if low in words.unusual]
        for index in unusual:
            low = self.low[index]
            if low in PERSONAL:
                self.pos[index] = "PRON"
            elif (low in words.pronouns or low in words.demonstratives) and self.pos[index] in NOMINAL:
                self.pos[index] = "DET"
            elif low in words.closed_class and self.pos[index] in ("NOUN", "PROPN"):
                self.pos[index] = "ADV"
            elif words.classes.get(low) == "adjective" and self.pos[index] == "NOUN":
                self.pos[index] = "ADJ"
                if self.pos[max(index - 1, 0)] == "DET" and self.pos[index + 1 : index + 2] == ["ADJ"]:
                    self.pos[index + 1] = "NOUN"
        for index in unusual:
            if self.is_mistaken_noun(index):
                self.pos[index] = "NOUN"

    def references(self) -> list[Reference]:
        found = self.found
        index = 0
        while index < len(self.tokens):
            pos = self.pos[index]
            end = index + 1
            covered = bool(found) and self.tokens[index].start < found[-1].end
            if index in self.both:
                if self.both[index].start >= (self.tokens[index - 1].end if index else 0):
                    found += self.for_both(index, self.both[index])
            elif pos == "PROPN" and not covered:
                end = self.run_end(index)
                found += self.name(index, end)
            elif pos == "NOUN":
                found += self.noun(index)
            elif pos == "ADJ":
                found += self.nominalised(index)
            elif pos == "NUM" and self.low[index] in NUMERALS:
                found.append(self.reference(index, "noun", False, "masculine", "ending"))
            elif pos == "PRON" or pos == "DET":
                found += self.pronoun(index)
            index = end
        return without_pairs(found, self.tokens, self.low, self.pos, self.words)

    def for_both(self, index: int, form: FormForBoth) -> list[Reference]:
        """Return the references of a word for both genders: its two words, or one where a sign stands for the vowel."""
        senses = self.words.persons.get(form.word) or self.words.suffixed(form.word)
        kind: ReferenceKind = "noun"
        last = next(at for at in range(index, len(self.tokens)) if self.both.get(at + 1) is not form)
        if form.word in self.words.pronouns and not self.phrase_follows(last):
            kind, person = "pronoun", self.words.pronouns[form.word][1]
        elif senses is None or form.word in self.words.articles or form.word in self.words.pronouns:
            return []
        else:
            sense = senses.senses.get(form.gender, "")
            person = sense == "person" or self.starts_phrase(index) or self.pos[index] == "NOUN"
            if not person or (form.signed and self.pos[index] in ("VERB", "AUX")):
                return []
            person = sense != "mostly_thing"
        return references_for_both(form, kind, person)

    def is_mistaken_noun(self, index: int) -> bool:
        """Whether the pipeline missed a noun that the form shows: *la seua saviesa*, *el somriure*."""
        if not self.tokens[index].text.islower():
            return False
        before = self.pos[index - 1] if index else ""
        if self.is_mistaken_person(index):
            return before not in ("NOUN", "PROPN") and not self.noun_follows(index)
        if self.words.classes.get(self.low[index]) != "noun" or self.low[index] in self.words.closed_class:
            return False
        if self.pos[index] in ("VERB", "ADV"):
            return before == "ADP" or (before == "DET" and self.low[index - 1] in self.words.articles)
        if self.pos[index] == "ADJ":
            after = self.low[index + 1] if self.pos[index + 1 : index + 2] == ["NOUN"] else ""
            described = before in ("NOUN", "PROPN", "ADV", "AUX")
            listed = before == "CCONJ" and self.low[index].endswith(("ica", "iques"))
            return not described and not listed and (not after or ADJECTIVE.search(after) is not None)
        return self.pos[index] in ("SYM", "X", "INTJ")

    def is_mistaken_person(self, index: int) -> bool:
        """Whether the pipeline missed a Catalan noun for persons: *era pescadora*."""
        low = self.low[index]
        if self.words.lang != "ca" or self.pos[index] not in ("ADJ", "VERB") or low.endswith("nt"):
            return False
        form = self.words.persons.get(low)
        return form is not None and set(form.senses.values()) == {"person"} and low not in VERBS_TOO

    def noun(self, index: int) -> list[Reference]:
        token, low = self.tokens[index], self.low[index]
        if (
            not (token.text[0].isalpha() and token.text[-1].isalnum())
            or low in self.words.articles
            or self.words.in_expression(self.low, index)
        ):
            return []
        form = None if self.is_code(index) else self.person_form(index)
        tagged = grammatical_gender(token.morph)
        if self.is_adjective(index, low, form):
            return []
        source = "lexicon"
        if form is None:
            form, source = self.words.suffixed(low), "suffix"
        if form is None:
            gender = self.words.sure_gender(low) or tagged or self.article(index) or self.words.noun_gender(low)
            return [self.reference(index, "noun", False, gender, "pipeline" if tagged else "ending")]
        return self.person_noun(index, form, tagged, source)

    def is_adjective(self, index: int, low: str, form: RomancePersonForm | None) -> bool:
        """Whether a word tagged as a noun is an adjective of its neighbour: *tutor extern*, *la citada decisió*."""
        # Words for *together* describe their subject, unless an article makes *juntas* boards; *lo lógico* is no noun.
        if low in TOGETHER and self.low[max(index - 1, 0)] not in self.words.articles:
            return True
        if index and self.low[index - 1] == "lo":
            return True
        if index and self.pos[index - 1] == "NOUN" and self.tokens[index - 1].text[-1].isalpha():
            if form is not None and "person" in form.senses.values() and self.names_person(index - 1):
                return False
            return self.is_party(index) or (
                (form is None or form.senses.get("masculine") != "person") and bool(ADJECTIVE.search(low))
            )
        if form is not None:
            return False
        if index + 1 == len(self.tokens) or self.pos[index + 1] != "NOUN":
            return self.is_verb(index)
        return bool(PARTICIPLE.search(low)) and not ADJECTIVE.search(self.low[index + 1])

    def is_party(self, index: int) -> bool:
        """Whether a word of a party, creed or country describes a name or non-person noun: *Grupo Socialista*."""
        before = index - 1
        if before < 0 or self.pos[before] not in ("NOUN", "PROPN") or not self.tokens[before].text[-1].isalpha():
            return False
        if self.low[index].endswith(PARTIES):
            return self.person_form(before) is None
        form = self.person_form(index)
        return form is not None and "person" not in form.senses.values() and bool(ADJECTIVE.search(self.low[index]))

    def is_verb(self, index: int) -> bool:
        """Whether a word tagged as a noun follows a word that only verbs follow: *qui delegue*, *s'efectuara*."""
        before = self.low[index - 1] if index else ""
        if before in PERSONAL or self.words.lang != "ca":
            return before in PERSONAL
        return before in BEFORE_VERBS or (self.low[index].endswith(("ar", "ir")) and self.is_infinitive(index))

    def is_infinitive(self, index: int) -> bool:
        """Whether a word in -ar or -ir begins a sentence, as in lists of duties, or follows *haver de*."""
        if index == 0 or self.low[index - 1] in SENTENCE_ENDS:
            return True
        return index > 1 and self.low[index - 1] in ("de", "d'", "d’") and self.low[index - 2] in HAVER

    def person_form(self, index: int) -> RomancePersonForm | None:
        """Return the entry of a word in the lists; before a name also that of an abbreviation without its full stop."""
        form = self.words.persons.get(self.low[index])
        if form or self.low[index + 1 : index + 2] != ["."] or index + 2 >= len(self.tokens):
            return form
        return self.words.persons.get(self.low[index] + ".") if self.pos[index + 2] == "PROPN" else None

    def person_noun(
        self, index: int, form: RomancePersonForm, tagged: GrammaticalGender | None, source: str = "lexicon"
    ) -> list[Reference]:
        """Return the reference of a word for persons."""
        if len(form.senses) == 1:
            (gender,) = form.senses
        else:
            gender = (
                self.article(index)
                or self.adjective_after(index)
                or (None if self.is_unsure(index, form) else tagged)
                or self.of_subject(index)
                or "masculine"
            )
        if self.is_language(index, form):
            return (
                [] if self.low[index - 1] == "en" else [self.reference(index, "noun", False, "masculine", "language")]
            )
        sense = form.senses.get(gender) or next(iter(form.senses.values()))
        person = self.before_name(index) if sense == "mostly_thing" else not self.words.is_thing(self.low, index)
        epicene = person and form.kind in ("epicene", "collective")
        generic = person and form.mixed and gender == "masculine"
        return [self.reference(index, "noun", person, gender, source, epicene, generic)]

    def is_unsure(self, index: int, form: RomancePersonForm) -> bool:
        """Whether the tagged gender of a word of common gender rests on *-a* alone: *patriotas*."""
        return self.low[index].endswith(("a", "as", *PARTIES)) and len(set(form.senses.values())) == 1

    def of_subject(self, index: int) -> GrammaticalGender | None:
        """Return the gender of the person whom a word without article describes: *ella es líder*."""
        before = index - 1
        if before < 1 or self.low[before] not in PREDICATING or not self.found:
            return None
        last = self.found[-1]
        near = self.tokens[max(index - NEAR_SUBJECT, 0)].start
        return last.gender if last.person and last.start >= near else None

    def adjective_after(self, index: int) -> GrammaticalGender | None:
        """Return the gender of the adjective that follows a word: *artista reconocida*."""
        if index + 1 == len(self.tokens) or self.pos[index + 1] != "ADJ":
            return None
        return grammatical_gender(self.tokens[index + 1].morph)

    def is_language(self, index: int, form: RomancePersonForm) -> bool:
        """Whether an adjective stands for a language or a manner: *en español*, *en particular*."""
        if form.plural or form.senses.get("masculine") != "mostly_person":
            return False
        before = self.low[index - 1] if index else ""
        return before == "en" or (
            self.low[index] in LANGUAGES and before not in ("un", "aquel", "ese", "aquell", "eixe")
        )

    def before_name(self, index: int) -> bool:
        """Whether a name follows, so that the word is its title: *el guía Pedro*, *la política Ana Ruiz*."""
        after = index + 1
        return (
            after < len(self.tokens)
            and self.pos[after] == "PROPN"
            and self.words.first_name(self.tokens[after].text) is not None
        )

    def article(self, index: int) -> GrammaticalGender | None:
        """Return the gender of the article or determiner before a word, over adjectives between them."""
        for before in range(index - 1, max(index - 4, -1), -1):
            gender = self.words.articles.get(self.low[before])
            if before in self.both or (gender and self.is_second_article(before, gender)):
                return "none"
            if gender:
                return gender
            if self.pos[before] in ("DET", "ADJ", "PRON"):
                gender = grammatical_gender(self.tokens[before].morph)
                if gender:
                    return gender
            elif self.pos[before] not in ("NUM", "ADV", "PROPN"):
                return None
        return None

    def is_second_article(self, index: int, gender: GrammaticalGender) -> bool:
        """Whether an article follows the one of the other gender: *el/la artista*, *las y los artistas*."""
        if index < 2 or self.low[index - 1] not in JOINING:
            return False
        return self.words.articles.get(self.low[index - 2], gender) != gender

    def nominalised(self, index: int) -> list[Reference]:
        """Return the reference of an adjective that stands for a person: *los más pobres*."""
        form = self.words.persons.get(self.low[index])
        if form is None or not self.starts_phrase(index) or self.noun_follows(index):
            return []
        return self.person_noun(index, form, grammatical_gender(self.tokens[index].morph))

    def starts_phrase(self, index: int) -> bool:
        before = index - 1
        if before > 0 and self.low[before] in ("más", "menos", "més", "menys"):
            before -= 1
        low = self.low[before] if before >= 0 else ""
        if low in POSSESSIVES or before in self.both:
            return True
        return (low in self.words.articles or low in self.words.demonstratives) and self.pos[before] != "PRON"

    def noun_follows(self, index: int) -> bool:
        for after in range(index + 1, min(index + 4, len(self.tokens))):
            pos = self.pos[after]
            if pos in ("NOUN", "PROPN"):
                return True
            if pos not in ("ADJ", "CCONJ"):
                return False
        return False

    def pronoun(self, index: int) -> list[Reference]:
        low = self.low[index]
        before = self.low[index - 1] if index else ""
        if before == "cada" and low in EACH and self.low[index + 1 : index + 2] not in OF:
            return [self.reference(index, "pronoun", True, EACH[low], "pronoun", generic=EACH[low] == "masculine")]
        if low in self.words.articles:
            pair = " ".join(self.low[index : index + 2])
            if pair not in self.words.relative or not self.stands_alone(index):
                return []
            gender = self.words.articles[low]
            if before != "a" and not pair.endswith("qui") and self.takes_up_non_person(index, gender):
                return []
            return [self.reference(index, "pronoun", True, gender, "pronoun", generic=gender == "masculine")]
        if low == "altres" and self.pos[index] == "PRON" and before in self.words.articles:
            gender, person = self.words.articles[before], True
        elif low not in self.words.pronouns or (self.pos[index] != "PRON" and self.phrase_follows(index)):
            return []
        else:
            gender, person = self.words.pronouns[low]
        if person and low not in PERSONAL:
            person = not self.is_partitive(index) and not self.takes_up_non_person(index, gender)
        generic = person and gender == "masculine" and (low[-1] == "s" or low in EVERYBODY)
        return [self.reference(index, "pronoun", person, gender, "pronoun", generic=generic)]

    def takes_up_non_person(self, index: int, gender: GrammaticalGender) -> bool:
        """Whether the last plural noun of the same gender before *otros*, *muchas* … is a non-person noun."""
        # Before a verb it is a subject of its own: *todos estamos de acuerdo*.
        if index + 1 < len(self.pos) and self.pos[index + 1] in ("VERB", "AUX"):
            return False
        for before in range(index - 1, max(index - NEAR, -1), -1):
            if self.pos[before] != "NOUN" or grammatical_gender(self.tokens[before].morph) != gender:
                continue
            if self.tokens[before].morph.get("Number") == "Plur":
                return self.person_form(before) is None
        return False

    def is_partitive(self, index: int) -> bool:
        """Whether a pronoun is partitive of things: *muchas de las medidas*, *todos y cada uno de los puntos*."""
        after = index + 1
        meant = next((n for n in range(after, min(after + NEAR_NOUN, len(self.pos))) if self.pos[n] == "NOUN"), None)
        if meant is not None and self.names_person(meant):
            return False
        if after + 1 < len(self.low) and self.low[after] in ("y", "i") and self.low[after + 1].startswith("cada"):
            after += 2 + (self.low[after + 1] == "cada")
        return self.low[index][-1] == "s" and self.low[after : after + 1] in OF

    def names_person(self, index: int) -> bool:
        """Whether a listed noun always or mostly means a person in its gender, as *críticas* does not."""
        form = self.person_form(index)
        tagged = grammatical_gender(self.tokens[index].morph)
        senses = form.senses if form else {}
        return senses.get(tagged or "masculine", next(iter(senses.values()), "")) in ("person", "mostly_person")

    def phrase_follows(self, index: int) -> bool:
        """Whether a determiner has its noun after it."""
        return index + 1 < len(self.tokens) and self.pos[index + 1] in ("NOUN", "ADJ", "PROPN", "NUM", "DET", "ADV")

    def stands_alone(self, index: int) -> bool:
        """Whether *los que* begins a phrase of its own and has no antecedent."""
        before = index - 1
        if before >= 0 and self.pos[before] == "ADP":
            return before == 0 or self.pos[before - 1] in ("VERB", "AUX", "SCONJ", "ADV", "PRON", "ADJ")
        if before >= 0 and self.pos[before] == "CCONJ":
            before -= 1
        return before < 0 or self.pos[before] in ("VERB", "AUX", "PUNCT", "SCONJ", "ADV", "PRON")

    def run_end(self, index: int) -> int:
        """Return the index after the last word of a name; particles belong to it before a capitalised word."""
        first = self.words.is_at_home(self.tokens[index].text) or self.words.is_title(self.low[index])
        person = (first and not self.has_article(index)) or self.title_before(index) is not None
        end = index + 1
        while end < len(self.tokens):
            step = end
            while step < min(end + 3, len(self.tokens) - 1) and self.is_particle(step, person):
                step += 1
            token = self.tokens[step]
            small = token.text[0].islower() and (step > end or token.text[-1] in "'’")
            if self.pos[step] != "PROPN" or not token.text[0].isalpha() or small:
                break
            end = step + 1
        return end

    def is_particle(self, index: int, person: bool) -> bool:
        low = self.low[index]
        if not person:
            return low in FOREIGN and self.tokens[index].text == low
        return self.tokens[index].text == low and (low in PARTICLES or low == "de")

    def title_before(self, index: int) -> int | None:
        """Return the index of the title before a name, with or without its full stop."""
        before = index - 1
        if before > 0 and self.low[before] == "." and self.low[before - 1] + "." in self.words.persons:
            before -= 1
        return before if before >= 0 and self.words.is_title(self.low[before]) else None

    def name(self, start: int, end: int) -> list[Reference]:
        """Return the references in a run of capitalised words: titles, first names, or a non-person name."""
        found: list[Reference] = []
        title = self.title_before(start)
        while start < end:
            word = self.tokens[start].text
            form = self.person_form(start)
            if self.is_party(start):
                return found
            if not self.is_address(start) or (title is not None and word in self.words.surnames):
                break
            if form and "person" not in form.senses.values() and self.words.is_frequent_first_name(word):
                break
            if end - start > 1 and self.words.is_at_home(word) and not self.words.title_gender(self.low[start]):
                break
            found += self.person_noun(start, form, None) if form else self.title(start)
            title, start = start, start + 1
        indices = [index for index in range(start, end) if self.pos[index] == "PROPN"]
        if not indices:
            return found
        if title is not None:
            return found + self.first_names(indices, alone=self.low[title] in BEFORE_FIRST_NAMES)
        if self.follows_surname(indices[0]):
            return found
        first = self.tokens[indices[0]].text
        shouted = first.isupper() and len(first) > 1
        if (shouted and len(indices) == 1) or first.islower() or self.has_article(indices[0]):
            return found + self.non_person(indices)
        if len(indices) > 1 and (self.words.is_frequent_first_name if shouted else self.words.is_at_home)(first):
            return found + self.first_names(indices, alone=False)
        if len(indices) == 1 and self.words.is_frequent_first_name(first):
            return found + self.first_names(indices, alone=True)
        return found + self.non_person(indices)

    def is_address(self, index: int) -> bool:
        """Whether a capitalised word may be a title, and is not also the name of a place."""
        title = self.words.is_title(self.low[index]) and not self.is_code(index)
        return title and self.tokens[index].text not in self.words.places

    def is_code(self, index: int) -> bool:
        """Whether a short form is no title, since no name follows: the *(FR)* of a language."""
        low = self.low[index].rstrip(".")
        after = index + 1 + (self.low[index + 1 : index + 2] == ["."])
        named = after < len(self.tokens) and self.pos[after] == "PROPN"
        return len(low) <= 2 and not named

    def title(self, index: int) -> list[Reference]:
        """Return the reference of a form of address that is not a listed noun: *Lady*, *Herr*."""
        gender = self.words.title_gender(self.low[index])
        return [self.reference(index, "noun", True, gender, "title")] if gender else []

    def first_names(self, indices: list[int], alone: bool) -> list[Reference]:
        """Return the first names of a person; the last word is a surname, unless it stands alone after *don*."""
        # So is the second name before a small word: *Marta Gil de la Peña*.
        found: list[Reference] = []
        for number, index in enumerate(indices if alone and len(indices) == 1 else indices[:-1]):
            gender = self.words.first_name(self.tokens[index].text)
            double = found and indices[number + 1] > index + 1
            if gender is None or double or self.low[index] in PARTICLES:
                break
            found.append(self.reference(index, "name", True, gender, "first name"))
        return found

    def has_article(self, index: int) -> bool:
        """Whether an article stands before a name, as in Spanish non-person names have and names of persons hardly."""
        return self.words.lang == "es" and index > 0 and self.low[index - 1] in self.words.articles

    def follows_surname(self, index: int) -> bool:
        """Whether a plural title refers to names joined by *y*: *las Sras. Vega y Sanz*."""
        if index < 3 or self.low[index - 1] not in ("y", "e", "i") or self.pos[index - 2] != "PROPN":
            return False
        title = self.title_before(index - 2)
        form = None if title is None else self.person_form(title)
        return form is not None and form.plural

    def non_person(self, indices: list[int]) -> list[Reference]:
        """Return the reference of a non-person name: its noun without adjectives, or all its words."""
        token, low = self.tokens[indices[0]], self.low[indices[0]]
        elision = ELISION.match(token.text)
        if elision:
            low = low[elision.end() :]
        if (
            len(low) < 2
            or not (token.text[0].isalpha() and low[-1].isalnum())
            or self.words.in_expression(self.low, indices[0])
        ):
            return []
        before = indices[0] - 1
        heads = before >= 0 and self.pos[before] == "NOUN" and self.tokens[before].text[0].isupper()
        if heads and ADJECTIVE.search(low):
            return []
        gender = self.words.places.get(token.text) or self.article(indices[0]) or self.words.noun_gender(low)
        described = all(self.describes(index) for index in indices[1:])
        end = indices[0] if described else indices[-1]
        found = self.reference(indices[0], "name", False, gender, "name", end=end)
        return [found._replace(start=found.start + (elision.end() if elision else 0))]

    def describes(self, index: int) -> bool:
        """Whether a word of a name is an adjective: *Unión Europea*, *Real Academia Española*."""
        low = self.low[index]
        form = self.words.persons.get(low)
        demonym = form is not None and "mostly_person" in form.senses.values()
        return demonym or low.endswith(PARTIES) or ADJECTIVE.search(low) is not None

    def reference(
        self,
        index: int,
        kind: ReferenceKind,
        person: bool,
        gender: GrammaticalGender,
        source: str,
        epicene: bool = False,
        generic: bool = False,
        end: int | None = None,
    ) -> Reference:
        last = self.tokens[index if end is None else end].end
        stop = self.text[last : last + 1] == "." and self.low[index] + "." in self.words.persons
        start = self.tokens[index].start
        return Reference(start, last + stop, kind, person, marked_gender(gender), epicene, generic, source)
