"""Scores of an analysis beside its gold text, as in the CoNLL 2018 shared task, and their intervals.

Tokens are aligned by their places in the text. A score is a triple of integers: right ones, those of the gold text and
those of the pipeline, so that an error of tokenisation counts as a miss and as a wrong one; F1 is twice the right ones
by the sum of the other two. Where only the gold tokens are asked for (Gender, Case), the last two are the same number.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from benchmarks.languages.gold import Gold, without_titles
from dataset_scripts.models.pipelines.treebanks import RELATIONS_KEPT
from hf_genderfair.languages.analysis import Analysis, Token

Triple = tuple[int, int, int]
Scores = dict[str, Triple]
Figures = dict[str, dict[str, float]]

RELATION_GROUPS = {
    "nsubj": "nsubj",
    "nsubj:pass": "nsubj:pass",
    "obj": "obj",
    "iobj": "iobj, obl:arg",
    "obl:arg": "iobj, obl:arg",
    "obl:agent": "obl:agent",
    "conj": "conj",
    "appos": "appos",
    "acl:relcl": "acl:relcl",
}
ROLES = {
    "nsubj": "subject",
    "nsubj:pass": "subject",
    "nsubj:outer": "subject",
    "csubj": "subject",
    "csubj:pass": "subject",
    "obj": "object",
    "iobj": "object",
    "obl:arg": "object",
}
PASSIVE_MARKS = frozenset(("aux:pass", "nsubj:pass", "csubj:pass"))
FEATURE_GROUPS = {
    "": ("NOUN", "PRON", "DET"),
    ", NOUN": ("NOUN",),
    ", PRON": ("PRON",),
    ", DET": ("DET",),
    ", PROPN": ("PROPN",),
}


class Found(NamedTuple):
    """What a pipeline says of a text, as flat as the gold text: heads are indices into all tokens."""

    tokens: tuple[Token, ...]
    sentences: tuple[tuple[int, int], ...]
    names: tuple[tuple[int, int, str], ...]


def flat(analysis: Analysis) -> Found:
    """Return an analysis with its sentences joined."""
    tokens: list[Token] = []
    for sentence in analysis.sentences:
        first = len(tokens)
        tokens += [token._replace(head=token.head + first) for token in sentence.tokens]
    spans = tuple((sentence.start, sentence.end) for sentence in analysis.sentences)
    names = tuple((e.start, e.end, e.type) for sentence in analysis.sentences for e in sentence.entities)
    return Found(tuple(tokens), spans, names)


class Aligned(NamedTuple):
    """Gold and found tokens, and the pairs of both that have the same place: index of gold to index of found."""

    gold: Sequence[Token]
    found: Sequence[Token]
    pairs: Mapping[int, int]


def align(gold: Sequence[Token], found: Sequence[Token]) -> Aligned:
    """Pair the tokens with the same start and end."""
    places = {(token.start, token.end): index for index, token in enumerate(found)}
    found_at = ((index, places.get((token.start, token.end))) for index, token in enumerate(gold))
    return Aligned(gold, found, {index: place for index, place in found_at if place is not None})


def score(gold: Gold, analysis: Analysis) -> Scores:
    """Return all scores of one text with syntax."""
    found = flat(analysis)
    aligned = align(gold.tokens, found.tokens)
    return {
        "tokens": (len(aligned.pairs), len(gold.tokens), len(found.tokens)),
        "sentences": (len({*gold.sentences} & {*found.sentences}), len(gold.sentences), len(found.sentences)),
        **word_scores(aligned),
        **feature_scores(aligned),
        **tree_scores(aligned),
        **relation_scores(aligned),
        "passives": passive_score(aligned),
        **person_scores(aligned, gold.persons),
    }


def word_scores(aligned: Aligned) -> Scores:
    """Score parts of speech and lemmas; a gold lemma ``_`` accepts any."""
    pairs = [(aligned.gold[g], aligned.found[f]) for g, f in aligned.pairs.items()]
    sizes = len(aligned.gold), len(aligned.found)
    pos = sum(g.pos == f.pos for g, f in pairs)
    lemmas = sum(g.lemma in ("_", f.lemma) for g, f in pairs)
    both = len(pairs), len(pairs)
    return {
        "UPOS": (pos, *sizes),
        "UPOS, aligned": (pos, *both),
        "lemmas": (lemmas, *sizes),
        "lemmas, aligned": (lemmas, *both),
    }


def feature_scores(aligned: Aligned) -> Scores:
    """Score Gender and Case on the gold tokens that have them, by part of speech."""
    scores: Scores = {}
    for name in ("Gender", "Case"):
        for suffix, parts in FEATURE_GROUPS.items():
            asked = [i for i, token in enumerate(aligned.gold) if token.pos in parts and name in token.morph]
            met = [i for i in asked if i in aligned.pairs]
            right = sum(aligned.found[aligned.pairs[i]].morph.get(name) == aligned.gold[i].morph[name] for i in met)
            scores[f"{name}{suffix}"] = (right, len(asked), len(asked))
            scores[f"{name}{suffix}, aligned"] = (right, len(met), len(met))
    return scores


def head_is_right(aligned: Aligned, index: int) -> bool:
    """Whether the head of an aligned gold token is the head that was found, or both are roots."""
    found = aligned.pairs[index]
    head = aligned.gold[index].head
    if head == index:
        return aligned.found[found].head == found
    return aligned.found[found].head != found and aligned.pairs.get(head) == aligned.found[found].head


def universal(relation: str) -> str:
    """Return a relation without its subtype."""
    return relation.partition(":")[0]


def known(relation: str) -> str:
    """Return a relation with its subtype where the gold texts keep it."""
    return relation if relation in RELATIONS_KEPT else universal(relation)


def tree_scores(aligned: Aligned) -> Scores:
    """Score heads alone (UAS), with universal relations (LAS) and with the subtypes that gold texts keep."""
    heads = [index for index in aligned.pairs if head_is_right(aligned, index)]
    labelled = [index for index in heads if _same(aligned, index, universal)]
    subtyped = [index for index in heads if _same(aligned, index, known)]
    marks = [is_punctuation(token.text) for token in aligned.gold]
    words = marks.count(False), sum(not is_punctuation(token.text) for token in aligned.found)
    sizes, both = (len(aligned.gold), len(aligned.found)), (len(aligned.pairs), len(aligned.pairs))
    scores: Scores = {}
    for name, right in (("UAS", heads), ("LAS", labelled), ("LAS with subtypes", subtyped)):
        scores[name] = (len(right), *sizes)
        scores[f"{name}, aligned"] = (len(right), *both)
        scores[f"{name}, without punctuation"] = (sum(not marks[index] for index in right), *words)
    return scores


def _same(aligned: Aligned, index: int, form: Callable[[str], str]) -> bool:
    return form(aligned.gold[index].relation) == form(aligned.found[aligned.pairs[index]].relation)


def is_punctuation(form: str) -> bool:
    """Whether a token has punctuation marks only."""
    return all(unicodedata.category(character)[0] == "P" for character in form)


def relation_scores(aligned: Aligned) -> Scores:
    """Score the relations that say who does what; a right one has the right head too."""
    gold = [RELATION_GROUPS.get(known(token.relation)) for token in aligned.gold]
    found = [RELATION_GROUPS.get(known(token.relation)) for token in aligned.found]
    right = [gold[g] for g, f in aligned.pairs.items() if gold[g] == found[f] and head_is_right(aligned, g)]
    groups = dict.fromkeys(RELATION_GROUPS.values())
    return {f"relation {group}": (right.count(group), gold.count(group), found.count(group)) for group in groups}


def passive_score(aligned: Aligned) -> Triple:
    """Score which words are passive: those with a passive auxiliary or a passive subject."""
    gold, found = passive_words(aligned.gold), passive_words(aligned.found)
    return sum(aligned.pairs.get(index) in found for index in gold), len(gold), len(found)


def passive_words(tokens: Iterable[Token]) -> set[int]:
    """Return the indices of passive words."""
    return {token.head for token in tokens if token.relation in PASSIVE_MARKS}


def person_scores(aligned: Aligned, persons: Mapping[int, str]) -> Scores:
    """Score (person, role) pairs, where role is subject or object and gold says who is a person.

    A person that is not aligned, or has another relation, is a miss; a role that gold does not give is a wrong one.
    With the right head, the word that it is subject or object of must be right too. With conjuncts, a conjunct has the
    role of its first conjunct.
    """
    scores: Scores = {}
    for suffix, role_of in (("", role), (", with conjuncts", shared_role)):
        gold = {(index, role_of(aligned.gold, index)) for index in persons}
        met = persons.keys() & aligned.pairs.keys()
        found = {(index, role_of(aligned.found, aligned.pairs[index])) for index in met}
        for name in ("subject", "object"):
            scores[f"{name} of persons{suffix}"] = _triple(gold, found, name, persons)
            if not suffix:
                right = {index for index in met if head_is_right(aligned, index)}
                sizes = scores[f"{name} of persons"][1:]
                scores[f"{name} of persons, right head"] = (_triple(gold, found, name, right)[0], *sizes)
            for kind in () if suffix else ("pronoun", "noun", "name"):
                chosen = {index for index, own in persons.items() if own == kind}
                scores[f"{name} of persons, {kind}"] = _triple(gold, found, name, chosen)
    return scores


def _triple(gold: set[tuple[int, str]], found: set[tuple[int, str]], name: str, chosen: Collection[int]) -> Triple:
    ours, theirs = ({pair for pair in pairs if pair[0] in chosen and pair[1] == name} for pairs in (gold, found))
    return len(ours & theirs), len(ours), len(theirs)


def role(tokens: Sequence[Token], index: int) -> str:
    """Return ``subject``, ``object`` or an empty string."""
    return ROLES.get(tokens[index].relation, "")


def shared_role(tokens: Sequence[Token], index: int) -> str:
    """Return the role of the first conjunct that a token is coordinated with, or its own."""
    for _ in tokens:
        if tokens[index].relation != "conj" or tokens[index].head == index:
            break
        index = tokens[index].head
    return role(tokens, index)


def name_scores(gold: Gold, analysis: Analysis, types: Collection[str], lang: str, strip_titles: bool) -> Scores:
    """Score entities by type: the same characters (exact), and one name found inside or around the head of another.

    Args:
        gold: Text with its entities.
        analysis: What was found.
        types: The types that gold has.
        lang: Language code.
        strip_titles: Whether titles before found names of persons and genitives after them are cut off, as in gold.
    """
    found = [span for span in flat(analysis).names if span[2] in types]
    if strip_titles:
        cut = ((without_titles(gold.text, start, end, lang), kind) for start, end, kind in found)
        found = [(*span, kind) for span, kind in cut if span]
    scores: Scores = {}
    for kind in types:
        theirs = {span for span in found if span[2] == kind}
        ours = [name for name in gold.names if name.type == kind]
        same = sum((name.start, name.end, kind) in theirs for name in ours)
        scores[f"{kind} exact"] = (same, len(ours), len(theirs))
        free = sorted(theirs)
        met = 0
        for name in ours:
            span = next((s for s in free if s[0] < name.head_end and name.head_start < s[1]), None)
            if span:
                free.remove(span)
                met += 1
        scores[f"{kind} overlap"] = (met, len(ours), len(theirs))
    return scores


def figures(
    texts: Sequence[Mapping[str, Triple]], draws: int = 1000, seed: int = 0
) -> dict[str, dict[str, float | int]]:
    """Add up the scores of texts and return F1 with its 95 % interval.

    The interval is from a bootstrap over texts: each draw takes as many texts as there are, with replacement.

    Args:
        texts: Scores by text.
        draws: How many times texts are drawn.
        seed: Of the draws.

    Returns:
        ``value``, ``low``, ``high``, ``right``, ``gold`` and ``found`` by name; without those that have nothing to say.
    """
    names = list(dict.fromkeys(name for text in texts for name in text))
    table = np.array([[text.get(name, (0, 0, 0)) for name in names] for text in texts], dtype=np.int64)
    weights = np.random.default_rng(seed).multinomial(len(texts), np.full(len(texts), 1 / len(texts)), size=draws)
    drawn = np.tensordot(weights, table, axes=1)
    with np.errstate(invalid="ignore"):
        values = 2 * drawn[..., 0] / (drawn[..., 1] + drawn[..., 2])
    result: Figures = {}
    for column, name in enumerate(names):
        right, gold, found = table[:, column].sum(0).tolist()
        if gold:
            low, high = np.nanpercentile(values[:, column], (2.5, 97.5)).tolist()
            result[name] = {
                "value": 2 * right / (gold + found),
                "low": low,
                "high": high,
                "right": right,
                "gold": gold,
                "found": found,
            }
    return result
