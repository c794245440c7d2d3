"""What every recipe does: it gives a report a title, and leaves out what is too long."""

import pytest
from datasets import Dataset

from hf_genderfair import (
    ActorMetrics,
    AugmentRecipe,
    BalanceRecipe,
    CorpusRecipe,
    Counterfactual,
    DebiasRecipe,
    FirstPerson,
    WordList,
    load_audited,
    run,
)
from hf_genderfair.core.errors import RunError
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


@pytest.mark.parametrize(
    ("make", "texts", "reasons"),
    [
        (
            lambda longest: AugmentRecipe(Counterfactual("en"), longest=longest),
            ["My uncle is here.", "A king waits." * 20],
            {"run_error": ["too_long: 260 characters"]},
        ),
        (
            lambda longest: DebiasRecipe(remove_stereotypes=True, longest=longest),
            ["He forgot his hat.", "She sang." * 20, "Women are always late."],
            {"reason": ["too_long: 180 characters", "left empty"]},
        ),
        (
            lambda longest: BalanceRecipe(ActorMetrics("de"), longest=longest),
            ["Frau Merz lachte.", "Herr Harms lachte.", "Frau Kunz schlief." * 9],
            {"balance_reason": ["too_long: 162 characters"]},
        ),
    ],
    ids=["augment", "debias", "balance"],
)
def test_a_text_that_is_too_long_is_left_out_with_its_reason(tmp_path, without_pictures, make, texts, reasons):
    rows = Dataset.from_dict({"text": texts})
    report = run(rows, make(100), tmp_path / "out")
    excluded = load_audited(tmp_path / "out").excluded
    assert {name: excluded[name][:] for name in reasons} == reasons
    assert (report.excluded["too_long"], sum(report.excluded.values())) == (1, len(excluded))
    with pytest.raises(RunError):
        run(rows, make(300), tmp_path / "out")
