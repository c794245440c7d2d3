"""What is no plain prose: unchanged where it is unsure what is meant, never a crash, every edit undone exactly."""

import unicodedata

import pytest
from as_one_test import as_one_test
from golden import all_rows, golden_rows

from hf_genderfair.core.spans import edit_text, restore_text
from hf_genderfair.rewriting.transform import GenderFair

GERMAN = {
    # markup and code
    '<p class="lehrer">Die Lehrer streiken.</p>': '<p class="lehrer">Die Lehrer*innen streiken.</p>',
    "<script>var lehrer='Die Lehrer';</script>Die Köche kommen.": (
        "<script>var lehrer='Die Lehrer';</script>Die Köch*innen kommen."
    ),
    "# Für Mieter\n\n- Der **Mieter** zahlt im Voraus.\n- Die *Nachbarn* helfen.": (
        "# Für Mieter*innen\n\n- Der*die **Mieter*in** zahlt im Voraus.\n- Die *Nachbar*innen* helfen."
    ),
    "Der Befehl `lehrer --schueler` zeigt alle Lehrer.": "Der Befehl `lehrer --schueler` zeigt alle Lehrer*innen.",
    "```\nclass Lehrer: der Schüler\n```\nDie Lehrer schlafen.": (
        "```\nclass Lehrer: der Schüler\n```\nDie Lehrer*innen schlafen."
    ),
    "{{lehrer}} und ${schueler} sind Platzhalter, die Lehrer nicht.": (
        "{{lehrer}} und ${schueler} sind Platzhalter, die Lehrer*innen nicht."
    ),
    "| Rolle | Zahl |\n|---|---|\n| Lehrer | 12 |\n| Schüler | 300 |": (
        "| Rolle | Zahl |\n|---|---|\n| Lehrer*innen | 12 |\n| Schüler*innen | 300 |"
    ),
    # addresses
    "Schreiben Sie an lehrer@schule.example oder www.lehrer.example, wenn Schüler fehlen.": (
        "Schreiben Sie an lehrer@schule.example oder www.lehrer.example, wenn Schüler*innen fehlen."
    ),
    "Die Köche von https://lehrer.example/der/schueler?arzt=ja kommen.": (
        "Die Köch*innen von https://lehrer.example/der/schueler?arzt=ja kommen."
    ),
    # letters
    "ALLE LEHRER STREIKEN.": "ALLE LEHRER*INNEN STREIKEN.",
    "DIE SCHÜLER FEHLEN.": "DIE SCHÜLER*INNEN FEHLEN.",
    unicodedata.normalize("NFD", "Öde Tage: Jeder Schüler fehlt."): (
        unicodedata.normalize("NFD", "Öde Tage: ") + "Jede*r Schüler*in fehlt."
    ),
    "\ufeffDie Lehrer streiken.": "\ufeffDie Lehrer*innen streiken.",
    "Die Lehrer streiken.\x00": "Die Lehrer*innen streiken.\x00",
    "Die\u200b Lehrer streiken.": "Die\u200b Lehrer*innen streiken.",
    "Die Leh\u00adrer strei\u00adken.": "Die Leh\u00adrer*innen strei\u00adken.",
    "Die Leh\u200brer streiken.": "Die Leh\u200brer*innen streiken.",
    "Die 👩‍🏫 Lehrer 😀 streiken!!!": "Die 👩‍🏫 Lehrer*innen 😀 streiken!!!",
    # white space and punctuation
    "Jeder\nneue\nSchüler lernt.": "Jede*r\nneue\nSchüler*in lernt.",
    "Jeder  neue\tSchüler lernt.": "Jede*r  neue\tSchüler*in lernt.",
    "\tDie\tLehrer\tstreiken.\t": "\tDie\tLehrer*innen\tstreiken.\t",
    "Die\u00a0Lehrer\u00a0streiken.": "Die\u00a0Lehrer*innen\u00a0streiken.",
    "Die Lehrer\r\nund die Schüler\r\nfehlen.": "Die Lehrer*innen\r\nund die Schüler*innen\r\nfehlen.",
    "Der\u2028Lehrer schläft.": "Der*die\u2028Lehrer*in schläft.",
    "Die Lehrer,die Schüler(und Köche)fehlen.": "Die Lehrer*innen,die Schüler*innen(und Köch*innen)fehlen.",
    "Die Lehrer...die Schüler fehlen": "Die Lehrer*innen...die Schüler*innen fehlen",
    "Lehrer/Schüler: siehe Seite 3.": "Lehrer*innen/Schüler*innen: siehe Seite 3.",
    "1. Der Kunde zahlt. 2. Der Kunde haftet.": "1. Der*die Kund*in zahlt. 2. Der*die Kund*in haftet.",
    # another language beside it
    "The teacher said he would come, aber die Lehrer streiken.": (
        "The teacher said he would come, aber die Lehrer*innen streiken."
    ),
}
ENGLISH = dict(golden_rows(__file__, "ENGLISH"))

GERMAN_LEFT_ALONE = golden_rows(__file__, "GERMAN_LEFT_ALONE")
ENGLISH_LEFT_ALONE = golden_rows(__file__, "ENGLISH_LEFT_ALONE")


@as_one_test(
    ("lang", "text", "expected"),
    [("de", text, fair) for text, fair in GERMAN.items()] + [("en", text, fair) for text, fair in ENGLISH.items()],
)
def test_what_is_clear_is_rewritten_exactly(lang, text, expected):
    (found,) = GenderFair(lang, scope="all").find([text])
    assert edit_text(text, found.edits) == expected
    assert restore_text(expected, found.edits) == text
    for edit in found.edits:
        assert text[edit.start : edit.end] == edit.original


@as_one_test(
    ("lang", "text"), [("de", text) for text in GERMAN_LEFT_ALONE] + [("en", text) for text in ENGLISH_LEFT_ALONE]
)
@as_one_test("scope", ["generic", "all"])
def test_what_is_unsure_fair_or_no_prose_stays(lang, text, scope):
    (found,) = GenderFair(lang, scope=scope).find([text])
    assert found.edits == []


GLUE = ["\u00ad", "\u200b", "\n", "😀", "<b>", "`", "*", "\u0301", "/", "\x00"]
SENTENCES = {
    "de": "Der Lehrer fragt seine Schülerin, ob sie zum Arzt geht.",
    "en": "She says he's lost her keys, isn't he tired?",
}


@pytest.mark.parametrize("lang", ["de", "en"])
def test_a_stray_sign_at_any_place_harms_nothing(lang):
    sentence = SENTENCES[lang]
    texts = [sentence[:place] + sign + sentence[place:] for sign in GLUE for place in range(0, len(sentence), 3)]
    for text, found in zip(texts, GenderFair(lang, scope="all").find(texts), strict=True):
        fair = edit_text(text, found.edits)
        assert restore_text(fair, found.edits) == text
        assert all(text[edit.start : edit.end] == edit.original for edit in found.edits)
        assert all(0 <= refusal.start < refusal.end <= len(text) for refusal in found.refusals)


@all_rows
def test_letters_of_other_scripts_and_sentences_that_break_off(lang, text):
    [found] = GenderFair(lang, scope="all").find([text])
    assert restore_text(edit_text(text, found.edits), found.edits) == text
    assert not any(set(edit.original) & set("ſı\u212a") for edit in found.edits)
