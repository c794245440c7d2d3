import re

import pytest
import yaml
from datasets import Features, Value
from golden import all_rows
from hypothesis import given
from hypothesis import strategies as st
from one_line import one_line

from hf_genderfair import Report, write_dataset
from hf_genderfair.core.errors import LicenseError, OutputError
from hf_genderfair.hub import card as cards
from hf_genderfair.hub.card_text import card_metadata, source_datasets

EMPTY_SECTION = re.compile(r"^## .*\n+(?=## |<!--)|^### .*\n+(?=##+ |<!--)", re.MULTILINE)


@pytest.fixture
def card(folder):
    return (folder / "README.md").read_text("utf-8")


def test_every_section_is_there_and_filled(card):
    headings = ["What it is", "How to load it", "How it was made", "Figures", "What was excluded and why"]
    headings += ["Known limits: bias, risks and limitations", "Personal and sensitive information", "How to rebuild"]
    assert re.findall(r"^## (.*)$", card, re.MULTILINE) == [*headings, "Citation"]
    rows = ("| FirstPerson | 1 | 5 | 3 |", "| female | 2 (0.208 to 0.939) |", "| too_short | 1 |")
    for said in (*rows, "configuration `excluded`", "gralinski-etal-2016"):
        assert said in card
    assert not re.search("More Information Needed|\n\n\n", card)


def test_an_empty_report_gives_a_card_without_gaps(tmp_path, kept):
    details = cards.CardDetails(summary="Two *words*.", rebuild="make corpus", pretty_name="Posts", tags=("web",))
    write_dataset(tmp_path / "a", kept, Report("A", "pl"), None, details)
    card = (tmp_path / "a/README.md").read_text("utf-8")
    for said in ("The report lists no steps.", "Nothing was excluded.", "Two *words*.", "```shell\nmake corpus\n```"):
        assert said in card
    assert not EMPTY_SECTION.search(card)
    assert not re.search("## Figures|## What was excluded", card)
    metadata, _ = cards.split_card(card)
    assert (metadata["license"], metadata["pretty_name"]) == ("unknown", "Posts")
    assert metadata["tags"] == ["gender", "hf-genderfair", "web"]


def test_merging_keeps_what_it_does_not_know(card):
    existing = (
        "---\nlicense: mit\nlanguage: pl\npretty_name: Mine\nviewer: false\n"
        "configs:\n- config_name: default\n  data_files: old/*\n"
        "- config_name: cda\n  data_files: cda/*\n  default: true\n"
        "dataset_info:\n  config_name: cda\n  features:\n  - name: text\n    dtype: string\n---\n# Before\n"
        f"{cards.BEGIN}\nold\n{cards.END}\nAfter\n"
    )
    merged = cards.merge_cards(card, existing)
    metadata, body = cards.split_card(merged)
    assert (metadata["viewer"], metadata["license"], metadata["pretty_name"]) == (False, "cc-by-4.0", "Mine")
    assert metadata["language"] == ["pl"]
    assert [entry.get("data_files") for entry in metadata["configs"]][2] == "cda/*"
    assert sum(entry.get("default", False) for entry in metadata["configs"]) == 1
    assert [entry["config_name"] for entry in metadata["dataset_info"]] == ["default", "excluded", "cda"]
    assert body.startswith("# Before\n\n" + cards.BEGIN)
    assert body.endswith(cards.END + "\n\nAfter\n")
    assert "\nold\n" not in body
    assert cards.merge_cards(card, merged) == merged


@given(st.text(max_size=60), st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=5), max_size=3))
def test_merging_twice_changes_nothing(body, metadata):
    new = f"---\nlicense: mit\ntags:\n- gender\n---\n{cards.BEGIN}\nNew.\n{cards.END}\n"
    merged = cards.merge_cards(new, f"---\n{yaml.safe_dump(metadata, allow_unicode=True)}---\n{body}")
    assert cards.merge_cards(new, merged) == merged


def test_licences_are_checked_before_anything_is_written(tmp_path, kept):
    with pytest.raises(LicenseError, match=r"did you mean cc-by-4\.0"):
        write_dataset(tmp_path / "a", kept, Report("A", "pl"), None, cards.CardDetails("cc-by"))
    assert not (tmp_path / "a").exists()
    write_dataset(tmp_path / "a", kept, Report("A", "pl", sources=[{"licence": "CC-BY-4.0"}]))
    assert cards.split_card((tmp_path / "a/README.md").read_text("utf-8"))[0]["license"] == "cc-by-4.0"
    write_dataset(tmp_path / "b", kept, Report("A", "pl"), None, cards.CardDetails("other:House rules"))
    metadata, _ = cards.split_card((tmp_path / "b/README.md").read_text("utf-8"))
    assert (metadata["license"], metadata["license_name"]) == ("other", "House rules")
    card = cards.set_license((tmp_path / "b/README.md").read_text("utf-8"), "mit")
    assert "license_name" not in cards.split_card(card)[0]


def test_what_a_person_wrote_into_a_card_outlives_overwriting(tmp_path, kept):
    place = tmp_path / "a"
    write_dataset(place, kept, Report("A", "pl"), None, cards.CardDetails("mit"))
    path, again = place / "README.md", (place, kept, Report("B", "pl"), None, None, True)
    own = path.read_text("utf-8").replace("pretty_name: A\n", "pretty_name: Ours\nlicense_link: LICENSE\n", 1)
    path.write_text(own.replace("---\n<!--", "---\nBefore.\n<!--") + "\nAfter.\n", "utf-8")
    write_dataset(*again)
    metadata, body = cards.split_card(path.read_text("utf-8"))
    assert [metadata[key] for key in ("pretty_name", "license", "license_link")] == ["Ours", "mit", "LICENSE"]
    assert (body.startswith("Before.\n"), body.endswith("After.\n")) == (True, True)
    path.write_text("---\nlicense: [mit\n---\nOurs.\n", "utf-8")
    write_dataset(*again)
    assert "license: [mit\n---\nOurs.\n" in path.read_text("utf-8")
    path.write_bytes("Zażółć.".encode("iso8859-2"))
    with pytest.raises(OutputError, match="is not UTF-8, and would not stay whole: save it as UTF-8 first"):
        write_dataset(*again)
    assert path.read_bytes() == "Zażółć.".encode("iso8859-2")


@all_rows
def test_sources_are_never_called_original(sources, named):
    assert source_datasets(Report("Tea", "en", sources=sources)) == named


@all_rows
def test_languages_have_their_region_where_it_is_known(languages, language, said):
    metadata = card_metadata(Report("Tea", language), [], cards.CardDetails(languages=languages))
    keys = ("language", "language_bcp47", "multilinguality")
    assert {key: metadata[key] for key in keys if key in metadata} == said


def test_size_is_that_of_the_rows_that_stay():
    features = Features({"text": Value("string")})
    written = [cards.WrittenSplit(name, "train", "", features, 900, 1, 1, "") for name in ("default", "excluded")]
    assert card_metadata(Report("Tea", "en"), written, cards.CardDetails())["size_categories"] == ["n<1K"]


@all_rows
def test_a_licence_is_spelt_as_the_hub_does(given, known):
    assert (cards.check_license(given), cards.check_license(known)) == (known, known)


@all_rows
def test_any_other_licence_is_one_clear_line(given, message):
    with one_line(LicenseError, match=message):
        cards.check_license(given)
