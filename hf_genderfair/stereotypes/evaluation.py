"""The connotation of a label and the sentiment of what is said of it (Görge et al. 2025, appendix D.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.clauses import has_dependent
from hf_genderfair.languages.document import Document
from hf_genderfair.lexicons.word_class import WordClass
from hf_genderfair.stereotypes.indicators import Valence
from hf_genderfair.stereotypes.languages import STEREOTYPE_RULES, StereotypeRules
from hf_genderfair.stereotypes.words import category_key, category_words, reference_words, rows_of

STRONG = 1.2
"""Smallest absolute valence of a judging word, on the scale of -4 to 4 of the sentiment lists."""

DESCRIPTIVE = WordClass("stereotype_words", "descriptive")
"""Words for fortune, states and relations, which do not judge persons, and function words of the lists."""


def read_connotation(document: Document, first: int, last: int) -> Valence:
    """Read the connotation of a label: a derogatory or glorifying word for the group, or an adjective that judges."""
    tokens = document.tokens[first:last]
    listed = category_words(document.lang)
    found: set[Valence] = set()
    for length in (1, 2):
        for start in range(len(tokens) - length + 1):
            key = category_key(" ".join(token.text for token in tokens[start : start + length]))
            found |= {use.connotation for use in listed.get(key, ()) if use.form != "pronoun"}
    lang = document.lang
    judging = STEREOTYPE_RULES[lang].judging
    judged = judging.as_dict if judging else resource(("judging words", lang), lambda: _strong(lang))
    for token in tokens:
        low = token.text.lower()
        if token.pos in ("ADJ", "NOUN", "PROPN", "VERB") and category_key(low) not in listed:
            found.add(judged.get(low) or judged.get(token.lemma.lower(), "neutral"))
    return "negative" if "negative" in found else "positive" if "positive" in found else "neutral"


def _strong(lang: str) -> dict[str, Valence]:
    valences = STEREOTYPE_RULES[lang].valences
    return {
        word: "negative" if valence < 0 else "positive"
        for word, valence in (valences.as_dict.items() if valences else ())
        if abs(valence) >= STRONG and word not in DESCRIPTIVE
    }


LEAST = 0.5
"""Smallest absolute sum of valences that counts as positive or negative."""

SLIGHTLY_BAD = -1.5
"""Valence of excess, inability and lack."""

BAD = -2.0
"""Valence of words for vices that have no other."""

CONTENT = frozenset({"ADJ", "ADV", "NOUN", "PROPN", "VERB", "INTJ"})
CLAUSES = frozenset({"parataxis", "advcl", "ccomp"})
DEGREE_HEADS = frozenset({"ADJ", "ADV"})

_Words = Mapping[str, frozenset[str]]


def evaluate(document: Document, indices: Sequence[int]) -> Valence:
    """Return the sentiment of what a sentence says of its label."""
    # The valences of the words are added up; a negation inverts those below its head. An inability or a lack is
    # slightly negative where no word has a stronger valence, and excess and insufficiency are negative whatever the
    # quality is. Where positive and negative words are even, the negative ones count, as for readers (Baumeister et al.
    # 2001).
    words = reference_words(document.lang)
    valences = resource(("evaluation", document.lang), lambda: _valences(document.lang))
    total, lacks, blames = 0.0, False, False
    turned: set[int] = set()
    for index in indices:
        token = document.tokens[index]
        word, failure = token.text.lower(), {token.text.lower(), token.lemma.lower()} & words["failures"]
        if word in words["negators"] and _is_eager(document, document.heads[index], words):
            continue
        if word in words["negators"] or failure:
            turned.update(_scope(document, index, index if failure else document.heads[index], words))
            lacks = lacks or bool(failure) or _is_lack(document, index, words)
        elif word in words["only"]:
            turned.clear()
        elif word in words["excess"]:
            # "not too tired to help" helps
            turned ^= set(_prevented(document, document.heads[index]))
        sign = -1.0 if index in turned else 1.0
        valence = _measured(document, index, words, sign * _valence(document, index, valences), sign)
        valence += _excess(document, index, words, sign)
        blames = blames or valence <= SLIGHTLY_BAD
        total += valence
    if (lacks or blames) and abs(total) < LEAST:
        total = SLIGHTLY_BAD
    return "neutral" if abs(total) < LEAST else "positive" if total > 0 else "negative"


def is_judgement(document: Document, index: int) -> bool:
    """Return whether a word, or one that depends on it, judges somebody."""
    valences = resource(("evaluation", document.lang), lambda: _valences(document.lang))
    # "well" in "well spoken" is the judgement
    return any(abs(_valence(document, each, valences)) >= 1 for each in (index, *document.children[index]))


def _valence(document: Document, index: int, valences: dict[str, float]) -> float:
    token = document.tokens[index]
    if token.pos not in CONTENT:
        return 0.0
    if token.pos == "ADV" and token.relation == "advmod" and document.tokens[document.heads[index]].pos in DEGREE_HEADS:
        return 0.0
    found = valences.get(f"{token.text.lower()} adverb") if token.relation == "advmod" else None
    found = valences.get(token.text.lower()) if found is None else found
    return valences.get(token.lemma.lower(), 0.0) if found is None else found


def _measured(document: Document, index: int, words: _Words, valence: float, sign: float) -> float:
    """Return a valence as changed by *too* or *enough*: what is too good is not good, nor is what is not enough."""
    measure = _measure_of(document, index, words)
    if measure in words["excess"]:
        return min(valence, 0.0) if sign > 0 else max(valence, 0.0)
    return -abs(valence) if measure and sign < 0 else valence


def _measure_of(document: Document, index: int, words: _Words) -> str:
    """Return the adverb of excess or sufficiency of a quality; empty for none and for *only too happy*."""
    adverbs = [document.tokens[child].text.lower() for child in document.children[index]]
    if words["only"].intersection(adverbs):
        return ""
    return next((word for word in adverbs if word in words["excess"] | words["enough"]), "")


def _is_eager(document: Document, head: int, words: _Words) -> bool:
    """Return whether a negated ability expresses eagerness: *they couldn't wait to start*."""
    around = (document.tokens[index] for index in document.children[head])
    able = any(
        {each.text.lower(), each.lemma.lower()} & words["abilities"] for each in around if each.relation == "aux"
    )
    return able and document.tokens[head].lemma.lower() in words["eager"]


def _excess(document: Document, index: int, words: _Words, sign: float) -> float:
    token, head = document.tokens[index], document.tokens[document.heads[index]]
    word = token.text.lower()
    if token.relation != "advmod":
        return 0.0
    if word in words["excess"] and head.pos in DEGREE_HEADS and _measure_of(document, document.heads[index], words):
        return sign * SLIGHTLY_BAD
    if word in words["only"] and {head.text.lower(), head.lemma.lower()} & words["attitudes"]:
        return sign * 2 * SLIGHTLY_BAD
    return 0.0


def _scope(document: Document, negator: int, head: int, words: _Words) -> Iterator[int]:
    """Yield the tokens in the scope of a negation: those after it below its head, without further clauses."""
    last = max(document.subtree(head)[1], head + 1)
    for child in document.children[head]:
        token = document.tokens[child]
        further = token.relation in CLAUSES or (token.relation == "conj" and token.pos in ("VERB", "AUX"))
        if child > head and further:
            last = min(last, document.subtree(child)[0])
    for index in range(negator + 1, last):
        token = document.tokens[index]
        if token.pos == "SCONJ" and token.text.lower() not in words["complementisers"]:
            return
        yield index


def _prevented(document: Document, head: int) -> Iterator[int]:
    """Yield the tokens of the infinitive that an excess rules out: *to help* in *too tired to help*."""
    for child in document.children[head]:
        if child > head and has_dependent(document, child, "mark"):
            yield from range(*document.subtree(child))


def _is_lack(document: Document, negator: int, words: _Words) -> bool:
    """Return whether a negator negates an ability or a possession."""
    head = document.heads[negator]
    above = document.heads[head] if document.tokens[negator].relation == "det" else head
    around = (head, above, *document.children[head])
    return any(
        document.tokens[index].text.lower() in words["abilities"]
        or document.tokens[index].lemma.lower() in words["abilities"]
        for index in around
    )


def _valences(lang: str) -> dict[str, float]:
    rules = STEREOTYPE_RULES[lang]
    valences: dict[str, float] = {}
    for word, valence, kind in rows_of("evaluation_words", lang):
        for form in _forms(word, kind, rules):
            valences.setdefault(form, float(valence))
    listed = dict.fromkeys(rules.vices.as_tuple, BAD) if rules.vices else {}
    return listed | (rules.valences.as_dict if rules.valences else {}) | valences


def _forms(word: str, kind: str, rules: StereotypeRules) -> Iterable[str]:
    if kind == "verb":
        return rules.verb_forms(word, "")
    if kind == "noun":
        return rules.noun_forms(word)
    return (f"{word} adverb",) if kind == "adverb" else (word,)
