"""Reports and cards that were changed by chance end well, or in one line of this library."""

import json
import random

import pytest
import yaml
from one_line import one_line

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.hub import card as cards
from hf_genderfair.hub.audited import load_audited
from hf_genderfair.hub.publish import publish
from hf_genderfair.hub.source import open_source
from hf_genderfair.report.render import render_html, render_markdown, render_text
from hf_genderfair.report.report import Report

ODD = [None, True, -1, 0, 3.5, 10**30, 1e308, float("nan"), float("inf"), "", "x", "\ud800", "a\nb", "../x"]
ODD += [[], {}, [[]], [None], {"a": 1}, ["a"], [{}], "default/train", {"default": None}, "9" * 5000]
NUMBER = 100


def places(value, found):
    """Collect all containers in a value, with their keys."""
    keys = range(len(value)) if isinstance(value, list) else list(value) if isinstance(value, dict) else ()
    for key in keys:
        found.append((value, key))
        places(value[key], found)
    return found


def change(value, drawn):
    """Change a value in one to three places."""
    for _ in range(drawn.choice([1, 1, 2, 3])):
        found = places(value, [])
        if not found:
            return value
        holder, key = drawn.choice(found)
        way = drawn.randrange(6)
        if way == 0:
            del holder[key]
        elif way == 1 and isinstance(holder, dict):
            holder[f"{key}x"] = holder.pop(key)
        elif way == 2 and isinstance(holder, list):
            holder.append(drawn.choice(ODD))
        else:
            holder[key] = drawn.choice(ODD)
    return value


def garbled(text, drawn):
    """Change the letters of a text."""
    place = drawn.randrange(len(text))
    ways = [text[:place], text[place:], text[:place] + drawn.choice('\x00{}[]":,-&*!\n\t') + text[place:]]
    return drawn.choice([*ways, text[:place] + text[place + drawn.randrange(1, 40) :], "[" * 5000 + text])


def forged_report(text, drawn):
    return garbled(text, drawn) if drawn.random() < 0.3 else json.dumps(change(json.loads(text), drawn))


def forged_card(card, drawn):
    if drawn.random() < 0.3:
        return garbled(card, drawn)
    metadata, body = cards.split_card(card)
    changed = yaml.safe_dump(change(json.loads(json.dumps(metadata)), drawn), sort_keys=False, allow_unicode=False)
    return f"---\n{changed}---\n{body}"


def check(action, *errors):
    """Call; only errors that are given are expected, and they are one line."""
    try:
        return action()
    except errors as error:
        if "\n" in str(error):
            raise AssertionError("more than one line") from error
        return None


def test_forged_reports(hub, folder):
    path, drawn = folder / "bias_report.json", random.Random(3)
    written = path.read_text("utf-8")
    for number in range(NUMBER):
        forged = forged_report(written, drawn)
        path.write_text(forged, "utf-8", errors="surrogatepass")
        check(lambda: load_audited(folder), GenderfairError)
        report = check(lambda text=forged: Report.from_json(text), ValueError)
        if report is not None:
            check(lambda report=report: cards.data_parts(report), ValueError)
            assert (render_html, render_markdown, render_text)[number % 3](report).encode()


def test_forged_cards(hub, folder):
    path, drawn = folder / "README.md", random.Random(2)
    written = path.read_text("utf-8")
    for number in range(NUMBER):
        card = forged_card(written, drawn)
        path.write_text(card, "utf-8", errors="surrogatepass")
        check(lambda: load_audited(folder), GenderfairError)
        check(lambda card=card: cards.proof_of(card), ValueError)
        assert cards.merge_cards(written, card).encode(errors="surrogatepass")
        assert isinstance(cards.card_license(card), str)
        for read in (cards.card_rows, cards.linked_files, cards.patterns):
            read(card)
        cards.configuration_losses(written, card, ("default/train",))
        if number % 25 == 0:
            check(lambda: open_source(folder, split="train", config="default"), GenderfairError)
            check(lambda: publish(folder, "ania/posts", dry_run=True), GenderfairError)


@pytest.mark.parametrize("text", ["", "[]", "[" * 10**5, '{"title": ' * 10**4, "9" * 10**5, '"\\ud800"', "\x00"])
def test_reports_that_are_none_are_one_line(text):
    with one_line(ValueError, match=r"^not a report: "):
        Report.from_json(text)
