"""Swapped sentences beside twins written by people, in English, German and Spanish, and their speed.

FOLDER holds ``counterfactual/mt_geneval``, the development part. Rules were looked at against the even lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from datasets import Dataset

from benchmarks.measure import Figures, Measure, ends
from benchmarks.scores import portion
from benchmarks.texts import small_heap, table_rows
from benchmarks.timing import analysed, annotated, growth, rates
from hf_genderfair.core.spans import edit_text, restore_text
from hf_genderfair.core.transform import Transform, annotate
from hf_genderfair.counterfactual.evaluate import WORD, SwapScore, score_swaps, word_changes
from hf_genderfair.counterfactual.swapping import SwapOptions
from hf_genderfair.counterfactual.texts import swap_texts
from hf_genderfair.counterfactual.transform import Counterfactual
from hf_genderfair.languages.analysis import LAYERS
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.types import BINARY_GENDERS, BinaryGender
from hf_genderfair.representation.group_words import GroupWords
from hf_genderfair.stereotypes.transform import Stereotypes

SETS = {"en": ("en_de.en", "en_es.en"), "de": ("en_de.de",), "es": ("en_es.es",)}
OTHER: Mapping[BinaryGender, BinaryGender] = {"female": "male", "male": "female"}
BACK = {"de": 0.95, "en": 0.97, "es": 0.92}
"""Share of the sentences that are to be the same again after a swap and back."""
TRANSFORMS: dict[str, tuple[Transform, ...]] = {
    "Stereotypes": (GroupWords("gender"), Stereotypes("en")),
    "Counterfactual": (GroupWords("gender"), Counterfactual("en", source="male")),
    "both": (GroupWords("gender"), Stereotypes("en"), Counterfactual("en", source="male", remove_stereotypes=True)),
}


class GenderTwins(NamedTuple):
    """Both versions of a sentence; whether it was looked at, and whether it was learned from."""

    feminine: str
    masculine: str
    looked_at: bool
    learned: bool


def twins(data: Path, lang: str) -> list[GenderTwins]:
    """Return the twins of a language, each pair once."""
    folder, pairs = data / "counterfactual/mt_geneval/sentences/dev", dict[tuple[str, str], GenderTwins]()
    numbers = count()
    for name in SETS[lang]:
        files = [folder / f"sentences-{gender}-dev.{name}" for gender in ("feminine", "masculine")]
        files.append(folder / f"sentences-feminine-dev.{name.partition('.')[0]}.en")
        texts = (file.read_text(encoding="utf-8").split("\n")[:-1] for file in files)
        for feminine, masculine, english in zip(*texts, strict=True):
            # the reader learned from four of five sentences
            found = GenderTwins(feminine, masculine, next(numbers) % 2 == 0, crc32(english.encode()) % 5 != 0)
            pairs.setdefault(found[:2], found)
    return list(pairs.values())


def swapped(sentences: Sequence[str], lang: str, to: BinaryGender) -> list[str]:
    """Swap sentences, names kept; every edit can be undone."""
    texts = []
    for sentence, found in zip(sentences, swap_texts(sentences, lang, to, SwapOptions("keep")), strict=True):
        text = edit_text(sentence, found.edits)
        if restore_text(text, found.edits) != sentence:
            raise AssertionError("an edit cannot be undone")
        texts.append(text)
    return texts


def word_swap(sentences: Sequence[str], lang: str, to: BinaryGender) -> list[str]:
    """Swap words by a table of thirteen pairs, in their capitals."""
    rows = [row for row in table_rows(Path(__file__).with_name("word_pairs.tsv")) if row[0] == lang]
    table = {row[1 if to == "male" else 2]: row[2 if to == "male" else 1] for row in reversed(rows)}

    def other(word: str) -> str:
        found = table.get(word) or table.get(word.lower())
        return word if found is None else found.capitalize() if word[0].isupper() else found

    return [WORD.sub(lambda match: other(match[0]), sentence) for sentence in sentences]


def quality(data: Path, lang: list[str] | None = None) -> Figures:
    """Swap sentences to the other gender, in both directions.

    *Exact* are sentences that are the twin to the letter; *F* compares changed words with those that the twin changes.
    """
    for each in lang or SETS:
        pairs = [pair for pair in twins(data, each) if not pair.learned]
        sides = [pair.feminine for pair in pairs], [pair.masculine for pair in pairs]
        directions: dict[BinaryGender, tuple[list[str], list[str]]] = {"male": sides, "female": sides[::-1]}
        (male, female), by_table = (
            [score_swaps(*both, swap(both[0], each, to)) for to, both in directions.items()]
            for swap in (swapped, word_swap)
        )
        both, words = (SwapScore(*map(sum, zip(*scores, strict=True))) for scores in ((male, female), by_table))
        assert words.exact_share.value is not None
        assert words.f1 is not None
        where, table = "MT-GenEval, the fifth from which nothing was learned", "thirteen pairs of words"
        of = partial(Measure, "sentences swapped to the other gender", where, both.lines, of=each)
        yield of("exact", *ends(both.exact_share), beside={table: words.exact_share.value})
        yield of("F of changed words", both.f1, beside={table: words.f1})
        yield of("exact to male", male.exact_share.value)
        yield of("to female", female.exact_share.value)


def there_and_back(data: Path, lang: list[str] | None = None) -> Figures:
    """Swap sentences of one gender to the other and back.

    Counted are sentences that the first swap changes. *Of one gender* leaves out those in which somebody was of the
    other gender before, *plurals apart* also those of which nothing but plurals stays changed.
    """
    for each in lang or BACK:
        even = [(pair.feminine, pair.masculine) for pair in twins(data, each) if pair.looked_at]
        for to in BINARY_GENDERS:
            sentences = [pair[BINARY_GENDERS.index(OTHER[to])] for pair in even]
            there = [pair for pair in zip(sentences, swapped(sentences, each, to), strict=True) if pair[0] != pair[1]]
            before = [sentence for sentence, _ in there]
            back = swapped([changed for _, changed in there], each, OTHER[to])
            own = swapped(before, each, OTHER[to])
            plain = [(one, found) for one, found, same in zip(before, back, own, strict=True) if one == same]
            lost = [pair for pair in plain if pair[0] != pair[1]]
            kept, unambiguous = len(plain) - len(lost), len(plain) - _of_plurals(each, lost)
            again = sum(one == found for one, found in zip(before, back, strict=True))
            limits = {"target": BACK[each], "at most": unambiguous / len(there)}
            for name, number, n, beside in (
                ("the same again", again, len(there), limits),
                ("of one gender", kept, len(plain), {}),
                ("of one gender, plurals apart", kept, unambiguous, {}),
            ):
                of = partial(Measure, "swapped and back", "MT-GenEval, looked at", n, of=f"{each} to {to}")
                yield of(name, *portion(number, n), beside=beside)


def _of_plurals(lang: str, pairs: Sequence[tuple[str, str]]) -> int:
    """Count sentences that differ from what came back in plurals alone."""
    number = 0
    analyses = pipeline(lang).analyse([sentence for sentence, _ in pairs], ("pos", "morph"))
    for (sentence, back), analysis in zip(pairs, analyses, strict=True):
        words = {token.text: token.morph.get("Number") for each in analysis.sentences for token in each.tokens}
        changed = {word for _, before, _ in word_changes(sentence, back) for word in before.split()}
        number += bool(changed) and all(words.get(word) == "Plur" for word in changed)
    return number


def speed(data: Path) -> Figures:
    """Find stereotypes and swap sentences on one core, beside the bare pipeline with the layers that are read.

    FOLDER holds ``text/small_heap`` too: *running* lines as they come, and *dense* relevant sentences, one a row.
    """
    heap = [small_heap(data, name)[:2_000] for name in ("orig__cc-news_00020", "orig__openwebtext_00000")]
    kinds = {"running": heap[0], "dense": _relevant([*heap[0], *heap[1]])}
    for kind, texts in kinds.items():
        for name, transforms in TRANSFORMS.items():
            where = f"English, {kind} text"
            of = partial(Measure, "stereotypes and swaps, speed on one core", where, len(texts), of=name)
            bare = partial(analysed, "en", texts, frozenset(LAYERS))
            works = {"": partial(annotated, texts, *transforms), "the bare pipeline": bare}
            yield from rates(of, len(texts), works, "rows", rounds=3)
            if kind == "running":
                yield from growth(of, texts, *transforms)
    for lang in SETS:
        texts = [pair.feminine for pair in twins(data, lang)]
        where = "sentences that all have something to swap"
        of = partial(Measure, "swaps, speed on one core", where, len(texts), of=lang)
        bare = partial(analysed, lang, texts, frozenset(LAYERS))
        works = {"": partial(_swaps, texts, lang), "the bare pipeline": bare}
        yield from rates(of, len(texts), works, "sentences", rounds=3)


def _relevant(texts: Sequence[str]) -> list[str]:
    """Return the sentences with a word for women or men."""
    rows = annotate(Dataset.from_dict({"text": list(texts)}), GroupWords("gender"))
    return [row["text"][span["start"] : span["end"]] for row in rows for span in row["gender_sentences"]][:2_000]


def _swaps(texts: Sequence[str], lang: str) -> object:
    return list(swap_texts(texts, lang, "male"))
