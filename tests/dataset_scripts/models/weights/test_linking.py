"""The labelled passages by which whose mention a mention is is weighed."""

import pytest

pytest.importorskip("scipy")

from benchmarks.persons.labels import Labels, Mention
from benchmarks.persons.windows import Window
from dataset_scripts.models.reader.windows import invented_windows
from dataset_scripts.models.weights.linking import LANGUAGES, passages, persons


def mention(words, antecedent=()):
    return Mention(frozenset(words), "name", "somebody", "unknown", frozenset(antecedent), frozenset(), False)


def test_a_person_has_one_number_at_the_end_of_each_mention():
    window = Window("en", "news", "Ada Seel met Bob. She left.")
    labels = Labels((mention([0, 1]), mention([3]), mention([5], [0, 1])), ())
    assert persons(window, labels) == {8: 0, 16: 1, 21: 0}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_reader_has_not_learned_from_a_passage(lang):
    rows = passages(lang)
    assert len(rows) > 400
    assert not {window.text for window, _ in rows} & {window.text for window in invented_windows(lang)}
