"""Runs of the processes that accelerate or torchrun started together."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from launched import ACCELERATE, TORCHRUN, launch

from hf_genderfair import Chain, FirstPerson, FragmentReasons, load_audited, run

pytest.importorskip("torch")

CHAIN = "- transform: FirstPerson\n- transform: FragmentReasons\n"


@pytest.fixture
def source(tmp_path):
    texts = ["Wczoraj byłam w kinie.", "Pada.", None, "Kupiłem rower."] * 50
    pq.write_table(pa.table({"text": texts}), tmp_path / "posts.parquet", row_group_size=20)
    (tmp_path / "chain.yaml").write_text(CHAIN)
    return tmp_path / "posts.parquet"


def start(launcher, source, *options):
    given = [source, "--chain", source.parent / "chain.yaml", "--out", source.parent / "out", *options]
    launch(launcher, "-m", "hf_genderfair.scale", *given)


def test_two_processes_give_what_one_gives(source, capfd):
    start(ACCELERATE, source, "--shards", "6", "--keep", "fragment_reason")
    assert capfd.readouterr().out.count("Rows written: ") == 1
    expected = run(source, Chain(FirstPerson(), FragmentReasons()), source.parent / "one", keep="fragment_reason")
    assert load_audited(source.parent / "out").report == expected


def test_all_processes_end_with_one_line_for_what_is_wrong(source, capfd):
    from torch.distributed.elastic.multiprocessing.errors import ChildFailedError

    (source.parent / "chain.yaml").write_text("- transform: FirstPersn\n")
    with pytest.raises(ChildFailedError):
        start(TORCHRUN, source)
    assert capfd.readouterr().err.count("Error: chain.yaml, transform 1: unknown transform 'FirstPersn'") == 1
    assert not (source.parent / "out").exists()
