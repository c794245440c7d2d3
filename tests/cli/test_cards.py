"""The card of each kind of data set that commands and recipes write, as a user of the Hub finds it."""

import json
import re
import textwrap

import mlcroissant
import pytest
from datasets import Dataset, load_dataset
from datasets.utils.metadata import MetadataConfigs, known_task_ids
from golden import golden_rows
from huggingface_hub import DatasetCard, DatasetCardData

from dataset_scripts.models.rewriter.corpora.recipe import backward_recipe
from hf_genderfair.hub.card import linked_files, set_repository, split_card
from hf_genderfair.hub.card_text import MOST_WORDS

TEXTS = dict(golden_rows(__file__, "TEXTS"))
CHAIN = """
- transform: FirstPerson
- transform: FragmentReasons
"""

KINDS = {kind: rest for kind, *rest in golden_rows(__file__, "KINDS")}
PAPERS = {paper for *_, papers in KINDS.values() for paper in papers}
SECTION_WITHOUT_TEXT = re.compile(r"^## .*\n+(?=## |<!--)|^### .*\n+(?=##+ |<!--)", re.MULTILINE)
UNFILLED = re.compile(r"\{\{|\{%|\bNone\b|\bnan\b|\n\n\n|\ball further tables\b")
LANGUAGE = re.compile(r"--lang (..)")


def checked_card(folder, tasks, papers, cache):
    """Return the text of a card that Hub, croissant and load_dataset accept."""
    card = DatasetCard.load(folder / "README.md")
    assert isinstance(card.data, DatasetCardData)
    assert card.data.task_categories == tasks
    assert set(tasks or ()) <= known_task_ids.keys()
    assert card.data.annotations_creators == ["machine-generated"]
    assert (card.data.size_categories, card.data.license) == (["n<1K"], "cc0-1.0")
    assert card.data.source_datasets[0].startswith("extended|other")
    assert {"gender", "hf-genderfair"} <= {*card.data.tags}
    assert not mlcroissant.Dataset(folder / "croissant.json").metadata.ctx.issues.errors
    body = split_card(set_repository((folder / "README.md").read_text("utf-8"), "me/texts"))[1]
    assert body.count("\n# ") == 1
    assert len(body.split()) <= MOST_WORDS
    assert not SECTION_WITHOUT_TEXT.search(body)
    assert not UNFILLED.search(body)
    further = re.search(r"with (\d+) further table", body)
    tables = body.count("\n### ") + int(further[1] if further else 0) + body.count("\n## What was excluded")
    assert tables == (folder / "report.html").read_text("utf-8").count(' id="table-')
    assert {paper for paper in PAPERS if paper in body} == set(papers)
    linked = linked_files((folder / "README.md").read_text("utf-8"))
    assert "report.html" in linked
    assert {path.name for path in folder.glob("*.png")} <= {*linked}
    assert all((folder / name).is_file() for name in linked)
    for name in MetadataConfigs.from_dataset_card_data(card.data):
        rows = load_dataset(str(folder), name, cache_dir=cache)
        for split, part in rows.items():
            assert f"| {name} | {split} | {len(part)} |" in body
        assert ('load_dataset("me/texts", "excluded"' in body) or name != "excluded"
    assert 'load_dataset("me/texts"' in body
    return body


@pytest.mark.filterwarnings("ignore:The inplace keyword")
@pytest.mark.parametrize("kind", KINDS)
def test_the_card_of_each_kind_is_complete_and_true(done, tmp_path, kind):
    command, tasks, papers = KINDS[kind]
    found = LANGUAGE.search(command)
    lang = found[1] if found else "pl"
    source, chain, out = tmp_path / "texts.jsonl", tmp_path / "chain.yaml", tmp_path / "out"
    chain.write_text(CHAIN, "utf-8")
    rows = [{"text": text, "url": "http://a.example/", "site": "a"} for text in TEXTS[lang]]
    source.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    words = command.replace("SOURCE", str(source)).replace("CHAIN", str(chain)).split()
    done(*words, "--out", out, "--license", "cc0-1.0")
    body = checked_card(out, tasks, papers, tmp_path / "cache")
    assert re.search(r"^- .+\.$", body.partition("## ")[0], re.MULTILINE), "no answer before the first section"
    metadata = split_card((out / "README.md").read_text("utf-8"))[0]
    assert metadata.get("language") == (None if kind == "dedupe" else [lang])


def test_the_card_of_pairs_is_complete_and_true(tmp_path):
    texts = ["Die Gärtner*innen gießen. Am Abend regnet es.", "Der Koch singt. Sie lachten.", "Der Zug hält an."]
    made = backward_recipe("de").build(Dataset.from_dict({"text": texts}), {"id": "invented"})
    made.write(tmp_path / "out", "cc0-1.0")
    checked_card(tmp_path / "out", ["text-generation", "translation"], {"amrhein-etal-2023"}, tmp_path / "cache")


def test_redacted_texts_are_counted_in_report_and_card_and_on_screen(run, tmp_path):
    source, out = tmp_path / "letters.txt", tmp_path / "out"
    source.write_text("Write to ada@mail.example, or call him: 030/1234567.\nHe waits.\n", "utf-8")
    open_ = run("rewrite", source, "--lang", "en", "--out", tmp_path / "open")
    assert "Its columns of text hold 1 e-mail address and 1 telephone number" in open_.stdout
    done = run("rewrite", source, "--lang", "en", "--redact", "--out", out)
    said = "1 e-mail address and 1 telephone number"
    assert f"Note: {said} replaced in letters.txt" in done.stderr
    assert "Its columns of text hold" not in done.stdout
    report = json.loads((out / "bias_report.json").read_text("utf-8"))
    assert report["sources"] == [{"id": "letters.txt", "redacted": said}]
    assert report["data"]["default/train"]["contacts"] == {"emails": 0, "telephones": 0}
    assert f"{said} were replaced by" in (out / "README.md").read_text("utf-8")
    for path in out.rglob("*"):
        assert path.is_dir() or b"ada@mail.example" not in path.read_bytes()
    rows = load_dataset(str(out), split="train", cache_dir=tmp_path / "cache")
    assert rows["text"][0].startswith("Write to [EMAIL], or call ")


@pytest.mark.parametrize("command", ["tag --jsonl", "run --chain CHAIN --out OUT", "dedupe"])
def test_every_way_to_read_redacts(done, tmp_path, command):
    source, chain, out = tmp_path / "texts.txt", tmp_path / "chain.yaml", tmp_path / "out"
    source.write_text("Byłam tam, pisz do ola@poczta.example.\n", "utf-8")
    chain.write_text(textwrap.dedent(CHAIN), "utf-8")
    words = command.replace("CHAIN", str(chain)).replace("OUT", str(out)).split()
    printed = done(words[0], source, *words[1:], "--redact").stdout
    shown = load_dataset(str(out), split="train")["text"][0] if out.exists() else printed
    assert "pisz do [EMAIL]." in shown
    assert "ola@" not in printed
