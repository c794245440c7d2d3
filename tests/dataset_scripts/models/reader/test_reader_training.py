"""What the reader learns from must say of each word what the labels say, and training must go on where it was."""

from random import Random

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")
pytest.importorskip("tokenizers")

from benchmarks.everyday.inputs import Input, read_inputs  # noqa: E402
from benchmarks.persons.labels import (  # noqa: E402
    GENDERS,
    KINDS,
    REFERENCES,
    Labels,
    Mention,
    Speech,
    Window,
    faults,
    read,
    sentences,
)
from benchmarks.persons.labels import HERE as MEASURED  # noqa: E402
from dataset_scripts.models.reader import returned  # noqa: E402
from dataset_scripts.models.reader import train as training  # noqa: E402
from dataset_scripts.models.reader.__main__ import LABELS  # noqa: E402
from dataset_scripts.models.reader.examples import (  # noqa: E402
    EDITED,
    EDITS,
    MARKED,
    POINTING,
    STAYS,
    TAGGED,
    TAGS,
    UNKNOWN,
    edited,
    judged,
    labelled,
    marked,
    unlabelled,
    usual_edits,
    without_brackets,
)
from dataset_scripts.models.reader.inputs import actors_known, looked_at_sentences  # noqa: E402
from dataset_scripts.models.reader.network import (  # noqa: E402
    Reader,
    distance,
    learned_from,
    make_batch,
    with_layers,
)
from dataset_scripts.models.reader.renamed import renamed  # noqa: E402
from dataset_scripts.models.reader.scores import agreeing, mention_spans, row  # noqa: E402
from dataset_scripts.models.reader.windows import INVENTED, invented_windows, judged_words  # noqa: E402
from hf_genderfair.languages.evidence import first_name_gender  # noqa: E402

README = (LABELS.parent / "README.md").read_text(encoding="utf-8").splitlines()

SANG = edited("Sie sang.", {"male": "Er sang."}, "de")
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
    assert {number for head in ("generic", "to_female", "to_male") for number in example.columns[head]} == {UNKNOWN}


def test_windows_tell_what_becomes_of_persons(window):
    usual = usual_edits(
        [edited(f"Die Wirtin {verb}.", {"male": f"Der Wirt {verb}."}, "de") for verb in ("rief", "log", "saß")]
    )
    columns = labelled(window, Labels(MENTIONS, ()), usual).columns
    becomes = [EDITS[label] if label != UNKNOWN else None for label in columns["to_male"]]
    article, noun = (EDITS[label] for label in edited("Die Wirtin", {"male": "Der Wirt"}, "de").columns["to_male"])
    # of a name without a title nothing changes, and of the pronoun nobody has said what it becomes
    assert becomes == [article, noun, "", "", "", "", None, "", ""]
    assert not columns["to_female"].any()
    assert not columns["generic"].any()


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


@pytest.mark.parametrize("lang", ["de", "en", "es"])
def test_labelled_and_judged_windows_are_of_others_and_none_is_measured_on(lang):
    learned, measured = read(LABELS / f"{lang}.txt"), read(MEASURED / "labels" / f"{lang}.txt")
    assert len(learned) > 500
    assert {name[:3] for name in learned} == {f"{lang}-"}
    found = judged_words(lang)
    assert found.keys().isdisjoint(each.name for each in invented_windows(lang))
    assert measured.keys().isdisjoint({*learned, *found})
    assert {kind for known, _ in found.values() for kind in known.values()} <= {*KINDS}
    assert not any(known.keys() & unknown for known, unknown in found.values())


def test_of_windows_and_sentences_that_are_judged_marked_or_raw_nothing_else_is_known():
    columns = unlabelled(Window("de", "news", "Es regnet.")).columns
    assert {number for column in columns.values() for number in column} == {UNKNOWN}
    found = marked("Jeder [Gast] zahlt [seine] Zeche.", "de")
    assert found.words.forms == "Jeder Gast zahlt seine Zeche .".split()
    assert found.columns["generic"].tolist() == [0, 1, 0, 1, 0, 0]
    kinds = [TAGS.index(kind) for kind in ("role", "pronoun")]
    assert found.columns["mention"].tolist() == [UNKNOWN, kinds[0], UNKNOWN, kinds[1], UNKNOWN, UNKNOWN]
    example = judged(Window("de", "news", "Die Lehrer sahen Kiel."), {(4, 10): "role"}, [(17, 21)])
    assert example.columns["mention"].tolist() == [0, TAGS.index("role"), 0, UNKNOWN, 0]
    assert {*example.columns["reference"].tolist()} == {UNKNOWN}


def known(example, head, names):
    """Return what is known of words by a head."""
    column = example.columns[head]
    return {form: names[label] for form, label in zip(example.words.forms, column, strict=True) if label != UNKNOWN}


def test_words_that_change_are_of_somebody_and_nothing_is_known_of_the_others():
    found = edited("Der Arzt rief ihren Vater an.", {"female": "Die Ärztin rief ihre Mutter an."}, "de")
    assert known(found, "mention", TAGS) == {"Arzt": "role", "Vater": "kin"}
    assert known(found, "reference", REFERENCES) == {"Arzt": "somebody", "Vater": "somebody"}
    assert known(found, "gender", GENDERS) == {"Arzt": "male", "Vater": "male"}
    assert known(found, "generic", ("no", "yes")) == dict.fromkeys(["Der", "Arzt", "Vater"], "no")
    found = edited("Die Köchinnen kennen sie.", {"male": "Die Köche kennen ihn."}, "de")
    assert known(found, "reference", REFERENCES) == {"Köchinnen": "several", "sie": "somebody"}
    # cooks may be meant as people of any gender
    assert known(found, "generic", ("no", "yes")) == {"sie": "no"}
    found = edited("She hurt herself.", {"male": "He hurt himself."}, "en")
    assert known(found, "mention", TAGS) == {"She": "pronoun"}


def test_marked_words_stay_of_which_it_is_known_what_they_become():
    usual = usual_edits(
        [edited(f"Der Gast {verb}.", {"female": f"Die Gästin {verb}."}, "de") for verb in ("a", "b", "c")]
    )
    found = marked("Jeder [Gast] lobt den [Koch].", "de", usual)
    assert known(found, "to_female", EDITS) == {"Gast": STAYS}
    assert known(marked("Jeder [Gast] lobt den [Koch].", "de"), "to_female", EDITS) == {}


def test_inputs_of_actors_tell_who_is_mentioned():
    def read_input(text, expected, lang="de"):
        return actors_known(Input("", "looked-at", "actors", lang, "", text, expected))

    found = read_input("Ada Seel grüßt den Wirt der Anna Maria.", "Ada Seel=female; Wirt=male; no Anna Maria; count=2")
    wanted = {"Ada": "name", "Seel": "inside", "Wirt": "role", "Anna": "none", "Maria": "none"}
    assert known(found, "mention", TAGS) == wanted
    assert known(found, "reference", REFERENCES) == {"Seel": "somebody", "Wirt": "somebody"}
    # Trainer may be part of the name
    assert known(read_input("Trainer Seel lacht.", "Seel=unknown"), "mention", TAGS) == {}


def test_what_was_swapped_is_told_what_it_was(monkeypatch):
    texts = ["Sein Freund gab ihm den Brief.", "Er half ihr.", "Es regnet."]
    monkeypatch.setattr(returned, "raw_windows", lambda *given: [Window("de", "novel", text) for text in texts])
    (found,) = returned.returned_sentences(LABELS, "de")
    assert found.text == "Ihre Freundin gab ihr den Brief."
    assert known(found, "to_male", EDITS)["ihr"] == "r>m"
    assert {*known(found, "to_female", EDITS).values()} == {STAYS}
    assert returned.returned_sentences(LABELS, "pl") == []


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


def test_labels_as_answers_are_all_right(example):
    answer = {name: np.where(known == UNKNOWN, 0, known).tolist() for name, known in example.columns.items()}
    assert list(mention_spans(answer)) == [(1, 1), (2, 3), (6, 6)]
    assert agreeing(example, answer) == {(0, 1)}
    found = row(example, answer)
    assert [TEXT[each["start"] : each["end"]] for each in found["actor_mentions"]] == ["Wirtin", "Ada Seel", "Sie"]
    assert len({each["actor"] for each in found["actor_mentions"]}) == 1
    assert [each["gender"] for each in found["person_references"]] == ["feminine", "none", "feminine"]


def train(reader, pieces, example, kept, lessons=training.lesson_of_labels):
    portions = [([example], 0.5), ([SANG], 0.5)]
    training.train(reader, pieces, portions, 8, kept, lessons)


def test_training_goes_on_where_it_was(packed, example, tmp_path, monkeypatch):
    reader, pieces = Reader(packed, frozen_layers=1), training.Pieces(packed)
    monkeypatch.setattr(training, "CHECKPOINT_SECONDS", 0)
    stopped = iter(range(4))
    with monkeypatch.context() as patched:
        patched.setattr(training, "make_batch", lambda *given: (next(stopped), make_batch(*given))[1])
        with pytest.raises(StopIteration):
            train(reader, pieces, example, tmp_path / "teacher.pt")
    assert torch.load(tmp_path / "teacher.pt", weights_only=True)["step"] == 4
    train(reader, pieces, example, tmp_path / "teacher.pt")
    assert torch.load(tmp_path / "teacher.pt", weights_only=True)["step"] == 8
    assert torch.equal(reader.encoder.embeddings.word_embeddings.weight.flatten(), packed.weights["emb.word"])


def test_with_noise_pieces_are_unknown_and_the_words_stay(packed, example):
    pieces = training.Pieces(packed)
    plain, noisy = make_batch([example] * 20, pieces), training.noisy([example] * 20, pieces, 0.5, Random(3))
    assert torch.equal(noisy.word_mask, plain.word_mask)
    share = (noisy.pieces == pieces.unknown).float().mean() - (plain.pieces == pieces.unknown).float().mean()
    assert 0.2 < share < 0.6


def test_persons_get_other_names_of_their_gender_and_the_labels_stay():
    window = Window("de", "news", "Die Wirtin Anna Weber lachte. Annas Ziege kam aus Weber.")
    names = tuple(mention(words, "name", "unknown") for words in ([2, 3], [6]))
    example = labelled(window, Labels(names, ()))
    other = renamed(example, Random(5))
    assert other.columns is example.columns
    first, last, owner = (other.words.forms[at] for at in (2, 3, 6))
    assert first != "Anna"
    assert last != "Weber"
    assert first_name_gender(first.lower(), "de").gender == "female"
    assert (owner, other.words.forms[-2]) == (f"{first}s", "Weber")
    assert renamed(unlabelled(window), Random(5)).words.forms == example.words.forms


@pytest.mark.parametrize("lang", ["de", "en", "es"])
def test_of_everyday_inputs_only_those_are_learned_from_that_were_looked_at(lang):
    found = {each.text for each in looked_at_sentences(lang)}
    assert len(found) > 500
    unseen = {each.text for each in read_inputs() if each.set == "unseen"}
    assert found.isdisjoint(unseen - {each.text for each in read_inputs() if each.set == "looked-at"})


@pytest.fixture
def student(packed, example, tmp_path):
    teacher, pieces = Reader(packed, frozen_layers=1), training.Pieces(packed)
    fewer = with_layers(packed, [1])
    made = Reader(fewer, frozen_layers=0)
    learned_from(made, teacher.state_dict(), [1])
    before = {name: each.clone() for name, each in made.state_dict().items()}
    lessons = training.lessons_of(teacher, pieces, (*TAGGED, *POINTING), beside_labels=True)
    train(made, pieces, example, tmp_path / "student-1.pt", lessons)
    return made.eval(), before, teacher, fewer, pieces


def test_a_student_begins_with_layers_of_its_teacher_and_learns(student, example):
    made, before, teacher, _, pieces = student
    upper, lower = (f"encoder.encoder.layer.{layer}.attention.self.query.weight" for layer in (1, 0))
    assert torch.equal(before[lower], teacher.state_dict()[upper])
    assert not torch.equal(made.state_dict()[lower], before[lower])
    # nothing is nearer to a teacher than its own answers
    batch = make_batch([example], pieces)
    taught = {name: each.detach() for name, each in made(batch).items()}
    chance = torch.Generator().manual_seed(1)
    others = {name: each + torch.randn(each.shape, generator=chance) for name, each in taught.items()}
    same, other = (distance(logits, taught, batch.word_mask) for logits in (taught, others))
    assert set(same) == {f"{name} as taught" for name in taught}
    assert all(same[name] < other[name] for name in same)


def test_the_file_of_a_reader_says_what_the_network_says(student, example, tmp_path):
    onnx = pytest.importorskip("onnx")
    from dataset_scripts.models.reader.export import build
    from hf_genderfair.languages.reader.model import silent_runtime

    made, _, _, fewer, pieces = student
    # weights of few different values lose nothing in eight bits
    for each in made.parameters():
        each.data = (each.data * 20).round().clamp(-6, 6) / 20
    onnx.save(build(made, fewer, range(len(fewer.pieces))), tmp_path / "reader.onnx")
    numbers, first, last = pieces.words(example.words.forms, example.words.spaces)
    given = {"pieces": np.array(numbers), "first": np.array(first), "last": np.array(last)}
    session = silent_runtime().InferenceSession(tmp_path / "reader.onnx")
    found = dict(zip([each.name for each in session.get_outputs()], session.run(None, given), strict=True))
    with torch.no_grad():
        wanted = {name: each[0].numpy() for name, each in made(make_batch([example], pieces)).items()}
    for name, own in found.items():
        seen = wanted[name] > -1e3
        assert np.abs(own - wanted[name])[seen].max() < 0.15 * max(1, np.abs(wanted[name][seen]).max()), name


def test_a_reader_of_more_layers_begins_with_a_file(student, packed, tmp_path):
    onnx = pytest.importorskip("onnx")
    from dataset_scripts.models.reader.export import build
    from dataset_scripts.models.reader.published import begin_with, places

    made, _, _, fewer, _ = student
    path = tmp_path / "reader.onnx"
    onnx.save(build(made, fewer, range(len(fewer.pieces))), path)
    reader = Reader(with_layers(packed, [0, 1]), frozen_layers=0)
    before = {name: each.clone() for name, each in reader.state_dict().items()}
    begin_with(reader, path, places("0,1", "1"))
    weights, learned = reader.state_dict(), made.state_dict()
    part = "attention.self.query.weight"
    known = learned[f"encoder.encoder.layer.0.{part}"]
    assert (weights[f"encoder.encoder.layer.1.{part}"] - known).abs().max() < known.abs().max() / 60
    assert torch.equal(weights[f"encoder.encoder.layer.0.{part}"], before[f"encoder.encoder.layer.0.{part}"])
    # the states below and behind a new layer share what the one below had
    shares = weights["mix"].softmax(0)
    assert torch.allclose(shares[:2].sum(), learned["mix"].softmax(0)[0], atol=1e-5)
    with pytest.raises(ValueError, match="1 layers, not 2"):
        begin_with(reader, path, places("0,1", "0,1"))


def measured_on(command, lang):
    return {each.text for each in read_inputs() if each.command == command and each.language == lang}


@pytest.mark.parametrize("path", sorted(MARKED.glob("*.txt")), ids=lambda path: path.stem)
def test_marked_sentences_are_not_measured_on(path):
    texts = {without_brackets(line)[0] for line in path.read_text(encoding="utf-8").splitlines()}
    assert len(texts) > 1000
    assert not measured_on("rewrite", path.stem) & texts


@pytest.mark.parametrize("path", sorted(EDITED.glob("*.tsv")), ids=lambda path: path.stem)
def test_edited_sentences_have_three_versions_and_are_not_measured_on(path):
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    assert {len(row) for row in rows} == {3}
    assert not measured_on("swap", path.stem) & {row[0] for row in rows}
