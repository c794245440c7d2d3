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
from hf_genderfair.scale.chain_recipe import ChainRecipe

POLISH = "Polish texts by the gender of their first-person forms"
AGE = WordList.from_groups("years", {"old": ["old"], "young": ["young"]})


@pytest.mark.parametrize(
    ("recipe", "of_posts", "without_name"),
    [
        (ChainRecipe(Chain(FirstPerson())), "Texts of posts with annotations", "Texts with annotations"),
        (CorpusRecipe(), POLISH, POLISH),
        (
            BalanceRecipe(ActorMetrics("de")),
            "Texts of posts balanced by the gender of those who appear in them",
            "Texts balanced by the gender of those who appear in them",
        ),
        (
            AugmentRecipe(Counterfactual()),
            "Texts of posts with sentences swapped between groups of gender",
            "Texts with sentences swapped between groups of gender",
        ),
        (
            AugmentRecipe(Counterfactual(attribute=AGE, method="base")),
            "Texts of posts with sentences swapped between groups of years",
            "Texts with sentences swapped between groups of years",
        ),
        (DebiasRecipe(), "Texts of posts debiased for gender", "Texts debiased for gender"),
    ],
    ids=["chain", "corpus", "balance", "augment", "augment by a list", "debias"],
)
def test_a_recipe_names_what_it_makes(recipe, of_posts, without_name):
    assert (recipe.title("posts"), recipe.title("")) == (of_posts, without_name)
