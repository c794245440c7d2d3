from __future__ import annotations

import pytest
from as_one_test import as_one_test
from golden import golden_rows

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.spans import Edit, edit_text
from hf_genderfair.counterfactual.collocations import Collocations
from hf_genderfair.counterfactual.group_swap import candidates, swap_group
from hf_genderfair.counterfactual.prompted import WordChoice
from hf_genderfair.counterfactual.swapping import SwapOptions, Swapping
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.sentence_transform import GroupWord
from hf_genderfair.lexicons.word_lists import Entry, WordList, normalised, word_list

OLD = ("pensioner", "senior citizen", "retiree")
SWAPPED = [
    (
        "age",
        "old",
        "A teenager found the wallet.",
        [f"A {word} found the wallet." for word in OLD] + ["An elderly person found the wallet."],
    ),
    (
        "age",
        "old",
        "A kid gave the kid a coin.",
        [f"A {word} gave the {word} a coin." for word in OLD] + ["An elderly person gave the elderly person a coin."],
    ),
    (
        "age",
        "old",
        "MANY TEENAGERS laughed.",
        [f"MANY {word.upper()}S laughed." for word in OLD] + ["MANY ELDERLY PEOPLE laughed."],
    ),
    ("age", "middle", "Kids laughed.", ["Middle-aged people laughed."]),
    (
        "age",
        "young",
        "An octogenarian won the race.",
        [f"A {word} won the race." for word in ("teenager", "kid", "child", "youth", "young person")]
        + ["An adolescent won the race."],
    ),
    ("age", "middle", "An adolescent driver waved.", ["A middle-aged driver waved."]),
    ("age", "middle", "The elderly neighbour waved.", ["The middle-aged neighbour waved."]),
    ("age", "young", "An elderly neighbour waved.", ["A young neighbour waved."]),
    ("age", "young", "An old woman waved to a retired baker.", ["A young woman waved to a young baker."]),
    ("age", "old", "She called her children.", ["She called her elderly parents."]),
    ("age", "old", "Our kids love the garden.", ["Our elderly parents love the garden."]),
    (
        "age",
        "old",
        "A teenager waved to the young men.",
        [f"A {word} waved to the elderly men." for word in OLD] + ["An elderly person waved to the elderly men."],
    ),
    ("age", "middle", "They called 300 youth.", ["They called 300 middle-aged people."]),
    (
        "age",
        "old",
        "Little kids waved to a young teenager.",
        [
            f"{first} waved to {second}."
            for first in ("Pensioners", "Senior citizens", "Retirees", "Elderly people")
            for second in ("a pensioner", "a senior citizen", "a retiree", "an elderly person")
        ],
    ),
    ("age", "old", "She called her young children.", ["She called her elderly parents."]),
    ("religion", "judaism", "Catholics often walk there.", ["Jews often walk there."]),
    ("religion", "judaism", "She was raised Catholic.", ["She was raised Jewish."]),
    ("religion", "judaism", "Two Sunni Muslims laughed.", ["Two Jews laughed."]),
    ("religion", "islam", "A Roman Catholic laughed.", ["A Muslim laughed."]),
    ("religion", "islam", "An Anglican family moved in.", ["A Muslim family moved in."]),
    ("religion", "christianity", "The rabbis laughed at the joke.", ["The pastors laughed at the joke."]),
    ("religion", "islam", "The bishop laughed.", ["The imam laughed."]),
    ("religion", "islam", "A Christian baker swept the church.", ["A Muslim baker swept the mosque."]),
    ("religion", "islam", "Christian rituals take long.", ["Islamic rituals take long."]),
    ("religion", "judaism", "It was an anti-Muslim slogan.", ["It was an anti-Jewish slogan."]),
    (
        "religion",
        "christianity",
        "The imam lent her a Quran before Eid, and Islam bored her.",
        ["The pastor lent her a Bible before Christmas, and Christianity bored her."],
    ),
]
REFUSED = golden_rows(__file__, "REFUSED")
USER = WordList.from_groups(
    "trade", {"sea": ["sailor", "sailors", "seafaring"], "land": ["farmer", "farmers", "agrarian"]}, lang="en"
)
USER_SWAPPED = [
    ("Two sailors met a sailor.", "Two farmers met a farmer."),
    ("A seafaring people lives there.", "An agrarian people lives there."),
]


def words_of(text: str, words: WordList) -> list[GroupWord]:
    """Find listed words without the transform: the longest first, none inside another."""
    found: list[GroupWord] = []
    for entry in sorted(words.entries, key=lambda entry: -len(entry.word)):
        start = normalised(text).find(normalised(entry.word))
        while start >= 0:
            end = start + len(entry.word)
            alone = not text[end : end + 1].isalpha() and not text[max(0, start - 1) : start].isalpha()
            if alone and all(end <= a or b <= start for a, b, *_ in found):
                found.append(GroupWord(start, end, words.attribute, entry.group, entry.word))
            start = normalised(text).find(normalised(entry.word), end)
    return sorted(found)


def changed(text: str, swapping: Swapping) -> str:
    changes = swapping.changes
    return edit_text(text, [Edit(c.start, c.end, text[c.start : c.end], c.replacement, c.rule, "") for c in changes])


@pytest.fixture(scope="module")
def documents() -> dict[str, Document]:
    texts = [row[2] for row in (*SWAPPED, *REFUSED)] + [text for text, _ in USER_SWAPPED]
    analyses = pipeline("en").analyse(texts, ("pos", "morph", "lemma", "syntax", "entities"))
    return {text: Document(text, analysis, "en") for text, analysis in zip(texts, analyses, strict=True)}


@as_one_test(("attribute", "target", "text", "expected"), SWAPPED)
def test_words_become_fitting_words(
    attribute: str, target: str, text: str, expected: list[str], documents: dict[str, Document]
) -> None:
    words = word_list(attribute)
    for seed in range(6):
        swapping = swap_group(documents[text], words_of(text, words), target, words, SwapOptions(seed=seed))
        assert swapping.refusals == []
        assert changed(text, swapping) in expected


@as_one_test(("attribute", "target", "text", "reason"), REFUSED)
def test_words_stay_all_together(
    attribute: str, target: str, text: str, reason: str, documents: dict[str, Document]
) -> None:
    words = word_list(attribute)
    found = words_of(text, words)
    swapping = swap_group(documents[text], found, target, words, SwapOptions())
    assert swapping.changes == []
    assert reason in {refusal.reason for refusal in swapping.refusals}
    assert len([refusal for refusal in swapping.refusals if refusal.rule == "group word"]) == len(found)


@pytest.mark.parametrize(("text", "expected"), USER_SWAPPED)
def test_lists_of_users_are_classed_by_their_plurals(text: str, expected: str, documents: dict[str, Document]) -> None:
    swapping = swap_group(documents[text], words_of(text, USER), "land", USER, SwapOptions())
    assert changed(text, swapping) == expected


def test_counterparts_come_first(documents: dict[str, Document]) -> None:
    text = "Two sailors met a sailor."
    entries = (*USER.entries[1:], Entry("sea", "sailor", ("miner",)), Entry("land", "miner"), Entry("land", "digger"))
    words = WordList("trade", entries)
    assert candidates(documents[text], GroupWord(18, 24, "trade", "sea", "sailor"), "land", words) == ("miner",)


def test_choices_of_a_model_and_of_a_corpus_decide(documents: dict[str, Document]) -> None:
    text = "A teenager found the wallet."
    words = word_list("age")
    word = GroupWord(2, 10, "age", "young", "teenager")
    fitting = candidates(documents[text], word, "old", words)
    assert fitting == ("elderly person", "pensioner", "senior citizen", "retiree")
    chosen = {WordChoice(text, "teenager", fitting): "retiree"}
    others = {("pensioner", f"word {number}"): 1 for number in range(40)}
    counts = Collocations({("senior citizen", "found"): 9, **others}, {"senior citizen": 9, "pensioner": 10})
    rows = {"model": set[str](), "corpus": set[str](), "list": set[str]()}
    for seed in range(12):
        options = SwapOptions(seed=seed)
        for name, swapping in (
            ("model", swap_group(documents[text], [word], "old", words, options, None, chosen)),
            ("corpus", swap_group(documents[text], [word], "old", words, options, counts)),
            ("list", swap_group(documents[text], [word], "old", words, options)),
        ):
            rows[name].add(f"{swapping.changes[-1].replacement} {seed}")
    for name, usual in (("model", "retiree"), ("corpus", "senior citizen"), ("list", "elderly person")):
        assert sum(row.startswith(usual) for row in rows[name]) >= 8


def test_groups_that_offer_nothing_are_refused(documents: dict[str, Document]) -> None:
    text = "A teenager found the wallet."
    poor = WordList("age", (Entry("young", "teenager"), Entry("old", "crone"), Entry("old", "crones")))
    with pytest.raises(GenderfairError, match="group 'old' of word list 'age' has no word"):
        swap_group(documents[text], [GroupWord(2, 10, "age", "young", "teenager")], "old", poor, SwapOptions())
    with pytest.raises(GenderfairError, match="no group 'ancient'"):
        swap_group(documents[text], [], "ancient", word_list("age"), SwapOptions())


def test_words_in_two_groups_stay(documents: dict[str, Document]) -> None:
    text = "Two sailors met a sailor."
    words = WordList("trade", (*USER.entries, Entry("land", "sailor"), Entry("land", "sailors")))
    swapping = swap_group(documents[text], [GroupWord(4, 11, "trade", "sea", "sailors")], "land", words, SwapOptions())
    assert [refusal.reason for refusal in swapping.refusals] == ["in two groups"]
