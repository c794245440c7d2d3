from as_one_test import as_one_test
from datasets import Dataset

from dataset_scripts.models.rewriter.corpora.noise import PairNoise
from hf_genderfair.core.transform import annotate

GERMAN = "Am Morgen lag dichter Nebel über den Feldern hinter dem Bahnhof."
ENGLISH = "In the morning a thick fog lay over the fields behind the station."
FAIR = [
    # LengthFilter: 1 to 150 words, inclusive
    ("", "length"),
    (" ", "length"),
    ("Wort " * 150, None),
    ("Wort " * 151, "length"),
    # LongWordFilter: below the threshold, punctuation included
    ("a" * 39, None),
    ("a" * 40, "long_word"),
    ("a" * 39 + ".", "long_word"),
    # AlphabetRatioFilter: white space counts, marks of letters do not count as signs
    ("ab12", None),
    ("ab 12", "alphabet_ratio"),
    ("a b c", None),
    ("12", "alphabet_ratio"),
    ("äßñ日本१", None),
]


@as_one_test(("side", "reason"), FAIR)
def test_filters_are_those_of_opusfilter(side, reason):
    noise = PairNoise(None)
    assert noise.reason(side, "gut so") == reason
    assert noise.reason("gut so", side) == reason


def test_a_side_that_is_surely_in_another_language_is_noise():
    noise = PairNoise("de")
    assert noise.reason(GERMAN, GERMAN) is None
    assert noise.reason(ENGLISH, GERMAN) == noise.reason(GERMAN, ENGLISH) == "language"
    assert PairNoise("en").reason(ENGLISH, ENGLISH) is None
    assert noise.reason("Who knows?", "Who knows?") is None


def test_the_first_reason_counts_and_nulls_are_empty():
    rows = Dataset.from_dict({"source": [None, "9" * 50, GERMAN], "target": ["Ja.", "Ja.", GERMAN]})
    assert annotate(rows, PairNoise("de"))["noise_reason"][:] == ["length", "long_word", None]
