from datasets import Dataset
from golden import golden_rows
from hypothesis import given
from hypothesis import strategies as st

from dataset_scripts.models.rewriter.corpora.sentences import exact_duplicates, split_sentences
from hf_genderfair.core.keep import Keep

TEXTS = golden_rows(__file__, "TEXTS")


def rows(texts):
    return Dataset.from_dict({"text": texts, "id": list(range(len(texts)))})


def test_sentences_stand_on_one_line_each_and_know_their_place():
    sentences = split_sentences(rows(TEXTS), "de")
    assert sentences["text"][:] == [
        "Der Zug kam um 17.30 Uhr an.",
        "Niemand stieg aus!",
        "„Kommt ihr?“, fragte sie.",
        "Wir kamen.",
        "Ein Absatz später schneite es.",
    ]
    assert [origin["row"] for origin in sentences["origin"]] == [0, 0, 3, 3, 3]
    assert sentences.column_names == ["text", "origin"]


def test_offsets_are_those_of_the_text_as_it_was():
    for sentence in split_sentences(rows(TEXTS), "de"):
        row, start, end = sentence["origin"].values()
        assert " ".join(TEXTS[row][start:end].split()) == sentence["text"]


def test_only_exact_repetition_is_a_duplicate():
    repeated = exact_duplicates(rows(["Ja.", "ja.", "Ja.", "Ja. ", None, ""]))
    assert repeated["duplicate_reason"][:] == [None, None, "duplicate", None, None, "duplicate"]


@given(st.lists(st.sampled_from(["a", "b", "c", "", "ä"]), max_size=30))
def test_each_text_is_kept_once(texts):
    kept, excluded = Keep("duplicate_reason").split(exact_duplicates(Dataset.from_dict({"text": texts})))
    assert kept["text"][:] == list(dict.fromkeys(texts))
    assert len(kept) + len(excluded) == len(texts)
