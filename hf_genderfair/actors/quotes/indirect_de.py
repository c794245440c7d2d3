"""Reported clauses in German.

The signs are those of the annotation guidelines of Redewiedergabe (Brunner et al. 2020): a verb or noun of saying with
a clause of *dass* or *ob*, with a main clause or with an infinitive; a main clause with *sagte X*, *so X* or *wie X
mitteilte*; *laut*, *zufolge*, *nach Angaben*; and sentences in the subjunctive that continue what was reported.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence

from hf_genderfair.actors.mention import Quote
from hf_genderfair.actors.quotes.clauses import NOMINAL, Report, is_finite, trimmed
from hf_genderfair.actors.quotes.clauses_de import (
    ASKING,
    CONJUNCTIONS,
    JOINING,
    SUBORDINATORS,
    around,
    content_end,
    frame_end,
    is_content,
    is_subjunctive,
    main_verb,
    next_comma,
    segment_end,
)
from hf_genderfair.actors.quotes.reporting_verbs import ReportingVerb
from hf_genderfair.actors.quotes.sources_de import (
    CONNECTORS,
    LAST,
    SOURCES,
    by_connector,
    by_noun,
    by_so,
    by_source,
    is_saying_noun,
)
from hf_genderfair.actors.quotes.subjects_de import has_object, speaker_of, where_said
from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.document import Document

CONDITIONAL = frozenset(
    (
        "wäre wären hätte hätten würde würden könnte könnten müsste müssten müßte müßten dürfte dürften gäbe gäben "
        "käme kämen ginge gingen bliebe blieben bräuchte bräuchten"
    ).split()
)
"""Forms that report only where the sentence before does: elsewhere they say what would be."""
UNSAID = frozenset("planen denken beabsichtigen vorsehen bestimmen".split())
"""Verbs that report nothing where they are passive and nobody is named: Es ist geplant, …"""

INFERRING = frozenset(("das", "dies", "was"))
"""Subjects of verbs that say nothing but what follows: Das zeigt, dass …"""

COUNTED = frozenset("viel viele vielen oft lange lang sehr gut hoch groß schnell".split())
"""Words after *wie* that make a question of it."""

BEFORE_VERB = frozenset(',-–“”«»"')
"""What stands between reported words and a verb of saying after them."""

LONGEST_DATELINE = 6
"""How many tokens the place of a report and the dash after it have at most."""

MOST_COMMAS = 4
"""How many commas may stand between a verb of saying and its content."""

REACH = 60
"""How many tokens may stand between a verb of saying and its content."""


def german_reports(
    document: Document, verbs: Mapping[int, ReportingVerb], direct: Sequence[Quote], persons: Collection[int]
) -> Iterator[Report]:
    """Find reported clauses.

    Args:
        document: A German text.
        verbs: Its verbs of saying.
        direct: Its direct quotes, whose speakers may go on in the subjunctive.
        persons: Indices of the tokens in mentions of persons.

    Yields:
        Reported clauses, those of one sentence after those of the sentences before, in no order inside it; one may
        contain another.
    """
    by_sentence: dict[int, list[int]] = {}
    for place, verb in verbs.items():
        if verb.indirect:
            by_sentence.setdefault(document.sentence_of[place], []).append(place)
    voices = _direct_voices(document, direct)
    last = Report(-1, -1, -1)
    run: Report | None = None
    for number, (first, end) in enumerate(document.sentences):
        own = {place: verbs[place] for place in by_sentence.get(number, ())}
        found = [report for report in _in_sentence(document, first, end, own, persons) if report.first < report.end]
        if own and not found:
            found = list(_sentence_before(document, number, own, persons))
        reported = voices.get(number - 1, -1) >= 0 or (
            last.end >= 0 and number - document.sentence_of[last.end - 1] < 2
        )
        if _continues(document, first, end, found, reported):
            speaker = run.speaker if run else _voice(voices, number)
            run = last = Report(run.first if run else first, end, speaker)
            continue
        if run:
            yield run
            run = None
        found = [
            report._replace(speaker=_voice(voices, number)) if report.speaker == LAST else report for report in found
        ]
        yield from found
        if found:
            last = max(found, key=lambda report: report.end - report.first)
        _listen(document, voices, number, last if found else None, own, persons)
    if run:
        yield run


def _direct_voices(document: Document, direct: Sequence[Quote]) -> dict[int, int]:
    """Return for each sentence with the end of a direct quote the speaker."""
    starts = [document.tokens[first].start for first, _ in document.sentences]
    return {bisect_right(starts, quote.end - 1) - 1: quote.speaker for quote in direct if quote.speaker >= 0}


def _listen(
    document: Document,
    voices: dict[int, int],
    number: int,
    report: Report | None,
    verbs: Mapping[int, ReportingVerb],
    persons: Collection[int],
) -> None:
    """Note who speaks in a sentence: of its longest report, or of a verb of saying without clause."""
    if report:
        voices[number] = report.speaker
    elif number not in voices:
        speakers = [
            _speaker(document, place, verb, persons)
            for place, verb in verbs.items()
            if verb.direct and verb.form == "finite"
        ]
        if speakers:
            voices[number] = speakers[0]


def _voice(voices: Mapping[int, int], number: int) -> int:
    """Return who spoke last, at most three sentences back."""
    return next(
        (voices[before] for before in range(number - 1, max(-1, number - 4), -1) if voices.get(before, -1) >= 0), -1
    )


def _sentence_before(
    document: Document, number: int, verbs: Mapping[int, ReportingVerb], persons: Collection[int]
) -> Iterator[Report]:
    """Yield the sentence before one such as *Das teilte X mit*."""
    first, _ = document.sentences[number]
    second = first + 1
    if number and document.tokens[first].text in ("Das", "Dies") and second in verbs and not verbs[second].note:
        speaker = speaker_of(document, second, persons)
        if speaker <= first:
            children = document.children[second]
            speaker = next(
                (child for child in children if child > second and document.tokens[child].pos in NOMINAL), LAST
            )
        yield Report(*trimmed(document, *document.sentences[number - 1]), speaker)


def _continues(document: Document, first: int, end: int, found: list[Report], reported: bool) -> bool:
    """Whether a sentence without verb of saying is reported: its main verb is in the subjunctive."""
    verb = main_verb(document, first, end)
    if (
        verb <= first
        or not is_subjunctive(document, verb)
        or any(report.first <= verb < report.end for report in found)
    ):
        return False
    return reported or document.tokens[verb].text.lower() not in CONDITIONAL


def _in_sentence(
    document: Document, first: int, end: int, verbs: Mapping[int, ReportingVerb], persons: Collection[int]
) -> Iterator[Report]:
    first, stop = trimmed(document, _after_dateline(document, first, end), end)
    framed = stop
    for place in verbs:
        for report in _beside_verb(document, first, stop, place, verbs, persons):
            yield report
            if report.first < report.end <= place:
                framed = min(framed, report.end)
    for place in range(first, stop):
        token = document.tokens[place]
        lower = token.text.lower()
        if lower in SOURCES:
            # after … sagte X it tells where he said it: …, sagte X der Zeitung zufolge
            if place < framed:
                yield from by_source(document, first, stop, place)
        elif lower in CONNECTORS:
            yield from by_connector(document, first, stop, place, verbs)
        elif lower == "so" and place > first and document.tokens[place - 1].text in (",", "–", "-", "("):
            for report in by_so(document, first, stop, place):
                yield report
                framed = min(framed, place)
        elif token.pos == "NOUN" and token.text != lower and is_saying_noun(token, 1):
            yield from by_noun(document, stop, place, verbs)


def _after_dateline(document: Document, first: int, end: int) -> int:
    """Return where a sentence begins after the place from which news come: *Wien – Der Minister sagte …*."""
    tokens = document.tokens
    for place in range(first, min(end, first + LONGEST_DATELINE)):
        if tokens[place].text in ("–", "—") and place > first:
            return place + 1
        if tokens[place].pos != "PROPN" and tokens[place].text != "/":
            return first
    return first


def _beside_verb(
    document: Document, first: int, stop: int, place: int, verbs: Mapping[int, ReportingVerb], persons: Collection[int]
) -> Iterator[Report]:
    """Yield the content of a verb: before it (…, sagte X), around it (wie X sagte), or after it."""
    verb = verbs[place]
    first, stop = _in_brackets(document, first, stop, place)
    as_said = _as_said(document, first, place)
    if as_said is not None:
        unmarked = place + 1 < stop and is_finite(document.tokens[place + 1])
        close = place + 1 if unmarked else next_comma(document, place, stop)
        speaker = _speaker(document, place, verb, persons)
        yield around(document, first, stop, as_said, close, speaker if as_said < speaker < place else -1)
        return
    inverted = _inverted_speaker(document, first, stop, place, verb, persons)
    if inverted is not None:
        opening = place - 1 - (document.tokens[place - 1].text.lower() == "so")
        yield around(document, first, stop, opening, frame_end(document, verb.last, stop), inverted)
        return
    start = _content_start(document, place, verb, stop)
    speaker = _speaker(document, place, verb, persons)
    planned = verb.form == "participle" and speaker < 0 and verb.lemma in UNSAID
    inferred = speaker in document.children[place] and document.tokens[speaker].text.lower() in INFERRING
    if start is not None and not planned and not inferred:
        yield Report(start, content_end(document, place, start, stop, verbs), speaker)


def _in_brackets(document: Document, first: int, stop: int, place: int) -> tuple[int, int]:
    """Return the part of a sentence inside the brackets around a verb; all of it where there are none."""
    tokens = document.tokens
    near_verb = range(max(first, place - REACH), min(stop, place + REACH))
    signs = {near: tokens[near].text for near in near_verb if tokens[near].text in ("(", ")")}
    before = [near for near in signs if near < place]
    after = [near for near in signs if near > place]
    if before and after and signs[before[-1]] == "(" and signs[after[0]] == ")":
        return before[-1] + 1, after[0]
    return first, stop


def _as_said(document: Document, first: int, place: int) -> int | None:
    """Return where the clause *wie X mitteilte* begins, if the verb ends one."""
    tokens = document.tokens
    commas = 0
    for before in range(place - 1, max(first, place - REACH) - 1, -1):
        lower = tokens[before].text.lower()
        commas += lower == ","
        counted = tokens[before + 1].text.lower() in COUNTED
        if lower == "wie" and not counted and (before == first or tokens[before - 1].text in (",", "(", "–", "-")):
            # one comma ends the clause before its verb; two are around an aside in it
            if commas % 2:
                return None
            ends = place + 1 >= len(tokens) or tokens[place + 1].text in ",.()–-:;" or is_finite(tokens[place + 1])
            return before if ends else None
        if lower in CONJUNCTIONS or tokens[before].text in ";:":
            return None
    return None


def _rules_sentence(token: Token) -> bool:
    """Whether a verb after a comma begins the main clause, and no condition such as *sollte es regnen*."""
    return is_finite(token) and token.text.lower() not in CONDITIONAL and not token.text.lower().startswith("sollte")


def _inverted_speaker(
    document: Document, first: int, stop: int, place: int, verb: ReportingVerb, persons: Collection[int]
) -> int | None:
    """Return the speaker after a verb whose content stands before it (…, sagte sie); None where it is no such verb."""
    tokens = document.tokens
    before = place - 1 - (place > first and tokens[place - 1].text.lower() == "so")
    if verb.form != "finite" or not verb.direct or before < first or tokens[before].text not in BEFORE_VERB:
        return None
    opening = tokens[first].text.lower()
    if (opening in SUBORDINATORS or opening in ASKING) and not _rules_after(document, first, before):
        return None
    closing = next_comma(document, verb.last, stop)
    if any(token.text == ":" for token in tokens[place:closing]):
        return None
    verbal = any(is_finite(token) for token in tokens[first : place - 1])
    if not verbal and not (closing + 1 < stop and is_finite(tokens[closing + 1])):
        return None
    if has_object(document, place):
        return None
    if tokens[place + 1 : place + 2] and tokens[place + 1].text == "sich" and verb.lemma in ("befinden", "bekennen"):
        return None
    begun = tokens[first].pos == "ADP" and not any(is_finite(token) for token in tokens[first : before - 1])
    if begun and _content_start(document, place, verb, stop) is not None:
        return None
    speaker = _speaker(document, place, verb, persons)
    if speaker > place or verb.note == "impersonal":
        return speaker
    return _nominative(document, place, segment_end(document, place, stop))


def _rules_after(document: Document, first: int, end: int) -> bool:
    """Whether a main clause follows a clause before it: its finite verb stands right after a comma."""
    tokens = document.tokens
    return any(tokens[comma].text == "," and is_finite(tokens[comma + 1]) for comma in range(first, end - 1))


def _nominative(document: Document, place: int, end: int) -> int | None:
    """Return the first noun or pronoun after a verb that stands in the nominative."""
    for after in range(place + 1, end):
        token = document.tokens[after]
        if token.pos in NOMINAL and token.relation not in ("compound", "flat"):
            return after if token.morph.get("Case") == "Nom" and token.text.lower() != "es" else None
    return None


def _content_start(document: Document, place: int, verb: ReportingVerb, stop: int) -> int | None:
    """Return where the content of a verb begins after it."""
    tokens = document.tokens
    commas = 0
    for after in range(verb.last + 1, min(stop, verb.last + REACH)):
        if tokens[after].text not in (",", ":"):
            continue
        start = after + 1
        if start < stop and is_content(document, place, start, stop, verb, commas):
            return start
        commas += 1
        joined = start < stop and (tokens[start].text.lower() in JOINING or _rules_sentence(tokens[start]))
        if commas == MOST_COMMAS or joined:
            return None
    return None


def _speaker(document: Document, place: int, verb: ReportingVerb, persons: Collection[int]) -> int:
    """Return who says what a verb reports: its subject; of *es heißt* where it is said."""
    if verb.note == "impersonal" or verb.lemma == "hervorgehen":
        return where_said(document, place)
    return speaker_of(document, place, persons)
