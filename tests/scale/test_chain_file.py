"""Chains as files: each is readable from the other, and what is wrong is said in one line."""

import pyarrow as pa
import pytest
from datasets import Features, List, Value
from deadly import NotedRows
from every_transform import CONFIGURED, TRANSFORMS
from golden import each_row
from one_line import one_line

from hf_genderfair import Chain, FirstPerson, GroupWords, PersonReferences, Stereotypes, WordList, build_generator
from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.core.counts import Counts
from hf_genderfair.core.errors import ChainFileError
from hf_genderfair.scale.chain_file import chain_to_yaml, read_chain
from hf_genderfair.scale.recipe import KNOWN, SUM, count_columns, counts_table, first_counts

TRADES = WordList.from_groups("trade", {"sea": ["sailor"], "land": ["farmer", "farmers"]})


def written(folder, text):
    path = folder / "chain.yaml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "chain",
    [
        Chain(FirstPerson("pl", "body"), PersonReferences("de", lang_column="language")),
        Chain(GroupWords(("gender", TRADES)), GroupWords("age", overwrite=True)),
        Chain(Stereotypes("en", ("gender", "age"), build_generator("qwen", base_url="http://localhost:8000/v1"))),
        Chain(NotedRows(refused="tea")),
    ],
    ids=lambda chain: "+".join(type(link).__name__ for link in chain.links),
)
def test_a_chain_survives_the_file(tmp_path, chain):
    assert read_chain(written(tmp_path, chain_to_yaml(chain)), trust=True) == chain


@each_row
def test_what_is_wrong_is_said_in_one_line(tmp_path, text, message):
    with one_line(ChainFileError, match=message):
        read_chain(written(tmp_path, text))


@pytest.mark.parametrize(
    "link",
    [link for link in (*TRANSFORMS, *CONFIGURED) if "Scripted" not in repr(link)],
    ids=lambda link: type(link).__name__,
)
def test_every_transform_survives_the_file(tmp_path, link):
    assert read_chain(written(tmp_path, chain_to_yaml(Chain(link))), trust=True) == Chain(link)


def columns_of(table, features):
    return counts_table(count_columns(table, features), {"edits": "Number of edits. More of it."})


def test_sums_alone_have_no_column_of_shares():
    found = columns_of(pa.table({"edits": [2, 0, 3]}), Features({"edits": Value("int64")}))
    assert found.columns == ["what", "counted", "number", "rows", "column"]
    assert found.rows == [["Number of edits", "sum over all rows", 5, 3, "edits"]]


def test_hashes_are_not_summed_up():
    assert (
        columns_of(
            pa.table({"hash": pa.array([2**64 - 1, 2**64 - 1], pa.uint64())}), Features({"hash": Value("uint64")})
        )
        is None
    )


def test_labels_have_shares_with_intervals():
    features = Features({"edits": Value("int64"), "fair": Value("bool"), "words": List(Value("string"))})
    table = pa.table({"edits": [2, 0], "fair": [True, False], "words": [["a"], []]})
    found = columns_of(table, features)
    assert "share" in found.columns
    (fair,) = [row for row in found.rows if row[-1] == "fair"]
    assert fair[4] == 0.5
    assert fair[5] < 0.5 < fair[6]


def counts_of(**sums):
    return Counts(
        {key: number for name, sum_ in sums.items() for key, number in (((name, KNOWN), 9), ((name, SUM), sum_))}
    )


def test_the_first_counts_say_what_a_link_found_or_numbers_that_are_meant_alike_together():
    women = counts_of(female_actors=3, male_actors=1, female_mentions=6, male_mentions=2)
    assert first_counts(women, [ActorMetrics("de")]) == [
        "Of 4 persons whom the texts mark as women or men, 3 (75\xa0%) are women.",
        "They are mentioned in 8 places, of which 75\xa0% are about women.",
    ]
    assert first_counts(Counts({}), [ActorMetrics("de")]) == ["No text marks a person as a woman or a man."]
    (said,) = first_counts(counts_of(gender_female=1_200, gender_male=5), [GroupWords()])
    assert said == "Number of words for the group female: 1,200; Number of words for the group male: 5."
    assert first_counts(Counts({}), [GroupWords()]) == []
