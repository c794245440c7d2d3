import pytest
from datasets import Features, Value
from datasets.utils.metadata import known_task_ids
from golden import all_rows

from hf_genderfair.hub.card import CardDetails, WrittenSplit
from hf_genderfair.hub.card_text import card_metadata, source_datasets
from hf_genderfair.recipes import audited, augment_recipe, balance_recipe, corpus_recipe, debias_recipe
from hf_genderfair.report.report import Report

MODULES = (audited, augment_recipe, balance_recipe, corpus_recipe, debias_recipe)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
def test_each_recipe_names_tasks_of_the_hub_and_what_it_is_made_for(module):
    details = module.DETAILS
    assert details.task_categories
    assert set(details.task_categories) <= known_task_ids.keys()
    assert details.uses.endswith(".")
    assert ("text-classification" in details.task_categories) == (module is corpus_recipe)


@all_rows
def test_sources_are_never_called_original(sources, named):
    assert source_datasets(Report("Tea", "en", sources=sources)) == named


@pytest.mark.parametrize(
    ("details", "language", "said"),
    [
        (CardDetails(), "pl", {"language": ["pl"], "multilinguality": ["monolingual"]}),
        (CardDetails(), "mul", {"multilinguality": ["multilingual"]}),
        (CardDetails(), "und", {}),
        (
            CardDetails(languages=("de-AT", "de-CH")),
            "de",
            {"language": ["de"], "language_bcp47": ["de-AT", "de-CH"], "multilinguality": ["monolingual"]},
        ),
    ],
)
def test_languages_have_their_region_where_it_is_known(details, language, said):
    metadata = card_metadata(Report("Tea", language), [], details)
    keys = ("language", "language_bcp47", "multilinguality")
    assert {key: metadata[key] for key in keys if key in metadata} == said


def test_size_is_that_of_the_rows_that_stay():
    features = Features({"text": Value("string")})
    written = [WrittenSplit(name, "train", "", features, 900, 1, 1, "") for name in ("default", "excluded")]
    assert card_metadata(Report("Tea", "en"), written, CardDetails())["size_categories"] == ["n<1K"]
