"""What pairs of sentences are made of: classes, copies, noise, merging, and the rules that propose them."""

from datasets import Dataset
from golden import all_rows, golden_rows
from hypothesis import given
from hypothesis import strategies as st

from dataset_scripts.models.rewriter.corpora.gender_class import GenderClass
from dataset_scripts.models.rewriter.corpora.gender_control import tagged_examples
from dataset_scripts.models.rewriter.corpora.merging import merge
from dataset_scripts.models.rewriter.corpora.noise import PairNoise
from dataset_scripts.models.rewriter.corpora.round_trip import RoundTripPairs
from dataset_scripts.models.rewriter.corpora.rule_pairs import BackwardPairs, FairText
from dataset_scripts.models.rewriter.corpora.sentences import exact_duplicates, split_sentences
from hf_genderfair import Keep, annotate

TEXTS = golden_rows(__file__, "TEXTS")


@all_rows
def test_classes_of_sentences(lang, patterns, text, name, forms):
    assert GenderClass(lang, patterns=patterns).classify(text) == (name, forms)


@all_rows
def test_pairs_give_examples_with_tags(german, examples, reason):
    found, why = tagged_examples(german, "English.")
    assert ([tuple(example) for example in found], why) == (examples, reason)


@all_rows
def test_merging(target, round_trip, source, merged):
    assert merge(target, round_trip) == (source, merged)


@given(st.text(alphabet="aeinr*ER ,.", max_size=40), st.text(alphabet="aeinrER ,.", max_size=40))
def test_is_the_round_trip_or_has_no_word_with_a_star_left(target, round_trip):
    source, merged = merge(target, round_trip)
    if not merged:
        assert source == round_trip
    else:
        assert merge(source, "") == (source, True)


@all_rows
def test_filters_are_those_of_opusfilter(side, reason):
    noise = PairNoise(None)
    assert noise.reason(side, "gut so") == reason
    assert noise.reason("gut so", side) == reason


@all_rows
def test_round_trip_pairs(target, text, round_trip, reason, sources):
    rows = Dataset.from_dict({"fair_text": [target], "text": [text], "round_trip": [round_trip]})
    row = annotate(rows, RoundTripPairs("masculine"))[0]
    assert [tuple(source.values()) for source in row["sources"]] == sources
    assert (row["target"], row["pair_reason"]) == (target if sources else None, reason)


def proposed(transform, text):
    """Return target, reason and sources with their kinds of one sentence."""
    row = annotate(Dataset.from_dict({"text": [text]}), transform)[0]
    return row["target"], row["pair_reason"], [(source["kind"], source["source"]) for source in row["sources"]]


@all_rows
def test_backward_pairs(lang, text, target, reason, sources):
    assert proposed(BackwardPairs(lang), text) == (target, reason, sources)


def test_fair_text_has_one_form():
    texts = ["Jede:r Schüler:in", "SchülerInnen", None, "Es regnet."]
    rows = annotate(Dataset.from_dict({"text": texts}), FairText("de"))
    assert rows["fair_text"][:] == ["Jede*r Schüler*in", "Schüler*innen", None, "Es regnet."]
    rows = annotate(Dataset.from_dict({"text": ["A guest and his or her dog."]}), FairText("en"))
    assert rows["fair_text"][0] == "A guest and their dog."


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


@given(st.lists(st.sampled_from(["a", "b", "c", "", "ä"]), max_size=30))
def test_each_text_is_kept_once(texts):
    kept, excluded = Keep("duplicate_reason").split(exact_duplicates(Dataset.from_dict({"text": texts})))
    assert kept["text"][:] == list(dict.fromkeys(texts))
    assert len(kept) + len(excluded) == len(texts)
