"""Where the names of persons begin and end: what the reader sees, made whole by lists and by the whole text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hf_genderfair.languages.analysis import word_end
from hf_genderfair.languages.coreference.name_words import (
    ACADEMIC,
    LATER_PARTICLES,
    PARTICLES,
    SUFFIXES,
    SURE_KINDS,
    NameSpan,
    NamingRules,
    titles_before,
    word_start,
)
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import frequent_surnames, names_of_no_persons
from hf_genderfair.languages.reader.reading import read

LIKELY = 0.5

SURE_ALONE = 0.8
"""Least probability of a name of a single word that no list of names has."""

LEAST_AGAIN = 0.05
"""Least probability of a person at a word that is a name elsewhere in a text."""

LEAST_LISTED = 0.2
"""Least probability of a person at a first name and a surname by list."""

NAME_TAGS = frozenset({"PROPN", "X", "ADJ"})
"""Tags of first names: *Christian Moss*."""

ARTICLES_TOO = frozenset({"dem", "den", "der", "des", "die", "vom", "zum", "zur"})
"""Particles that mostly begin another noun phrase: *warf Bode den Trainer hinaus*."""

DASHES = frozenset({"-", "–", "—", "("})

AS = frozenset({"als", "as", "wie"})

DESCRIBING = frozenset({"det", "amod", "cop", "det:poss"})
"""Relations of words below a noun that is no name."""

APOSTROPHES = frozenset({"'s", "’s", "'", "’"})


def find_names(document: Document, language: NamingRules) -> list[NameSpan]:
    """Find the names of persons, in order and without overlap."""
    finder = _Finder(document, language)
    seen = finder.joined(finder.seen())
    taken = {index for first, last in seen for index in range(first, last)}
    listed = [place for place in finder.listed() if taken.isdisjoint(range(*place))]
    whole = finder.joined(sorted([*seen, *listed]))
    taken.update(index for first, last in whole for index in range(first, last))
    again = [place for place in finder.again(whole) if taken.isdisjoint(range(*place))]
    return list(finder.names(finder.joined(sorted([*whole, *again]))))


class _Finder:
    """The search through one text; places are pairs of token indices."""

    def __init__(self, document: Document, language: NamingRules) -> None:
        self.document = document
        self.tokens = document.tokens
        self.language = language
        self.persons = document.derived(read).persons

    def end_of(self, index: int) -> int:
        """Return the end of the sentence of a token."""
        return self.document.sentences[self.document.sentence_of[index]][1]

    def seen(self) -> Iterator[tuple[int, int]]:
        """Yield what the reader sees, with the whole of words with hyphens, particles and first names beside it."""
        for mention in self.document.derived(read).mentions:
            first, last = mention.first, mention.last
            # what begins with a title may look like a role: 'Schwester Agnes', 'Prof_in Kern'
            titled = mention.kind in ("role", "kin") and last > first and self.tokens[last].text[0].isupper()
            titled = titled and (self.is_address(self.tokens[first].text) or self.is_titled(first, last, last + 1))
            sure = mention.certainty >= self.least(first, last) and not self.is_dateline(first)
            if sure and (mention.kind == "name" or titled):
                yield self.whole(first, last + 1)

    def least(self, first: int, last: int) -> float:
        """Return the least probability of a name: more is asked of a single word that no list of names has."""
        return SURE_ALONE if first == last and not self.is_listed(first) else LIKELY

    def is_listed(self, index: int) -> bool:
        """Whether a word is a frequent surname, or a first name."""
        bare = self.language.bare(self.tokens[index].text)
        return self.is_surname(index) or any(self.language.first_name(each) is not None for each in bare)

    def is_surname(self, index: int) -> bool:
        """Whether a word is a frequent surname."""
        return any(each.casefold() in frequent_surnames() for each in self.language.bare(self.tokens[index].text))

    def whole(self, first: int, last: int) -> tuple[int, int]:
        """Return a name from its first word to its last."""
        last = next((at for at in range(first + 1, last) if self.begins_line(at)), last)
        # a parser may end a sentence behind 'Mx.'
        end = max(self.end_of(first), last)
        while last - first > 1 and not self.tokens[last - 1].text[0].isalnum():
            last -= 1
        first, last = word_start(self.document, first + 1), min(word_end(self.tokens, last - 1), end)
        begin, _ = self.document.sentences[self.document.sentence_of[first]]
        while first > begin and self.is_given(first - 1):
            first -= 1
        while (after := self.goes_on(first, last)) > last:
            last = after
        while last - first > 1 and self.tokens[last - 1].text.lower() in APOSTROPHES:
            last -= 1
        if last < end and self.tokens[last].text.lower() in SUFFIXES and self.tokens[last].pos != "PRON":
            last += 1
        return first, last

    def begins_line(self, index: int) -> bool:
        """Whether a line begins with a word, as no name goes on there."""
        return "\n" in self.document.text[self.tokens[index - 1].end : self.tokens[index].start]

    def goes_on(self, first: int, last: int) -> int:
        """Return the end of a name with the next word of it; the same end where none follows."""
        end = self.end_of(first)
        start = last - 1 if last - 1 > first and self.tokens[last - 1].text in PARTICLES else last
        after = self.after_particles(start, end)
        addressed = last - first == 1 and self.is_address(self.tokens[first].text)
        # 'Ada Bode vom Verein', but 'Otto von der Heide' where the reader sees 'von der' in the name
        several = after > start + 1
        sure = addressed or start < last or several
        sure = sure or (after > start and self.tokens[start].text not in ARTICLES_TOO)
        if not (sure or self.is_given(last - 1)) or after >= end or not self.may_be_surname(after, sure):
            return last
        if start == last and after == start + 1 and self.tokens[after].pos != "PROPN":
            return last
        return min(word_end(self.tokens, after), end)

    def after_particles(self, index: int, end: int) -> int:
        """Return the token behind particles in small letters: *von und zu Bode*."""
        start = index
        while index < end and self.tokens[index].text.islower():
            low = self.tokens[index].text
            if low not in PARTICLES and not (index > start and low in LATER_PARTICLES):
                break
            index += 1
        return index

    def is_given(self, index: int) -> bool:
        """Whether a word is a first name by list, and may be one here."""
        token = self.tokens[index]
        if not token.text[0].isupper() or token.pos not in NAME_TAGS or self.persons[index] < LEAST_AGAIN:
            return False
        found = self.language.first_name(token.text)
        return found is not None and self.language.is_given_name(found)

    def may_be_surname(self, index: int, sure: bool) -> bool:
        """Whether a word goes on with a name: *von der Heide*; behind a first name only a listed surname does."""
        token = self.tokens[index]
        return token.text[0].isupper() and (sure or (token.pos in ("NOUN", "PROPN") and self.is_surname(index)))

    def listed(self) -> Iterator[tuple[int, int]]:
        """Yield first names and forms of address before surnames, all by list, that may be persons."""
        known = names_of_no_persons(self.document.lang)
        for index in range(len(self.tokens) - 1):
            title = self.language.title(self.tokens[index].text)
            addressed = title is not None and title.kind == "address" and self.may_be_surname(index + 1, False)
            # 'Herr Richter', but not 'Herr Kollege Dr. Berg'
            addressed = addressed and not any(token.text[0].isupper() for token in self.tokens[index + 2 : index + 3])
            begins = self.is_given(index) or addressed
            last = self.goes_on(index, index + 1) if begins else index
            if last > index + 1 and max(self.persons[index:last]) >= LEAST_LISTED:
                name = self.document.text[self.tokens[index].start : self.tokens[last - 1].end]
                if name.casefold() not in known:
                    yield self.whole(index, last)

    def again(self, places: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """Yield words of whole names that stand elsewhere."""
        known = {
            bare
            for first, last in places
            if last - first > 1 or titles_before(self.document, self.language, first, last)
            for token in (self.tokens[first], self.tokens[last - 1])
            if len(token.text) > 2 and token.text[0].isupper() and token.text.lower() not in SUFFIXES
            for bare in self.language.bare(token.text)
        }
        for index, token in enumerate(self.tokens):
            likely = token.text[0].isupper() and self.is_bare(index) and self.persons[index] >= LEAST_AGAIN
            if likely and not known.isdisjoint(self.language.bare(token.text)):
                yield self.whole(index, index + 1)

    def is_bare(self, index: int) -> bool:
        """Whether a word has neither article nor adjective, and is said of nobody."""
        described = any(self.tokens[child].relation in DESCRIBING for child in self.document.children[index])
        before = self.tokens[index - 1].text.lower() if index else ""
        return before in PARTICLES or (not described and before not in AS)

    def joined(self, places: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return places in order, those that overlap as one, and a title with the name behind it."""
        found: list[tuple[int, int]] = []
        for first, last in places:
            titled = bool(found) and first == found[-1][1] and self.is_title(first - 1)
            if titled or (found and first < found[-1][1]):
                found[-1] = (found[-1][0], max(last, found[-1][1]))
            else:
                found.append((first, last))
        return found

    def is_title(self, index: int) -> bool:
        """Whether the last word of what seems a name is the title of what follows: *I. M. Königin*."""
        return self.language.title(self.tokens[index].text) is not None and not self.is_given(index)

    def names(self, places: Sequence[tuple[int, int]]) -> Iterator[NameSpan]:
        """Yield names without the titles with which the reader sees them."""
        for first, last in places:
            words = range(last - 1, first, -1) if not self.begins_given(first) else ()
            start = next((at for at in words if self.is_titled(first, at, last)), first)
            while last - start > 1 and self.is_before_name(self.tokens[start].text):
                start += 1
            text, titles = self.tokens[start].text, titles_before(self.document, self.language, start, last)
            # 'Dr' alone is no name, and 'Frau Graf' has one
            bare = last - start == 1 and not titles and self.is_address(text)
            if not bare and text.lower() not in self.language.neopronouns:
                yield NameSpan(start, last, titles)

    def is_before_name(self, text: str) -> bool:
        """Whether a word is no part of the name behind it: a title, or its full stop."""
        return not text[0].isalnum() or self.is_address(text)

    def begins_given(self, index: int) -> bool:
        """Whether a name begins with a first name that is no title: *Christian Moss*."""
        return self.language.title(self.tokens[index].text) is None and self.is_given(index)

    def is_dateline(self, index: int) -> bool:
        """Whether a word is the place from where a report comes: *MILAN (AP) –*."""
        opens = index == self.document.sentences[self.document.sentence_of[index]][0]
        place = self.tokens[index].text.casefold() in names_of_no_persons(self.document.lang)
        return opens and place and index + 1 < len(self.tokens) and self.tokens[index + 1].text in DASHES

    def is_titled(self, first: int, start: int, last: int) -> bool:
        """Whether the words of a name before a place are its titles."""
        titles = titles_before(self.document, self.language, start, last)
        # 'S. M. König Ludwig'
        initials = [self.tokens[at].text for at in range(first, titles[0][0])] if titles else []
        named = bool(titles) and self.tokens[start].text[0].isalnum()
        return named and all(len(initial.rstrip(".")) == 1 for initial in initials)

    def is_address(self, text: str) -> bool:
        """Whether a word is a form of address or an academic title, and no name alone: *Dr*."""
        title = self.language.title(text)
        if title is None or title.kind in ("address", *ACADEMIC):
            return title is not None
        return title.kind in SURE_KINDS and self.language.first_name(text) is None
