import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.references.quality import f_of_persons, f_of_words, tally
from hf_genderfair.representation.references.transform import SKIPPED, Item

WORDS = st.sampled_from(["Rat", "rat", "Frau", "sie", "ich"])
ITEMS = st.lists(st.builds(Item, WORDS, st.booleans(), st.sampled_from(["masculine", "feminine", "neuter"])))


def man(word):
    return Item(word, True, "masculine")


def woman(word):
    return Item(word, True, "feminine")


def thing(word):
    return Item(word, False, "feminine")


def test_the_score_is_the_one_of_the_paper():
    truth = [man("Señor"), man("Presidente"), thing("cuestión"), thing("Grupo"), thing("Grupos")]
    predicted = [man("señor"), thing("Presidente"), thing("cuestión"), thing("Grupo"), thing("tema")]
    assert float(f_of_words(np.array(tally(truth, predicted, SKIPPED["es"])))) == pytest.approx(2 / 3)


def test_a_person_word_is_right_with_its_gender_alone():
    counts = tally([woman("Person"), man("Rat")], [man("Person"), man("Rat"), man("Tat")])
    assert (counts.persons_right, counts.masculine, counts.feminine) == (1, 1, 1)
    assert float(f_of_persons(np.array(counts))) == pytest.approx(2 / 5)


@given(ITEMS, ITEMS)
def test_every_word_is_counted_once(truth, predicted):
    counts = tally(truth, predicted, SKIPPED["de"])
    assert counts.right + counts.other_label + counts.missed == sum(i.word != "ich" for i in truth)
    assert counts.right + counts.other_label + counts.extra == sum(i.word != "ich" for i in predicted)
    assert counts.persons_right <= min(counts.persons, counts.persons_predicted)
    assert tally(truth, truth).right == len(truth)
