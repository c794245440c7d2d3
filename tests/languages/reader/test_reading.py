"""What the reader sees in a text is of that text alone, points to its own words, and is weighed."""

import itertools
import os
import subprocess
import sys

import pytest
from analysed import read as analysed
from golden import all_rows
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.languages.documents import AnalysisRequest, documents
from hf_genderfair.languages.reader import generic_reference as weighing
from hf_genderfair.languages.reader.generic_reference import EVIDENCE, evidence_of, odds_of_anybody, shows_gender
from hf_genderfair.languages.reader.model import MOST_PIECES, NO_TELEMETRY, reader_model
from hf_genderfair.languages.reader.reading import MOST_WORDS, edit_between, edited_word, read
from hf_genderfair.lexicons.loader import load_lexicon

TEXTS = {
    "de": "Die Bäckerin rief ihren Bruder. Er kam sofort, und sie gab ihm das Brot.",
    "en": "My sister lost her key. The neighbour found it, and she thanked him.",
    "es": "Mi hermana está cansada. El portero la vio y le abrió la puerta.",
    "fr": "Ma voisine est partie. Son mari la cherche.",
}


def seen(text, lang):
    (document,) = documents([text], AnalysisRequest(lang, frozenset()))
    return document, read(document)


@pytest.mark.parametrize("lang", ["de", "en", "es"])
def test_what_is_read_points_to_words_of_the_text_and_does_not_depend_on_others(lang):
    document, reading = seen(TEXTS[lang], lang)
    count = len(document.tokens)
    of_tokens = (reading.mention_of, reading.controllers, reading.generic, reading.speakers)
    assert {len(each) for each in (*of_tokens, *reading.changes.values(), *reading.edits.values())} == {count}
    for number, mention in enumerate(reading.mentions):
        assert 0 <= mention.first <= mention.last < count
        own = range(mention.first, mention.last + 1)
        assert {reading.mention_of[index] for index in own} == {number} == {reading.controllers[index] for index in own}
        assert sum(mention.reference) == pytest.approx(1, abs=1e-4)
        assert mention.antecedent is None or mention.antecedent < number
        first = reading.mentions[mention.chain]
        assert first.chain == mention.chain <= number
    assert all(0 <= odd <= 1 for odds in (reading.generic, *reading.changes.values()) for odd in odds)
    for gender, changes in reading.changes.items():
        for change, edits in zip(changes, reading.edits[gender], strict=True):
            odds = [odd for _, odd in edits]
            assert odds == sorted(odds, reverse=True)
            assert sum(odds) <= change + 1e-4
    text = TEXTS[lang]
    first = seen(text, lang)[1]
    for other in TEXTS.values():
        seen(other, lang)
    assert seen(text, lang)[1] == first


def test_a_person_is_the_same_in_the_next_sentence_and_capitals_alone_are_read_as_small_letters():
    document, reading = seen(TEXTS["en"], "en")
    words = [token.text for token in document.tokens]
    sister, her, she = (reading.mentions[reading.mention_of[words.index(word)]] for word in ("sister", "her", "she"))
    assert sister.chain == her.chain == she.chain
    assert reading.mention_of[words.index("key")] == -1
    text = "Sie traf ihren Bruder im Garten."
    small, capital = (next(documents([each], AnalysisRequest("de"))).derived(read) for each in (text, text.upper()))
    assert [each.kind for each in capital.mentions] == [each.kind for each in small.mentions]
    assert max(capital.changes["female"]) > 0.5


def test_words_that_show_the_gender_of_a_person_or_of_nobody_in_particular_are_told():
    document, reading = seen("Mi hermana está cansada de la lluvia.", "es")
    odds = dict(zip((token.text for token in document.tokens), reading.changes["male"], strict=True))
    assert min(odds["hermana"], odds["cansada"]) > 0.5 > max(odds["lluvia"], odds["de"])
    assert max(reading.changes["female"]) < 0.5
    document, reading = seen("Every customer must show his ticket. Mr Bode lost his hat.", "en")
    anybody, somebody = (
        odd for token, odd in zip(document.tokens, reading.generic, strict=True) if token.text == "his"
    )
    assert anybody > 0.5 > somebody


def test_what_a_word_becomes_goes_by_the_gender_and_by_its_place():
    document, reading = seen("Sie gab ihrem Bruder ihr Rad und dankte ihm.", "de")
    words = [token.text for token in document.tokens]
    become = {
        gender: {word: edited_word(word, edits[0][0]) for word, edits in zip(words, every, strict=True) if edits}
        for gender, every in reading.edits.items()
    }
    assert become["male"]["Sie"] == "Er"
    assert become["male"]["ihr"] == "sein"
    assert become["female"]["ihm"] == "ihr"


@pytest.mark.parametrize(
    "text", ["", "!", "Sie kam. " * 200, "Sie sah " + "ihn und " * 400 + "sich.", "Xqzw" * 900 + " kam."]
)
def test_texts_of_any_length_are_read_whole(text):
    document, reading = seen(text, "de")
    assert len(reading.generic) == len(document.tokens)
    windows = itertools.pairwise(sorted({mention.chain for mention in reading.mentions}))
    assert all(one < other for one, other in windows)


def test_nothing_is_written_or_told_of_who_reads(tmp_path):
    program = """
from hf_genderfair.languages.reader.model import reader_model
model = reader_model()
print(len(model.read(model.cut(["Sie", "kam"], [True, True]))))
"""
    places = dict.fromkeys(("HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), str(tmp_path))
    told = {name: value for name, value in os.environ.items() if name != NO_TELEMETRY}
    ran = subprocess.run([sys.executable, "-c", program], env=told | places, capture_output=True, text=True, check=True)
    assert int(ran.stdout) > 0
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_window_has_no_more_pieces_than_the_network_has_places():
    words = reader_model().cut(["Donaudampfschifffahrt"] * MOST_WORDS, [True] * MOST_WORDS)
    while sum(map(len, words)) > MOST_PIECES:
        words.pop()
    heads = reader_model().read(words)
    assert {len(values) for values in heads.values()} == {len(words)}


@pytest.mark.parametrize("lang", ["de", "en"])
def test_each_language_has_a_weight_for_each_piece_of_evidence(lang):
    rows = [row for row in load_lexicon("reader_weights_generic").rows if row[0] == lang]
    assert [evidence for _, evidence, _ in rows] == list(EVIDENCE)


def test_evidence_has_the_order_of_its_names_and_a_word_that_is_replaced_shows_none(monkeypatch):
    document = analysed("The fireman lost his key.", "en")
    (fireman,) = (each for each in document.derived(read).mentions if each.kind == "role")
    assert shows_gender(document, fireman)
    assert not shows_gender(document, fireman, {"fireman"})
    document = analysed("Every tenant pays his rent.", "en")
    evidence = dict(zip(EVIDENCE, evidence_of(document, 3), strict=True))
    assert evidence["always"] == 1
    assert evidence["generic"] > 0
    weights = {each: float(each == "generic") for each in EVIDENCE}
    monkeypatch.setattr(weighing, "fitted_weights", lambda _: {"en": weights})
    assert odds_of_anybody(document, 3) == evidence["generic"]


LETTERS = st.text(alphabet="aeinrsuäß", min_size=1, max_size=8)


@all_rows
def test_an_edit_is_what_two_words_do_not_share(word, other, edit):
    assert edit_between(word, other) == edit


@given(LETTERS, LETTERS)
def test_an_edit_makes_the_other_word(word, other):
    edit = edit_between(word, other)
    assert edited_word(word, edit) == (other if word != other else None)


@all_rows
def test_a_word_keeps_its_capitals(word, edit, made):
    assert edited_word(word, edit) == (made or None)
