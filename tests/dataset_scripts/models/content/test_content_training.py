"""The shipped content model must compute what was trained, and its sentences must be what they are said to be."""

import json
import lzma

import numpy as np
import pytest
from golden import golden_rows

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")
pytest.importorskip("tokenizers")

from transformers import BertConfig, BertModel  # noqa: E402

from dataset_scripts.models.content import corpora  # noqa: E402
from dataset_scripts.models.content.corpora import (  # noqa: E402
    ARTICLES,
    ATTRIBUTES,
    Row,
    listed_rows,
    text_digest,
)
from dataset_scripts.models.content.student import (  # noqa: E402
    ContentStudent,
    PieceVocabulary,
    StudentInput,
    export,
    network_facts,
)
from dataset_scripts.models.content.teacher import (  # noqa: E402
    ContentTeacher,
    TeacherInput,
)
from dataset_scripts.models.model_file import write_model  # noqa: E402
from dataset_scripts.models.pipelines.corpora import DEVELOPMENT, RAW_TEXTS, TREEBANKS  # noqa: E402
from dataset_scripts.models.pipelines.teacher import LAYER_NAMES, PackedEncoder  # noqa: E402
from hf_genderfair.languages.model_file import Model  # noqa: E402
from hf_genderfair.stereotypes.content_model import SCORES, ContentModel  # noqa: E402

SENTENCES = golden_rows(__file__, "SENTENCES")


PIECES = [*"<s> <pad> </s> <unk> ▁".split(), *"abcdefghijklmnopqrstuvwxyzBEINTKW.,", *"▁the ▁bak ers ▁pay ▁and".split()]


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


def test_teacher_and_student_cut_words_in_the_same_way():
    packed = packed_encoder()
    row = Row("own", "The bakers pay the 7 tax, and Kim Ωmega walks.")
    vocabulary = PieceVocabulary.of(packed, [row], 100)
    (numbers,) = StudentInput([row], vocabulary).numbers
    assert [vocabulary.numbers[number] for number in numbers] == TeacherInput(packed).numbers(row.text, "en")
    assert packed.unknown in TeacherInput(packed).numbers(row.text, "en")


def test_labelled_sentences_are_found_again_by_their_digests(tmp_path, monkeypatch):
    tree = "# text = Rain fell.\n1\tRain\train\tNOUN\tNN\t_\t2\tnsubj\t_\t_\n"
    tree += "2\tfell\tfall\tVERB\tVBD\t_\t0\troot\t_\t_\n\n"
    contents = {bank.path: tree for bank in (*TREEBANKS["en"], DEVELOPMENT["en"])}
    contents[RAW_TEXTS["en"].path] = "".join(f"The bakers of street {n} sing all night.\n" for n in range(60))
    contents[ARTICLES] = json.dumps({"A village": "Dentists own goats here.\nGoats eat grass."})
    for name, content in contents.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(lzma.compress(content.encode()))
    listed = [("Dentists own goats here.", "1", "1"), ("Rain fell", "0", "-"), ("Nowhere to be found.", "1", "1")]
    rows = [(text_digest(text), "", statement, association) for text, statement, association in listed]
    monkeypatch.setattr(corpora, "own_table", lambda name: rows)
    found = {row.text: (row.statement, row.association) for row in listed_rows(tmp_path)}
    assert found == {"Dentists own goats here.": (1.0, 1.0), "Rain fell": (0.0, None)}
