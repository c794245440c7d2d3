import io
import lzma
import tarfile

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from dataset_scripts.models.reader.coreference import share_right, windows_of_novels, windows_of_pages
from dataset_scripts.models.reader.syntax import UNKNOWN
from dataset_scripts.models.weights.coreference import is_kept_out

BOOK = "Ada Seel , a tall woman , met her brother .\nHe hurt himself .\n"
MENTIONS = [
    ("T1", 0, 0, 0, 5, "PROP", "ada"),
    ("T2", 0, 8, 0, 9, "NOM", "bob"),
    ("T3", 0, 8, 0, 8, "PRON", "ada"),
    ("T4", 1, 0, 1, 0, "PRON", "bob"),
    ("T5", 1, 2, 1, 2, "PRON", "bob"),
]
LEARNED, KEPT = (next(f"{at}_brat" for at in range(99) if is_kept_out(f"{at}_brat") == side) for side in (False, True))
COLUMNS = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL"
PAGE = "Ada Seel met Bob Cole. She greeted him. Cole thanked her."


def annotations():
    lines = ["\t".join(["MENTION", key, *map(str, places), "text", "PER", kind]) for key, *places, kind, _ in MENTIONS]
    return "\n".join([*lines, *(f"COREF\t{key}\t{of}" for key, *_, of in MENTIONS)])


@pytest.fixture
def data(tmp_path):
    folder = tmp_path / "coreference"
    for name in ("litbank", "gap"):
        (folder / name).mkdir(parents=True)
    with tarfile.open(folder / "litbank" / "litbank.tar.xz", "w:xz") as archive:
        for book in (LEARNED, KEPT):
            for end, text in ((".txt", BOOK), (".ann", annotations())):
                packed = text.encode()
                member = tarfile.TarInfo(f"coref/tsv/{book}{end}")
                member.size = len(packed)
                archive.addfile(member, io.BytesIO(packed))
    fields = ("t-1", PAGE, "her", str(PAGE.index("her.")), "Ada Seel", "0", "TRUE", "Bob Cole", "13", "FALSE")
    row = "\t".join((*fields, LEARNED))
    for part in ("development", "validation"):
        with lzma.open(folder / "gap" / f"gap-{part}.tsv.xz", "wt", encoding="utf-8") as file:
            file.write("\n".join([COLUMNS, row]) + "\n")
    return tmp_path


def before(example):
    forms = example.words.forms
    pairs = enumerate(example.columns["antecedent"].tolist())
    return [(forms[at], forms[of] if of != at else None) for at, of in pairs if of != UNKNOWN]


def test_a_novel_tells_the_head_of_each_mention_and_the_one_before_it(data):
    (learned,), (kept,) = windows_of_novels(data)
    assert learned.text == "Ada Seel, a tall woman, met her brother. He hurt himself."
    assert [learned.text[start:end] for start, end in zip(learned.words.starts, learned.words.ends, strict=True)] == (
        learned.words.forms
    )
    assert before(learned) == [("Seel", None), ("her", "Seel"), ("brother", None), ("He", "brother")]
    assert (learned.columns["mention"] == UNKNOWN).all()
    assert kept.text == learned.text


def test_of_a_page_the_pronoun_is_learned_for_which_the_name_is_known(data):
    one, other = windows_of_pages(data)
    assert one.text == other.text == PAGE
    assert before(one)[:2] == [("Seel", None), ("Cole", None)]
    assert before(one)[-1] == ("her", "She")


def test_only_words_with_an_earlier_mention_count_and_any_of_the_same_person_is_right(data):
    _, kept = windows_of_novels(data)
    answer = {"antecedent": list(range(len(kept[0])))}
    assert share_right(kept, [answer]) == (0.0, 2)
    forms = kept[0].words.forms
    answer["antecedent"][forms.index("He")] = forms.index("brother")
    assert share_right(kept, [answer]) == (0.5, 2)
