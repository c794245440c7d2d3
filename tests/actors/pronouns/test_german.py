"""German pronouns: a golden table of invented sentences, and contracts."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from analysed import read
from as_one_test import as_one_test

from hf_genderfair.languages.coreference.mention import Mention, Quote
from hf_genderfair.languages.coreference.mentions import find_mentions
from hf_genderfair.languages.coreference.names.merging import merge_names
from hf_genderfair.languages.coreference.pronouns.german import resolve

TABLE = Path(__file__).with_name("german.tsv")


def rows() -> list[tuple[str, str, str]]:
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    cells = [line.split("\t") for line in lines if not line.startswith("#")]
    return [(phenomenon, text, found) for phenomenon, text, found in cells]


ROWS = rows()


def found(text: str, quotes: tuple[Quote, ...] = ()) -> tuple[list[Mention], list[Mention]]:
    document = read(text)
    named = find_mentions(document)
    merge_names(document, named)
    return named, resolve(document, named, quotes)


def shown(text: str, quotes: tuple[Quote, ...] = ()) -> str:
    """Write what is found as the table does."""
    named, pronouns = found(text, quotes)
    names: dict[int, str] = {}
    for mention in named:
        names.setdefault(mention.actor, text[mention.start : mention.end])
    for pronoun in pronouns:
        known = sum(name.startswith("new") for name in names.values())
        names.setdefault(pronoun.actor, f"new{known + 1}")
    return " ".join(f"{text[pronoun.start : pronoun.end]}={names[pronoun.actor]}" for pronoun in pronouns)


def test_the_table_has_enough_rows() -> None:
    assert len(ROWS) >= 120
    assert len({text for _, text, _ in ROWS}) == len(ROWS)


@as_one_test(("text", "expected"), [(text, expected) for _, text, expected in ROWS])
def test_golden(text: str, expected: str) -> None:
    assert shown(text) == expected


class TestContracts:
    def test_a_mention_is_the_pronoun_with_actor_and_role(self) -> None:
        text = "Die Malerin verkaufte ihr Haus. Es gefiel ihrem Mann."
        named, pronouns = found(text)
        painter = next(mention.actor for mention in named if text[mention.start : mention.end] == "Malerin")
        first = pronouns[0]
        assert (text[first.start : first.end], first.kind, first.role, first.actor) == (
            "ihr",
            "pronoun",
            "possessor",
            painter,
        )
        assert [(sign.gender, sign.kind, sign.word) for sign in first.evidence] == [("female", "pronoun", "ihr")]

    @pytest.mark.parametrize(
        ("text", "genders"),
        [
            ("Petra Klein kam. Sie lachte.", [["female"]]),
            ("Hans Groß kam. Er lachte.", [["male"]]),
            ("Robin Berger lachte. Ich mag xien.", [["neutral"]]),
            ("Die Person kam. Sie lachte.", [[]]),
            ("Der Friseur wusch sich.", [[]]),
            ("Die Lehrer kamen. Sie lachten.", [[]]),
            ("Der Mann, der dort steht, lacht.", [[]]),
            ("Angela Merkel, die aus Hamburg kommt, schwieg.", [["female"]]),
        ],
    )
    def test_evidence_is_what_a_pronoun_says_of_a_person_not_of_a_word(
        self, text: str, genders: list[list[str]]
    ) -> None:
        assert [[sign.gender for sign in pronoun.evidence] for pronoun in found(text)[1]] == genders

    def test_groups_are_plural_mentions_and_single_persons_are_not(self) -> None:
        _, pronouns = found("Die Lehrerin sah die Schüler. Sie lachten. Dann ging sie.")
        assert [pronoun.plural for pronoun in pronouns] == [True, False]

    def test_all_texts_of_the_table_together_are_in_order_and_without_overlap(self) -> None:
        text = "\n\n".join(text for _, text, _ in ROWS)
        named, pronouns = found(text)
        spans = sorted((mention.start, mention.end) for mention in (*named, *pronouns))
        assert all(first[1] <= second[0] for first, second in pairwise(spans))
        assert [pronoun.start for pronoun in pronouns] == sorted(pronoun.start for pronoun in pronouns)
        assert all(pronoun.actor >= 0 for pronoun in pronouns)
        known = {mention.actor for mention in named}
        new = sorted({pronoun.actor for pronoun in pronouns} - known)
        assert new == list(range(max(known) + 1, max(known) + 1 + len(new)))

    def test_what_is_given_stays_as_it_was(self) -> None:
        text = "Hans Groß kam. Er lachte."
        document = read(text)
        named = find_mentions(document)
        merge_names(document, named)
        before = repr(named)
        assert resolve(document, named, []) == resolve(document, named, [])
        assert repr(named) == before

    @pytest.mark.parametrize("text", ["", " \n", "Er", "sich", "der die das", "ihr " * 50, "Sie, sie, sie!"])
    def test_odd_texts_are_no_trouble(self, text: str) -> None:
        assert all(text[mention.start : mention.end] for mention in found(text)[1])


class TestQuotes:
    def test_nobody_calls_themselves_she(self) -> None:
        text = "Petra Klein kam mit Frau Seidel. Petra Klein sagte: „Sie lügt.“"
        start = text.index("Sie lügt")
        assert shown(text, (Quote(start, start + 9, "direct"),)) == "Sie=Seidel"
