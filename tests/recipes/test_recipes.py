"""What every recipe does: it gives a report a title, and leaves out what is too long."""

import pytest
from datasets import Dataset

from hf_genderfair import (
    ActorMetrics,
    AugmentRecipe,
    BalanceRecipe,
    Counterfactual,
    DebiasRecipe,
    load_audited,
    run,
)
from hf_genderfair.core.errors import RunError


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
