"""Swapped Spanish sentences, all invented, and what every swap must keep."""

from __future__ import annotations

from collections import defaultdict

import pytest
from golden import all_rows, golden_rows, table
from hypothesis import given, settings
from hypothesis import strategies as st

from hf_genderfair.core.spans import Edit, edit_text
from hf_genderfair.counterfactual.spanish import NEEDS, mentions_gender, swap
from hf_genderfair.counterfactual.swapping import RULES, SwapOptions, Swapping
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.types import BinaryGender

GOLDEN = table(__file__, "swap_golden.tsv")

BOTH_WAYS = golden_rows(__file__, "BOTH_WAYS")

TO_MALE = golden_rows(__file__, "TO_MALE")

TO_FEMALE = golden_rows(__file__, "TO_FEMALE")

STAYS_TO_MALE = golden_rows(__file__, "STAYS_TO_MALE")

STAYS_TO_FEMALE = golden_rows(__file__, "STAYS_TO_FEMALE")


def swapped(texts: list[str], to: BinaryGender, options: SwapOptions | None = None) -> list[tuple[str, Swapping]]:
    """Swap texts in one batch."""
    found = []
    for text, analysis in zip(texts, pipeline("es").analyse(texts, NEEDS), strict=True):
        swapping = swap(Document(text, analysis, "es"), to, options or SwapOptions("keep"))
        edits = [
            Edit(change.start, change.end, text[change.start : change.end], change.replacement, change.rule, "")
            for change in swapping.changes
        ]
        found.append((edit_text(text, edits), swapping))
    return found


def test_sentences_are_swapped_to_male() -> None:
    pairs = BOTH_WAYS + TO_MALE
    results = swapped([source for source, _ in pairs], "male")
    assert [result for result, _ in results] == [target for _, target in pairs]


def test_sentences_are_swapped_to_female() -> None:
    pairs = [(target, source) for source, target in BOTH_WAYS] + TO_FEMALE
    results = swapped([source for source, _ in pairs], "female")
    assert [result for result, _ in results] == [target for _, target in pairs]


@pytest.mark.parametrize("to", ["male", "female"])
def test_persons_are_swapped_whole_or_not_at_all(to: BinaryGender) -> None:
    rows = [row for row in GOLDEN if row[0] == to]
    assert [result for result, _ in swapped([text for _, text, _ in rows], to)] == [row[2] for row in rows]


@pytest.mark.parametrize(("texts", "to"), [(STAYS_TO_MALE, "male"), (STAYS_TO_FEMALE, "female")])
def test_what_is_no_person_stays(texts: list[str], to: BinaryGender) -> None:
    assert [result for result, _ in swapped(texts, to)] == texts


def test_words_that_stay_have_reasons() -> None:
    [(_, swapping), (_, generic)] = [
        *swapped(["La lengua materna y la madre patria."], "male"),
        *swapped(["Los alumnos estudian."], "female"),
    ]
    assert {refusal.reason for refusal in swapping.refusals} == {"fixed expression"}
    assert [refusal.reason for refusal in generic.refusals] == ["generic masculine"]


HALF = "an agreeing word stays"


@all_rows
def test_a_person_who_would_change_by_half_stays_with_the_reason(
    to: BinaryGender, text: str, reasons: set[str]
) -> None:
    [(result, swapping)] = swapped([text], to)
    assert result == text
    assert {refusal.reason for refusal in swapping.refusals} == reasons


@all_rows
def test_words_that_agree_with_a_thing_hold_nobody_back(to: BinaryGender, text: str, target: str) -> None:
    assert swapped([text], to)[0][0] == target


def test_words_of_one_person_share_a_chain() -> None:
    text = "La reina estaba cansada y ella misma lo dijo."
    [(_, swapping)] = swapped([text], "male")
    assert len({change.chain for change in swapping.changes}) == 1
    [(_, two)] = swapped(["La reina vio a la duquesa."], "male")
    assert len({change.chain for change in two.changes}) == 2


def test_all_words_of_a_person_without_counterpart_stay() -> None:
    [(result, swapping)] = swapped(["Ella era una geisha muy famosa."], "male")
    assert result == "Ella era una geisha muy famosa."
    assert {refusal.reason for refusal in swapping.refusals} == {"no counterpart"}


def test_names_are_kept_or_swapped() -> None:
    text = "Carmen Soto fue elegida presidenta."
    assert swapped([text], "male")[0][0] == "Carmen Soto fue elegido presidente."
    renamed, swapping = swapped([text], "male", SwapOptions(names="swap"))[0]
    assert renamed.endswith(" Soto fue elegido presidente.")
    assert swapping.changes[0].rule == "name"
    assert not renamed.startswith("Carmen")
    surname = swapped(["Pedro Gil estaba cansado."], "female", SwapOptions(names="swap"))[0][0]
    assert surname.endswith(" Gil estaba cansada.")


def test_code_and_addresses_stay() -> None:
    text = "Véase `ella` y https://ejemplo.es/ella."
    assert swapped([text], "male")[0][0] == text


WORDS = (
    "la el una un ella él reina rey madre padre hermana hermano es fue está elegida elegido cansada muy buena buen de "
    "del a al que y . , casa libro lo las los mujeres hombres Ana Pedro «Ella» misma sí con doctora común presidenta "
    "verla 😀 SEÑORA Sr. mal solo su tía-abuela femenina"
).split()


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=14), st.sampled_from(["female", "male"]))
def test_every_swap_keeps_the_contract(words: list[str], to: BinaryGender) -> None:
    text = " ".join(words)
    [(result, swapping)] = swapped([text], to)
    last = 0
    chains: dict[int, int] = defaultdict(int)
    for change in swapping.changes:
        assert last <= change.start < change.end <= len(text)
        assert change.rule in RULES
        assert change.replacement != text[change.start : change.end]
        assert change.replacement.strip() == change.replacement != ""
        chains[change.chain] += 1
        last = change.end
    assert (result != text) == bool(chains)
    assert not chains or mentions_gender(text, to)
    for refusal in swapping.refusals:
        assert refusal.reason
        assert not any(
            change.start <= refusal.start < change.end and change.rule != "contraction" for change in swapping.changes
        )


@pytest.mark.parametrize("text", ["", "   ", "😀", "12 34"])
def test_texts_without_words_stay(text: str) -> None:
    [(result, swapping)] = swapped([text], "male")
    assert result == text
    assert swapping == Swapping([], [])
