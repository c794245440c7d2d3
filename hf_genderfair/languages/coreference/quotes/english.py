"""Reported clauses in English: with and without *that*, with *whether*, infinitives, parentheses, *according to*."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.clauses import dependents, has_dependent, is_finite
from hf_genderfair.languages.coreference.rules import (
    NOMINAL,
    QuoteRules,
    ReportedClause,
    ReportingVerb,
    VerbForm,
    agent_of,
    clause_around,
    saying_verbs,
    trimmed,
)
from hf_genderfair.languages.document import Document
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass

DOUBLING = WordClass("verb_frames_en", "doubling")
"""Verbs whose last letter is doubled before *-ed* and *-ing*."""


def english_verbs(document: Document) -> dict[int, ReportingVerb]:
    """Return the verbs of saying of an English text by the index of their token, in order."""
    forms = resource(("reporting verbs", "en"), _forms)
    verbs = saying_verbs("en")
    found = {}
    for index, token in enumerate(document.tokens):
        if token.pos == "VERB" and token.relation != "amod":
            lemma = forms.get(token.text.lower())
            if lemma:
                form = _form(token.morph.get("VerbForm", ""))
                found[index] = ReportingVerb(lemma, form, index, *verbs[lemma])
    return found


def _forms() -> dict[str, str]:
    """Return the verb of each form; lemmas of the pipeline are wrong for some (*began* as a form of *beg*)."""
    irregular = {row[0]: [row[2], row[4]] for row in load_lexicon("irregular_verbs_en").rows}
    verbs = saying_verbs("en")
    forms: dict[str, str] = {}
    for lemma in verbs:
        doubled = lemma + lemma[-1] if lemma in DOUBLING else lemma
        past = irregular.get(lemma) or [doubled.removesuffix("e") + "ed"]
        if lemma.endswith("y") and lemma[-2] not in "aeiou":
            third, past = lemma[:-1] + "ies", [lemma[:-1] + "ied"]
        else:
            third = lemma + ("es" if lemma.endswith(("s", "sh", "ch", "x", "go")) else "s")
        stem = doubled.removesuffix("e") if not lemma.endswith("ee") else doubled
        for form in (lemma, third, stem + "ing", *past):
            forms[form] = lemma
    return forms


def _form(form: str) -> VerbForm:
    return "finite" if form == "Fin" else "infinitive" if form == "Inf" else "participle"


ASKING = WordClass("closed_classes_en", "interrogative")
SUBORDINATORS = WordClass("closed_classes_en", "subordinator")
QUOTATION = frozenset(("“", "”", '"', "``", "''", "‘", "’", "„", "«", "»", "'", "`"))
PERCEIVING = WordClass("verb_frames_en", "perceiving")
"""Verbs with clauses of many kinds, of which only those with *that* and *whether* are content."""

TELLING = WordClass("verb_frames_en", "telling")
"""Verbs whose object is the addressee."""

INVERTING = WordClass("verb_frames_en", "inverting")
"""Verbs that precede their subject after reported words: …, said the farmer."""

BARE = frozenset("say claim believe think suspect".split())
"""Verbs whose content often has no conjunction, and which rarely have a noun as object."""

FINDING = frozenset("find show prove demonstrate determine".split())
"""Verbs that report with a document as subject, but not with a person."""

PERSONAL = frozenset("i you he she we they who".split())

DIVIDING = frozenset((",", "–", "—", "--"))

MOST_OBJECT = 14
"""Largest number of tokens between a verb and the conjunction of its content."""

WITH_INFINITIVE = frozenset(("request", "promise", "question"))
"""Kinds of verbs whose content may be an infinitive: urge, promise, ask."""


def english_reports(document: Document, verbs: Mapping[int, ReportingVerb]) -> Iterator[ReportedClause]:
    """Find reported clauses."""
    for index, verb in verbs.items():
        if verb.indirect:
            yield from _beside_verb(document, index, verb)
    for index, token in enumerate(document.tokens):
        lower = token.text.lower()
        if lower == "according" and [near.text.lower() for near in document.tokens[index + 1 : index + 2]] == ["to"]:
            yield from _source(document, index, index + 2)
        elif token.pos == "NOUN" and lower in _nouns() and _nouns()[lower][1]:
            yield from _beside_noun(document, index)


def _beside_verb(document: Document, index: int, verb: ReportingVerb) -> Iterator[ReportedClause]:
    """Yield the content around a parenthesis with the verb, or after the verb."""
    parenthesis = _parenthesis(document, index, verb)
    if parenthesis is not None:
        yield _around(document, *parenthesis)
        return
    children = [child for child in document.children[index] if child > index]
    content = [child for child in children if _is_content(document, index, child, verb)]
    if content:
        first = _start(document, index, content[0])
        end = max(document.subtree(child)[1] for child in content)
    else:
        first = _conjunction(document, index, verb)
        end = _clause_end(document, index, first)
    if first <= index or document.tokens[first].text in QUOTATION:
        return
    speaker = agent_of(document, index)
    noticed = verb.lemma in FINDING and _is_noticed(document, index, speaker)
    degree = any(token.text.lower() in ("so", "such") for token in document.tokens[index + 1 : first])
    if not (noticed or degree or _is_inference(document, speaker)):
        yield ReportedClause(*trimmed(document, first, _end(document, first, end)), speaker)


def _clause_end(document: Document, index: int, first: int) -> int:
    """Return the end of the clause of a conjunction; that of the sentence where there is none."""
    if first < 0:
        return 0
    head = document.heads[first]
    below = first < head and document.tokens[first].relation in ("mark", "obj", "nsubj", "advmod")
    return document.subtree(head)[1] if below else document.sentences[document.sentence_of[index]][1]


def _is_clause(document: Document, start: int, end: int) -> bool:
    """Whether a clause without conjunction begins: a noun phrase, then a finite verb, before any pronoun or comma."""
    tokens = document.tokens
    for index in range(start, min(end, start + MOST_OBJECT)):
        if is_finite(tokens[index]):
            return index > start
        if tokens[index].pos in ("PUNCT", "CCONJ") or tokens[index].text.lower() in ("that", "who", "which", "whose"):
            return False
    return False


def _is_noticed(document: Document, index: int, speaker: int) -> bool:
    """Whether a verb means that a person finds something out, which is not a report."""
    out = document.tokens[index + 1 : index + 2]
    personal = speaker >= 0 and document.tokens[speaker].text.lower() in PERSONAL
    return personal or (bool(out) and out[0].text.lower() == "out")


def _is_inference(document: Document, speaker: int) -> bool:
    """Whether the subject is a fact, not a speaker: *That suggests*."""
    return speaker >= 0 and document.tokens[speaker].text.lower() in ("that", "this", "these", "those", "which", "what")


def _conjunction(document: Document, index: int, verb: ReportingVerb) -> int:
    """Return the index of *that*, *to* or a question word at the start of the content after an object; else -1."""
    # Parsers often make such a clause part of the object: *told the patient that he could go*.
    tokens = document.tokens
    end = document.sentences[document.sentence_of[index]][1]
    prepositional = False
    if verb.lemma in BARE and _is_clause(document, index + 1, end):
        return index + 1
    for after in range(index + 1, min(end - 1, index + MOST_OBJECT)):
        token = tokens[after]
        lower = token.text.lower()
        below = document.heads[after] > after
        if token.relation == "det" and lower == "that":
            return -1
        if lower in ("that", "whether") and below and tokens[after + 1].pos not in ("VERB", "AUX", "PUNCT"):
            if tokens[after - 1].pos == "NOUN" and _nouns().get(tokens[after - 1].text.lower(), (False, False))[1]:
                return -1
            return after if token.relation == "mark" or prepositional or verb.lemma in TELLING else -1
        if lower == "to" and token.pos == "PART" and below:
            return after if after > index + 1 and verb.note in ("request", "question") else -1
        if after == index + 1 and verb.note == "question" and lower in ASKING:
            return after
        if token.pos in ("VERB", "AUX", "PUNCT", "CCONJ", "SCONJ"):
            return -1
        prepositional = prepositional or token.pos == "ADP"
    return -1


def _is_content(document: Document, index: int, child: int, verb: ReportingVerb) -> bool:
    """Whether a clause below a verb is its content."""
    tokens = document.tokens
    relation = tokens[child].relation
    below = [under for under in document.children[child] if under > index and tokens[under].relation == "mark"]
    marks = {tokens[under].text.lower() for under in below}
    if relation in ("ccomp", "parataxis", "advcl", "csubj") and marks & {"that", "whether"}:
        return True
    if relation == "conj":
        return "that" in marks
    if relation == "xcomp":
        return "to" in marks and (verb.note in WITH_INFINITIVE or verb.lemma == "tell")
    if relation != "ccomp" or verb.lemma in PERCEIVING:
        return False
    first = _start(document, index, child)
    if tokens[first].text.lower() in ASKING:
        return verb.note == "question" or (verb.direct and tokens[first - 1].text != ",")
    if verb.note == "question" and "if" in marks:
        return True
    return SUBORDINATORS.as_set.isdisjoint(marks) and _has_subject(document, child)


def _start(document: Document, index: int, child: int) -> int:
    """Return the first word of a clause after its verb."""
    tokens = document.tokens
    for below in document.children[child]:
        if below > index and tokens[below].relation == "mark" and tokens[below].text.lower() in ("that", "whether"):
            joined = tokens[child].relation == "conj" and tokens[index + 1].text not in DIVIDING
            return index + 1 if joined else below
    return trimmed(document, max(document.subtree(child)[0], index + 1), child + 1)[0]


def _end(document: Document, first: int, end: int) -> int:
    """Return the end of a clause, repaired where the parse ends it before its verb or after a condition."""
    tokens = document.tokens
    stop = document.sentences[document.sentence_of[first]][1]
    conditional = first + 1 < end and tokens[first + 1].text.lower() in SUBORDINATORS
    verbal = end < stop and is_finite(tokens[end + (tokens[end].text == "," and end + 1 < stop)])
    cut = verbal or (end < stop and conditional and tokens[end].text == ",")
    goes_on = end < stop and tokens[end].text.lower() in SUBORDINATORS and document.heads[end] > end
    if goes_on and tokens[first].text.lower() != "to":
        end = max(end, document.subtree(document.heads[end])[1])
    return stop if cut else end


def _has_subject(document: Document, clause: int) -> bool:
    return any(
        document.tokens[child].relation.startswith(("nsubj", "csubj", "expl")) for child in document.children[clause]
    )


def _parenthesis(document: Document, index: int, verb: ReportingVerb) -> tuple[int, int, int] | None:
    """Return start and end of *, the minister said,* or *as she said*, and its speaker."""
    tokens = document.tokens
    first, end = document.sentences[document.sentence_of[index]]
    begin, speaker = index, -1
    for child in reversed([child for child in document.children[index] if child < index]):
        if tokens[child].relation == "nsubj" and speaker < 0:
            begin, speaker = min(begin, document.subtree(child)[0]), child
        elif tokens[child].relation in ("aux", "advmod", "mark") and tokens[begin - 1].text not in DIVIDING:
            begin = min(begin, child)
    closing = _closing(document, index, end)
    objects = has_dependent(document, index, "obj")
    if any(token.text.lower() in ("that", "whether") for token in tokens[index:closing]):
        return None
    clausal = any(tokens[child].relation in ("ccomp", "xcomp") for child in document.children[index] if child > index)
    if (
        tokens[begin].text.lower() == "as"
        and not clausal
        and speaker >= 0
        and (begin == first or tokens[begin - 1].text in DIVIDING)
    ):
        return begin, closing, speaker
    if begin <= first + 1 or tokens[begin - 1].text not in DIVIDING or not verb.direct or verb.form == "infinitive":
        return None
    goes_on = closing + 1 < end and tokens[closing + 1].pos == "CCONJ"
    if goes_on or tokens[index].text.endswith("ing") or any(is_finite(token) for token in tokens[index + 1 : closing]):
        return None
    if speaker < 0 and verb.lemma in INVERTING and begin == index:
        speaker, closing = _speaker_after(document, index, closing, end)
    elif objects or (speaker >= 0 and tokens[speaker].text.lower() in ("which", "who", "that")):
        return None
    return (begin - 1, closing, speaker) if speaker >= 0 and _can_be_said(document, first, begin - 1, closing) else None


def _speaker_after(document: Document, index: int, closing: int, end: int) -> tuple[int, int]:
    """Return the speaker after a verb (*, said the farmer*), and the end of the parenthesis."""
    tokens = document.tokens
    speaker = next((near for near in range(index + 1, closing) if tokens[near].pos in NOMINAL), -1)
    while tokens[speaker].relation in ("compound", "nmod:poss") and index < document.heads[speaker] < closing:
        speaker = document.heads[speaker]
    if speaker >= 0 and closing < document.subtree(speaker)[1] - 1:
        closing = _closing(document, document.subtree(speaker)[1] - 1, end)
    return speaker, closing


def _can_be_said(document: Document, first: int, opening: int, closing: int) -> bool:
    """Whether the words before or around a parenthesis are a clause outside of quotation marks."""
    tokens = document.tokens
    before = tokens[first:opening]
    if before[0].text.lower() in SUBORDINATORS or {before[0].text, before[-1].text} & QUOTATION:
        return False
    if any(is_finite(token) for token in before):
        return True
    after = tokens[closing : closing + 3]
    return bool(after) and after[0].text == "," and any(is_finite(token) for token in after)


def _closing(document: Document, index: int, end: int) -> int:
    return next((at for at in range(index + 1, end) if document.tokens[at].text in (*DIVIDING, ";", ".")), end)


def _around(document: Document, opening: int, closing: int, speaker: int) -> ReportedClause:
    """Return the reported clause around a parenthesis in its sentence."""
    sentence = trimmed(document, *document.sentences[document.sentence_of[opening]])
    return clause_around(document, *sentence, opening, closing, speaker)


def _source(document: Document, opening: int, noun: int) -> Iterator[ReportedClause]:
    """Yield the content of *according to somebody*."""
    tokens = document.tokens
    end = document.sentences[document.sentence_of[opening]][1]
    while noun < end and tokens[noun].pos not in NOMINAL:
        noun += 1
    if noun == end:
        return
    while tokens[noun].relation in ("compound", "nmod:poss") and noun < document.heads[noun] < end:
        noun = document.heads[noun]
    close = max(noun + 1, document.subtree(noun)[1])
    if opening == document.sentences[document.sentence_of[opening]][0]:
        beside = dependents(document, noun, "appos")
        last = document.subtree(beside[-1])[1] - 1 if beside and beside[-1] < close else noun
        close = _after_apposition(document, _closing(document, last, end), end)
    yield _around(document, opening, min(close, end), noun)


def _after_apposition(document: Document, comma: int, end: int) -> int:
    """Return the comma after an apposition that is parsed as a second subject; else the comma before it."""
    following = _closing(document, comma, end)
    for index in range(comma + 1, following):
        if document.tokens[index].relation == "nsubj" and following < end:
            later = [child for child in document.children[document.heads[index]] if child > following]
            return following if any(document.tokens[child].relation == "nsubj" for child in later) else comma
    return comma


def _beside_noun(document: Document, index: int) -> Iterator[ReportedClause]:
    """Yield the clause of a noun: the claim that X."""
    tokens = document.tokens
    for child in document.children[index]:
        if child < index or not tokens[child].relation.startswith(("acl", "ccomp")):
            continue
        first, end = document.subtree(child)
        first = trimmed(document, max(first, index + 1), end)[0]
        marked = any(below == first and tokens[below].relation == "mark" for below in document.children[child])
        if marked and tokens[first].text.lower() in ("that", "whether"):
            yield ReportedClause(*trimmed(document, first, end), _noun_speaker(document, index))


def _noun_speaker(document: Document, index: int) -> int:
    tokens = document.tokens
    for child in document.children[index]:
        if tokens[child].relation == "nmod:poss" or (tokens[child].relation == "nmod" and child == index + 2):
            return child
    above = document.heads[index]
    is_object = tokens[above].pos == "VERB" and tokens[index].relation in ("obj", "obl")
    return agent_of(document, above) if is_object else -1


@lru_cache(maxsize=1)
def _nouns() -> dict[str, tuple[bool, bool]]:
    nouns: dict[str, tuple[bool, bool]] = {}
    for lemma, source, clause in load_lexicon("saying_nouns_en").rows:
        plural = lemma[:-1] + "ies" if lemma.endswith("y") and lemma[-2] not in "aeiou" else lemma + "s"
        nouns[lemma] = nouns[plural] = bool(source), bool(clause)
    return nouns


RULES = QuoteRules(
    verbs=english_verbs,
    reports=lambda document, verbs, direct, persons: english_reports(document, verbs),
    speaker_by_paragraph=True,
)
"""How English quotes."""
