import lzma
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.references import quality as script
from benchmarks.references.quality import f_of_words, tally
from hf_genderfair.representation.references.transform import SKIPPED, Item


def test_ground_truth_has_words_and_their_places():
    first, second = script.read_grb(HERE / "gt-xx.txt")
    assert (first.id, second.id, second.items) == ("gt-xx-1", "gt-xx-2", [])
    assert first.text == 'La señora dice que el "señor" y la señora van.'
    assert [first.text[i.start : i.end] for i in first.items[:3]] == ["señora", "señor", "señora"]
    assert first.items[0].start < first.items[2].start
    assert first.items[3] == ("calle", None, None, False, "feminine", None, None)


HERE = Path(__file__).parent


@pytest.mark.parametrize("packed", [False, True])
def test_labels_meet_the_words_of_the_treebank(tmp_path, packed):
    content, folder = (HERE / "mini.conllu").read_bytes(), tmp_path / "UD_Mini"
    folder.mkdir()
    (folder / f"mini.conllu{'.xz' * packed}").write_bytes(lzma.compress(content) if packed else content)
    first, hyphen, second = script.read_dev(HERE / "mini_dev.tsv", tmp_path)
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


WORDS = st.sampled_from(["Rat", "rat", "Frau", "sie", "ich"])
ITEMS = st.lists(st.builds(Item, WORDS, st.booleans(), st.sampled_from(["masculine", "feminine", "neuter"])))


def man(word):
    return Item(word, True, "masculine")


def thing(word):
    return Item(word, False, "feminine")


def test_the_score_is_the_one_of_the_paper():
    truth = [man("Señor"), man("Presidente"), thing("cuestión"), thing("Grupo"), thing("Grupos")]
    predicted = [man("señor"), thing("Presidente"), thing("cuestión"), thing("Grupo"), thing("tema")]
    assert float(f_of_words(np.array(tally(truth, predicted, SKIPPED["es"])))) == pytest.approx(2 / 3)


@given(ITEMS, ITEMS)
def test_every_word_is_counted_once(truth, predicted):
    counts = tally(truth, predicted, SKIPPED["de"])
    assert counts.right + counts.other_label + counts.missed == sum(i.word != "ich" for i in truth)
    assert counts.right + counts.other_label + counts.extra == sum(i.word != "ich" for i in predicted)
    assert counts.persons_right <= min(counts.persons, counts.persons_predicted)
    assert tally(truth, truth).right == len(truth)
