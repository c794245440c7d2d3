"""Spans of the names of persons: the entities of the pipeline, repaired by titles, first names and other mentions.

A name that is certain once, by a title or a first name, is certain everywhere in the text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from hf_genderfair.actors.doubtful_names import ENOUGH_EVIDENCE, PLACE_WORDS, person_evidence
from hf_genderfair.actors.doubtful_names_en import is_ambiguous, small_words, word_evidence
from hf_genderfair.actors.mention_words import SURE_KINDS, NamingRules
from hf_genderfair.actors.name_parts import Group, NameSpan, entity_numbers
from hf_genderfair.actors.name_rows import parted
from hf_genderfair.actors.name_things_de import (
    is_behind_role,
    is_compound,
    is_described,
    is_named_thing,
    is_of_noun_or_office,
    is_place_of_office,
    is_sign,
    is_surname_of_noun,
    is_thing_again,
)
from hf_genderfair.actors.name_things_en import is_thing, own_words
from hf_genderfair.actors.name_titles import TokenRange, titles_before, word_start
from hf_genderfair.languages.clauses import dependents
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.hyphens import word_end
from hf_genderfair.languages.person_words import frequent_surnames, names_of_no_persons
from hf_genderfair.lexicons.word_class import WordClass

PARTICLES = WordClass("name_parts", "particle")
"""Particles of names."""

CONTRACTED = frozenset({"vom", "zur"})
"""Particles that also introduce an affiliation: *Petra Klein vom Verein Nord*."""

SUFFIXES = WordClass("name_parts", "suffix")
"""Words after a name that belong to it: *Jr.*, *II.*."""

NAMES_LIKE_TITLES = WordClass("name_parts", "title_or_name")
"""Titles that are first names or surnames too: *Dean Martin*."""

AS = frozenset({"als", "as", "wie"})
"""Words before a predicative noun without article."""

NAME_WORDS = frozenset({"PROPN", "NOUN", "ADJ", "X", "VERB", "ADV"})

ARTICLES_OF_FAMILIES = frozenset({"the", "die", "der", "den"})

ADDRESSES = WordClass("name_parts", "address")
"""Words after which a capitalised noun is a surname: *Herr Richter*."""

MOST_VOICES = 2
"""Largest factor of the mean evidence of a name that is repeated, since a town may be the subject of many sentences; in
English only of one that a pipeline takes for a person once."""

WEIGHT_OF_KIND = {"en": 0.5, "de": 1.75}
"""Weight of the entity type ``PER`` for a single unknown word; not sufficient without other evidence."""

LONGEST_NAME = 4

MOST_WORDS = 3
"""Largest number of words of a name that is recognised only by its context."""

SHORTEST_ACRONYM = 2

LONGEST_PREFIX = 3

DIVIDING = frozenset("( ) [ ] / | ; :".split())
"""Punctuation that no name contains."""

APOSTROPHES = frozenset({"'s", "’s", "'", "’"})

TIME_OF_DAY = re.compile(r"(?:tag|woch)(?:abend|morgen|mittag|nachmittag|vormittag|nacht)s?\Z")
"""German days, with parts of the day, which parsers take for surnames: *sagte Bode Freitagabend*."""

GENITIVES = ("s", "x", "z", "ß", "'", "’")
"""Ends of German names before the noun that they own."""


def find_names(document: Document, language: NamingRules) -> list[NameSpan]:
    """Find the names of persons, in order and without overlap."""
    return _Finder(document, language).find()


class _Finder:
    """The search through one text."""

    def __init__(self, document: Document, language: NamingRules) -> None:
        self.document = document
        self.tokens = document.tokens
        self.language = language
        self.non_persons = names_of_no_persons(document.lang)
        self.surnames = frequent_surnames()
        self.entities = entity_numbers(document)
        self.known: set[str] = set()
        self.things: set[str] = set()
        self.known_surnames: set[str] = set()
        self.small = small_words(document) if document.lang == "en" else frozenset()

    def find(self) -> list[NameSpan]:
        found: list[NameSpan] = []
        doubtful: list[Group] = []
        for groups in self.runs():
            for group in self.joined(groups):
                span = self.read(group)
                if span is None:
                    doubtful.append(group)
                    continue
                found.append(span)
                if span.last - span.first > 1 or span.titles:
                    self.learn(span)
        found += self.read_doubtful(doubtful)
        kept = [span for span in found if not self.is_thing_elsewhere(span)]
        self.known_surnames -= {self.tokens[span.last - 1].text for span in found if span not in kept}
        return sorted(kept + self.nouns_that_are_names(kept))

    def nouns_that_are_names(self, found: Sequence[NameSpan]) -> list[NameSpan]:
        """Return words that are tagged as nouns, but are surnames of persons of the text: *König lachte*."""
        taken = {index for span in found for index in range(span.first, span.last)}
        taken.update(index for span in found for title in span.titles for index in range(*title))
        names = []
        for index, token in enumerate(self.tokens):
            word = (index, index + 1)
            whole = token.pos == "NOUN" and word_start(self.document, index + 1) == index
            known = whole and not self.known_surnames.isdisjoint(self.language.bare(token.text))
            described = self.document.lang == "de" and is_described(self.document, index)
            named = known and (described or self.is_surname(word))
            if token.text[0].isupper() and index not in taken and (named or self.is_family(index)):
                names.append(NameSpan(*word, self.titles_before([word])))
        return names

    def word(self, word: TokenRange) -> str:
        return self.document.text[self.tokens[word[0]].start : self.tokens[word[1] - 1].end]

    def kind(self, index: int) -> str:
        number = self.entities[index]
        return "" if number < 0 else self.document.entities[number].type

    def runs(self) -> list[list[Group]]:
        """Return the sequences of words that may be names, divided by entity."""
        runs = []
        for first, last in self.document.sentences:
            index = first
            while index < last:
                if not self.starts_name(index):
                    index += 1
                    continue
                words, index = self.run(index, last)
                if self.document.lang != "de" or len(words) < 2:
                    runs.append(self.divided(words))
                    continue
                for part in parted([self.word(word) for word in words], self.language, self.is_given):
                    runs.append(self.without_titles(self.divided([words[number] for number in part])))
        return runs

    def without_titles(self, groups: list[Group]) -> list[Group]:
        """Leave out titles between a form of address and the name: *Herr Kollege Brandt*."""
        return [
            group
            for number, group in enumerate(groups)
            if number + 1 == len(groups)
            or groups[number + 1].kind not in ("", "PER")
            or not all(self.is_title(word) for word in group.words)
            or not self.follows_address(group.words[0][0])
        ]

    def follows_address(self, index: int) -> bool:
        """Whether a word follows a form of address, with titles between them or not."""
        index -= 1
        while index > 0 and self.is_title((index, index + 1)) and self.tokens[index].text not in ADDRESSES:
            index -= 1
        return index >= 0 and self.tokens[index].text in ADDRESSES

    def starts_name(self, index: int) -> bool:
        token = self.tokens[index]
        if token.text.lower() in self.language.neopronouns and not self.is_beside_name(index):
            return False
        if self.document.lang == "de" and TIME_OF_DAY.search(token.text):
            return False
        if token.pos == "PROPN":
            return True
        if token.pos not in NAME_WORDS or not token.text[0].isupper():
            return False
        addressed = index > 0 and self.tokens[index - 1].text in ADDRESSES and token.text not in ADDRESSES
        tied = self.document.lang == "de" and is_surname_of_noun(self.document, index)
        return self.entities[index] >= 0 or addressed or tied

    def is_beside_name(self, index: int) -> bool:
        """Whether a word that is also a neopronoun stands beside another word of a name: *Susan Dey*."""
        beside = [near for near in (index - 1, index + 1) if 0 <= near < len(self.tokens)]
        return any(self.tokens[near].pos == "PROPN" and self.tokens[near].text[0].isupper() for near in beside)

    def run(self, index: int, last: int) -> tuple[list[TokenRange], int]:
        tokens, entities = self.tokens, self.entities
        words: list[TokenRange] = []
        while index < last:
            token = tokens[index]
            inside = bool(words) and entities[index] >= 0 and entities[index] == entities[words[-1][1] - 1]
            inside = inside and token.text not in DIVIDING
            if self.starts_name(index):
                end = min(word_end(tokens, index), last)
                words.append((index, end))
                index = end
            elif inside or token.text.lower() in PARTICLES or (words and self.is_prefix(index)):
                after = index + 1
                while after < last and (tokens[after].text == "-" or tokens[after].text.lower() in PARTICLES):
                    after += 1
                if not words or after >= last or not self.goes_on(words[-1], after, inside):
                    break
                if not inside and entities[words[-1][0]] >= 0 and self.kind(words[-1][0]) != "PER":
                    break
                words.append((index, min(word_end(tokens, after), last)))
                index = words[-1][1]
            else:
                break
        return words, max(index, words[-1][1])

    def is_prefix(self, index: int) -> bool:
        """Whether a short word in lower case is joined to the surname behind it: *ul-Haq*, *az-Zayani*."""
        text, end = self.tokens[index].text, word_end(self.tokens, index)
        joined = end == index + 3 and self.tokens[end - 1].pos == "PROPN" and self.tokens[end - 1].text[0].isupper()
        return joined and text.islower() and len(text) <= LONGEST_PREFIX

    def goes_on(self, before: TokenRange, index: int, inside: bool) -> bool:
        """Whether a word after particles continues the name before them: *von der Heide*, *Van der Linden*."""
        token = self.tokens[index]
        tagged = token.pos == "PROPN" or (
            (inside or self.word(before).lower() in PARTICLES) and token.pos in NAME_WORDS
        )
        other = self.document.lang == "de" and self.is_title(before) and self.is_given(token.text)
        # 'Leiter von Karl Bode'
        return tagged and token.text[0].isupper() and not other

    def divided(self, words: list[TokenRange]) -> list[Group]:
        groups: list[Group] = []
        number = -2
        for word in words:
            own = self.entities[word[1] - 1]
            if own < 0 <= number == self.entities[word[0]]:
                # the entity ends inside the word: 'Karl Bode-Ahnen'
                own = number
            plain = own < 0 and number == -1 and not self.is_title(word)
            if plain or (own == number and own >= 0):
                groups[-1].words.append(word)
            else:
                groups.append(Group([word], self.kind(word[1] - 1)))
            number = own
        return groups

    def joined(self, groups: list[Group]) -> list[Group]:
        """Join names of persons with first names before them and with words that the parser attaches to them."""
        result: list[Group] = []
        for group in groups:
            before = result[-1] if result else None
            if before is not None and before.kind == "PER" and self.tied(before, group):
                before.words.append(group.words[0])
                group = Group(group.words[1:], group.kind)
            elif before is not None and before.kind != "PER" and (group.kind == "PER" or self.is_titled(before, group)):
                taken = self.given_names_at_end(before, group)
                group = Group(taken + group.words, "PER")
                del before.words[len(before.words) - len(taken) :]
                if not before.words:
                    result.pop()
            if group.words:
                result.append(group)
        return result

    def is_titled(self, before: Group, group: Group) -> bool:
        """Whether a title and a first name stand before a surname: *des Richters Salvatore Boemi*."""
        head = self.document.heads[group.words[0][0]]
        titled = self.document.lang == "de" and len(before.words) > 1 and self.is_title(before.words[-2])
        return titled and before.words[-1][0] == head and self.is_given(self.word(before.words[-1]))

    def given_names_at_end(self, before: Group, group: Group) -> list[TokenRange]:
        taken: list[TokenRange] = []
        for word in reversed(before.words):
            text = self.word(word)
            head = self.document.heads[group.words[0][0]]
            flat = word[0] <= head < word[1] and self.tokens[group.words[0][0]].relation == "flat"
            linked = flat or self.tokens[word[0]].relation in ("compound", "flat")
            named = self.is_initial(text) or (self.is_given(text) and (not before.kind or linked))
            if self.is_title(word) or not (named or (flat and not self.is_non_person([text]))):
                break
            taken.insert(0, word)
        return taken

    def tied(self, before: Group, group: Group) -> bool:
        """Whether the first word of a group continues the name before it."""
        first = group.words[0]
        text = self.word(first)
        given = self.is_given(self.word(before.words[0]))
        low = self.tokens[first[0]].text.lower()
        particle = (low in PARTICLES and low not in CONTRACTED) or self.is_prefix(first[0])
        given = given or (particle and text.startswith(f"{low}-"))
        if text.lower() in SUFFIXES or (given and group.kind != "ORG" and particle):
            return True
        head = self.document.heads[first[0]]
        inside = before.words[0][0] <= head < before.words[-1][1]
        fits = not self.is_non_person([text]) and not (self.language.title(text) if given else self.is_title(first))
        return inside and fits and self.tokens[first[0]].relation == "flat"

    def is_initial(self, text: str) -> bool:
        return len(text.rstrip(".")) == 1 and text[0].isupper()

    def is_given(self, text: str) -> bool:
        evidence = self.language.first_name(text)
        return evidence is not None and self.language.is_given_name(evidence)

    def is_title(self, word: TokenRange) -> bool:
        text = self.word(word)
        return self.language.title(text) is not None or (len(text) > 2 and self.language.is_person_word(text))

    def read(self, group: Group) -> NameSpan | None:
        """Return the name of a group; None where it is certainly not a name, or only the context can decide."""
        german = self.document.lang == "de"
        words = self.without_dateline(self.without_place(self.stripped(group.words)))
        titles = self.titles_before(words)
        if words and self.is_of_thing(words):
            self.things.add(self.word((words[0][0], words[-1][1])))
            return None
        if not words or self.has_digit(words) or self.is_too_long(words):
            return None
        texts = [self.word(word) for word in words]
        addressed = any(self.is_address(title) for title in titles)
        listed = self.is_listed(self.tokens[words[0][1] - 1].text)
        if german and not addressed and is_compound(self.document, words[0][0], words[-1][1], listed):
            return None
        if addressed or (titles and (group.kind in ("PER", "") or self.is_apposed(words))):
            thing = not german and not addressed and len(words) == 1 and texts[0].casefold() in self.non_persons
            return None if thing else self.span(words, titles)
        if german and is_place_of_office(self.document, words[0][0], words[-1][1]):
            return None
        if group.kind == "PER":
            alone = len(words) == 1
            doubtful = alone and (not self.is_listed(texts[0]) or (not german and is_ambiguous(texts[0], self.small)))
            sure = not doubtful and self.is_plausible(words, texts)
            return self.span(words, titles) if sure else None
        if group.kind == "" and len(words) > 1 and self.is_given(texts[0]) and not self.is_non_person(texts):
            return self.span(words, titles)
        return None

    def is_of_thing(self, words: Sequence[TokenRange]) -> bool:
        """Whether a name is that of a thing: *die Firma Karl Bode*, *das Kabinett Merz*, *the show “Top Cook”*."""
        first, last = words[0][0], words[-1][1]
        if self.document.lang == "en":
            return is_thing(self.document, first, last, self.is_listed(self.word(words[-1])))
        return self.document.lang == "de" and is_named_thing(self.document, first, self.is_given)

    def is_thing_elsewhere(self, span: NameSpan) -> bool:
        """Whether words are the name of a thing where a noun says so: *der Song „Love Me“*, *der Hurrikan Rita*."""
        german = self.document.lang == "de" and not span.titles
        return german and is_thing_again(self.document, span.first, span.last, self.things, self.is_given)

    def is_too_long(self, words: Sequence[TokenRange]) -> bool:
        """Whether a German name has too many words for a person, as a sequence of names without commas."""
        return self.document.lang == "de" and len(words) > LONGEST_NAME

    def stripped(self, words: list[TokenRange]) -> list[TokenRange]:
        """Return the words of a name without titles before it."""
        while words and self.is_title(words[0]):
            text = self.word(words[0])
            if (
                len(words) == 1
                and text not in ADDRESSES
                and (self.is_surname(words[0]) or self.addressed_before(words[0][0]))
            ):
                return words
            if len(words) > 1 and text.lower() in NAMES_LIKE_TITLES and self.is_given(text):
                return words if not self.is_given(self.word(words[1])) else words[1:]
            if self.language.title(text) is None and len(words) > 1 and self.is_given(text):
                return words
            words = words[1:]
        return words

    def without_place(self, words: list[TokenRange]) -> list[TokenRange]:
        """Return the words of a name without a place or club before it: *Italien Rossi*."""
        if len(words) < 2 or not self.is_non_person([self.word(words[0])]):
            return words
        # 'the mayor of India Tom Hale'
        after_of = words[0][0] > 0 and self.tokens[words[0][0] - 1].text == "of"
        if self.is_given(self.word(words[0])) and not after_of:
            return words
        return words[1:] if self.is_listed(self.word(words[1])) else []

    def without_dateline(self, words: list[TokenRange]) -> list[TokenRange]:
        """Return the words of an English name without capitals or a day behind it: *Joan Ashby DUBAI (Reuters)*."""
        if self.document.lang != "en" or not words or self.word(words[0]).isupper():
            return words
        start, kept = own_words([self.word(word) for word in words])
        while kept - start > 1 and self.is_in_capitals(self.word(words[kept - 1])):
            kept -= 1
        return words[start:kept]

    def is_in_capitals(self, text: str) -> bool:
        return text.isupper() and text.lower() not in SUFFIXES and len(text) > SHORTEST_ACRONYM

    def is_surname(self, word: TokenRange) -> bool:
        """Whether a single person noun is a surname: *Baker*, *Schneider*."""
        if not self.is_bare(word):
            return False
        token = self.tokens[word[1] - 1]
        text = self.word(word)
        if not self.known_surnames.isdisjoint(self.language.bare(text)):
            role = token.morph.get("Number") == "Plur" and self.language.is_person_word(text)
            return not role and self.stands_as_name(word)
        if self.document.lang == "de" and self.joins_noun(word[1] - 1):
            return False
        marked = self.kind(word[0]) == "PER" or (self.document.lang == "en" and text.casefold() in self.surnames)
        named = marked and token.pos == "PROPN" and self.language.title(text) is None
        return named and (self.document.lang == "en" or self.stands_as_name(word))

    def joins_noun(self, index: int) -> bool:
        """Whether a noun follows with a conjunction: *Jäger und Gejagte*."""
        return any(self.tokens[child].pos == "NOUN" for child in dependents(self.document, index, "conj"))

    def is_bare(self, word: TokenRange) -> bool:
        children = self.document.children[word[1] - 1]
        return not any(self.tokens[index].relation.startswith("det") for index in children)

    def stands_as_name(self, word: TokenRange) -> bool:
        """Whether a word without article is used as a name, not as a predicative noun: *als König*, *ist Koch*."""
        children = [self.tokens[index] for index in self.document.children[word[1] - 1]]
        return not any(
            child.relation in ("cop", "amod") or (child.relation == "case" and child.text.lower() in AS)
            for child in children
        )

    def addressed_before(self, index: int) -> bool:
        return any(self.is_address(title) for title in self.titles_before([(index, index + 1)]))

    def is_address(self, word: TokenRange) -> bool:
        evidence = self.language.title(self.word(word))
        return evidence is not None and (evidence.kind in SURE_KINDS or evidence.kind == "academic")

    def titles_before(self, words: Sequence[TokenRange]) -> tuple[TokenRange, ...]:
        return titles_before(self.document, self.language, words[0][0], words[-1][1]) if words else ()

    def has_digit(self, words: Sequence[TokenRange]) -> bool:
        return any(char.isdigit() for char in self.word((words[0][0], words[-1][1])))

    def is_non_person(self, texts: Sequence[str]) -> bool:
        known = (texts[0], texts[-1], " ".join(texts))
        return any(text.casefold() in self.non_persons for text in known)

    def is_apposed(self, words: Sequence[TokenRange]) -> bool:
        """Whether a supposed place is a person by the noun before it: *die Schauspielerin Halina*."""
        texts = [self.word(word) for word in words]
        place = self.document.lang == "de" and self.kind(words[0][0]) == "LOC" and not self.is_non_person(texts)
        # 'der Präsident Russlands' is a genitive
        return place and not texts[-1].endswith("s") and is_behind_role(self.document, words[0][0])

    def is_plausible(self, words: Sequence[TokenRange], texts: Sequence[str]) -> bool:
        """Whether an entity of type ``PER`` may be a person, rather than a place, an object or an organisation."""
        if texts[-1].casefold() in self.non_persons or any(
            bare.casefold() in self.non_persons for bare in self.language.bare(texts[-1])
        ):
            return len(texts) > 1 and self.is_given(texts[0])
        if len(texts) > 1:
            if self.document.lang != "de":
                return " ".join(texts).casefold() not in self.non_persons
            small = texts[0].islower() and texts[0] not in PARTICLES
            return not (small or self.is_non_person([" ".join(texts)]) or is_sign(texts, self.is_listed))
        token = self.tokens[words[0][1] - 1]
        text = texts[0]
        if "-" in text and token.pos == "NOUN" and not self.is_listed(token.text):
            return False
        given = self.language.first_name(text) is not None
        tagged = given or token.pos in ("PROPN", "NOUN", "X")
        if not text[0].isalpha() or len(text.rstrip(".")) < SHORTEST_ACRONYM or not tagged:
            return False
        if len(text) >= SHORTEST_ACRONYM and text.isupper() and not given:
            return False
        before = self.tokens[words[0][0] - 1].text.lower() if words[0][0] else ""
        return given or before not in ("the", "in", "im", "das", "ins")

    def span(self, words: Sequence[TokenRange], titles: tuple[TokenRange, ...]) -> NameSpan:
        first, last = words[0][0], words[-1][1]
        tokens, heads = self.tokens, self.document.heads
        noun = len(words) > 1 and tokens[last - 1].pos == "NOUN" and not first <= heads[last - 1] < last
        if noun and self.document.lang == "de":
            noun = self.word(words[-2]).endswith(GENITIVES) and not self.is_given(self.word(words[-2]))
        elif noun:
            noun = not (self.is_given(self.word(words[-2])) and self.is_listed(self.word(words[-1])))
        if noun:
            # a genitive with its noun: Heidi Webers Auto
            last = words[-2][1]
        while last - first > 1 and tokens[last - 1].text.lower() in APOSTROPHES:
            last -= 1
        end = self.document.sentences[self.document.sentence_of[last - 1]][1]
        if last < end and tokens[last].text.lower() in SUFFIXES and tokens[last].pos != "PRON":
            last += 1
        elif last + 1 < end and tokens[last].text == "," and tokens[last + 1].text.lower() in ("jr.", "jr", "sr."):
            last += 2
        return NameSpan(first, last, titles)

    def learn(self, span: NameSpan) -> None:
        surname = bool(span.titles) or self.is_given(self.tokens[span.first].text)
        word = (span.first, span.last)
        if span.last - span.first == 1 and self.is_title(word) and not self.is_listed(self.word(word)):
            # Herr Präsident: not a name
            return
        for index in range(span.first, span.last):
            text = self.tokens[index].text
            if len(text) > 2 and text[0].isupper() and text.lower() not in SUFFIXES:
                self.known.update(self.language.bare(text))
                if surname and index + 1 == span.last:
                    self.known_surnames.add(text)
        # 'Boutros-Ghali' beside 'Ghali'
        self.known.update(self.language.bare(self.word((word_start(self.document, span.last), span.last))))

    def read_doubtful(self, groups: Sequence[Group]) -> list[NameSpan]:
        """Return the names among groups of unknown type: by other mentions in the text, or by their context."""
        words_of = [self.possible_name(group) for group in groups]
        weights: dict[str, list[float]] = {}
        tagged: set[str] = set()
        for group, words in zip(groups, words_of, strict=True):
            if words:
                weights.setdefault(self.key(words), []).append(self.evidence_weight(group, words))
                tagged |= {self.key(words)} if group.kind == "PER" or self.document.lang != "en" else set()
        enough = ENOUGH_EVIDENCE[self.document.lang]
        meant = {
            key: min(len(own), MOST_VOICES if key in tagged else 1) * sum(own) / len(own) >= enough
            for key, own in weights.items()
        }
        return [
            self.span(words, self.titles_before(words))
            for words in words_of
            if words and (self.is_known(words) or meant[self.key(words)] or self.is_family(words[0][0]))
        ]

    def is_family(self, index: int) -> bool:
        """Whether a word is the name of a family: *the Bennets*, *die Müllers*."""
        tokens = self.tokens
        text = tokens[index].text
        if index == 0 or not text.endswith("s") or tokens[index - 1].text.lower() not in ARTICLES_OF_FAMILIES:
            return False
        before_noun = index + 1 < len(tokens) and tokens[index + 1].pos in ("NOUN", "PROPN")
        if before_noun or tokens[index - 1].pos != "DET" or text in self.known_surnames:
            return False
        stem = text[:-1]
        if stem in self.known_surnames:
            return True
        marked = self.kind(index) == "PER" and not self.is_non_person([text])
        if self.document.lang == "de":
            marked = marked or stem.endswith(("er", "mann"))
        return marked and stem.casefold() in self.surnames

    def possible_name(self, group: Group) -> list[TokenRange]:
        """Return the words of a group that may be a name; empty where they cannot be one."""
        words = self.stripped(group.words)
        if not words or self.has_digit(words) or len(words) > MOST_WORDS or self.is_of_thing(words):
            return []
        first, last = words[0][0], words[-1][1]
        doubtful = self.document.lang == "de" and not self.is_known(words)
        if doubtful and is_of_noun_or_office(self.document, first, last, self.is_listed):
            return []
        texts = [self.word(word) for word in words]
        if self.is_family(words[0][0]):
            return words
        if group.kind == "PER" and not self.is_plausible(words, texts):
            return []
        non_person = self.is_non_person([texts[-1]]) or (group.kind in ("LOC", "ORG") and len(words) < len(group.words))
        return [] if non_person or not texts[-1][0].isupper() else words

    def key(self, words: Sequence[TokenRange]) -> str:
        return self.language.bare(self.word(words[-1]))[-1]

    def is_known(self, words: Sequence[TokenRange]) -> bool:
        """Whether the word is in a certain name of the text, and does not follow a preposition of place or *the*."""
        last = self.word(words[-1])
        before = self.tokens[words[0][0] - 1].text.lower() if words[0][0] else ""
        known = len(last) > 2 and not self.known.isdisjoint(self.language.bare(last))
        return known and before not in PLACE_WORDS[self.document.lang] and before != "the"

    def is_listed(self, text: str) -> bool:
        """Whether a word is a frequent first name or surname."""
        return self.is_given(text) or any(bare.casefold() in self.surnames for bare in self.language.bare(text))

    def evidence_weight(self, group: Group, words: Sequence[TokenRange]) -> float:
        """Add up the evidence of a name and its context that it is that of a person."""
        texts = [self.word(word) for word in words]
        weight = person_evidence(self.document, words[0][0], words[-1][1], self.kind)
        given = self.is_given(texts[0])
        if len(texts) > 1:
            weight += 1.5 * given - (group.kind == "ORG")
        else:
            weight += 0.5 * (group.kind == "") + 0.5 * given
        weight += 1.0 * self.is_listed(texts[-1])
        weight += WEIGHT_OF_KIND[self.document.lang] * (group.kind == "PER")
        if texts[-1].isupper() and len(texts[-1]) >= SHORTEST_ACRONYM:
            weight -= 2.0
        if self.document.lang == "en":
            place = (words[0][0], words[-1][1])
            weight += word_evidence(self.document, place, group.kind, self.is_listed(texts[-1]), self.small)
        return weight
