"""A report has the title of the recipe where none is given."""

import pytest

from hf_genderfair import (
    ActorMetrics,
    AugmentRecipe,
    BalanceRecipe,
    CorpusRecipe,
    Counterfactual,
    DebiasRecipe,
    FirstPerson,
    WordList,
)
from hf_genderfair.languages.chain import Chain
from hf_genderfair.scale.recipe import ChainRecipe

POLISH = "Polish texts by the gender of their first-person forms"
AGE = WordList.from_groups("years", {"old": ["old"], "young": ["young"]})


@pytest.mark.parametrize(
    ("recipe", "what"),
    [
        (ChainRecipe(Chain(FirstPerson())), "with annotations"),
        (BalanceRecipe(ActorMetrics("de")), "balanced by the gender of those who appear in them"),
        (AugmentRecipe(Counterfactual()), "with sentences swapped between groups of gender"),
        (AugmentRecipe(Counterfactual(attribute=AGE, method="base")), "with sentences swapped between groups of years"),
        (DebiasRecipe(), "debiased for gender"),
    ],
    ids=["chain", "balance", "augment", "augment by a list", "debias"],
)
def test_a_recipe_names_what_it_makes(recipe, what):
    assert (recipe.title("posts"), recipe.title("")) == (f"Texts of posts {what}", f"Texts {what}")
    assert CorpusRecipe().title("posts") == CorpusRecipe().title("") == POLISH
