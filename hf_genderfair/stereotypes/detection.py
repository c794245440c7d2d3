"""Whether a sentence may hold a stereotype, without a language model (Görge et al. 2025, section 4.2.3, step 1)."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import lru_cache

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.clauses import dependents, has_copula, has_dependent
from hf_genderfair.languages.document import Document
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.stereotypes.indicators import Content, Label
from hf_genderfair.stereotypes.languages import STEREOTYPE_RULES
from hf_genderfair.stereotypes.predicates import AUXILIARIES, has_subject, predicate_of
from hf_genderfair.stereotypes.words import entities_between, reference_words, statement_patterns

ASSESSED = frozenset({"enduring characteristics", "situational behaviour"})

QUOTES = re.compile(
    r"""
      "[^"\n]{2,1500}"
    | “[^”\n]*(?:”|$)
    | „[^“”"\n]*(?:[“”"]|$)
    | «[^»\n]*(?:»|$)
    | »[^«»\n]{2,1500}«
    | ``.*?(?:''|$)
    | (?<!\w)‘[^‘\n]{2,1500}?’(?!\w)
    """,
    re.MULTILINE | re.VERBOSE,
)
"""Quotations; one without a closing mark extends to the end of its line."""

MARKS = re.compile(r"(?:^|\s)/s\b|🙄", re.IGNORECASE)
"""Marks of sarcasm."""

NUMBERS = re.compile(r"[$€£]\s?\d|\d\s?%|\b(?:1[0-9]{3}|20[0-2][0-9])\b")
"""Amounts, shares and years, by which a sentence states a fact."""

SAYING = frozenset({"ccomp", "parataxis"})
CLAUSES = frozenset({"advcl", "ccomp", "xcomp"})
OPENINGS = frozenset({"mark", "advmod"})

SAME = frozenset({"conj", "amod"})
"""Relations of words that say of a group what their predicate says: *vagos y sucios*, *malas jefas*."""

WORD = re.compile(r"\w+")

NEAR = 5
"""Words before one for a vice among which the form of *be* stands."""

ENDING = 3
"""Tokens at the end of a sentence, closing marks among them, one of which is the question mark of a question."""

LONGEST_TAG = 6
"""Tokens of the longest tag question: *, don't you think?*"""


def is_potential(document: Document, sentence: int, label: Label | None, content: Content) -> bool:
    """Return whether a sentence may hold a stereotype: a label, and beliefs about behaviour, features or traits."""
    # The six questions of the paper (appendix D.2) as rules: there is a label; the sentence gives a behaviour or
    # characteristics of it; and it states no fact and no norm, and does not call the statement a stereotype (see
    # `states_fact_or_norm` and `is_told_otherwise`). Questions are no statements, unless they take for granted what
    # they ask about. Restrictive modifiers, conditions and purposes are no beliefs about the label. A sentence with a
    # number or another name describes a single case. Of specific persons only predicates with a copula count, and of
    # names and pronouns only those that judge, too.
    if label is None or content.situation not in ASSESSED:
        return False
    if states_fact_or_norm(_sentence_text(document, sentence), document.lang):
        return False
    if is_told_otherwise(document, sentence, label, content) or _is_asked(document, sentence, label):
        return False
    if not _is_asserted(document, label, content) or _names_others(document, sentence, label):
        return False
    if label.target_type == "generic target":
        return True
    if content.situation != "enduring characteristics":
        return False
    ascribed = has_copula(document, predicate_of(document, label.head))
    judged = content.situation_evaluation != "neutral"
    if label.gram_form != "noun":
        return ascribed and judged
    # news reports what several persons do in the present tense, too
    return ascribed or (judged and label.ling_form != "subset")


def states_fact_or_norm(text: str, lang: str) -> bool:
    """Whether words of a sentence say that it states a fact, gives advice, speaks of rights or denies a belief."""
    # Statistics, health, law, history and rites are facts.
    patterns = statement_patterns(lang)
    return bool(NUMBERS.search(text)) or any(patterns[kind].search(text) for kind in ("fact", "right", "denial"))


def is_told_otherwise(document: Document, sentence: int, label: Label, content: Content) -> bool:
    """Return whether the form of a sentence says something else of a group than what is commonly believed."""
    # That is what was so in the past, or always up to now unless bad, what a small part does, what somebody is able or
    # allowed to, unless it is bad and not said of others too, a quality that is denied or that others have as well,
    # unless what is left is bad, and how much of something is done, compared with others, where that is neither good
    # nor bad.
    patterns, words = statement_patterns(document.lang), reference_words(document.lang)
    bad = content.situation_evaluation == "negative"
    text = _sentence_text(document, sentence)
    if patterns["part"].match(document.text, label.start):
        return True
    if patterns["able"].match(document.text, label.end + 1) and (not bad or patterns["too"].search(text)):
        return True
    predicate = predicate_of(document, label.head)
    verbs = [document.tokens[index] for index in (predicate, *document.children[predicate])]
    first, last = document.sentences[sentence]
    said = {token.text.lower() for token in document.tokens[first:last] if label.end <= token.start}
    copula = has_copula(document, predicate)
    denied = copula and bool(said & words["negators"])
    # what two groups do alike is no belief about one, but *as dumb as a brick* is
    if (denied and not bad) or (patterns["alike"].search(text) and not (bad and copula)):
        return True
    if content.situation_evaluation == "neutral" and not copula and patterns["compared"].search(text):
        return True
    # a perfect tells what was so up to now, as in *they have always worked*
    if not bad and patterns["general"].search(text) and _has_auxiliary_of_perfect(document, predicate):
        return True
    return any(
        verb.morph.get("Tense") == "Past" and verb.morph.get("VerbForm") == "Fin"
        for number, verb in enumerate(verbs)
        if not number or verb.relation in AUXILIARIES
    )


def _has_auxiliary_of_perfect(document: Document, predicate: int) -> bool:
    """Return whether a predicate is a participle with an auxiliary that is neither passive nor modal."""
    modal = reference_words(document.lang)["modal"]
    auxiliaries = (document.tokens[child] for child in document.children[predicate])
    return document.tokens[predicate].morph.get("VerbForm") == "Part" and any(
        each.relation == "aux" and each.morph.get("Tense") == "Pres" and each.text.lower() not in modal
        for each in auxiliaries
    )


def is_judged(document: Document, sentence: int, label: Label, content: Content) -> bool:
    """Return whether a sentence judges a group, or says what it is or what it always does."""
    # What a group merely does or deserves is mostly a custom, a figure or a right: *Muslims eat no pork*.
    if content.situation_evaluation == "negative" or has_copula(document, predicate_of(document, label.head)):
        return True
    return statement_patterns(document.lang)["general"].search(_sentence_text(document, sentence)) is not None


def may_name_vice(text: str, lang: str) -> bool:
    """Return quickly whether a text has a word that nobody says of a group but to judge it, near a form of *be*."""
    vices = STEREOTYPE_RULES[lang].vices
    if vices is None:
        return False
    words, copulas = WORD.findall(text.lower()), reference_words(lang)["copulas"]
    named = (index for index, word in enumerate(words) if word in vices)
    return any(not copulas.isdisjoint(words[max(0, index - NEAR) : index + 2]) for index in named)


def names_vice(document: Document, label: Label) -> bool:
    """Return whether a sentence says of a group that it is what nobody says but to judge it."""
    vices = STEREOTYPE_RULES[document.lang].vices
    if vices is None or label.ling_form != "generic":
        return False
    above = predicate_of(document, label.head)
    _, last = document.sentences[document.sentence_of[above]]
    negators = reference_words(document.lang)["negators"]
    if any(token.text.lower() in negators for token in document.tokens[label.head : last]):
        return False
    complements = [index for index in document.children[above] if document.tokens[index].relation == "xcomp"]
    # parsers take participles that judge for passives
    said = [index for index in (above, *complements) if has_dependent(document, index, "cop", "aux:pass")]
    said += [child for index in said for child in document.children[index] if document.tokens[child].relation in SAME]
    return any(document.tokens[index].text.lower() in vices for index in said)


def _is_asked(document: Document, sentence: int, label: Label) -> bool:
    """Return whether a sentence asks whether something is so."""
    # *Why are men loud?*, *Aren't men loud?* and *Men are loud, right?* say that it is.
    first, last = document.sentences[sentence]
    tokens = document.tokens[first:last]
    if not any(token.text == "?" for token in tokens[-ENDING:]):
        return False
    if any(token.text == "," and label.end <= token.start for token in tokens[-LONGEST_TAG:]):
        return False
    words = reference_words(document.lang)
    before = {token.text.lower() for token in tokens if token.end <= label.start}
    return not before & (words["presupposing"] | words["negators"])


def _is_asserted(document: Document, label: Label, content: Content) -> bool:
    """Return whether a sentence asserts something of its label, beyond a restrictive modifier or a condition."""
    first = bisect_left(document.tokens, content.start, key=lambda token: token.start)
    last = bisect_left(document.tokens, content.end, key=lambda token: token.start)
    inside = range(first, last)
    head = next(
        (index for index in inside if document.heads[index] == index or document.heads[index] not in inside), None
    )
    if head is None:
        return False
    above = (head, *document.ancestors(head))
    if label.head in above and not _is_predicated(document, label.head):
        return False
    clauses = [index for index in above if document.tokens[index].relation in CLAUSES]
    unasserted = reference_words(document.lang)["unasserted"]
    return not any(
        document.tokens[child].text.lower() in unasserted
        and document.tokens[child].relation in OPENINGS
        and document.subtree(index)[0] == child
        for index in clauses
        for child in document.children[index]
    )


def _is_predicated(document: Document, index: int) -> bool:
    """Return whether a noun has a subject, or is the root with a relative clause because the parser missed the verb."""
    narrowed = has_dependent(document, index, "acl:relcl")
    return has_subject(document, index) or (document.heads[index] == index and narrowed)


def _names_others(document: Document, sentence: int, label: Label) -> bool:
    """Whether a sentence has a number or a name beside its label, as descriptions of single cases mostly have."""
    # Names of places do not count where the label is a group.
    first, last = document.sentences[sentence]
    tokens = document.tokens[first:last]
    if any(token.pos == "NUM" and token.text[0].isdigit() for token in tokens):
        return True
    places = label.target_type == "generic target"
    return any(
        entity.end <= label.start or label.end <= entity.start
        for entity in entities_between(document, tokens[0].start, tokens[-1].end)
        if not (places and entity.type == "LOC")
    )


def _sentence_text(document: Document, sentence: int) -> str:
    """Return the characters of a sentence."""
    first, last = document.sentences[sentence]
    return document.text[document.tokens[first].start : document.tokens[last - 1].end]


def is_quoted(document: Document, sentence: int, label: Label | None) -> bool:
    """Return whether a sentence quotes or reports what somebody else says, or is marked as sarcasm."""
    if label is None:
        return False
    spans = _quoted_spans(document.text)
    at = bisect_right(spans, (label.start, len(document.text))) - 1
    if at >= 0 and spans[at][1] >= label.end:
        return True
    text = _sentence_text(document, sentence)
    distant = MARKS.search(text) or statement_patterns(document.lang)["distance"].search(text)
    return bool(distant) or _is_reported(document, label.head)


@lru_cache(maxsize=1)
def _quoted_spans(text: str) -> list[tuple[int, int]]:
    return [match.span() for match in QUOTES.finditer(text)]


def _is_reported(document: Document, head: int) -> bool:
    """Return whether the clause of a label reports what somebody other than the writer says or thinks."""
    predicate = predicate_of(document, head)
    said = resource(
        ("verbs of reported stereotypes", document.lang),
        lambda: frozenset(row[0] for row in load_lexicon(f"reporting_verbs_{document.lang}").rows if "yes" in row[1:3]),
    )
    verbs = dependents(document, predicate, "parataxis")
    for index in (predicate, *document.ancestors(predicate)):
        if document.tokens[index].relation in SAYING:
            verbs.append(document.heads[index])
    return any(document.tokens[verb].lemma.lower() in said and not _is_first_person(document, verb) for verb in verbs)


def _is_first_person(document: Document, verb: int) -> bool:
    around = (verb, *document.children[verb])
    persons = {
        document.tokens[index].morph.get("Person")
        for index in around
        if index == verb or document.tokens[index].relation in ("nsubj", "aux")
    }
    return "1" in persons
