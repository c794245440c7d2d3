"""Where the names of persons begin and end, and which names are of persons.

A name that is certain once, by a title or a first name, is certain everywhere in the text.
"""

from __future__ import annotations

from collections.abc import Sequence

from hf_genderfair.languages.analysis import word_end
from hf_genderfair.languages.coreference.mention import TokenRange
from hf_genderfair.languages.coreference.name_words import (
    ADDRESSES,
    AS,
    LATER_PARTICLES,
    PARTICLES,
    SHORTEST_ACRONYM,
    SUFFIXES,
    Group,
    NameSpan,
    NameWords,
    NamingRules,
    person_evidence,
    title_start,
    word_start,
)
from hf_genderfair.languages.coreference.rules import Name, NameRules
from hf_genderfair.languages.document import Document
from hf_genderfair.lexicons.word_class import WordClass

CONTRACTED = frozenset({"vom", "zur"})
"""Particles that also introduce an affiliation: *Petra Klein vom Verein Nord*."""


def divided(words: NameWords, run: Sequence[TokenRange]) -> list[Group]:
    """Divide a run of words by their entities."""
    groups: list[Group] = []
    number = -2
    for word in run:
        own = words.entities[word[1] - 1]
        if own < 0 <= number == words.entities[word[0]]:
            # the entity ends inside the word: 'Karl Bode-Ahnen'
            own = number
        plain = own < 0 and number == -1 and not words.is_title(word)
        if plain or (own == number and own >= 0):
            groups[-1].words.append(word)
        else:
            groups.append(Group([word], words.kind(word[1] - 1)))
        number = own
    return groups


def joined(words: NameWords, groups: Sequence[Group], rules: NameRules) -> list[Group]:
    """Join names of persons with first names before them and with words that the parser attaches to them."""
    result: list[Group] = []
    for group in groups:
        before = result[-1] if result else None
        if before is not None and before.kind == "PER" and _is_tied(words, before, group, rules):
            before.words.append(group.words[0])
            group = Group(group.words[1:], group.kind)
        elif (
            before is not None
            and before.kind != "PER"
            and (group.kind == "PER" or words.is_given_before_surname(before.words[-1][0]))
        ):
            taken = _given_names_at_end(words, before, group)
            group = Group(taken + group.words, "PER")
            del before.words[len(before.words) - len(taken) :]
            if not before.words:
                result.pop()
        if group.words:
            result.append(group)
    return result


def _given_names_at_end(words: NameWords, before: Group, group: Group) -> list[TokenRange]:
    taken: list[TokenRange] = []
    for word in reversed(before.words):
        text = words.text(word)
        head = words.document.heads[group.words[0][0]]
        flat = word[0] <= head < word[1] and words.tokens[group.words[0][0]].relation == "flat"
        linked = flat or words.tokens[word[0]].relation in ("compound", "flat")
        begins = words.is_given_before_surname(word[0])
        named = begins or _is_initial(text) or (words.is_given(text) and (not before.kind or linked))
        if (words.is_title(word) and not begins) or not (named or (flat and not words.is_non_person([text]))):
            break
        taken.insert(0, word)
    return taken


def _is_tied(words: NameWords, before: Group, group: Group, rules: NameRules) -> bool:
    """Whether the first word of a group continues the name before it."""
    first = group.words[0]
    text = words.text(first)
    if words.text(before.words[-1]).lower() in PARTICLES:
        # no name ends with a particle: 'Van der Linden', whatever the pipeline takes the rest for
        return True
    given = words.is_given(words.text(before.words[0]))
    low = words.tokens[first[0]].text.lower()
    alone = low in CONTRACTED and len(text.split()) == len(("vom", "Verein")) and not rules.is_seat(text.split()[-1])
    particle = low in PARTICLES and not alone
    given = given or (particle and text.startswith(f"{low}-"))
    if text.lower() in SUFFIXES or (given and group.kind != "ORG" and particle):
        return True
    head = words.document.heads[first[0]]
    flat = words.tokens[first[0]].relation == "flat" and before.words[0][0] <= head < before.words[-1][1]
    fits = not words.is_non_person([text]) and not (words.language.title(text) if given else words.is_title(first))
    return fits and (flat or rules.is_behind_given(words.document, first[0]))


def _is_initial(text: str) -> bool:
    return len(text.rstrip(".")) == 1 and text[0].isupper()


NAMES_LIKE_TITLES = WordClass("name_words_any", "title_or_name")
"""Titles that are first names or surnames too: *Dean Martin*."""

GREETINGS = WordClass("name_words_any", "greeting")
"""Words before a name that are none: *Hallo Andrea*."""

NAME_WORDS = frozenset({"PROPN", "NOUN", "ADJ", "X", "VERB", "ADV"})

MOST_VOICES = 2
"""Largest factor of the mean evidence of a name that is repeated, since a town may be the subject of many sentences."""

MOST_WORDS = 3
"""Largest number of words of a name that is recognised only by its context."""

LONGEST_PLACE = 2
"""Number of words of the longest places before a name that belong to its title."""

DIVIDING = frozenset("( ) [ ] / | ; :".split())
"""Punctuation that no name contains."""

APOSTROPHES = frozenset({"'s", "’s", "'", "’"})


def find_names(document: Document, language: NamingRules, rules: NameRules) -> list[NameSpan]:
    """Find the names of persons, in order and without overlap."""
    return rules.completed(document, language, _Finder(document, language, rules).find())


class _Finder:
    """The search through one text."""

    def __init__(self, document: Document, language: NamingRules, rules: NameRules) -> None:
        self.document = document
        self.tokens = document.tokens
        self.language = language
        self.rules = rules
        self.words = NameWords(document, language)
        self.known: set[str] = set()
        self.known_surnames: set[str] = set()

    def find(self) -> list[NameSpan]:
        found: list[NameSpan] = []
        doubtful: list[Group] = []
        for groups in self.runs():
            for group in joined(self.words, groups, self.rules):
                span = self.read(group)
                if span is None:
                    doubtful.append(group)
                    continue
                found.append(span)
                if span.last - span.first > 1 or span.titles:
                    self.learn(span)
        found += self.read_doubtful(doubtful)
        return sorted(found + self.nouns_that_are_names(found))

    def nouns_that_are_names(self, found: Sequence[NameSpan]) -> list[NameSpan]:
        """Return words that are tagged as nouns, but are surnames of persons of the text: *König lachte*."""
        taken = {index for span in found for index in range(span.first, span.last)}
        taken.update(index for span in found for title in span.titles for index in range(*title))
        names = []
        for index, token in enumerate(self.tokens):
            word = (index, index + 1)
            whole = token.pos == "NOUN" and word_start(self.document, index + 1) == index
            known = whole and not self.known_surnames.isdisjoint(self.language.bare(token.text))
            if token.text[0].isupper() and index not in taken and known and self.is_surname(word):
                names.append(NameSpan(*word, self.words.titles_before([word])))
        return names

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
                runs += self.rules.groups(self.words, words)
        return runs

    def starts_name(self, index: int) -> bool:
        token = self.tokens[index]
        if token.text.lower() in GREETINGS:
            return False
        if self.is_noble_behind_address(index):
            return True
        if token.pos != "PROPN" and (token.pos not in NAME_WORDS or not token.text[0].isupper()):
            return self.words.is_given_before_surname(index)
        if token.text.lower() in self.language.neopronouns and not self.is_beside_name(index):
            return False
        if token.pos == "PROPN":
            # '©' is none
            return token.text[0].isalnum() or len(token.text) > 1
        addressed = index > 0 and self.is_behind_title(index) and token.text not in ADDRESSES
        known = self.words.entities[index] >= 0 or self.words.is_given_before_surname(index)
        return known or addressed or self.rules.is_behind_given(self.document, index)

    def is_noble_behind_address(self, index: int) -> bool:
        """Whether a surname begins with a particle behind a form of address: *Frau von der Heide*."""
        address = (index - 1, index)
        low = self.tokens[index].text
        if not index or low not in PARTICLES or not low.islower() or self.tokens[index - 1].text not in ADDRESSES:
            return False
        _, last = self.document.sentences[self.document.sentence_of[index]]
        after = self.after_particles(index, last)
        # 'die Frau von Peter', 'als Frau von Stand'
        own = after < last and self.words.is_bare(address) and self.words.stands_as_name(address)
        own = own and (index == 1 or self.tokens[index - 2].text.lower() not in AS)
        return own and self.goes_on((index, index + 1), after, inside=False)

    def is_behind_title(self, index: int) -> bool:
        """Whether a capitalised noun is a surname, since an abbreviated title stands before it: *Dr.*, ``Prof:in``."""
        if self.tokens[index - 1].text in ADDRESSES:
            return True
        title = title_start(self.document, self.language, index), index
        abbreviated = not self.words.text(title).isalpha() and len(self.words.text(title)) > SHORTEST_ACRONYM
        return abbreviated and self.words.is_address(title)

    def is_beside_name(self, index: int) -> bool:
        """Whether a word that is also a neopronoun stands beside another word of a name: *Susan Dey*."""
        beside = [near for near in (index - 1, index + 1) if 0 <= near < len(self.tokens)]
        return any(self.tokens[near].pos == "PROPN" and self.tokens[near].text[0].isupper() for near in beside)

    def run(self, index: int, last: int) -> tuple[list[TokenRange], int]:
        tokens, entities = self.tokens, self.words.entities
        words: list[TokenRange] = []
        while index < last:
            token = tokens[index]
            inside = bool(words) and entities[index] >= 0 and entities[index] == entities[words[-1][1] - 1]
            inside = inside and token.text not in DIVIDING
            if self.starts_name(index):
                name = self.after_particles(index, last) if self.is_noble_behind_address(index) else index
                end = min(word_end(tokens, name), last)
                words.append((index, end))
                index = end
            elif inside or token.text.lower() in PARTICLES:
                after = self.after_particles(index, last)
                if not words or after >= last or not self.goes_on(words[-1], after, inside):
                    break
                place = entities[words[-1][0]] >= 0 and self.words.kind(words[-1][0]) != "PER"
                if place and not inside and not self.words.is_given(self.words.text(words[-1])):
                    break
                words.append((index, min(word_end(tokens, after), last)))
                index = words[-1][1]
            else:
                break
        return words, max(index, words[-1][1])

    def after_particles(self, index: int, last: int) -> int:
        """Return the token behind the particles from an index on: *von und zu Bode*."""
        index += 1
        while index < last:
            text = self.tokens[index].text.lower()
            if text != "-" and text not in PARTICLES and text not in LATER_PARTICLES:
                break
            index += 1
        return index

    def goes_on(self, before: TokenRange, index: int, inside: bool) -> bool:
        """Whether a word after particles continues the name before them: *von der Heide*, *Van der Linden*."""
        token = self.tokens[index]
        text = self.words.text(before)
        tagged = token.pos == "PROPN" or ((inside or text.lower() in PARTICLES) and token.pos in NAME_WORDS)
        tagged = tagged or (self.words.is_given(text) and self.rules.is_seat(token.text))
        return tagged and token.text[0].isupper()

    def read(self, group: Group) -> NameSpan | None:
        """Return the name of a group; None where it is certainly not a name, or only the context can decide."""
        words = self.words
        name = self.without_place(self.stripped(group.words))
        titles = words.titles_before(name)
        if not name or words.has_digit(name):
            return None
        texts = [words.text(word) for word in name]
        addressed = any(words.is_address(title) for title in titles)
        if addressed or (titles and group.kind in ("PER", "")):
            return self.span(name, titles)
        if group.kind == "PER":
            sure = (len(name) > 1 or words.is_listed(texts[0])) and self.is_plausible(name, texts)
            return self.span(name, titles) if sure else None
        if group.kind == "" and len(name) > 1 and words.is_given(texts[0]) and not words.is_non_person(texts):
            return self.span(name, titles)
        return None

    def stripped(self, name: list[TokenRange]) -> list[TokenRange]:
        """Return the words of a name without titles before it."""
        while name and self.words.is_title(name[0]):
            text = self.words.text(name[0])
            alone = len(name) == 1 and text not in ADDRESSES
            if alone and (self.is_surname(name[0]) or self.addressed_before(name[0][0])):
                return name
            if len(name) > 1 and text.lower() in NAMES_LIKE_TITLES and self.words.is_given(text):
                return name if not self.words.is_given(self.words.text(name[1])) else name[1:]
            if self.language.title(text) is None and len(name) > 1 and self.words.is_given(text):
                return name
            name = name[1:]
        return name

    def without_place(self, name: list[TokenRange]) -> list[TokenRange]:
        """Return the words of a name without a place or club before it: *Italien Rossi*, *San Francisco Tom Hale*."""
        for number in range(min(LONGEST_PLACE, len(name) - 1), 0, -1):
            if not self.words.is_non_person([self.words.text((name[0][0], name[number - 1][1]))]):
                continue
            # 'the mayor of India Tom Hale'
            after_of = name[0][0] > 0 and self.tokens[name[0][0] - 1].text == "of"
            if number == 1 and self.words.is_given(self.words.text(name[0])) and not after_of:
                return name
            return name[number:] if self.words.is_listed(self.words.text(name[number])) else []
        return name

    def is_surname(self, word: TokenRange) -> bool:
        """Whether a single person noun is a surname: *Baker*, *Schneider*."""
        if not self.words.is_bare(word):
            return False
        token = self.tokens[word[1] - 1]
        text = self.words.text(word)
        if not self.known_surnames.isdisjoint(self.language.bare(text)):
            role = token.morph.get("Number") == "Plur" and self.language.is_person_word(text)
            return not role and self.words.stands_as_name(word)
        return self.rules.is_surname(self.words, word)

    def addressed_before(self, index: int) -> bool:
        return any(self.words.is_address(title) for title in self.words.titles_before([(index, index + 1)]))

    def is_plausible(self, name: Name, texts: Sequence[str]) -> bool:
        """Whether an entity of type ``PER`` may be a person, rather than a place, an object or an organisation."""
        lasts = (texts[-1], *self.language.bare(texts[-1]))
        if any(last.casefold() in self.words.non_persons for last in lasts):
            return len(texts) > 1 and self.words.is_given(texts[0])
        if len(texts) > 1:
            return self.rules.may_be_person(self.words, texts)
        token = self.tokens[name[0][1] - 1]
        text = texts[0]
        if "-" in text and token.pos == "NOUN" and not self.words.is_listed(token.text):
            return False
        given = self.language.first_name(text) is not None
        tagged = given or token.pos in ("PROPN", "NOUN", "X")
        if not text[0].isalpha() or len(text.rstrip(".")) < SHORTEST_ACRONYM or not tagged:
            return False
        if len(text) >= SHORTEST_ACRONYM and text.isupper() and not given:
            return False
        before = self.tokens[name[0][0] - 1].text.lower() if name[0][0] else ""
        return given or before not in ("the", "in", "im", "das", "ins")

    def owner(self, name: Name) -> Name:
        """Return the words of a name without a noun that it owns: *Heidi Webers Auto*."""
        first, last = name[0][0], name[-1][1]
        noun = len(name) > 1 and self.tokens[last - 1].pos == "NOUN"
        owned = noun and not first <= self.document.heads[last - 1] < last
        return name[:-1] if owned and self.rules.ends_with_noun(self.words, name) else name

    def span(self, name: Name, titles: tuple[TokenRange, ...]) -> NameSpan:
        name, tokens = self.owner(name), self.tokens
        first, last = name[0][0], name[-1][1]
        while last - first > 1 and tokens[last - 1].text.lower() in APOSTROPHES:
            last -= 1
        end = self.document.sentences[self.document.sentence_of[last - 1]][1]
        if last < end and tokens[last].text.lower() in SUFFIXES and tokens[last].pos != "PRON":
            last += 1
        elif last + 1 < end and tokens[last].text == "," and tokens[last + 1].text.lower() in ("jr.", "jr", "sr."):
            last += 2
        return NameSpan(first, last, titles)

    def learn(self, span: NameSpan) -> None:
        surname = bool(span.titles) or self.words.is_given(self.tokens[span.first].text)
        word = (span.first, span.last)
        single = span.last - span.first == 1
        if single and self.words.is_title(word) and not self.words.is_listed(self.words.text(word)):
            # Herr Präsident: not a name
            return
        for index in range(span.first, span.last):
            text = self.tokens[index].text
            if len(text) > 2 and text[0].isupper() and text.lower() not in SUFFIXES:
                self.known.update(self.language.bare(text))
                if surname and index + 1 == span.last:
                    self.known_surnames.add(text)
        # 'Boutros-Ghali' beside 'Ghali'
        self.known.update(self.language.bare(self.words.text((word_start(self.document, span.last), span.last))))

    def read_doubtful(self, groups: Sequence[Group]) -> list[NameSpan]:
        """Return the names among groups of unknown type: by other mentions in the text, or by their context."""
        names = [self.possible_name(group) for group in groups]
        weights: dict[str, list[float]] = {}
        for group, name in zip(groups, names, strict=True):
            if name:
                weights.setdefault(self.key(name), []).append(self.evidence_weight(group, name))
        enough = self.rules.context.enough
        meant = {key: min(len(own), MOST_VOICES) * sum(own) / len(own) >= enough for key, own in weights.items()}
        return [
            self.span(name, self.words.titles_before(name))
            for name in names
            if name and (self.is_known(name) or meant[self.key(name)])
        ]

    def possible_name(self, group: Group) -> Name:
        """Return the words of a group that may be a name; empty where they cannot be one."""
        name: Name = self.stripped(group.words)
        if not name or self.words.has_digit(name) or len(name) > MOST_WORDS:
            return []
        name = self.owner(name)
        texts = [self.words.text(word) for word in name]
        if group.kind == "PER" and not self.is_plausible(name, texts):
            return []
        cut = group.kind in ("LOC", "ORG") and len(name) < len(group.words)
        return [] if cut or self.words.is_non_person([texts[-1]]) or not texts[-1][0].isupper() else name

    def key(self, name: Name) -> str:
        return self.language.bare(self.words.text(name[-1]))[-1]

    def is_known(self, name: Name) -> bool:
        """Whether the word is in a certain name of the text, and does not follow a preposition of place or *the*."""
        last = self.words.text(name[-1])
        before = self.tokens[name[0][0] - 1].text.lower() if name[0][0] else ""
        known = len(last) > 2 and not self.known.isdisjoint(self.language.bare(last))
        return known and before not in self.rules.context.before_place and before != "the"

    def evidence_weight(self, group: Group, name: Name) -> float:
        """Add up the evidence of a name and its context that it is that of a person."""
        texts = [self.words.text(word) for word in name]
        weight = person_evidence(self.document, name[0][0], name[-1][1], self.words.kind, self.rules.context)
        given = self.words.is_given(texts[0])
        if len(texts) > 1:
            weight += 1.5 * given - (group.kind == "ORG")
        else:
            weight += 0.5 * (group.kind == "") + 0.5 * given
        weight += 1.0 * self.words.is_listed(texts[-1])
        weight += self.rules.weight_of_person * (group.kind == "PER")
        if texts[-1].isupper() and len(texts[-1]) >= SHORTEST_ACRONYM:
            weight -= 2.0
        return weight
