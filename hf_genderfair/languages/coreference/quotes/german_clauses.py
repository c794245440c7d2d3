"""German clauses that may be what somebody says: where they begin and end, and their subjects."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from hf_genderfair.languages.clauses import dependents, has_dependent, is_coordinated, is_finite, prepositions
from hf_genderfair.languages.coreference.rules import (
    NOMINAL,
    ReportedClause,
    ReportingVerb,
    agent_of,
    clause_around,
    trimmed,
)
from hf_genderfair.languages.document import Document
from hf_genderfair.lexicons.word_class import WordClass

SUBJUNCTIVE = WordClass("verb_forms_de", "subjunctive")
"""Unambiguous subjunctive forms of the third person."""
CONJUNCTIONS = frozenset(("dass", "daß", "ob"))
ASKING = WordClass("closed_classes_de", "interrogative")
VAGUE = WordClass("closed_classes_de", "vague_interrogative")
"""Words that introduce clauses of many kinds, and reported clauses only after verbs of asking."""
SUBORDINATORS = WordClass("closed_classes_de", "subordinator")
RELATIVES = WordClass("closed_classes_de", "relative_pronoun")
JOINING = frozenset(("und", "oder", "sowie", "aber", "sondern", "doch", "denn"))
CORRELATES = WordClass("closed_classes_de", "pronominal_adverb")
"""Correlates of a following clause with *dass* or *zu*: darüber, davon."""

RESUMING = frozenset(("dann", "so"))
"""First words of a main clause after its condition: Regnet es, dann bleibt sie."""

PURPOSE = frozenset(("um", "ohne", "statt", "anstatt"))
WITHOUT_INFINITIVE = WordClass("verb_frames_de", "no_infinitive")
"""Verbs whose infinitives depend on another word: für nötig halten, Mittel finden."""

DECIDING = WordClass("verb_frames_de", "deciding")
"""Verbs whose clause with *ob* is the matter of a decision, not a report."""

RULING_NOUNS = WordClass("noun_classes_de", "with_infinitive")
"""Nouns that govern an infinitive and do not report: das Ziel, die Möglichkeit."""
MARKS = frozenset("„“”\"«»‚‘’'‹›")


def around(document: Document, first: int, stop: int, opening: int, closing: int, speaker: int) -> ReportedClause:
    """Return the reported clause around a parenthesis; nothing where it is a quotation."""
    before, after = trimmed(document, first, opening)
    if before < after and document.tokens[before].text in MARKS and document.tokens[after - 1].text in MARKS:
        return ReportedClause(first, first, speaker)
    return clause_around(document, first, stop, opening, closing, speaker)


def next_comma(document: Document, index: int, stop: int) -> int:
    """Return the end of a parenthesis: its closing comma, dash or bracket, or the end of the sentence."""
    depth = 0
    for after in range(index + 1, stop):
        sign = document.tokens[after].text
        depth += (sign == "(") - (sign == ")")
        if (sign in (",", "–") and not depth and not _opens_aside(document, after, stop)) or depth < 0:
            return after
    return stop


def frame_end(document: Document, index: int, stop: int) -> int:
    """Return the end of a frame such as *sagte X* after reported words."""
    # What follows its apposition or relative clause goes on with the reported words only where it holds a verb: …,
    # sagte Eva Roth, die Leiterin, am Montag der Zeitung.
    tokens = document.tokens
    closing = next_comma(document, index, stop)
    aside = any(token.text == "," for token in tokens[index:closing])
    verbal = any(token.pos in ("VERB", "AUX") for token in tokens[closing:stop])
    asked = [token.morph.get("VerbForm") for token in tokens[closing + 1 : closing + 2]] == ["Part"]
    finite = any(is_finite(token) for token in tokens[closing:stop])
    return stop if (aside and not verbal) or (asked and not finite) else closing


def _opens_aside(document: Document, comma: int, stop: int) -> bool:
    """Whether an apposition or relative clause follows a comma, with another comma after it."""
    tokens = document.tokens
    if comma + 1 >= stop or tokens[comma].text not in (",", "–"):
        return False
    following = tokens[comma + 1]
    segment = segment_end(document, comma + 1, stop)
    if following.morph.get("PronType") == "Rel" or _is_relative(document, comma + 1, segment):
        return True
    return following.relation in ("appos", "det", "amod") and not any(map(is_finite, tokens[comma + 1 : segment]))


def is_content(document: Document, index: int, start: int, stop: int, verb: ReportingVerb | None, commas: int) -> bool:
    """Whether the clause after a comma is the content of a verb or noun of saying."""
    tokens = document.tokens
    lower = tokens[start].text.lower()
    if lower in CONJUNCTIONS:
        return lower != "ob" or verb is None or verb.lemma not in DECIDING
    if tokens[start].text in MARKS and tokens[start - 1].text == ":":
        return False
    if tokens[start - 1].text == "," and is_finite(tokens[start]):
        return False
    segment = segment_end(document, start, stop)
    if lower in ASKING and is_finite(tokens[segment - 1]):
        return commas == 0 and verb is not None and (verb.note == "question" or (verb.direct and lower not in VAGUE))
    if lower in JOINING or lower in RESUMING or lower in SUBORDINATORS or _is_relative(document, start, segment):
        return False
    finite = [k for k in range(start, segment) if is_finite(tokens[k]) or tokens[k].text.lower() in SUBJUNCTIVE]
    if not finite:
        infinitive = _has_infinitive(document, start, stop) and _rules_infinitive(document, index, start - 1, verb)
        return infinitive and lower not in PURPOSE
    if any(is_subjunctive(document, k) for k in finite):
        return True
    return commas == 0 and verb is not None and not verb.note and _bare(document, index, verb, start)


def _bare(document: Document, index: int, verb: ReportingVerb, start: int) -> bool:
    """Whether a verb has no other object than its content, so that its clause may be in the indicative."""
    tokens = document.tokens
    complete = any(
        child < start and (tokens[child].relation == "obj" or tokens[child].text.lower() in CORRELATES)
        for child in document.children[index]
    )
    return verb.form == "finite" and verb.direct and not complete


def segment_end(document: Document, start: int, stop: int) -> int:
    """Return the end of the segment up to the next comma."""
    return next((after for after in range(start, stop) if document.tokens[after].text in (",", ";", ":")), stop)


def _is_relative(document: Document, start: int, segment: int) -> bool:
    """Whether a segment is a relative clause: a relative pronoun, possibly after a preposition, and a final verb."""
    tokens = document.tokens
    opening = start + (tokens[start].pos == "ADP")
    if opening >= segment or tokens[opening].text.lower() not in RELATIVES or tokens[opening].relation == "det":
        return False
    finite = [index for index in range(start, segment) if is_finite(tokens[index])]
    return bool(finite) and finite[-1] > opening + 1


def _rules_infinitive(document: Document, index: int, comma: int, verb: ReportingVerb | None) -> bool:
    """Whether an infinitive after a comma depends on a verb or noun of saying, and on no word between them."""
    tokens, heads = document.tokens, document.heads
    before = comma - 1
    if verb is not None and verb.lemma in WITHOUT_INFINITIVE:
        return False
    if before == index or (verb is not None and before == verb.last):
        return True
    if tokens[before].pos in ("VERB", "AUX"):
        return heads[index] == before or (heads[before] == index and tokens[before].relation.startswith("aux"))
    if tokens[before].pos == "ADJ":
        return heads[before] == index and tokens[before].relation not in ("advcl", "ccomp", "conj", "parataxis")
    return tokens[before].text.lower() not in RULING_NOUNS


def _has_infinitive(document: Document, start: int, stop: int) -> bool:
    """Whether a clause is an infinitive with *zu*, up to its first finite verb."""
    tokens = document.tokens
    for index in range(start, stop):
        token = tokens[index]
        if is_finite(token):
            return False
        if token.text == "zu" and index + 1 < stop and tokens[index + 1].text.endswith("n"):
            following = tokens[index + 1]
            if following.pos in ("VERB", "AUX") or (token.pos == "PART" and following.text.islower()):
                return True
        if token.pos == "VERB" and "zu" in token.text[2:-3] and token.text.endswith("n"):
            return True
    return False


def content_end(document: Document, index: int, start: int, stop: int, verbs: Mapping[int, ReportingVerb]) -> int:
    """Return the end of the content: that of the sentence, or the continuation of its main clause or another report."""
    tokens = document.tokens
    inside = _goes_on(document, index)
    verbal = False
    for after in range(start + 1, stop - 1):
        token = tokens[after]
        if token.text in (";", ":") and (token.text == ";" or tokens[after + 1].text in MARKS):
            return after
        if token.text == ",":
            if verbal and inside and is_finite(tokens[after + 1]):
                return after
        else:
            if token.text.lower() in JOINING and _joins_report(document, index, after, stop, verbs):
                return trimmed(document, start, after)[1]
            verbal = token.pos in ("VERB", "AUX")
    return stop


def _joins_report(document: Document, index: int, joint: int, stop: int, verbs: Mapping[int, ReportingVerb]) -> bool:
    """Whether *und* or *aber* after a report introduces another act or another report of the speaker."""
    tokens, heads = document.tokens, document.heads
    if tokens[joint + 1].text.lower() in CONJUNCTIONS:
        return False
    segment = segment_end(document, joint, stop)
    finite = next((near for near in range(joint + 1, segment) if is_finite(tokens[near])), -1)
    if finite < 0 or is_subjunctive(document, finite) or finite == segment - 1 < stop - 1:
        return False
    if finite in verbs and verbs[finite].indirect and segment < stop:
        return True
    joined = heads[joint]
    return tokens[joint].pos == "CCONJ" and joined > joint and heads[joined] == index


def _goes_on(document: Document, index: int) -> bool:
    """Whether the content is inside a clause that has not ended: its verb or noun is not in the main clause."""
    tokens = document.tokens
    if tokens[index].pos in NOMINAL:
        return True
    below = [tokens[child] for child in document.children[index] if child < index]
    if any(token.relation == "mark" or (token.pos == "PRON" and token.text.lower() in RELATIVES) for token in below):
        return True
    first, end = document.sentences[document.sentence_of[index]]
    if is_finite(tokens[first]) and tokens[end - 1].text != "?":
        return True
    comma = next((before for before in range(index - 1, first, -1) if tokens[before].text == ","), -1)
    return comma >= 0 and _is_relative(document, comma + 1, index + 1)


def is_subjunctive(document: Document, index: int) -> bool:
    """Whether a verb is in the subjunctive: an unambiguous form, or a present in *-e* other than the first person."""
    token = document.tokens[index]
    lower = token.text.lower()
    if token.pos not in ("VERB", "AUX"):
        return False
    if lower in SUBJUNCTIVE:
        return not lower.endswith("e") or not _first_person(document, index)
    if lower.endswith(("te", "ten")):
        return False
    if token.morph.get("Mood") == "Sub":
        return True
    # of pasts only *wurde* ends so, whatever a parse takes a form for
    other = token.morph.get("Mood") == "Imp" or token.lemma == "werden"
    return lower.endswith("e") and is_finite(token) and not other and not _first_person(document, index)


def _first_person(document: Document, index: int) -> bool:
    """Whether *ich* stands beside a verb."""
    return any(token.text.lower() == "ich" for token in document.tokens[max(0, index - 3) : index + 3])


def main_verb(document: Document, first: int, end: int) -> int:
    """Return the finite verb of the main clause: the root of the sentence, or its auxiliary."""
    for index in range(first, end):
        if document.tokens[index].relation == "root":
            for near in (index, *dependents(document, index, "aux", "cop", "aux:pass")):
                if is_finite(document.tokens[near]) or document.tokens[near].text.lower() in SUBJUNCTIVE:
                    return near
    return -1


QUANTITIES = WordClass("noun_classes_de", "quantity")
"""Nouns in the singular whose verb may be in the plural."""

MEASURES = WordClass("noun_classes_de", "no_speaker")
"""Nouns that are never speakers."""

PERSONAL = frozenset("er sie ich wir man jemand niemand".split())
SOURCE_PREPOSITIONS = WordClass("prepositions_de", "no_subject")
NO_SOURCES = frozenset("anschluss fall hinsicht rahmen verlauf zuge zusammenhang".split())
"""Nouns after *in* or *von* that are never sources."""

DATIVE = frozenset("dir einem ihm ihnen jedem keinem mir".split())
ACCUSATIVE = WordClass("determiners_de", "accusative")
"""Determiners and pronouns that are never nominative."""


def speaker_of(document: Document, index: int, persons: Collection[int]) -> int:
    """Find the subject of a verb of saying."""
    # The parser's subject, where it agrees with the verb in number and is a person, a pronoun or no worse than the
    # others; else another noun phrase of the verb that can be its subject by case and number.
    found = agent_of(document, index)
    if found >= 0 and _is_elsewhere(document, found, index):
        found = -1
    if has_dependent(document, index, "aux:pass"):
        return found if found >= 0 else _agent(document, index)
    verb = _finite(document, index)
    if found >= 0 and _is_likely(document, found, persons) and _agrees(document, found, verb):
        return found
    others = [child for child in document.children[index] if child != found and _may_be_subject(document, child)]
    fitting = [child for child in others if _agrees(document, child, verb)]
    likely = next((child for child in fitting if _is_likely(document, child, persons)), -1)
    doubtful = found < 0 or not _agrees(document, found, verb)
    if likely >= 0 and (doubtful or (found < index and document.tokens[likely].relation == "nsubj")):
        return likely
    if found >= 0 and document.tokens[found].text.lower() not in MEASURES:
        agreeing = next((child for child in fitting if _is_nominative(document, child)), -1)
        return found if _agrees(document, found, verb) or agreeing < 0 else agreeing
    nominative = next((child for child in fitting if _is_nominative(document, child)), -1)
    return nominative if nominative >= 0 else next((child for child in fitting if child > index), -1)


def has_object(document: Document, index: int) -> bool:
    """Return whether a noun after a verb is certainly its object, by its article or another subject."""
    tokens = document.tokens
    after = [child for child in document.children[index] if child > index]
    objects = [child for child in after if tokens[child].relation == "obj" and tokens[child].pos != "PRON"]
    accusative = [child for child in objects if tokens[child].morph.get("Case") == "Acc"]
    subjects = [child for child in after if tokens[child].relation == "nsubj"]
    return any(subjects or not _may_be_subject(document, child) for child in accusative)


def _agent(document: Document, index: int) -> int:
    """Return the agent of a passive: von der Polizei gebeten; -1 where there is none."""
    nouns = (child for child in document.children[index] if document.tokens[child].pos in NOMINAL)
    return next((noun for noun in nouns if prepositions(document, noun)[:1] in (["von"], ["vom"], ["durch"])), -1)


def _is_elsewhere(document: Document, noun: int, index: int) -> bool:
    """Whether a word is a dative pronoun, or separated from its verb by a colon."""
    between = document.tokens[min(noun, index) + 1 : max(noun, index)]
    return document.tokens[noun].text.lower() in DATIVE or any(token.text in (":", ";") for token in between)


def where_said(document: Document, index: int) -> int:
    """Find the source of *es heißt* or *es geht hervor*: aus dem Amt, seitens der Bank, in dem Bericht."""
    tokens = document.tokens
    for child in document.children[index]:
        cases = prepositions(document, child)
        lower = tokens[child].text.lower()
        named = tokens[child].pos in NOMINAL and lower not in MEASURES and lower not in NO_SOURCES
        if named and cases and cases[0] in SOURCE_PREPOSITIONS:
            return child
    return -1


def _finite(document: Document, index: int) -> int:
    """Return the finite verb of a verb: itself, or its auxiliary; -1 where neither is finite."""
    auxiliaries = dependents(document, index, "aux", "aux:pass")
    return next((near for near in (index, *auxiliaries) if is_finite(document.tokens[near])), -1)


def _agrees(document: Document, noun: int, verb: int) -> bool:
    """Whether a noun and a finite verb agree in number, or one of them is ambiguous."""
    token = document.tokens[noun]
    number = document.tokens[verb].morph.get("Number", "") if verb >= 0 else ""
    own = token.morph.get("Number", "")
    if not number or not own or token.pos != "NOUN" or token.text.lower() in QUANTITIES:
        return True
    return number == own or (number == "Plur" and is_coordinated(document, noun))


def _is_likely(document: Document, noun: int, persons: Collection[int]) -> bool:
    token = document.tokens[noun]
    return noun in persons or token.text.lower() in PERSONAL


def _may_be_subject(document: Document, index: int) -> bool:
    """Whether a dependent of a verb has no preposition and may be nominative by its form."""
    tokens = document.tokens
    token = tokens[index]
    if token.pos not in NOMINAL or token.text.lower() in ACCUSATIVE or token.text.lower() in ("es", "sich"):
        return False
    if token.relation.partition(":")[0] not in ("nsubj", "obj", "obl", "nmod", "iobj"):
        return False
    if token.morph.get("Case") in ("Dat", "Gen"):
        return False
    below = [tokens[child] for child in document.children[index] if child < index]
    return not any(word.relation == "case" or word.text.lower() in ACCUSATIVE for word in below)


def _is_nominative(document: Document, index: int) -> bool:
    return document.tokens[index].morph.get("Case") == "Nom"
