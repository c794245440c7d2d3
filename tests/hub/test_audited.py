import pytest

from hf_genderfair.core.errors import PublishError
from hf_genderfair.hub.audited import load_audited
from hf_genderfair.hub.card import PROOF

DATA = "data/train-00000-of-00001.parquet"


def test_a_folder_comes_with_its_report(folder, kept, excluded, report):
    audited = load_audited(folder)
    assert audited.dataset.to_dict() == kept.to_dict()
    assert (audited.excluded.to_dict(), audited.report.tables) == (excluded.to_dict(), report.tables)


def test_sets_of_earlier_versions_are_one_clear_line(folder):
    card = (folder / "README.md").read_text("utf-8")
    (folder / "README.md").write_text(PROOF.sub("\n", card), "utf-8")
    with pytest.raises(PublishError, match=r"its card has no proof.*: write the data set anew"):
        load_audited(folder)
    (folder / "README.md").write_text(card.replace('"version":2', '"version":1'), "utf-8")
    with pytest.raises(PublishError, match=r"a proof of another version.*: write the data set anew"):
        load_audited(folder)
