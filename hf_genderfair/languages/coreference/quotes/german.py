"""German reported clauses: what somebody says, asks or thinks, by verbs and by the subjunctive.

The criteria are those of the annotation guidelines of Redewiedergabe (Brunner et al. 2020): a verb or noun of saying
with a clause of *dass* or *ob*, with a main clause or with an infinitive; a main clause with *sagte X*, *so X* or *wie
X mitteilte*; *laut*, *zufolge*, *nach Angaben*; and sentences in the subjunctive that continue what was reported.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.clauses import is_finite
from hf_genderfair.languages.coreference.mention import Quote
from hf_genderfair.languages.coreference.quotes.german_clauses import (
    ASKING,
    CONJUNCTIONS,
    JOINING,
    SUBORDINATORS,
    around,
    content_end,
    frame_end,
    has_object,
    is_content,
    is_subjunctive,
    main_verb,
    next_comma,
    segment_end,
    speaker_of,
    where_said,
)
from hf_genderfair.languages.coreference.quotes.german_sources import (
    CONNECTORS,
    LAST,
    SOURCES,
    by_connector,
    by_noun,
    by_so,
    by_source,
    is_saying_noun,
)
from hf_genderfair.languages.coreference.rules import (
    NOMINAL,
    QuoteRules,
    ReportedClause,
    ReportingVerb,
    VerbForm,
    saying_verbs,
    trimmed,
)
from hf_genderfair.languages.document import Document
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass

PARTICLES = WordClass("verb_forms_de", "particle_of_saying")
"""Separable first parts."""

UNDIVIDED = frozenset(("antworten", "anerbieten"))
"""Inseparable verbs that begin like a particle."""

WITHOUT_GE = WordClass("verb_forms_de", "prefix_of_saying")
"""First parts of verbs whose participle has no *ge-*."""

HOMOGRAPHS = ("bekannt",)
"""Forms of listed verbs that are nearly always other words."""


class _Entry(NamedTuple):
    lemma: str
    form: VerbForm
    particle: str


def german_verbs(document: Document) -> dict[int, ReportingVerb]:
    """Return the verbs of saying of a German text by the index of their token, in order."""
    forms = resource(("reporting verbs", "de"), _forms)
    verbs = saying_verbs("de")
    found = {}
    for index, token in enumerate(document.tokens):
        entries = forms.get(token.text.lower())
        if not entries or token.pos not in ("VERB", "AUX", "ADJ"):
            continue
        for lemma, form, particle in entries:
            if verbs[lemma][2] == "impersonal" and not _with_es(document, index):
                continue
            last = _particle(document, index, particle) if particle else index
            if last is not None and (form == "participle" or token.pos != "ADJ"):
                joined = _has_auxiliary(document, index) and form == "finite" and not particle
                found[index] = ReportingVerb(lemma, "participle" if joined else form, last, *verbs[lemma])
                break
    return found


def _has_auxiliary(document: Document, index: int) -> bool:
    """Whether a verb has an auxiliary, so that a form such as *berichtet* is its participle."""
    return any(document.tokens[child].relation.startswith("aux") for child in document.children[index])


def _particle(document: Document, index: int, particle: str) -> int | None:
    """Return the index of the particle of a verb: that of the parse, one before it, or one at the end of the clause."""
    for child in document.children[index]:
        if child > index and document.tokens[child].text.lower() == particle:
            return child
    first, end = document.sentences[document.sentence_of[index]]
    if index > first and document.tokens[index - 1].text.lower() == particle:
        return index
    for after in range(index + 1, end):
        token = document.tokens[after]
        if token.text.lower() == particle and (after + 1 == end or document.tokens[after + 1].text in ',.:;!?“"«und'):
            return after
        if token.text in (",", ";", ":"):
            return None
    return None


def _with_es(document: Document, index: int) -> bool:
    """Whether *es* is beside a verb, as in *heißt es* and *wie es hieß*, or before its auxiliary."""
    first, end = document.sentences[document.sentence_of[index]]
    return any(document.tokens[near].text.lower() == "es" for near in range(max(first, index - 2), min(end, index + 2)))


def _forms() -> dict[str, tuple[_Entry, ...]]:
    """Return the possible verbs of each form, those with a particle first."""
    entries: dict[str, list[_Entry]] = {}
    for lemma in saying_verbs("de"):
        particle, base = _divided(lemma)
        finite, participle = _conjugated(base)
        for form in sorted(finite):
            entries.setdefault(form, []).append(_Entry(lemma, "finite", particle))
            if particle:
                entries.setdefault(particle + form, []).append(_Entry(lemma, "finite", ""))
        entries.setdefault(particle + participle, []).append(_Entry(lemma, "participle", ""))
        entries.setdefault(lemma, []).append(_Entry(lemma, "infinitive", ""))
        if particle:
            entries.setdefault(f"{particle}zu{base}", []).append(_Entry(lemma, "infinitive", ""))
    for form in HOMOGRAPHS:
        entries.pop(form, None)
    return {form: tuple(sorted(found, key=lambda entry: not entry.particle)) for form, found in entries.items()}


def _divided(lemma: str) -> tuple[str, str]:
    if lemma not in UNDIVIDED:
        for particle in sorted(PARTICLES.as_tuple, key=len, reverse=True):
            rest = lemma.removeprefix(particle)
            if rest != lemma and len(rest) > 2 and rest.endswith("n"):
                return particle, rest
    return "", lemma


def _conjugated(base: str) -> tuple[set[str], str]:
    """Return the finite forms of the third person and the participle of a verb without particle."""
    strong = resource(("strong verbs", "de"), lambda: {row[0]: row[1:] for row in load_lexicon("strong_verbs_de").rows})
    prefix = next((first for first in WITHOUT_GE.as_tuple if base.startswith(first) and len(base) > len(first) + 2), "")
    root = base if base in strong else base.removeprefix(prefix)
    stem = base[:-2] if base.endswith("en") else base[:-1]
    if root in strong:
        front = base.removesuffix(root)
        present, preterite, participle = strong[root]
        plural = preterite + ("n" if preterite.endswith("e") else "en")
        finite = {base, stem + "e", front + present, front + preterite, front + plural}
        return finite, front + (participle.removeprefix("ge") if front else participle)
    linked = stem + "e" if stem.endswith(("t", "d", "chn", "dn", "gn", "ffn", "tm")) else stem
    finite = {base, stem + "e", linked + "t", linked + "te", linked + "ten"}
    return finite, ("" if prefix or base.endswith("ieren") else "ge") + linked + "t"


CONDITIONAL = WordClass("verb_forms_de", "past_subjunctive")
"""Forms that are reported speech only after a report; elsewhere they are conditionals."""
UNSAID = frozenset("planen denken beabsichtigen vorsehen bestimmen".split())
"""Verbs that do not report in the passive without an agent: Es ist geplant, …"""

INFERRING = frozenset(("das", "dies", "was"))
"""Subjects with which a verb states a conclusion, not a report: Das zeigt, dass …"""

COUNTED = WordClass("closed_classes_de", "quantity")
"""Words after interrogative *wie*."""

BEFORE_VERB = frozenset(',-–“”«»"')
"""Tokens between reported words and a verb of saying after them."""

LONGEST_DATELINE = 6
"""Largest number of tokens of a dateline with its dash."""

MOST_COMMAS = 4
"""Largest number of commas between a verb of saying and its content."""

REACH = 60
"""Largest number of tokens between a verb of saying and its content."""


def german_reports(
    document: Document, verbs: Mapping[int, ReportingVerb], direct: Sequence[Quote], persons: Collection[int]
) -> Iterator[ReportedClause]:
    """Find reported clauses."""
    by_sentence: dict[int, list[int]] = {}
    for index, verb in verbs.items():
        if verb.indirect:
            by_sentence.setdefault(document.sentence_of[index], []).append(index)
    starts = [document.tokens[first].start for first, _ in document.sentences]
    voices = {bisect_right(starts, quote.end - 1) - 1: quote.speaker for quote in direct if quote.speaker >= 0}
    last = ReportedClause(-1, -1, -1)
    run: ReportedClause | None = None
    for number, (first, end) in enumerate(document.sentences):
        own = {index: verbs[index] for index in by_sentence.get(number, ())}
        found = [report for report in _in_sentence(document, first, end, own, persons) if report.first < report.end]
        if own and not found:
            found = list(_sentence_before(document, number, own, persons))
        reported = voices.get(number - 1, -1) >= 0 or (
            last.end >= 0 and number - document.sentence_of[last.end - 1] < 2
        )
        if _continues(document, first, end, found, reported):
            speaker = run.speaker if run else _voice(voices, number)
            run = last = ReportedClause(run.first if run else first, end, speaker)
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


def _listen(
    document: Document,
    voices: dict[int, int],
    number: int,
    report: ReportedClause | None,
    verbs: Mapping[int, ReportingVerb],
    persons: Collection[int],
) -> None:
    """Record the speaker of a sentence: that of its longest report, or of a verb of saying without a clause."""
    if report:
        voices[number] = report.speaker
    elif number not in voices:
        speakers = [
            _speaker(document, index, verb, persons)
            for index, verb in verbs.items()
            if verb.direct and verb.form == "finite"
        ]
        if speakers:
            voices[number] = speakers[0]


def _voice(voices: Mapping[int, int], number: int) -> int:
    """Return the last speaker, at most three sentences back."""
    return next(
        (voices[before] for before in range(number - 1, max(-1, number - 4), -1) if voices.get(before, -1) >= 0), -1
    )


def _sentence_before(
    document: Document, number: int, verbs: Mapping[int, ReportingVerb], persons: Collection[int]
) -> Iterator[ReportedClause]:
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
        yield ReportedClause(*trimmed(document, *document.sentences[number - 1]), speaker)


def _continues(document: Document, first: int, end: int, found: list[ReportedClause], reported: bool) -> bool:
    """Whether a sentence without a verb of saying is reported: its main verb is in the subjunctive."""
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
) -> Iterator[ReportedClause]:
    first, stop = trimmed(document, _after_dateline(document, first, end), end)
    framed = stop
    for index in verbs:
        for report in _beside_verb(document, first, stop, index, verbs, persons):
            yield report
            if report.first < report.end <= index:
                framed = min(framed, report.end)
    for index in range(first, stop):
        token = document.tokens[index]
        lower = token.text.lower()
        if lower in SOURCES:
            # after … sagte X it names where X said it: …, sagte X der Zeitung zufolge
            if index < framed:
                yield from by_source(document, first, stop, index)
        elif lower in CONNECTORS:
            yield from by_connector(document, first, stop, index, verbs)
        elif lower == "so" and index > first and document.tokens[index - 1].text in (",", "–", "-", "("):
            for report in by_so(document, first, stop, index):
                yield report
                framed = min(framed, index)
        elif token.pos == "NOUN" and token.text != lower and is_saying_noun(token, 1):
            yield from by_noun(document, stop, index, verbs)


def _after_dateline(document: Document, first: int, end: int) -> int:
    """Return the start of a sentence after its dateline: *Wien – Der Minister sagte …*."""
    tokens = document.tokens
    for index in range(first, min(end, first + LONGEST_DATELINE)):
        if tokens[index].text in ("–", "—") and index > first:
            return index + 1
        if tokens[index].pos != "PROPN" and tokens[index].text != "/":
            return first
    return first


def _beside_verb(
    document: Document, first: int, stop: int, index: int, verbs: Mapping[int, ReportingVerb], persons: Collection[int]
) -> Iterator[ReportedClause]:
    """Yield the content of a verb: before it (…, sagte X), around it (wie X sagte), or after it."""
    verb = verbs[index]
    first, stop = _in_brackets(document, first, stop, index)
    as_said = _as_said(document, first, index)
    if as_said is not None:
        unmarked = index + 1 < stop and is_finite(document.tokens[index + 1])
        close = index + 1 if unmarked else next_comma(document, index, stop)
        speaker = _speaker(document, index, verb, persons)
        yield around(document, first, stop, as_said, close, speaker if as_said < speaker < index else -1)
        return
    inverted = _inverted_speaker(document, first, stop, index, verb, persons)
    if inverted is not None:
        opening = index - 1 - (document.tokens[index - 1].text.lower() == "so")
        yield around(document, first, stop, opening, frame_end(document, verb.last, stop), inverted)
        return
    start = _content_start(document, index, verb, stop)
    speaker = _speaker(document, index, verb, persons)
    planned = verb.form == "participle" and speaker < 0 and verb.lemma in UNSAID
    inferred = speaker in document.children[index] and document.tokens[speaker].text.lower() in INFERRING
    if start is not None and not planned and not inferred:
        yield ReportedClause(start, content_end(document, index, start, stop, verbs), speaker)


def _in_brackets(document: Document, first: int, stop: int, index: int) -> tuple[int, int]:
    """Return the part of a sentence inside the brackets around a verb; all of it without brackets."""
    tokens = document.tokens
    near_verb = range(max(first, index - REACH), min(stop, index + REACH))
    signs = {near: tokens[near].text for near in near_verb if tokens[near].text in ("(", ")")}
    before = [near for near in signs if near < index]
    after = [near for near in signs if near > index]
    if before and after and signs[before[-1]] == "(" and signs[after[0]] == ")":
        return before[-1] + 1, after[0]
    return first, stop


def _as_said(document: Document, first: int, index: int) -> int | None:
    """Return the start of the clause *wie X mitteilte*, if the verb ends one."""
    tokens = document.tokens
    commas = 0
    for before in range(index - 1, max(first, index - REACH) - 1, -1):
        lower = tokens[before].text.lower()
        commas += lower == ","
        counted = tokens[before + 1].text.lower() in COUNTED
        if lower == "wie" and not counted and (before == first or tokens[before - 1].text in (",", "(", "–", "-")):
            # one comma ends the clause before its verb; two enclose a parenthesis in it
            if commas % 2:
                return None
            ends = index + 1 >= len(tokens) or tokens[index + 1].text in ",.()–-:;" or is_finite(tokens[index + 1])
            return before if ends else None
        if lower in CONJUNCTIONS or tokens[before].text in ";:":
            return None
    return None


def _rules_sentence(token: Token) -> bool:
    """Whether a verb after a comma begins the main clause, not a condition such as *sollte es regnen*."""
    return is_finite(token) and token.text.lower() not in CONDITIONAL and not token.text.lower().startswith("sollte")


def _inverted_speaker(
    document: Document, first: int, stop: int, index: int, verb: ReportingVerb, persons: Collection[int]
) -> int | None:
    """Return the speaker after a verb whose content stands before it (…, sagte sie); None for other verbs."""
    tokens = document.tokens
    before = index - 1 - (index > first and tokens[index - 1].text.lower() == "so")
    if verb.form != "finite" or not verb.direct or before < first or tokens[before].text not in BEFORE_VERB:
        return None
    opening = tokens[first].text.lower()
    if (opening in SUBORDINATORS or opening in ASKING) and not _rules_after(document, first, before):
        return None
    closing = next_comma(document, verb.last, stop)
    if any(token.text == ":" for token in tokens[index:closing]):
        return None
    verbal = any(is_finite(token) for token in tokens[first : index - 1])
    if not verbal and not (closing + 1 < stop and is_finite(tokens[closing + 1])):
        return None
    if has_object(document, index):
        return None
    if tokens[index + 1 : index + 2] and tokens[index + 1].text == "sich" and verb.lemma in ("befinden", "bekennen"):
        return None
    begun = tokens[first].pos == "ADP" and not any(is_finite(token) for token in tokens[first : before - 1])
    if begun and _content_start(document, index, verb, stop) is not None:
        return None
    speaker = _speaker(document, index, verb, persons)
    if speaker > index or verb.note == "impersonal":
        return speaker
    return _nominative(document, index, segment_end(document, index, stop))


def _rules_after(document: Document, first: int, end: int) -> bool:
    """Whether a main clause follows a subordinate clause: its finite verb is right after a comma."""
    tokens = document.tokens
    return any(tokens[comma].text == "," and is_finite(tokens[comma + 1]) for comma in range(first, end - 1))


def _nominative(document: Document, index: int, end: int) -> int | None:
    """Return the first noun or pronoun in the nominative after a verb."""
    for after in range(index + 1, end):
        token = document.tokens[after]
        if token.pos in NOMINAL and token.relation not in ("compound", "flat"):
            return after if token.morph.get("Case") == "Nom" and token.text.lower() != "es" else None
    return None


def _content_start(document: Document, index: int, verb: ReportingVerb, stop: int) -> int | None:
    """Return the start of the content after a verb."""
    tokens = document.tokens
    commas = 0
    for after in range(verb.last + 1, min(stop, verb.last + REACH)):
        if tokens[after].text not in (",", ":"):
            continue
        start = after + 1
        if start < stop and is_content(document, index, start, stop, verb, commas):
            return start
        commas += 1
        joined = start < stop and (tokens[start].text.lower() in JOINING or _rules_sentence(tokens[start]))
        if commas == MOST_COMMAS or joined:
            return None
    return None


def _speaker(document: Document, index: int, verb: ReportingVerb, persons: Collection[int]) -> int:
    """Return the speaker of a verb: its subject; for *es heißt*, the source."""
    if verb.note == "impersonal" or verb.lemma == "hervorgehen":
        return where_said(document, index)
    return speaker_of(document, index, persons)


RULES = QuoteRules(verbs=german_verbs, reports=german_reports, verb_second=True, comma_after_marks=True)
"""How German quotes."""
