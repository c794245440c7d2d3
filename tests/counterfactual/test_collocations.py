from golden import golden_rows
from hypothesis import given, settings
from hypothesis import strategies as st

from hf_genderfair.counterfactual.collocations import collocation_counts
from hf_genderfair.lexicons.word_lists import WordList

AGES = WordList.from_groups(
    "age", {"young": ["teen", "teens"], "old": ["pensioner", "pensioners", "senior citizen", "senior citizens"]}
)
SENTENCES = golden_rows(__file__, "SENTENCES")


def test_neighbours_within_two_words_are_counted():
    counts = collocation_counts(SENTENCES, AGES)
    assert counts.words == {"pensioners": 1, "senior citizen": 1, "teens": 1, "pensioner": 1}
    assert counts.pairs[("senior citizen", "hid")] == 1
    assert counts.pairs[("teens", "hid")] == 1
    assert ("teens", "citizen") not in counts.pairs
    assert counts.pairs[("pensioner", "frail")] == 1


@settings(max_examples=30)
@given(st.lists(st.sampled_from(SENTENCES), max_size=6), st.integers(0, 6))
def test_counts_of_shards_add_up(texts, cut):
    whole = collocation_counts(texts, AGES)
    parts = collocation_counts(texts[:cut], AGES) + collocation_counts(texts[cut:], AGES)
    assert parts == whole
    assert parts.digest == whole.digest
