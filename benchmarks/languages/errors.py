"""Where a pipeline goes wrong: counts by relation, length, tokenisation, word ending; no word of the data is shown."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from benchmarks.languages.gold import Gold
from benchmarks.languages.scores import FEATURE_GROUPS, Aligned, align, flat, head_is_right, known, universal
from hf_genderfair.languages.analysis import Analysis

LENGTHS = (10, 20, 30, 40)
MOST = 10


def error_analysis(golds: Sequence[Gold], analyses: Iterable[Analysis], known_words: Collection[str]) -> dict[str, Any]:
    """Count the errors of syntax and Gender.

    Args:
        golds: Sentences, each a text of its own.
        analyses: What was found in them.
        known_words: Words of the training data in lower case; empty where they are not known.

    Returns:
        ``relations`` and ``lengths``: right heads, right heads and relations, gold tokens. ``confusions``: gold and
        found relation of aligned tokens, with their number and how many have the right head. ``errors`` of labelled
        attachment and how many are ``errors_of_tokenisation``: the token or its head is no token of the pipeline.
        ``gender``: errors and gold tokens, by part of speech, by ending of nouns, and by known and unknown nouns.
    """
    aligned = [align(gold.tokens, flat(analysis).tokens) for gold, analysis in zip(golds, analyses, strict=True)]
    relations: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    lengths: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for sentence in aligned:
        for index, token in enumerate(sentence.gold):
            head, label = _right(sentence, index)
            for group in (relations[known(token.relation)], lengths[length_class(len(sentence.gold))]):
                group[:] = group[0] + head, group[1] + (head and label), group[2] + 1
    return {
        "relations": dict(sorted(relations.items(), key=lambda item: -item[1][2])),
        "lengths": {
            name: lengths[name] for name in map(length_class, (1, *(n + 1 for n in LENGTHS))) if name in lengths
        },
        "confusions": confusions(aligned),
        **_tokenisation(aligned),
        "gender": gender_errors(aligned, known_words),
    }


def _right(sentence: Aligned, index: int) -> tuple[bool, bool]:
    """Return whether the head and whether the universal relation of a gold token were found."""
    if index not in sentence.pairs:
        return False, False
    found = sentence.found[sentence.pairs[index]]
    return head_is_right(sentence, index), universal(found.relation) == universal(sentence.gold[index].relation)


def length_class(length: int) -> str:
    """Return the class of a sentence length in tokens.

    Example:
        >>> length_class(10), length_class(11), length_class(99)
        ('1-10', '11-20', '41-')
    """
    first = 1
    for last in LENGTHS:
        if length <= last:
            return f"{first}-{last}"
        first = last + 1
    return f"{first}-"


def confusions(aligned: Iterable[Aligned]) -> list[dict[str, Any]]:
    """Return the most frequent pairs of gold relation and another one that was found."""
    pairs: Counter[tuple[str, str]] = Counter()
    right_heads: Counter[tuple[str, str]] = Counter()
    for sentence in aligned:
        for gold, found in sentence.pairs.items():
            pair = known(sentence.gold[gold].relation), known(sentence.found[found].relation)
            if pair[0] != pair[1]:
                pairs[pair] += 1
                right_heads[pair] += head_is_right(sentence, gold)
    ordered = sorted(pairs.items(), key=lambda item: (-item[1], item[0]))[:MOST]
    return [{"gold": g, "found": f, "n": n, "right_head": right_heads[g, f]} for (g, f), n in ordered]


def _tokenisation(aligned: Iterable[Aligned]) -> dict[str, int]:
    errors = of_tokenisation = 0
    for sentence in aligned:
        for index, token in enumerate(sentence.gold):
            if not all(_right(sentence, index)):
                errors += 1
                of_tokenisation += not {index, token.head} <= sentence.pairs.keys()
    return {"errors": errors, "errors_of_tokenisation": of_tokenisation}


def gender_errors(aligned: Iterable[Aligned], known_words: Collection[str]) -> dict[str, dict[str, list[int]]]:
    """Return Gender errors and gold tokens by part of speech and, for nouns, by ending and whether they are known."""
    counts: dict[str, dict[str, list[int]]] = {part: defaultdict(lambda: [0, 0]) for part in ("pos", "ending", "known")}
    for sentence in aligned:
        for index, token in enumerate(sentence.gold):
            if "Gender" not in token.morph or token.pos not in FEATURE_GROUPS[""]:
                continue
            place = sentence.pairs.get(index)
            wrong = place is None or sentence.found[place].morph.get("Gender") != token.morph["Gender"]
            keys = [("pos", token.pos)]
            if token.pos == "NOUN":
                keys += [("ending", "-" + token.text[-2:].lower())]
                keys += [("known", "known" if token.text.lower() in known_words else "unknown")] * bool(known_words)
            for part, key in keys:
                counts[part][key][0] += wrong
                counts[part][key][1] += 1
    return {part: dict(sorted(found.items(), key=lambda item: -item[1][0])[:MOST]) for part, found in counts.items()}
