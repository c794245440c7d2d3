import re

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair import Report, write_dataset
from hf_genderfair.core.errors import LicenseError, OutputError
from hf_genderfair.hub.card import BEGIN, END, CardDetails, merge_cards, set_license, split_card

EMPTY_SECTION = re.compile(r"^## .*\n+(?=## |<!--)|^### .*\n+(?=##+ |<!--)", re.MULTILINE)


@pytest.fixture
def card(folder):
    return (folder / "README.md").read_text("utf-8")


def test_the_metadata_are_what_the_hub_reads(card):
    metadata, _ = split_card(card)
    assert metadata["language"] == ["pl"]
    assert metadata["license"] == "cc-by-4.0"
    assert metadata["annotations_creators"] == ["machine-generated"]
    assert metadata["size_categories"] == ["n<1K"]
    assert [entry["config_name"] for entry in metadata["configs"]] == ["default", "excluded"]
    assert metadata["dataset_info"][0]["splits"][0]["num_examples"] == 3


def test_every_section_is_there_and_filled(card):
    headings = re.findall(r"^## (.*)$", card, re.MULTILINE)
    assert headings == [
        "What it is",
        "How to load it",
        "How it was made",
        "Figures",
        "What was excluded and why",
        "Known limits: bias, risks and limitations",
        "Personal and sensitive information",
        "How to rebuild",
        "Citation",
    ]
    assert "| FirstPerson | 1 | 5 | 3 |" in card
    assert "| female | 2 (0.208 to 0.939) |" in card
    assert "| too_short | 1 |" in card
    assert "configuration `excluded`" in card
    assert "gralinski-etal-2016" in card
    assert "More Information Needed" not in card
    assert "\n\n\n" not in card


def test_an_empty_report_gives_a_card_without_gaps(tmp_path, kept):
    details = CardDetails(summary="Two *words*.", rebuild="make corpus", pretty_name="Posts", tags=("web",))
    write_dataset(tmp_path / "a", kept, Report("A", "pl"), None, details)
    card = (tmp_path / "a/README.md").read_text("utf-8")
    for sentence in ("The report lists no steps.", "Nothing was excluded.", "Two *words*."):
        assert sentence in card
    assert not EMPTY_SECTION.search(card)
    for heading in ("## Figures", "## What was excluded"):
        assert heading not in card
    assert "```shell\nmake corpus\n```" in card
    metadata, _ = split_card(card)
    assert (metadata["license"], metadata["pretty_name"]) == ("unknown", "Posts")
    assert metadata["tags"] == ["gender", "hf-genderfair", "web"]


def test_merging_keeps_what_it_does_not_know(card):
    existing = (
        "---\nlicense: mit\nlanguage: pl\npretty_name: Mine\nviewer: false\n"
        "configs:\n- config_name: default\n  data_files: old/*\n"
        "- config_name: cda\n  data_files: cda/*\n  default: true\n"
        "dataset_info:\n  config_name: cda\n  features:\n  - name: text\n    dtype: string\n---\n# Before\n"
        f"{BEGIN}\nold\n{END}\nAfter\n"
    )
    merged = merge_cards(card, existing)
    metadata, body = split_card(merged)
    assert (metadata["viewer"], metadata["license"], metadata["pretty_name"]) == (False, "cc-by-4.0", "Mine")
    assert metadata["language"] == ["pl"]
    assert [entry.get("data_files") for entry in metadata["configs"]][2] == "cda/*"
    assert sum(entry.get("default", False) for entry in metadata["configs"]) == 1
    assert [entry["config_name"] for entry in metadata["dataset_info"]] == ["default", "excluded", "cda"]
    assert body.startswith("# Before\n\n" + BEGIN)
    assert body.endswith(END + "\n\nAfter\n")
    assert "\nold\n" not in body
    assert merge_cards(card, merged) == merged


@given(st.text(max_size=60), st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=5), max_size=3))
def test_merging_twice_changes_nothing(body, metadata):
    new = f"---\nlicense: mit\ntags:\n- gender\n---\n{BEGIN}\nNew.\n{END}\n"
    merged = merge_cards(new, f"---\n{yaml.safe_dump(metadata, allow_unicode=True)}---\n{body}")
    assert merge_cards(new, merged) == merged


def test_licences_are_checked_before_anything_is_written(tmp_path, kept):
    with pytest.raises(LicenseError, match=r"did you mean cc-by-4\.0"):
        write_dataset(tmp_path / "a", kept, Report("A", "pl"), None, CardDetails("cc-by"))
    assert not (tmp_path / "a").exists()
    write_dataset(tmp_path / "a", kept, Report("A", "pl", sources=[{"licence": "CC-BY-4.0"}]))
    assert split_card((tmp_path / "a/README.md").read_text("utf-8"))[0]["license"] == "cc-by-4.0"
    write_dataset(tmp_path / "b", kept, Report("A", "pl"), None, CardDetails("other:House rules"))
    metadata, _ = split_card((tmp_path / "b/README.md").read_text("utf-8"))
    assert (metadata["license"], metadata["license_name"]) == ("other", "House rules")
    card = set_license((tmp_path / "b/README.md").read_text("utf-8"), "mit")
    assert "license_name" not in split_card(card)[0]


def test_what_a_person_wrote_into_a_card_outlives_overwriting(tmp_path, kept):
    place = tmp_path / "a"
    write_dataset(place, kept, Report("A", "pl"), None, CardDetails("mit"))
    card = (place / "README.md").read_text("utf-8")
    own = card.replace("pretty_name: A\n", "pretty_name: Ours\nlicense_link: LICENSE\ndoi: 10.1/x\n", 1)
    (place / "README.md").write_text(own.replace("---\n<!--", "---\nBefore.\n<!--") + "\nAfter.\n", "utf-8")
    write_dataset(place, kept, Report("B", "pl"), None, None, True)
    metadata, body = split_card((place / "README.md").read_text("utf-8"))
    said = {key: metadata[key] for key in ("pretty_name", "doi", "license", "license_link")}
    assert said == {"pretty_name": "Ours", "doi": "10.1/x", "license": "mit", "license_link": "LICENSE"}
    assert body.startswith("Before.\n")
    assert body.endswith("After.\n")
    (place / "README.md").write_text("---\nlicense: [mit\n---\nOurs.\n", "utf-8")
    write_dataset(place, kept, Report("B", "pl"), None, None, True)
    assert "license: [mit\n---\nOurs.\n" in (place / "README.md").read_text("utf-8")
    (place / "README.md").write_bytes("Zażółć.".encode("iso8859-2"))
    with pytest.raises(OutputError, match="is not UTF-8, and would not stay whole: save it as UTF-8 first"):
        write_dataset(place, kept, Report("B", "pl"), None, None, True)
    assert (place / "README.md").read_bytes() == "Zażółć.".encode("iso8859-2")
