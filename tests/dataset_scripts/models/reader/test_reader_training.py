"""What the reader learns from must say of each word what the labels say, and training must go on where it was."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")
pytest.importorskip("tokenizers")

from benchmarks.persons.labels import Labels, Mention, Speech, faults, read  # noqa: E402
from benchmarks.persons.windows import HERE as MEASURED  # noqa: E402
from benchmarks.persons.windows import Window, sentences  # noqa: E402
from dataset_scripts.models.reader import train as training  # noqa: E402
from dataset_scripts.models.reader.__main__ import LABELS  # noqa: E402
from dataset_scripts.models.reader.examples import TAGS, UNKNOWN, labelled, twin  # noqa: E402
from dataset_scripts.models.reader.network import Reader, loss, make_batch, targets  # noqa: E402
from dataset_scripts.models.reader.scores import agreeing, mention_spans, of_twins, row  # noqa: E402
from dataset_scripts.models.reader.windows import INVENTED, invented_windows  # noqa: E402

README = (LABELS.parent / "README.md").read_text(encoding="utf-8").splitlines()

TEXT = "Die Wirtin Ada Seel lachte. Sie ging."
WORDS = "Die Wirtin Ada Seel lachte . Sie ging .".split()


def mention(words, kind, gender, antecedent=(), agreeing=()):
    return Mention(frozenset(words), kind, "somebody", gender, frozenset(antecedent), frozenset(agreeing), False)


MENTIONS = (
    mention([1], "role", "female", agreeing=[0]),
    mention([2, 3], "name", "unknown", antecedent=[1]),
    mention([6], "pronoun", "female", antecedent=[2, 3]),
)


@pytest.fixture
def window():
    return Window("de", "news", TEXT)


@pytest.fixture
def example(window):
    return labelled(window, Labels(MENTIONS, ()))


def test_each_word_has_what_is_labelled(example):
    assert example.words.forms == WORDS
    tags = [TAGS[tag] for tag in example.columns["mention"]]
    assert tags == ["none", "role", "name", "inside", "none", "none", "pronoun", "none", "none"]
    assert example.columns["controller"].tolist() == [1, 1, 2, 3, 4, 5, 6, 7, 8]
    known = np.flatnonzero(example.columns["antecedent"] != UNKNOWN)
    assert dict(zip(known.tolist(), example.columns["antecedent"][known].tolist(), strict=True)) == {1: 1, 3: 1, 6: 3}
    assert set(example.columns["gendered"].tolist()) == {UNKNOWN}


@pytest.mark.parametrize("lang", ["de", "en", "es"])
def test_nothing_is_learned_from_that_is_measured_on(lang):
    learned, measured = read(LABELS / f"{lang}.txt"), read(MEASURED / "labels" / f"{lang}.txt")
    assert len(learned) > 500
    assert {name[:3] for name in learned} == {f"{lang}-"}
    assert learned.keys().isdisjoint(measured)


@pytest.mark.parametrize("lang", sorted(path.stem for path in INVENTED.glob("*.tsv")))
def test_invented_windows_are_labelled_and_none_is_measured_on(lang):
    labels, windows = read(LABELS / f"{lang}.txt"), invented_windows(lang)
    lengths = {each.name: len(each.words) for each in windows}
    assert list(faults({name: labels[name] for name in lengths}, lengths)) == []
    assert len(lengths) == len(windows)
    path = MEASURED / "invented" / f"{lang}.tsv"
    measured = path.read_text(encoding="utf-8") if path.exists() else ""
    whole = [each for window in windows for each in sentences(window.text) if len(each.split()) > 4]
    assert not any(each in measured for each in whole)


def test_the_readme_counts_what_is_there():
    rows = {cells[1].strip(): cells[2:] for line in README if len(cells := line.split("|")) == 7}
    for lang, name in (("de", "German"), ("en", "English"), ("es", "Spanish"), ("pl", "Polish")):
        labels = read(LABELS / f"{lang}.txt").values()
        mentions, speech = (sum(map(len, each)) for each in zip(*labels, strict=True))
        counted = len(labels), len(invented_windows(lang)), mentions, speech
        assert [cell.strip() for cell in rows[name][:4]] == [f"{number:,}" for number in counted]


def test_what_is_said_points_to_who_says_it(window):
    said = Labels(MENTIONS, (Speech(frozenset([6, 7]), frozenset([2, 3])), Speech(frozenset([4]), frozenset())))
    known = labelled(window, said)
    assert known.columns["speaker"].tolist() == [0, 1, 2, 3, UNKNOWN, 5, 3, 3, 8]
    answer = {name: np.where(column == UNKNOWN, 0, column).tolist() for name, column in known.columns.items()}
    answer["speaker"][4] = 4
    (quote,) = row(known, answer)["quotes"]
    assert TEXT[quote["start"] : quote["end"]] == "Sie ging"
    assert TEXT[quote["speaker_start"] : quote["speaker_end"]] == "Seel"


def test_words_that_differ_from_the_twin_are_gendered():
    found = twin("Die neue Wirtin lachte.", "Der neue Wirt lachte.", "de")
    assert found.columns["gendered"].tolist() == [1, 0, 1, 0, 0]
    assert set(found.columns["mention"].tolist()) == {UNKNOWN}


def test_labels_as_answers_are_all_right(example):
    answer = {name: np.where(known == UNKNOWN, 0, known).tolist() for name, known in example.columns.items()}
    assert list(mention_spans(answer)) == [(1, 1), (2, 3), (6, 6)]
    assert agreeing(example, answer) == {(0, 1)}
    found = row(example, answer)
    assert [TEXT[each["start"] : each["end"]] for each in found["actor_mentions"]] == ["Wirtin", "Ada Seel", "Sie"]
    assert len({each["actor"] for each in found["actor_mentions"]}) == 1
    assert [each["gender"] for each in found["person_references"]] == ["feminine", "none", "feminine"]


def test_only_whole_sentences_of_twins_count():
    sentence = twin("Die Wirtin lachte.", "Der Wirt lachte.", "de")
    assert of_twins([sentence, sentence], [{"gendered": [1, 1, 0, 0]}, {"gendered": [0, 1, 0, 0]}]) == 0.5


def test_pointers_choose_a_word_and_antecedents_never_a_later_one(packed, example):
    reader, pieces = Reader(packed, frozen_layers=1).eval(), training.Pieces(packed)
    logits = reader(make_batch([example, twin("Sie sang.", "Er sang.", "de")], pieces))
    assert logits["controller"].shape == (2, 9, 9)
    assert logits["controller"][1].argmax(-1)[:3].max() < 3
    assert (logits["antecedent"].argmax(-1) <= torch.arange(9)).all()
    assert set(loss(logits, targets([example, example]))) == set(example.columns) - {"gendered"}


def test_training_goes_on_where_it_was(packed, example, tmp_path, monkeypatch):
    monkeypatch.setattr(training, "load_packed_encoder", lambda: packed)
    portions = [([example], 0.5), ([twin("Sie sang.", "Er sang.", "de")], 0.5)]
    monkeypatch.setattr(training, "CHECKPOINT_SECONDS", 0)
    stopped = iter(range(4))
    with monkeypatch.context() as patched:
        patched.setattr(training, "make_batch", lambda *given: (next(stopped), make_batch(*given))[1])
        with pytest.raises(StopIteration):
            training.train(portions, 8, tmp_path / "stopped")
    begun = torch.load(tmp_path / "stopped" / "teacher.pt", weights_only=True)
    assert begun["step"] == 4
    gone_on, _ = training.train(portions, 8, tmp_path / "stopped")
    assert torch.load(tmp_path / "stopped" / "teacher.pt", weights_only=True)["step"] == 8
    frozen = packed.weights["emb.word"]
    assert torch.equal(gone_on.encoder.embeddings.word_embeddings.weight.flatten(), frozen)
