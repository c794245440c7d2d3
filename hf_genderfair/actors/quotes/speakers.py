"""Who speaks a direct quote: the subject of the verb of saying beside it, a source, or the turn of a dialogue."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise

from hf_genderfair.actors.document import Document
from hf_genderfair.actors.mention import Mention, Quote
from hf_genderfair.actors.quotes.clauses import subject
from hf_genderfair.actors.quotes.frames import Frame, find_frames
from hf_genderfair.actors.quotes.reporting_verbs import ReportingVerb, reporting_verbs

NOMINAL = frozenset(("NOUN", "PROPN", "PRON"))
SOURCE_BEFORE = frozenset(("laut", "so", "according"))
"""Words before a source: *laut Weber*, *so Weber*, *according to Weber*."""

SOURCE_AFTER = frozenset(("zufolge",))
SOURCE_NOUNS = frozenset(
    "angaben angabe ansicht meinung aussage aussagen worten einschätzung auffassung überzeugung darstellung "
    "words opinion view account".split()
)
"""Nouns whose possessor is the source: *nach Ansicht der Polizei*, *in the words of Weber*."""

CITED = frozenset(("zitieren", "quote", "cite"))
"""Verbs whose object, or whose subject in the passive, is the speaker."""

EMPTY = frozenset(("es", "man", "it", "there", "one", "dies", "das", "this", "that"))
"""Subjects that name nobody."""

NARROW = 12
"""How many tokens after a quotation may tell who speaks."""

NEAR = 80
"""How many tokens before a quotation may name its speaker in a sentence of their own."""


def attribute_speakers(document: Document, quotes: Sequence[Quote], mentions: Sequence[Mention]) -> None:
    """Write into direct quotes who speaks.

    In this order: the subject of a verb of saying, or a source, after the quotation or before it in its sentence; the
    speaker of the quotation before in the same paragraph; the subject of the sentence before; the turn of a dialogue
    in which two persons alternate by paragraphs.

    Args:
        document: The text.
        quotes: Its direct quotes, in order; their speakers are written.
        mentions: Mentions of persons, with actors.

    Example:
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "„Ich komme“, sagte die Polizistin."
        >>> document = Document(text, next(pipeline("de").analyse([text])), "de")
        >>> quote = Quote(1, 10, "direct")
        >>> attribute_speakers(document, [quote], [])
        >>> text[quote.speaker_start : quote.speaker_end]
        'die Polizistin'
    """
    if quotes:
        _Speakers(document, quotes, mentions).attribute()


class _Speakers:
    def __init__(self, document: Document, quotes: Sequence[Quote], mentions: Sequence[Mention]) -> None:
        self.document = document
        self.quotes = quotes
        self.verbs: dict[int, ReportingVerb] = reporting_verbs(document)
        self.frames = find_frames(document, [(quote.start, quote.end) for quote in quotes])
        self.covering = _covering(document, mentions)
        self.inside = {place for frame in self.frames for place in range(frame.first, frame.last)}

    def attribute(self) -> None:
        for number, frame in enumerate(self.frames):
            speaker = self._own(frame)
            if speaker >= 0:
                self._write(self.quotes[number], speaker)
        for _, group in groupby(range(len(self.frames)), key=lambda number: self.frames[number].paragraph):
            self._share(list(group))
        for number, frame in enumerate(self.frames):
            if self.quotes[number].speaker < 0 and not (frame.opens and frame.closes):
                speaker = self._near(frame)
                if speaker >= 0:
                    self._write(self.quotes[number], speaker)
        self._alternate()

    def _write(self, quote: Quote, speaker: int) -> None:
        """Write the words for a speaker: the mention of which a token is the head, otherwise the noun phrase."""
        mention = self._mention(speaker)
        quote.speaker = speaker
        if mention is not None:
            quote.speaker_start, quote.speaker_end, quote.actor = mention.start, mention.end, mention.actor
            return
        first, last = self._noun_phrase(speaker)
        quote.speaker_start, quote.speaker_end = self.document.tokens[first].start, self.document.tokens[last].end

    def _mention(self, place: int) -> Mention | None:
        """Return the mention that a token is part of, or whose title or apposition it is."""
        if place in self.covering:
            return self.covering[place]
        tokens = self.document.tokens
        following = self.covering.get(place + 1)
        if following is not None and following.kind == "name" and following.start == tokens[place + 1].start:
            return following
        for child in self.document.children[place]:
            if tokens[child].relation in ("appos", "flat", "flat:name") and child in self.covering:
                return self.covering[child]
        return None

    def _noun_phrase(self, head: int) -> tuple[int, int]:
        tokens = self.document.tokens
        first, last = head, head
        waiting = [head]
        while waiting:
            for child in self.document.children[waiting.pop()]:
                relation = tokens[child].relation
                if relation.startswith(("acl", "advcl", "punct", "case", "parataxis", "cop", "nsubj", "conj", "cc")):
                    continue
                if child in self.inside or abs(child - head) > 20:
                    continue
                first, last = min(first, child), max(last, child)
                waiting.append(child)
        return first, last

    def _own(self, frame: Frame) -> int:
        """Return the speaker that the sentence of a quotation names."""
        tag = self._verb_speaker(self._tag(frame), frame.after)
        if tag >= 0:
            return tag
        for around in (frame.after, frame.before):
            for place in around:
                speaker = self._source(place, around)
                if speaker >= 0:
                    return speaker
        speaker = self._verb_speaker(frame.before[::-1], frame.before)
        if speaker < 0:
            speaker = self._verb_speaker(frame.after, frame.after)
        if speaker < 0 and frame.before and self.document.tokens[frame.before[-1]].text == ":":
            speaker = self._introduced(frame)
        return speaker

    def _tag(self, frame: Frame) -> Sequence[int]:
        """Return the words after a quotation that may say who spoke: *, sagte sie am Montag*; *she said*."""
        tokens = self.document.tokens
        for index, place in enumerate(frame.after[:NARROW]):
            if index and tokens[place].text in (",", ":", ";"):
                return frame.after[:index]
        return frame.after[:NARROW]

    def _verb_speaker(self, places: Sequence[int], around: Sequence[int]) -> int:
        """Return the speaker of the first verb of saying that is not itself reported."""
        for place in places:
            if place in self.verbs and not self._is_reported(place):
                speaker = self._subject(place, around)
                if speaker >= 0:
                    return speaker
        return -1

    def _is_reported(self, verb: int) -> bool:
        """Say whether a verb stands in the subjunctive of reported speech, or as an attribute of a noun."""
        tokens = self.document.tokens
        if tokens[verb].pos == "ADJ" or tokens[verb].morph.get("Mood") == "Sub":
            return True
        return any(tokens[child].morph.get("Mood") == "Sub" for child in self._auxiliaries(verb))

    def _auxiliaries(self, verb: int) -> list[int]:
        tokens = self.document.tokens
        return [child for child in self.document.children[verb] if tokens[child].relation.startswith("aux")]

    def _introduced(self, frame: Frame) -> int:
        """Return the subject of the words before a colon, or else their first noun."""
        tokens = self.document.tokens
        for place in reversed(frame.before):
            if tokens[place].relation in ("nsubj", "nsubj:pass") and self._names_somebody(place):
                return self._antecedent(place)
        for place in frame.before:
            if tokens[place].pos in NOMINAL and self._mention(place) is not None:
                return self._top(place)
        return -1

    def _names_somebody(self, place: int) -> bool:
        return place not in self.inside and self.document.tokens[place].text.lower() not in EMPTY

    def _antecedent(self, place: int) -> int:
        """Return the noun for which a relative pronoun stands, otherwise the word itself."""
        tokens, heads = self.document.tokens, self.document.heads
        token = tokens[place]
        relative = "Rel" in token.morph.get("PronType", "") or token.text.lower() in ("who", "which")
        if token.pos != "PRON" or not relative or token.text.lower() in ("er", "sie", "he", "she"):
            return place
        verb = heads[place]
        for above in (heads[verb], *range(place - 1, max(place - 4, -1), -1)):
            if above < place and tokens[above].pos in ("NOUN", "PROPN"):
                return self._top(above)
        return place

    def _subject(self, verb: int, around: Sequence[int]) -> int:
        """Return who says what a verb of saying says."""
        tokens = self.document.tokens
        if self.verbs[verb].lemma in CITED:
            for child in self.document.children[verb]:
                if tokens[child].relation in ("obj", "nsubj:pass") and self._mention(child) is not None:
                    return child
        if self.verbs[verb].note == "impersonal":
            return self._place_of_words(verb, around)
        agent = self._agent(verb, around)
        if agent >= 0:
            return agent
        found = subject(self.document, verb)
        if found >= 0 and self._names_somebody(found):
            return self._antecedent(found)
        return self._adjacent(verb, around)

    def _agent(self, verb: int, around: Sequence[int]) -> int:
        """Return the agent of a passive: *von Kritikern … genannt*, *called … by critics*."""
        tokens = self.document.tokens
        if self.verbs[verb].form != "participle":
            return -1
        for child in self.document.children[verb]:
            if tokens[child].relation == "obl:agent" and child in around:
                return child
        return -1

    def _place_of_words(self, verb: int, around: Sequence[int]) -> int:
        """Return in what something is said to be written: *heißt es in einem Bericht*."""
        tokens = self.document.tokens
        places = [place for place in around if place > verb] + [place for place in around if place < verb]
        for place in places:
            if tokens[place].pos in ("NOUN", "PROPN") and any(
                tokens[child].text.lower() in ("in", "im", "aus", "bei", "beim", "von", "vom", "auf")
                for child in self.document.children[place]
            ):
                return place
        return -1

    def _adjacent(self, verb: int, around: Sequence[int]) -> int:
        """Return the noun phrase directly after or before a verb whose syntax the quotation breaks."""
        tokens = self.document.tokens
        for place in range(verb + 1, min(verb + 5, len(tokens))):
            if place not in around or tokens[place].pos in ("ADP", "PUNCT", "SCONJ"):
                break
            if tokens[place].pos in NOMINAL and tokens[place].morph.get("Case") not in ("Dat", "Acc", "Gen"):
                return self._top(place) if self._names_somebody(place) else -1
        if verb - 1 in around and tokens[verb - 1].pos in NOMINAL and self._names_somebody(verb - 1):
            return self._top(verb - 1)
        return -1

    def _top(self, place: int) -> int:
        while (
            self.document.tokens[place].relation in ("flat", "flat:name", "appos")
            and self.document.heads[place] != place
        ):
            place = self.document.heads[place]
        return place

    def _source(self, place: int, around: Sequence[int]) -> int:
        """Return whom *laut*, *so*, *zufolge* or *nach Angaben* name at a token."""
        tokens = self.document.tokens
        word = tokens[place].text.lower()
        if word in SOURCE_AFTER:
            return self._top(place - 1) if place - 1 in around and tokens[place - 1].pos in NOMINAL else -1
        if word in SOURCE_NOUNS:
            owners = [
                child for child in self.document.children[place] if tokens[child].relation in ("nmod", "det:poss")
            ]
            return owners[0] if owners and owners[0] not in self.inside else -1
        if word not in SOURCE_BEFORE or (word == "so" and place - 1 in around and tokens[place - 1].text != ","):
            return -1
        for following in range(place + 1, min(place + 7, len(tokens))):
            if following not in around or tokens[following].pos in ("PUNCT", "VERB", "AUX"):
                return -1
            if tokens[following].pos in NOMINAL:
                return -1 if tokens[following].text.lower() in SOURCE_NOUNS else self._top(following)
        return -1

    def _share(self, group: list[int]) -> None:
        """Give quotations of a paragraph without words of their own the speaker of the one before, or after."""
        for order in (group, group[::-1]):
            for one, other in pairwise(order):
                if self.quotes[other].speaker < 0 <= self.quotes[one].speaker and self._continues(one, other):
                    self._copy(one, other)

    def _continues(self, one: int, other: int) -> bool:
        del one
        return not self.frames[other].before or self.document.lang == "en"

    def _copy(self, one: int, other: int) -> None:
        source, target = self.quotes[one], self.quotes[other]
        target.speaker, target.actor = source.speaker, source.actor
        target.speaker_start, target.speaker_end = source.speaker_start, source.speaker_end

    def _near(self, frame: Frame) -> int:
        """Return who speaks in the sentences before a quotation in its paragraph, or of whom they speak.

        A quotation in a sentence of reported speech (*Der Rücktritt sei „überfällig“*) goes on with its speaker.
        """
        tokens, document = self.document.tokens, self.document
        nearest = -1
        for place in range(frame.first - 1, max(frame.first - NEAR, -1), -1):
            if place in self.inside:
                continue
            if place in self.verbs and self.verbs[place].direct and not self._is_reported(place):
                speaker = subject(document, place)
                if speaker >= 0 and self._names_somebody(speaker):
                    return self._antecedent(speaker)
            if nearest < 0 and tokens[place].relation == "nsubj" and self._mention(place) is not None:
                nearest = place
        return nearest

    def _alternate(self) -> None:
        """Give quotations without any words for a speaker the turns of a dialogue."""
        if self.document.lang != "en":
            return
        turns: list[list[int]] = [
            list(group)
            for _, group in groupby(range(len(self.frames)), key=lambda number: self.frames[number].paragraph)
        ]
        for order in (turns, turns[::-1]):
            for here in range(2, len(order)):
                two_back, now = order[here - 2], order[here]
                gap = abs(self.frames[now[0]].paragraph - self.frames[two_back[0]].paragraph)
                if gap == 2 and self.quotes[now[0]].actor < 0 and self.quotes[now[0]].speaker < 0:
                    for number in now:
                        self.quotes[number].actor = self.quotes[two_back[0]].actor


def _covering(document: Document, mentions: Sequence[Mention]) -> dict[int, Mention]:
    """Return the mention that each token is part of."""
    tokens = document.tokens
    covering = {}
    for mention in mentions:
        place = mention.head
        while place > 0 and tokens[place - 1].start >= mention.start:
            place -= 1
        while place < len(tokens) and tokens[place].start < mention.end:
            covering[place] = mention
            place += 1
    return covering
