"""The shipped content model must compute what was trained, and its sentences must be what they are said to be."""

import json
import lzma
import random
from types import SimpleNamespace

import numpy as np
import pytest
from golden import golden_rows

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")
pytest.importorskip("tokenizers")

from transformers import BertConfig, BertModel  # noqa: E402

from dataset_scripts.models.content import corpora  # noqa: E402
from dataset_scripts.models.content.calibration import (  # noqa: E402
    expected_calibration_error,
    fitted_calibration,
    macro_f1_threshold,
)
from dataset_scripts.models.content.contrasts import GroupSwap, contrast_rows, variants  # noqa: E402
from dataset_scripts.models.content.corpora import (  # noqa: E402
    ARTICLES,
    ATTRIBUTES,
    Row,
    folds_of,
    listed_rows,
    raw_rows,
    softened,
    templates_of,
    text_digest,
    written_rows,
)
from dataset_scripts.models.content.student import (  # noqa: E402
    ContentStudent,
    PieceVocabulary,
    StudentInput,
    export,
    network_facts,
    train_first_heads,
)
from dataset_scripts.models.content.teacher import (  # noqa: E402
    ContentTeacher,
    TeacherInput,
    as_examples,
    content_batches,
    content_loss,
)
from dataset_scripts.models.content.train import Teachers, make_material  # noqa: E402
from dataset_scripts.models.model_file import write_model  # noqa: E402
from dataset_scripts.models.pipelines.corpora import DEVELOPMENT, RAW_TEXTS, TREEBANKS  # noqa: E402
from dataset_scripts.models.pipelines.teacher import LAYER_NAMES, PackedEncoder  # noqa: E402
from hf_genderfair.languages.model_file import Model  # noqa: E402
from hf_genderfair.stereotypes.content_model import SCORES, ContentModel  # noqa: E402

SENTENCES = golden_rows(__file__, "SENTENCES")


PIECES = [
    "<s>",
    "<pad>",
    "</s>",
    "<unk>",
    "▁",
    *"abcdefghijklmnopqrstuvwxyzBEINTKW.,",
    "▁the",
    "▁bak",
    "ers",
    "▁pay",
    "▁and",
]


def packed_encoder():
    """An encoder of eight small layers with weights by chance."""
    configuration = BertConfig(
        vocab_size=len(PIECES),
        hidden_size=16,
        num_hidden_layers=8,
        num_attention_heads=2,
        intermediate_size=24,
        max_position_embeddings=120,
        type_vocab_size=1,
    )
    model = BertModel(configuration, add_pooling_layer=False)
    for name, weight in model.named_parameters():
        if "LayerNorm" not in name:
            torch.nn.init.normal_(weight, std=0.4)
    names = {
        "emb.word": "embeddings.word_embeddings.weight",
        "emb.pos": "embeddings.position_embeddings.weight",
        "emb.type": "embeddings.token_type_embeddings.weight",
        "emb.ln.w": "embeddings.LayerNorm.weight",
        "emb.ln.b": "embeddings.LayerNorm.bias",
    }
    for layer in range(8):
        for short, long in LAYER_NAMES.items():
            names[f"l{layer}.{short}.w"] = f"encoder.layer.{layer}.{long}.weight"
            names[f"l{layer}.{short}.b"] = f"encoder.layer.{layer}.{long}.bias"
    state = model.state_dict()
    weights = {short: state[long].reshape(-1) for short, long in names.items()}
    pieces = [(piece, -float(number)) for number, piece in enumerate(PIECES)]
    return PackedEncoder(configuration, weights, pieces, 0, 2, 1, 3)


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    torch.manual_seed(1)
    packed = packed_encoder()
    rows = [Row("own", text) for text in SENTENCES]
    teacher = ContentTeacher(packed)
    torch.nn.init.normal_(teacher.heads.outer.weight, std=0.5)
    vocabulary = PieceVocabulary.of(packed, rows, 30)
    probe = TeacherInput(packed).batch(rows)
    student = ContentStudent(teacher, vocabulary, probe, inner=20, width=12).eval()
    path = tmp_path_factory.mktemp("model") / "content.npz"
    return student, vocabulary, written(path, student, vocabulary, settled=-1e9)


def test_numpy_computes_what_was_trained(trained):
    student, vocabulary, model = trained
    rows = [Row("own", text) for text in SENTENCES]
    with torch.inference_mode():
        logits = student(*StudentInput(rows, vocabulary).batch(range(len(rows))))
    read = model.read(SENTENCES, "en")
    for name in SCORES:
        asked = torch.sigmoid(logits[name]).numpy()
        # weights are rounded to eight bits in the file
        assert np.abs(asked - [getattr(one, name) for one in read]).max() < 0.03
        assert asked.max() - asked.min() > 0.1


def written(path, student, vocabulary, settled):
    calibration = dict.fromkeys(SCORES, (1.0, 0.0))
    facts = {"attributes": ATTRIBUTES, "calibration": calibration, "settled": settled}
    write_model(path, Model(export(student), (), facts | network_facts(student, vocabulary)))
    return ContentModel(path)


def test_sentences_that_the_first_layer_settles_go_no_further(trained, tmp_path):
    student, vocabulary, model = trained
    torch.nn.init.normal_(student.first_heads.outer.weight, std=2.0)
    rows = [Row("own", text) for text in SENTENCES]
    with torch.inference_mode():
        first, _ = student.means(*StudentInput(rows, vocabulary).batch(range(len(rows))))
        guessed = student.first_heads(first)["association"]
    settled = float(guessed.sort().values[2:4].mean())
    halfway = written(tmp_path / "halfway.npz", student, vocabulary, settled).read(SENTENCES, "en")
    whole = model.read(SENTENCES, "en")
    for guess, half, last in zip(guessed, halfway, whole, strict=True):
        if guess > settled:
            assert half == last
        else:
            assert half.association == pytest.approx(float(guess.sigmoid()), abs=0.05)
    assert sum(half == last for half, last in zip(halfway, whole, strict=True)) == 3


def test_the_heads_on_the_first_layer_learn_what_the_last_one_reads(trained):
    student, vocabulary, _ = trained
    cut = StudentInput([Row("own", text) for text in SENTENCES], vocabulary)

    def apart():
        with torch.inference_mode():
            first, last = student.means(*cut.batch(range(len(SENTENCES))))
            asked, guessed = student.heads(last), student.first_heads(first)
        return (asked["association"].sigmoid() - guessed["association"].sigmoid()).abs().mean().item()

    before = apart()
    train_first_heads(student, cut, torch.ones(len(SENTENCES)), 0, 400)
    assert apart() < before / 2


def test_teacher_and_student_cut_words_in_the_same_way():
    packed = packed_encoder()
    row = Row("own", "The bakers pay the 7 tax, and Kim Ωmega walks.")
    vocabulary = PieceVocabulary.of(packed, [row], 100)
    (numbers,) = StudentInput([row], vocabulary).numbers
    assert [vocabulary.numbers[number] for number in numbers] == TeacherInput(packed).numbers(row.text, "en")
    assert packed.unknown in TeacherInput(packed).numbers(row.text, "en")


def test_the_inner_units_that_matter_are_kept():
    packed = packed_encoder()
    rows = [Row("own", text) for text in SENTENCES]
    torch.manual_seed(2)
    teacher = ContentTeacher(packed)
    kept = teacher.encoder.encoder.layer[0]
    with torch.no_grad():
        kept.output.dense.weight[:, 4:] = 0
    before = kept.intermediate.dense.weight[:4].clone()
    ContentStudent(teacher, PieceVocabulary.of(packed, rows, 30), TeacherInput(packed).batch(rows), inner=4, width=12)
    assert torch.equal(kept.intermediate.dense.weight, before)


def test_labels_move_halfway_to_what_the_published_model_says(tmp_path):
    folder = tmp_path / "hearts_emgsd"
    folder.mkdir()
    with lzma.open(folder / "full_results_albertv2.csv.xz", "wt") as file:
        file.write("text,predicted_label,predicted_probability\nBakers sing.,1,0.8\nRain fell.,0,0.9\n")
    rows = [Row("emgsd", "Bakers sing.", association=1.0), Row("emgsd", "Rain fell.", association=1.0)]
    others = [Row("emgsd", "Goats eat.", association=1.0), Row("seegull", "Rain fell.", association=1.0)]
    assert [row.association for row in softened([*rows, *others], tmp_path)] == pytest.approx([0.9, 0.55, 1.0, 1.0])


def test_what_both_teachers_read_is_mixed_for_sentences_about_groups_alone():
    class Says(torch.nn.Module):
        def __init__(self, value):
            super().__init__()
            self.value = value

        def forward(self, numbers, mask):
            ones = torch.full((len(numbers),), self.value)
            return dict.fromkeys((*SCORES, "mean"), ones) | {"attribute": torch.zeros(len(numbers), 3)}

    cutter = SimpleNamespace(batch=lambda rows: (torch.zeros(len(rows), 1), torch.ones(len(rows), 1)))
    published = [Row("emgsd", f"The baker of street {number} sang.", association=1.0) for number in range(3)]
    published.append(Row("social_bias_frames", "Women are tall.", association=1.0))
    own = [Row("written", "Bakers sing.", statement=1.0)]
    teachers = Teachers(Says(0.0), cutter, Says(4.0), cutter)
    material = make_material(teachers, published, own, [Row("raw en", "It rained.")])
    for example, value in zip(material.examples, material.readings["association"].tolist(), strict=True):
        judged = example.row.source in {"emgsd", "variant"}
        assert value == (3.0 if judged else 0.0)
    assert set(material.readings["statement"].tolist()) == {0.0}
    assert len(material.shares) == len(material.examples)


def test_neighbours_and_order_do_not_matter(trained):
    _, _, model = trained
    many = [f"{SENTENCES[n % len(SENTENCES)]} {'and so on ' * (n % 9)}" for n in range(150)]
    together = model.read(many, "en")
    assert model.read(many[::-1], "en") == together[::-1]
    assert [model.read([text], "en")[0] for text in many[::13]] == together[::13]


def test_sentences_of_one_template_stay_together():
    texts = ["The old baker sang a song.", "The young baker sang a song.", "It snowed all day.", "Here."]
    templates = templates_of([*texts, "Nobody came."], ["", "", "", "1", "1"])
    assert templates[0] == templates[1]
    assert len(set(templates)) == 3
    folds = folds_of(templates)
    assert folds[0] == folds[1]
    assert folds[3] == folds[4]


def test_contrasts_say_whether_a_generalisation_is_stated():
    rows = contrast_rows(900, ["women are tall"])
    assert len({row.text for row in rows}) == len(rows)
    assert {row.lang for row in rows} == {"en", "de", "es"}
    denied = [row for row in rows if row.source == "contrast denial"]
    assert denied
    assert {row.statement for row in denied} == {0.0}
    assert {row.statement for row in rows if row.source == "contrast typical"} == {1.0}
    assert not any("{" in row.text for row in rows)
    assert contrast_rows(50, ["women are tall"]) == contrast_rows(50, ["women are tall"])


def test_groups_are_exchanged_and_nothing_else():
    swap, chooser = GroupSwap("en"), random.Random(3)
    text = "My neighbour is a plumber, and plumbers sing in Norway."
    other = swap.swapped(text, chooser)
    assert swap.attribute(text) == "profession"
    assert other.split()[:4] == text.split()[:4]
    assert "plumber" not in other
    assert swap.swapped("It rained all day.", chooser) == "It rained all day."


def test_pairs_stay_in_one_batch_and_a_loss_skips_what_is_not_known():
    rows = [Row("own", f"Sentence {n}.", pair=str(n // 2) if n < 6 else "") for n in range(20)]
    batches = list(content_batches(as_examples(rows), 4, 0))
    assert sum(map(len, batches)) == 20
    for number in "012":
        assert sum(any(one.row.pair == number for one in batch) for batch in batches) == 1
    logits = {name: torch.zeros(2) for name in SCORES} | {"attribute": torch.zeros(2, len(ATTRIBUTES))}
    assert content_loss(logits, as_examples([Row("own", "a"), Row("own", "b")])).item() == 0
    assert content_loss(logits, as_examples([Row("own", "a", statement=1.0), Row("own", "b")])).item() > 0


def test_calibration_undoes_what_was_done_to_the_logits():
    draw = np.random.default_rng(0)
    logits = draw.normal(size=20_000) * 2
    gold = draw.random(20_000) < 1 / (1 + np.exp(-logits))
    raw = 1 / (1 + np.exp(-(3 * logits + 1)))
    factor, shift = fitted_calibration(raw, gold)
    assert factor == pytest.approx(1 / 3, abs=0.03)
    assert shift == pytest.approx(-1 / 3, abs=0.05)
    calibrated = 1 / (1 + np.exp(-logits))
    assert expected_calibration_error(calibrated, gold) < 0.02 < expected_calibration_error(raw, gold)
    assert 0.4 < macro_f1_threshold(calibrated, gold) < 0.6


def test_variants_put_other_words_where_sentences_of_a_template_differ():
    rows = [Row("own", f"The baker down the road is {word}.", association=1.0) for word in ("calm", "loud", "tall")]
    made = variants(rows, ["quick"], 40)
    assert made == variants(rows, ["quick"], 40)
    assert len({row.text for row in made}) == len(made) > 4
    assert all(row.text.endswith(("calm.", "loud.", "tall.", "quick.")) for row in made)
    assert {row.association for row in made} == {None}


@pytest.fixture
def running_text(tmp_path):
    """A folder with one sentence in each treebank, and two lines of running text."""
    for bank in (*TREEBANKS["en"], DEVELOPMENT["en"]):
        path = tmp_path / bank.path
        path.parent.mkdir(parents=True, exist_ok=True)
        with lzma.open(path, "wt") as file:
            file.write("# text = Rain fell.\n1\tRain\train\tNOUN\tNN\t_\t2\tnsubj\t_\t_\n")
            file.write(
                "2\tfell\tfall\tVERB\tVBD\t_\t0\troot\t_\tSpaceAfter=No\n3\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_\n\n"
            )
    for name in (RAW_TEXTS["en"].path, ARTICLES):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    with lzma.open(tmp_path / RAW_TEXTS["en"].path, "wt") as file:
        file.write(
            "".join(f"The bakers of street {n} sing all night. The bridge was built in year {n}.\n" for n in range(60))
        )
    with lzma.open(tmp_path / ARTICLES, "wt") as file:
        json.dump({"A village": "Dentists own goats here.\nGoats eat grass."}, file)
    return tmp_path


def test_labelled_sentences_are_found_again_by_their_digests(running_text, monkeypatch):
    listed = [("Dentists own goats here.", "1", "1"), ("Rain fell.", "0", "-"), ("Nowhere to be found.", "1", "1")]
    rows = [(text_digest(text), "", statement, association) for text, statement, association in listed]
    monkeypatch.setattr(corpora, "own_table", lambda name: rows)
    found = {row.text: (row.statement, row.association) for row in listed_rows(running_text)}
    assert found == {"Dentists own goats here.": (1.0, 1.0), "Rain fell.": (0.0, None)}


def test_one_in_five_sentences_of_running_text_names_no_group(running_text):
    texts = [row.text for row in raw_rows(running_text, "en", 20)]
    assert len(texts) == 20
    assert sum("bakers" in text for text in texts) == 16


def test_written_sentences_say_what_they_state_and_how_strong_it_is():
    rows = written_rows()
    stated = [row for row in rows if row.statement]
    assert 0.4 < len(stated) / len(rows) < 0.6
    assert all(row.association and row.strength for row in stated)
    assert len({corpora.folded(row.text) for row in rows}) == len(rows)
