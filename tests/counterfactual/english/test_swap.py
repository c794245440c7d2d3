from itertools import pairwise

import pytest
from as_one_test import as_one_test
from golden import golden_rows, table
from hypothesis import given, settings
from hypothesis import strategies as st

from hf_genderfair import Edit, edit_text, pipeline, swap_texts
from hf_genderfair.counterfactual.english.swap import NEEDS, mentions_gender, swap
from hf_genderfair.counterfactual.swapping import RULES, SwapOptions, Swapping
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.types import BinaryGender

GOLDEN = table(__file__, "swap_golden.tsv")


FRAMES = golden_rows(__file__, "FRAMES")
FORMS = {
    "female": {"P": "She", "p": "she", "d": "her", "o": "her", "s": "hers", "x": "herself", "T": "Ms"},
    "male": {"P": "He", "p": "he", "d": "his", "o": "him", "s": "his", "x": "himself", "T": "Mr"},
}
KIN = [("mother", "father"), ("niece", "nephew"), ("half-sister", "half-brother"), ("granddaughters", "grandsons")]
ROLES = [("waitress", "waiter"), ("queen", "king"), ("spokeswoman", "spokesman"), ("girl", "boy"), ("nun", "monk")]


def _swapped(texts, to, options=None):
    results = []
    for text, goal, analysis in zip(texts, to, pipeline("en").analyse(texts, NEEDS), strict=True):
        swapping = swap(Document(text, analysis, "en"), goal, options or SwapOptions("keep"))
        edits = [Edit(c.start, c.end, text[c.start : c.end], c.replacement, c.rule, "") for c in swapping.changes]
        results.append((edit_text(text, edits), swapping))
    return results


Results = dict[tuple[str, BinaryGender], tuple[str, Swapping]]


@pytest.fixture(scope="module")
def results():
    jobs = [(text, to) for to, text, _, _ in GOLDEN]
    return dict(zip(jobs, _swapped(*map(list, zip(*jobs, strict=True))), strict=True))


@as_one_test(("to", "text", "expected", "reason"), GOLDEN)
def test_golden(results, to, text, expected, reason):
    changed, swapping = results[text, to]
    assert changed == expected
    assert not reason or swapping.refusals[0].reason == reason
    assert changed == text or mentions_gender(text, to)


def test_every_refusal_has_a_reason_and_every_change_a_rule(results):
    for (text, _), (_, swapping) in results.items():
        assert all(refusal.reason and text[refusal.start : refusal.end] for refusal in swapping.refusals)
        assert all(change.rule in RULES for change in swapping.changes)
        stretches = [(change.start, change.end) for change in swapping.changes]
        assert all(end <= start for (_, end), (start, _) in pairwise(stretches))


def test_names_are_swapped_with_their_pronouns():
    text = "Robert lost his hat, and Robert's sister laughed."
    [(changed, swapping)] = _swapped([text], ["female"], SwapOptions(names="swap"))
    assert "Robert" not in changed
    assert changed.endswith("sister laughed.")
    assert {change.chain for change in swapping.changes} == {0}
    assert [change.rule for change in swapping.changes] == ["name", "possessive", "name"]


@st.composite
def _sentences(draw):
    frame = draw(st.sampled_from(FRAMES))
    kin, role = draw(st.sampled_from(KIN)), draw(st.sampled_from(ROLES))
    return (frame.format(k=kin[0], r=role[0], **FORMS["female"]), frame.format(k=kin[1], r=role[1], **FORMS["male"]))


@settings(max_examples=25, deadline=None)
@given(st.lists(_sentences(), min_size=1, max_size=3))
def test_swapping_twice_gives_the_text(pairs):
    female, male = (" ".join(side) for side in zip(*pairs, strict=True))
    goals = ["male", "female"]
    assert [text for text, _ in _swapped([female, male], goals)] == [male, female]


@settings(max_examples=40, deadline=None)
@given(st.text(alphabet="hHeEsSiIrRmMaAnN' .,-’`\n", max_size=60), st.sampled_from(["female", "male"]))
def test_any_text_is_read(text, to):
    [(changed, swapping)] = _swapped([text], [to])
    assert (changed == text) == all(
        change.replacement == text[change.start : change.end] for change in swapping.changes
    )


def test_a_chain_of_hyphens_is_no_word_for_a_person():
    (found,) = swap_texts(["a-" * 500 + "woman came."], "en", "male")
    assert not found.edits
