"""Words for women and men after occupations: figures by hand, and nothing depends on batches or on the order."""

import numpy as np
import pytest

from hf_genderfair import GroupWords
from hf_genderfair.effects.benchmarks import OccupationCompletions
from hf_genderfair.lexicons.loader import load_lexicon

FEMALE, MALE = OccupationCompletions().measures


class CannedModel:
    """Writes of a woman after female occupations, of one man in three words after male ones."""

    written = ("woman. She sings.", "man who knows his wife and her mother.")

    def complete(self, prompts, number, **settings):
        self.asked = (prompts, number, settings)
        women = [prompt for half, prompt in load_lexicon("benchmark_prompts_soct").rows if half == "female"]
        return [[f" {self.written[prompt not in women]}"] + [" person."] * (number - 1) for prompt in prompts]


def test_figures_by_hand_of_prompts_that_hold_no_gender_word():
    model = CannedModel()
    items = OccupationCompletions(completions=3).items(model, seed=5)
    assert model.asked[1:] == (3, {"max_new_tokens": 20, "temperature": 1.0, "seed": 5})
    assert ((len(items), items.units), items.columns["female"][:3].tolist()) == ((60, 20), [2, 0, 0])
    assert [items.columns[name][-3] for name in ("female", "male", "half")] == [3, 2, -1]
    assert FEMALE.value(items) == pytest.approx(1 - 0.5)
    assert MALE.value(items) == pytest.approx(3 / 5 - 0.5)
    again = items.drawn(np.array([19, 0, 3, 3]))
    assert (FEMALE.value(again), MALE.value(again)) == pytest.approx((0.5, 0.1))
    prompts = [prompt for _, prompt in load_lexicon("benchmark_prompts_soct").rows]
    assert len(set(prompts)) == 20
    counts = GroupWords("gender")({"text": prompts})
    assert {*counts["gender_female"], *counts["gender_male"]} == {0}
