import pytest
from datasets import Dataset

from hf_genderfair.core.errors import PublishError
from hf_genderfair.hub.audited import load_audited
from hf_genderfair.hub.card import PROOF

DATA = "data/train-00000-of-00001.parquet"


def test_a_folder_comes_with_its_report(folder, kept, excluded, report):
    audited = load_audited(folder)
    assert audited.dataset.to_dict() == kept.to_dict()
    assert audited.excluded.to_dict() == excluded.to_dict()
    assert audited.report.tables == report.tables


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda rows: rows.select([0, 1]), "default/train has other rows than its report says: 2, not 3"),
        (lambda rows: rows.remove_columns("url"), "the rows of default/train were changed"),
        (lambda rows: rows.rename_column("url", "link"), "cannot be loaded with its report"),
        (lambda rows: rows.select([0, 2, 1]), "the rows of default/train were changed"),
        (lambda rows: Dataset.from_dict({**rows.to_dict(), "first_person": [0, 0, 0]}, rows.features), "were changed"),
    ],
)
def test_changed_rows_are_noticed(folder, kept, change, message):
    load_audited(folder)
    change(kept).to_parquet(folder / DATA)
    with pytest.raises(PublishError, match=message):
        load_audited(folder)


@pytest.mark.parametrize("content", [None, "", "[]", "{}", "\x00", '{"steps": 1}'])
def test_a_folder_without_a_report_is_one_clear_line(folder, content):
    (folder / "bias_report.json").unlink()
    if content is not None:
        (folder / "bias_report.json").write_text(content)
    with pytest.raises(PublishError, match=r"cannot be loaded with its report|bias_report\.json was changed") as caught:
        load_audited(folder)
    assert "\n" not in str(caught.value)


def test_sets_of_earlier_versions_are_one_clear_line(folder):
    card = (folder / "README.md").read_text("utf-8")
    (folder / "README.md").write_text(PROOF.sub("\n", card), "utf-8")
    with pytest.raises(PublishError, match=r"its card has no proof.*: write the data set anew"):
        load_audited(folder)
    (folder / "README.md").write_text(card.replace('"version":2', '"version":1'), "utf-8")
    with pytest.raises(PublishError, match=r"a proof of another version.*: write the data set anew"):
        load_audited(folder)
