from fractions import Fraction

import pytest
from datasets import Dataset
from golden import golden_rows
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair import Chain, Counterfactual, GenderfairError, GroupWords, annotate, apply_counterfactuals
from hf_genderfair.counterfactual.plan import Direction, plan_counterfactuals
from hf_genderfair.counterfactual.report import plan_answers, reasons_table
from hf_genderfair.counterfactual.swapping import draw
from hf_genderfair.report.render import readable

GROUPS = ("female", "male", "other")
REASONS = st.sampled_from([None, None, None, "year"])
SENTENCES = st.lists(st.tuples(st.sampled_from(GROUPS), st.integers(1, 4), REASONS), max_size=30)


def rows_of(sentences, groups=GROUPS):
    """Return one row a sentence, as the transform gives them."""
    cells = []
    for number, (source, words, reason) in enumerate(sentences):
        others = [group for group in groups if group != source]
        drawn = draw(0, str(number), 0)
        sentence = {"start": 0, "end": 1, "source": source, "target": others[int(drawn * len(others))], "words": words}
        cells.append([sentence | {"reason": reason, "quoted": False, "draw": drawn, "pair": str(number)}])
    return Dataset.from_dict({"counterfactual_sentences": cells})


def distance(counts):
    total = sum(counts.values())
    return sum(abs(Fraction(count, total) - Fraction(1, len(counts))) for count in counts.values()) / 2 if total else 0


@given(SENTENCES)
def test_no_plan_makes_groups_less_even(sentences):
    if not sentences:
        return
    plan = plan_counterfactuals(rows_of(sentences), GROUPS)
    after = plan.expected_counts()
    assert sum(after.values()) == sum(plan.counts.values()) == sum(words for _, words, _ in sentences)
    assert min(after.values()) >= 0
    largest = max(words for _, words, _ in sentences)
    # words are whole, and the last sentence of each direction may hold more of them than are wanted
    over = len(plan.limits) * max(1, largest - 1)
    assert distance(after) <= distance(plan.counts) + Fraction(over, 2 * sum(after.values()))
    assert plan.swapped <= sum(plan.accepted.values())
    assert plan.relevant == len(sentences)


@given(SENTENCES, st.integers(1, 4))
def test_the_choice_is_the_same_in_whatever_order_rows_come(sentences, turn):
    if not sentences:
        return
    rows = rows_of(sentences)
    plan = plan_counterfactuals(rows, GROUPS)
    turned = list(range(turn % len(rows), len(rows))) + list(range(turn % len(rows)))
    again = plan_counterfactuals(rows.select(turned).to_iterable_dataset(), GROUPS)
    assert again.limits == plan.limits
    assert again.chosen == plan.chosen


def test_two_groups_meet_in_the_middle_with_few_sentences_or_as_near_as_they_can():
    rows = rows_of([("male", 1, None)] * 40 + [("female", 1, None)] * 10, ("female", "male"))
    plan = plan_counterfactuals(rows, ("female", "male"))
    assert plan.expected_counts() == {"female": 25, "male": 25}
    assert plan.wanted == {Direction("male", "female"): 15}
    rows = rows_of([("male", 1, None)] * 40 + [("male", 4, None)] * 10, ("female", "male"))
    some = plan_counterfactuals(rows, ("female", "male"))
    few = plan_counterfactuals(rows, ("female", "male"), fewest=True)
    assert few.swapped == 10
    assert some.swapped > few.swapped
    assert few.expected_counts() == {"female": 40, "male": 40}
    plan = plan_counterfactuals(rows_of([("male", 2, "year")] * 4, ("female", "male")), ("female", "male"))
    assert plan.swapped == 0
    assert plan.wanted == {Direction("male", "female"): 4}
    assert plan.refused == {"year": 4}


def test_sentences_count_once_and_equal_texts_are_swapped_together():
    texts = ["He slept."] * 4 + [f"He slept for {days} days." for days in range(8)]
    rows = annotate(Dataset.from_dict({"text": texts}), Chain(GroupWords("gender"), Counterfactual("en")))
    plan = plan_counterfactuals(rows, ("female", "male"))
    swapped = apply_counterfactuals(rows, plan)["text"]
    assert plan.relevant == 12
    assert plan.swapped == sum(new != old for new, old in zip(swapped, texts, strict=True))
    alike = plan_counterfactuals(rows.select(range(4)), ("female", "male"))
    assert (alike.relevant, alike.swapped) == (4, 0)
    sentences = [
        [
            {"source": group, "target": "any", "words": 1, "reason": reason, "draw": 0.1, "pair": f"p{number}"}
            for group, reason in groups
        ]
        for number, groups in enumerate(golden_rows(__file__, "NAMED"))
    ]
    rows = Dataset.from_dict({"counterfactual_sentences": sentences})
    plan = plan_counterfactuals(rows, ("female", "male", "any"), probability=0.5)
    assert plan.relevant == 6
    assert plan.refused == {"year": 1, "words of several groups": 1, "not about the source group": 1}
    # men are named more often: two sentences about them may be swapped, and one about women is not asked for
    assert (plan.swapped, plan.spared) == (2, 1)
    assert plan_answers(plan)[1].startswith("Of the other 4, 1 could be swapped and did not need to be; 3 have to stay")
    assert "it names a year" in readable(reasons_table(plan)).rows[0][0]
    alone = plan_counterfactuals(rows.select([4]), ("female", "male", "any"), probability=0.5)
    assert plan_answers(alone)[0].startswith("Of 1 sentence with a word of a group, 1 was swapped, ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        *golden_rows(__file__, "test_wrong_values_are_refused"),
        ({"distance": float("nan")}, "distance=nan is not offered"),
    ],
)
def test_wrong_values_are_refused(arguments, message):
    rows = rows_of([("male", 1, None)], ("female", "male"))
    with pytest.raises(GenderfairError, match=message):
        plan_counterfactuals(rows, **{"groups": ("female", "male"), **arguments})
