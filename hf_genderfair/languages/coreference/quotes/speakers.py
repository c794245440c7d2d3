"""Speakers of direct quotes: the subject of the verb of saying beside them, a source, or the turn of a dialogue."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from operator import attrgetter

from hf_genderfair.languages.clauses import dependents, has_preposition, has_word_below, is_finite
from hf_genderfair.languages.coreference.languages import actor_rules
from hf_genderfair.languages.coreference.mention import GenderEvidence, Mention, Quote, decide_gender
from hf_genderfair.languages.coreference.quotes.dialogue import LONGEST_GAP, Speaker, Turn, assign_turns
from hf_genderfair.languages.coreference.quotes.spans import Frame, find_frames, phrase_span, reporting_verbs
from hf_genderfair.languages.coreference.rules import agent_of
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.quotation_marks import turn_breaks
from hf_genderfair.languages.reader.reading import read
from hf_genderfair.lexicons.word_class import WordClass

SIGNED = re.compile(r"[\"”“’'»«›‹.,!?\s]*(?:[-–—]{1,2}|\()\s*(?:[A-ZÄÖÜ][\w.*:-]*\s+){0,4}")
"""What stands between quoted words and the name of whoever signs them: marks, a dash or a bracket, and titles."""

LINE_END = re.compile(r"[)\n]|\Z")

START = attrgetter("start")

OTHER_WORDS = 8
"""Most tokens behind the name of who signs: what they are, and where."""


def signature(document: Document, frame: Frame, mentions: Sequence[Mention]) -> int:
    """Return the index of the token of the name that signs a quotation; -1 where none does."""
    tokens = document.tokens
    end = tokens[frame.last - 1].end if frame.last else 0
    behind = SIGNED.match(document.text, end)
    if behind is not None:
        for mention in mentions:
            if end < mention.start <= behind.end() and mention.kind == "name" and _ends_line(document, mention):
                return mention.head
    return _heading(document, frame, mentions) if frame.opens and frame.closes else -1


def _ends_line(document: Document, name: Mention) -> bool:
    """Whether no verb follows a name in its line or brackets: *(Ada Kern, Försterin)*."""
    closing = LINE_END.search(document.text, name.end)
    end = closing.start() if closing is not None else len(document.text)
    first, last = (bisect_left(document.tokens, offset, key=START) for offset in (name.end, end))
    behind = document.tokens[max(first, name.head) : last]
    return len(behind) <= OTHER_WORDS and not any(is_finite(token) for token in behind)


def _heading(document: Document, frame: Frame, mentions: Sequence[Mention]) -> int:
    """Return the only name behind a preposition in a paragraph without a verb right above a quotation."""
    text, end = document.text, document.tokens[frame.first].start
    while end and text[end - 1] in "\"“„»«‘' \t":
        end -= 1
    if not text.endswith("\n", 0, end):
        return -1
    while end and text[end - 1].isspace():
        end -= 1
    start = text.rfind("\n", 0, end) + 1
    first, last = (bisect_left(document.tokens, offset, key=START) for offset in (start, end))
    if any(map(is_finite, document.tokens[first : min(last, frame.first)])):
        return -1
    first, last = (bisect_left(mentions, offset, key=START) for offset in (start, end))
    names = [mention for mention in mentions[first:last] if mention.kind == "name"]
    sole = len(names) == 1 and has_preposition(document, names[0].head)
    return names[0].head if sole else -1


NOMINAL = frozenset(("NOUN", "PROPN", "PRON"))
SOURCE_BEFORE = frozenset(("laut", "so", "according"))
"""Words before a source: *laut Weber*, *so Weber*, *according to Weber*."""

SOURCE_AFTER = frozenset(("zufolge",))
SOURCE_NOUNS = WordClass("quote_words", "source_noun")
"""Nouns whose possessor is the source: *nach Ansicht der Polizei*, *in the words of Weber*."""

BEFORE_DOCUMENT = frozenset(("in", "im", "aus", "bei", "beim", "von", "vom", "auf"))
CITED = frozenset(("zitieren", "quote", "cite"))
"""Verbs whose object, or whose subject in the passive, is the speaker."""

EMPTY = WordClass("quote_words", "no_speaker")
"""Subjects that do not name a speaker."""

ADDRESS_WORDS = WordClass("quote_words", "before_addressee")
"""Words that may precede the name of an addressee after a comma: *Miss Bennet*, *dear Anne*."""

ADDRESS_REACH = 60

SHORTEST_DIALOGUE = 3
"""Smallest number of consecutive paragraphs with quotations in a dialogue."""

NARROW = 12
"""Number of tokens after a quotation that are searched for its speaker."""

NEAR = 80
"""Number of tokens of a separate sentence before a quotation that are searched for its speaker."""


@lru_cache(maxsize=1)
def _before_addressee() -> re.Pattern[str]:
    words = "|".join(ADDRESS_WORDS.as_tuple)
    return re.compile(rf"(?:\b(?:[A-ZÄÖÜ][a-zäöü]{{0,9}}\.?|{words})\s*)+$")


def attribute_speakers(document: Document, quotes: Sequence[Quote], mentions: Sequence[Mention]) -> None:
    """Set the speakers of direct quotes."""
    # In this order: the subject of a verb of saying, or a source, after the quotation or before it in its sentence; the
    # name that signs it; the speaker of the quotation before in the same paragraph; the subject of the sentence before;
    # the turn of a dialogue in which two persons alternate by paragraphs; whom the reader sees.
    if quotes:
        _Speakers(document, quotes, mentions).attribute()


class _Speakers:
    def __init__(self, document: Document, quotes: Sequence[Quote], mentions: Sequence[Mention]) -> None:
        self.document = document
        self.rules = actor_rules(document.lang).quotes
        self.quotes = quotes
        self.verbs = reporting_verbs(document)
        spans = [(quote.start, quote.end) for quote in quotes]
        self.frames = find_frames(document, spans, turn_breaks(document.text, spans))
        self.mentions = mentions
        self.covering = {index: mention for mention in mentions for index in mention.tokens}
        self.beside: set[int] = set()
        self.inside = {token_index for frame in self.frames for token_index in range(frame.first, frame.last)}

    def attribute(self) -> None:
        for number, frame in enumerate(self.frames):
            speaker = next((found for found in self._own(frame) if found >= 0), -1)
            if speaker >= 0:
                self._write(self.quotes[number], speaker)
        turns = self._turns()
        for group in turns:
            self._share(group)
        for number, frame in enumerate(self.frames):
            if self.quotes[number].speaker < 0 and not (frame.opens and frame.closes) and not frame.doubtful:
                speaker = self._near(frame)
                if speaker >= 0:
                    self.beside.add(number)
                    self._write(self.quotes[number], speaker)
        self._take_turns(turns)
        for number, frame in enumerate(self.frames):
            if frame.doubtful and self.quotes[number].speaker < 0 <= self.quotes[number - 1].speaker:
                self._go_on(number)
        self._ask_reader()

    def _ask_reader(self) -> None:
        """Set the speakers whom the reader sees, where nobody speaks by rule."""
        for number, frame in enumerate(self.frames):
            speaker = self._seen(frame) if max(self.quotes[number].speaker, self.quotes[number].actor) < 0 else -1
            if speaker >= 0:
                self._write(self.quotes[number], speaker)

    def _seen(self, frame: Frame) -> int:
        """Return the last token of the mention that speaks, as the reader sees it; -1 where it sees none."""
        reading = self.document.derived(read)
        words = range(frame.first, frame.last)
        (voice, number), *_ = Counter(reading.speakers[index] for index in words).most_common(1) or [(-1, 0)]
        return reading.mentions[voice].last if voice >= 0 and number > len(words) / 2 else -1

    def _turns(self) -> list[list[int]]:
        """Return the quotations of each paragraph; those that may begin one are separate."""
        turns: list[list[int]] = []
        for number, frame in enumerate(self.frames):
            if not turns or frame.doubtful or frame.paragraph != self.frames[number - 1].paragraph:
                turns.append([])
            turns[-1].append(number)
        return turns

    def _go_on(self, number: int) -> None:
        """Assign a quotation the speaker of the one before, if the same person speaks."""
        one, other = self.quotes[number - 1], self.quotes[number]
        if other.actor < 0 or other.actor == one.actor:
            self._copy(number - 1, number)

    def _write(self, quote: Quote, speaker: int) -> None:
        """Set the words for a speaker: the mention of which a token is the head, otherwise the noun phrase."""
        mention = self._mention(speaker)
        quote.speaker = speaker
        if mention is not None:
            quote.speaker_start, quote.speaker_end, quote.actor = mention.start, mention.end, mention.actor
            return
        first, last = self._noun_phrase(speaker)
        quote.speaker_start, quote.speaker_end = self.document.tokens[first].start, self.document.tokens[last - 1].end

    def _mention(self, token_index: int) -> Mention | None:
        """Return the mention of which a token is part, title or apposition."""
        if token_index in self.covering:
            return self.covering[token_index]
        tokens = self.document.tokens
        following = self.covering.get(token_index + 1)
        if following is not None and following.kind == "name" and following.start == tokens[token_index + 1].start:
            return following
        parts = dependents(self.document, token_index, "appos", "flat", "flat:name")
        return next((self.covering[part] for part in parts if part in self.covering), None)

    def _noun_phrase(self, head: int) -> tuple[int, int]:
        def is_outside(child: int) -> bool:
            marks = self.document.tokens[child].relation.startswith(("punct", "case", "cc"))
            return marks or child in self.inside or abs(child - head) > 20

        return phrase_span(self.document, head, is_outside)

    def _own(self, frame: Frame) -> Iterator[int]:
        """Yield whom the sentence of a quotation names as its speaker, the surest first; -1 for a sign of nobody."""
        tag = self._tag(frame)
        yield self._verb_speaker(tag, frame.after)
        for around in (frame.after, frame.before):
            yield from (self._source(token_index, around) for token_index in around)
        yield self._any_verb(tag, frame)
        yield self._verb_speaker(frame.before[::-1], frame.before)
        yield self._opinion(frame)
        yield self._verb_speaker(frame.after, frame.after)
        if frame.before and self.document.tokens[frame.before[-1]].text == ":":
            yield self._introduced(frame)
        yield signature(self.document, frame, self.mentions)

    def _tag(self, frame: Frame) -> Sequence[int]:
        """Return the words after a quotation that may name the speaker: *, sagte sie am Montag*; *she said*."""
        tokens = self.document.tokens
        tag = frame.after[:NARROW]
        for index, token_index in enumerate(tag):
            if index and tokens[token_index].text in (",", ":", ";"):
                tag = tag[:index]
                break
        if self.rules.verb_second and not any(
            tokens[token_index].pos in ("VERB", "AUX") or tokens[token_index].text.lower() == "wie"
            for token_index in tag[:2]
        ):
            return ()
        return tag

    def _any_verb(self, tag: Sequence[int], frame: Frame) -> int:
        """Return the subject of another verb in the position of a verb of saying: *“Well,” admonished Marilla*."""
        tokens = self.document.tokens
        if not tag or not frame.last or not self._is_open(frame) or (frame.before and self.rules.verb_second):
            return -1
        if self._is_inverted(tag):
            return self._adjacent(tag[0], frame.after)
        for index, token_index in enumerate(tag[:4]):
            if tokens[token_index].pos == "VERB" and tokens[token_index].morph.get("VerbForm") == "Fin":
                inverted = index <= 1 and token_index + 1 in tag and tokens[token_index + 1].pos in (*NOMINAL, "DET")
                if inverted or not self.rules.verb_second:
                    return self._subject(token_index, frame.after)
        return -1

    def _is_inverted(self, tag: Sequence[int]) -> bool:
        """Return whether a verb and a name follow, whatever their parse: *promised Anne*."""
        tokens = self.document.tokens
        if len(tag) < 2 or tokens[tag[0]].pos != "VERB":
            return False
        past = tokens[tag[0]].morph.get("Tense") == "Past"
        return past and tokens[tag[1]].pos == "PROPN" and self._mention(tag[1]) is not None

    def _is_open(self, frame: Frame) -> bool:
        """Return whether a quotation does not end its sentence: a comma inside, or beside the closing mark."""
        tokens = self.document.tokens
        if not self.rules.comma_after_marks:
            return tokens[frame.last - 1].text[-1:] in ",!?—-" and tokens[frame.last - 1].pos == "PUNCT"
        return bool(frame.after) and tokens[frame.after[0]].text == ","

    def _verb_speaker(self, token_indices: Sequence[int], around: Sequence[int]) -> int:
        """Return the speaker of the first verb of saying that is not itself reported."""
        for direct in (True, False):
            for token_index in token_indices:
                if (
                    token_index in self.verbs
                    and self.verbs[token_index].direct == direct
                    and not self._is_reported(token_index)
                ):
                    speaker = self._subject(token_index, around)
                    if speaker >= 0 and not self._is_closed_off(token_index, speaker, around):
                        return speaker
        return -1

    def _is_closed_off(self, verb: int, speaker: int, around: Sequence[int]) -> bool:
        """Return whether a verb is in a relative clause that ends before the quotation: *Ada, who had spoken, …*."""
        tokens = self.document.tokens
        if not tokens[verb].relation.startswith("acl") or not around or around[-1] < verb:
            return False
        return any(tokens[token_index].text == "," for token_index in around if token_index > max(verb, speaker))

    def _opinion(self, frame: Frame) -> int:
        """Return the person whose view the quotation is: *Für Weber ist das „ein Fehler“*."""
        tokens = self.document.tokens
        if not frame.before or tokens[frame.before[0]].text != "Für":
            return -1
        head = self.document.heads[frame.before[0]]
        return self._top(head) if head in frame.before and tokens[head].pos in NOMINAL else -1

    def _is_reported(self, verb: int) -> bool:
        """Return whether a verb is in the subjunctive of reported speech, or an attribute of a noun."""
        tokens = self.document.tokens
        if tokens[verb].pos == "ADJ" or tokens[verb].morph.get("Mood") == "Sub":
            return True
        if f"{tokens[verb].text}n" == self.verbs[verb].lemma:
            # the present subjunctive of infinitives in -n: sage
            return True
        below = [tokens[child] for child in self.document.children[verb]]
        return any(token.relation.startswith("aux") and token.morph.get("Mood") == "Sub" for token in below)

    def _introduced(self, frame: Frame) -> int:
        """Return the subject of the words before a colon, or else their first noun."""
        tokens = self.document.tokens
        for token_index in reversed(frame.before):
            if tokens[token_index].relation in ("nsubj", "nsubj:pass") and self._names_somebody(token_index):
                return self._antecedent(token_index)
        named = (at for at in frame.before if tokens[at].pos in NOMINAL and self._mention(at) is not None)
        return next(map(self._top, named), -1)

    def _names_somebody(self, token_index: int) -> bool:
        return token_index not in self.inside and self.document.tokens[token_index].text.lower() not in EMPTY

    def _antecedent(self, token_index: int) -> int:
        """Return the noun for which a relative pronoun stands, otherwise the word itself."""
        tokens, heads = self.document.tokens, self.document.heads
        token = tokens[token_index]
        relative = "Rel" in token.morph.get("PronType", "") or token.text.lower() in ("who", "which")
        if token.pos != "PRON" or not relative or token.text.lower() in ("er", "sie", "he", "she"):
            return token_index
        verb = heads[token_index]
        for above in (heads[verb], *range(token_index - 1, max(token_index - 4, -1), -1)):
            if above < token_index and tokens[above].pos in ("NOUN", "PROPN"):
                return self._top(above)
        return token_index

    def _subject(self, verb: int, around: Sequence[int]) -> int:
        """Return the speaker of a verb of saying."""
        tokens = self.document.tokens
        listed = self.verbs.get(verb)
        if listed is not None and listed.lemma in CITED:
            for child in self.document.children[verb]:
                if tokens[child].relation in ("obj", "nsubj:pass") and self._mention(child) is not None:
                    return child
        if listed is not None and listed.note == "impersonal":
            return self._place_of_words(verb, around)
        agent = self._agent(verb, around)
        if agent >= 0:
            return agent
        found = agent_of(self.document, verb)
        if found >= 0 and self._names_somebody(found) and tokens[found - 1].text.lower() != "als":
            return self._antecedent(found)
        return self._adjacent(verb, around)

    def _agent(self, verb: int, around: Sequence[int]) -> int:
        """Return the agent of a passive: *von Kritikern … genannt*, *called … by critics*."""
        if verb not in self.verbs or self.verbs[verb].form != "participle":
            return -1
        return next((child for child in dependents(self.document, verb, "obl:agent") if child in around), -1)

    def _place_of_words(self, verb: int, around: Sequence[int]) -> int:
        """Return the document that is quoted: *heißt es in einem Bericht*."""
        places = sorted(around, key=lambda index: index < verb)
        nouns = (index for index in places if self.document.tokens[index].pos in ("NOUN", "PROPN"))
        return next((noun for noun in nouns if has_word_below(self.document, noun, BEFORE_DOCUMENT)), -1)

    def _adjacent(self, verb: int, around: Sequence[int]) -> int:
        """Return the noun phrase directly after or before a verb whose syntax the quotation breaks."""
        tokens = self.document.tokens
        for token_index in range(verb + 1, min(verb + 5, len(tokens))):
            if token_index not in around or tokens[token_index].pos in ("ADP", "PUNCT", "SCONJ"):
                break
            if tokens[token_index].pos in NOMINAL and tokens[token_index].morph.get("Case") not in (
                "Dat",
                "Acc",
                "Gen",
            ):
                return self._top(token_index) if self._names_somebody(token_index) else -1
        before = not self.rules.verb_second and verb - 1 in around and tokens[verb - 1].pos in NOMINAL
        return self._top(verb - 1) if before and self._names_somebody(verb - 1) else -1

    def _top(self, token_index: int) -> int:
        while (
            self.document.tokens[token_index].relation in ("flat", "flat:name", "appos")
            and self.document.heads[token_index] != token_index
        ):
            token_index = self.document.heads[token_index]
        return token_index

    def _source(self, token_index: int, around: Sequence[int]) -> int:
        """Return the source that *laut*, *so*, *zufolge* or *nach Angaben* introduce at a token."""
        tokens = self.document.tokens
        word = tokens[token_index].text.lower()
        if word in SOURCE_AFTER:
            named = token_index - 1 in around and tokens[token_index - 1].pos in NOMINAL
            return self._top(token_index - 1) if named else -1
        if word in SOURCE_NOUNS:
            owners = dependents(self.document, token_index, "nmod", "det:poss")
            return owners[0] if owners and owners[0] not in self.inside else -1
        if word not in SOURCE_BEFORE or (
            word == "so" and token_index - 1 in around and tokens[token_index - 1].text != ","
        ):
            return -1
        for following in range(token_index + 1, min(token_index + 7, len(tokens))):
            if following not in around or tokens[following].pos in ("PUNCT", "VERB", "AUX"):
                return -1
            if tokens[following].pos in NOMINAL:
                return -1 if tokens[following].text.lower() in SOURCE_NOUNS else self._top(following)
        return -1

    def _share(self, group: list[int]) -> None:
        """Assign quotations of a paragraph without a speaker that of the one before, or after."""
        for order in (group, group[::-1]):
            for one, other in pairwise(order):
                if self.quotes[other].speaker < 0 <= self.quotes[one].speaker and self._continues(other):
                    self._copy(one, other)

    def _continues(self, number: int) -> bool:
        """Return whether a quotation without a speaker has that of another one in its paragraph."""
        return self.rules.speaker_by_paragraph or not self.frames[number].before

    def _copy(self, one: int, other: int) -> None:
        source, target = self.quotes[one], self.quotes[other]
        target.speaker, target.actor = source.speaker, source.actor
        target.speaker_start, target.speaker_end = source.speaker_start, source.speaker_end

    def _near(self, frame: Frame) -> int:
        """Return the speaker or the subject of the sentences before a quotation in its paragraph."""
        # A quotation in a sentence of reported speech (*Der Rücktritt sei „überfällig“*) has the speaker of that
        # sentence.
        tokens, document = self.document.tokens, self.document
        nearest = -1
        for token_index in range(frame.first - 1, max(frame.first - NEAR, -1), -1):
            if token_index in self.inside:
                continue
            if token_index in self.verbs and self.verbs[token_index].direct and not self._is_reported(token_index):
                speaker = agent_of(document, token_index)
                if speaker >= 0 and self._names_somebody(speaker):
                    return self._antecedent(speaker)
            if nearest < 0 and tokens[token_index].relation == "nsubj" and self._mention(token_index) is not None:
                nearest = token_index
        return nearest

    def _take_turns(self, groups: list[list[int]]) -> None:
        """Set the speakers of dialogues by turns, where no name or noun is beside a quotation."""
        turns = [self._turn(group) for group in groups]
        actors = {actor for turn in turns for actor in (turn.speaker, turn.resolved, turn.beside, *turn.addressed)}
        persons = self._persons(actors)
        runs: list[list[int]] = []
        for number, group in enumerate(groups):
            if self._is_told(group[0]):
                continue
            gap = turns[number].paragraph - turns[runs[-1][-1]].paragraph if runs else LONGEST_GAP + 1
            if gap > LONGEST_GAP:
                runs.append([])
            runs[-1].append(number)
        for run in runs:
            if len(run) >= SHORTEST_DIALOGUE:
                for number, actor in zip(run, assign_turns([turns[turn] for turn in run], persons), strict=True):
                    self._give(groups[number], turns[number], actor)

    def _is_told(self, number: int) -> bool:
        """Return whether a quotation is no turn of a dialogue: it stands inside of a paragraph with other words."""
        return not self.rules.speaker_by_paragraph and not self.frames[number].opens

    def _turn(self, group: list[int]) -> Turn:
        """Return the turn of a paragraph with the evidence of its speaker."""
        turn = Turn(self.frames[group[0]].paragraph, doubtful=self.frames[group[0]].doubtful)
        for number in group:
            quote = self.quotes[number]
            mention = self._mention(quote.speaker) if quote.speaker >= 0 else None
            if mention is None or quote.actor < 0:
                continue
            if number in self.beside:
                turn.beside = mention.actor if turn.beside < 0 else turn.beside
            elif mention.kind != "pronoun":
                turn.speaker = mention.actor if turn.speaker < 0 else turn.speaker
            elif turn.resolved < 0:
                turn.resolved = mention.actor
                turn.pronoun = next((item.gender for item in mention.evidence), "")
        addressed: set[int] = set()
        named: set[int] = set()
        for number in group:
            for mention in self._mentions_inside(self.frames[number]):
                if mention.kind == "name":
                    (addressed if self._is_address(mention, self.quotes[number]) else named).add(mention.actor)
        turn.addressed, turn.named = frozenset(addressed), frozenset(named)
        return turn

    def _mentions_inside(self, frame: Frame) -> list[Mention]:
        found = {
            id(self.covering[token_index]): self.covering[token_index]
            for token_index in range(frame.first, frame.last)
            if token_index in self.covering
        }
        return list(found.values())

    def _is_address(self, mention: Mention, quote: Quote) -> bool:
        """Return whether a name is an addressee, between commas or at the edge of a quotation: *come here, Anne*."""
        text = self.document.text
        before = text[max(quote.start, mention.start - ADDRESS_REACH) : mention.start].rstrip()
        after = text[mention.end : min(quote.end, mention.end + ADDRESS_REACH)].lstrip()
        title = _before_addressee().search(before)
        before = before[: title.start()].rstrip() if title else before
        return (not before or before[-1] in ",;:!?.-—") and (not after or after[0] in ",;!?.-—")

    def _persons(self, actors: set[int]) -> dict[int, Speaker]:
        """Return the gender of actors by names and nouns, or else by pronouns."""
        evidence: dict[int, list[GenderEvidence]] = {actor: [] for actor in sorted(actors)}
        weak: dict[int, list[GenderEvidence]] = {actor: [] for actor in sorted(actors)}
        namings: Counter[int] = Counter()
        for mention in self.mentions:
            if mention.actor in evidence:
                (weak if mention.kind == "pronoun" else evidence)[mention.actor] += mention.evidence
                namings[mention.actor] += mention.kind != "pronoun"
        persons = {}
        for actor, items in evidence.items():
            gender = decide_gender(items)
            gender = gender if gender in ("female", "male") else decide_gender(weak[actor])
            persons[actor] = Speaker(gender, namings[actor])
        return persons

    def _give(self, group: list[int], turn: Turn, actor: int) -> None:
        """Set the speaker of a turn; the pronoun beside it refers to the same person."""
        if actor < 0 or turn.speaker >= 0:
            return
        for number in group:
            quote = self.quotes[number]
            mention = self._mention(quote.speaker) if quote.speaker >= 0 else None
            if number in self.beside and quote.actor != actor:
                quote.speaker = quote.speaker_start = quote.speaker_end = -1
            elif mention is not None and mention.kind == "pronoun":
                mention.actor = actor
            if quote.speaker < 0 or quote.actor >= 0:
                quote.actor = actor
