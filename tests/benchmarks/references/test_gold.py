import lzma

import pytest

from benchmarks.references import quality as script

GRB = """\ufeff"La señora dice que el "señor" y la señora van." "señora - P, F
señor - P, M
señora - P, F
calle - N, F"

"Hoy llueve." ""
"""

CONLLU = """# sent_id = a-1
# text = Die Ärztin geht zum Arzt.
1\tDie\tder\tDET\t_\t_\t2\tdet\t_\t_
2\tÄrztin\tÄrztin\tNOUN\t_\t_\t3\tnsubj\t_\t_
3\tgeht\tgehen\tVERB\t_\t_\t0\troot\t_\t_
3.1\tgeht\tgehen\tVERB\t_\t_\t_\t_\t_\t_
4-5\tzum\t_\t_\t_\t_\t_\t_\t_\t_
4\tzu\tzu\tADP\t_\t_\t6\tcase\t_\t_
5\tdem\tder\tDET\t_\t_\t6\tdet\t_\t_
6\tArzt\tArzt\tNOUN\t_\t_\t3\tobl\t_\tSpaceAfter=No
7\t.\t.\tPUNCT\t_\t_\t3\tpunct\t_\t_

# sent_id = a-2
# text = Es regnet.
1\tEs\tes\tPRON\t_\t_\t2\texpl\t_\t_
2\tregnet\tregnen\tVERB\t_\t_\t0\troot\t_\tSpaceAfter=No
3\t.\t.\tPUNCT\t_\t_\t2\tpunct\t_\t_

# sent_id = a-3
# text = Ex-Rat schwimmt.
1\tEx\tEx\tNOUN\t_\t_\t3\tcompound\t_\tSpaceAfter=No
2\t-\t-\tPUNCT\t_\t_\t3\tpunct\t_\tSpaceAfter=No
3\tRat\tRat\tNOUN\t_\t_\t4\tnsubj\t_\t_
4\tschwimmt\tschwimmen\tVERB\t_\t_\t0\troot\t_\tSpaceAfter=No
5\t.\t.\tPUNCT\t_\t_\t4\tpunct\t_\t_
"""

DEV = """# licence: invented
UD_Mini/mini\ta-1\t2\tP\tF\t0\t0
UD_Mini/mini\ta-1\t6\tP\tM\t0\t1
UD_Mini/mini\ta-3\t1:3\tP\tM\t0\t0
UD_Mini/mini\ta-2\t0\t\t\t\t
"""


def write(path, content):
    path.parent.mkdir(exist_ok=True)
    path.write_text(content, encoding="utf-8")
    return path


def test_ground_truth_has_words_and_their_places(tmp_path):
    first, second = script.read_grb(write(tmp_path / "gt-xx.txt", GRB))
    assert (first.id, second.id, second.items) == ("gt-xx-1", "gt-xx-2", [])
    assert first.text == 'La señora dice que el "señor" y la señora van.'
    assert [first.text[i.start : i.end] for i in first.items[:3]] == ["señora", "señor", "señora"]
    assert first.items[0].start < first.items[2].start
    assert first.items[3] == ("calle", None, None, False, "feminine", None, None)


@pytest.mark.parametrize("packed", [False, True])
def test_labels_meet_the_words_of_the_treebank(tmp_path, packed):
    path = write(tmp_path / "UD_Mini" / "mini.conllu", CONLLU)
    if packed:
        path.with_name("mini.conllu.xz").write_bytes(lzma.compress(path.read_bytes()))
        path.unlink()
    first, hyphen, second = script.read_dev(write(tmp_path / "dev.tsv", DEV), tmp_path)
    assert first.items == [
        ("Ärztin", 4, 10, True, "feminine", False, False),
        ("Arzt", 20, 24, True, "masculine", False, True),
    ]
    assert hyphen.items == [("Ex-Rat", 0, 6, True, "masculine", False, False)]
    assert second == ("a-2", "Es regnet.", [])


@pytest.mark.parametrize("lang", ["de", "pl"])
def test_the_labels_hold_no_words_and_a_hundred_sentences(lang):
    lines = (script.Path(script.__file__).parent / f"dev_{lang}.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    assert {len(row) for row in rows} == {len(script.DEV_COLUMNS)}
    assert len({(row[0], row[1]) for row in rows}) == 100
    assert all(row[3] in ("P", "N") and row[4] in script.GENDERS for row in rows if row[2] != "0")
    assert not any(row[3] == "N" and "1" in row[5:] for row in rows), "only words for persons are epicene or generic"
