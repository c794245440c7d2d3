from __future__ import annotations

import itertools

import pytest
from as_one_test import as_one_test
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.core.spans import edit_text
from hf_genderfair.languages.german.gendered_word import GenderedWord
from hf_genderfair.rewriting.forms import FORMS, render
from hf_genderfair.rewriting.participles import participle

ROWS: dict[str, tuple[str, str, str, str]] = {
    "Der": ("Der", "Die", "Der*die", "determiner"),
    "der": ("der", "die", "der*die", "determiner"),
    "dem": ("dem", "der", "dem*der", "determiner"),
    "ein": ("ein", "eine", "ein*e", "determiner"),
    "einem": ("einem", "einer", "einem*r", "determiner"),
    "einen": ("einen", "eine", "eine*n", "determiner"),
    "Kein": ("Kein", "Keine", "Kein*e", "determiner"),
    "Jeder": ("Jeder", "Jede", "Jede*r", "determiner"),
    "neuer": ("neuer", "neue", "neue*r", "adjective"),
    "zum": ("zum", "zur", "zum*zur", "contraction"),
    "vom": ("vom", "von der", "vom*von der", "contraction"),
    "Arzt": ("Arzt", "Ärztin", "Ärzt*in", "noun"),
    "Lehrer": ("Lehrer", "Lehrerin", "Lehrer*in", "noun"),
    "LEHRER": ("LEHRER", "LEHRERIN", "LEHRER*IN", "noun"),
    "Lehrer+": ("Lehrer", "Lehrerinnen", "Lehrer*innen", "noun"),
    "Lehrern+": ("Lehrern", "Lehrerinnen", "Lehrer*innen", "noun"),
    "Ärzte+": ("Ärzte", "Ärztinnen", "Ärzt*innen", "noun"),
    "Studenten+": ("Studenten", "Studentinnen", "Student*innen", "noun"),
    "Medizinstudenten+": ("Medizinstudenten", "Medizinstudentinnen", "Medizinstudent*innen", "noun"),
    "Kaufleute+": ("Kaufleute", "Kauffrauen", "Kaufleute", "noun"),
    "Vorsitzender": ("Vorsitzender", "Vorsitzende", "Vorsitzende*r", "nominalised"),
    "Bürgerinitiative": ("Bürgerinitiative", "Bürgerinneninitiative", "Bürger*inneninitiative", "compound"),
    "Ärztekammer": ("Ärztekammer", "Ärztinnenkammer", "Ärzt*innenkammer", "compound"),
    "Studentenausweis": ("Studentenausweis", "Studentinnenausweis", "Student*innenausweis", "compound"),
    "Ärzteschaft": ("Ärzteschaft", "Ärztinnenschaft", "Ärzt*innenschaft", "compound"),
    "er": ("er", "sie", "er*sie", "personal"),
    "Er": ("Er", "Sie", "Er*sie", "personal"),
    "seine": ("seine", "ihre", "seine*ihre", "possessive"),
    "dessen": ("dessen", "deren", "dessen*deren", "relative"),
    "seinem": ("seinem", "ihrer", "seinem*ihrem*r", "possessive"),
    "sein": ("sein", "ihre", "sein*ihr*e", "possessive"),
    "seiner": ("seiner", "ihrer", "seiner*ihrer", "possessive"),
    "Ihren": ("Ihren", "Ihre", "Ihre*n", "determiner"),
    "Ihr": ("Ihr", "Ihre", "Ihr*e", "determiner"),
    "meinem": ("meinem", "meiner", "meinem*r", "determiner"),
    "geehrter": ("geehrter", "geehrte", "geehrte*r", "adjective"),
    "jeder": ("jeder", "jede", "jede*r", "indefinite"),
    "einen_": ("einen", "eine", "eine*n", "indefinite"),
    "anderen": ("anderen", "andere", "andere*n", "indefinite"),
}
ALONE = frozenset({"personal", "relative", "indefinite", "compound"})


def fair_words(marked: str) -> tuple[str, list[GenderedWord]]:
    """Read a text in which words of `ROWS` stand in braces; a noun ends the phrase, + marks a plural."""
    text, words, phrase = "", [], 0
    for piece in marked.replace("}", "{").split("{"):
        if piece not in ROWS:
            text += piece
            continue
        masculine, feminine, star, rule = ROWS[piece]
        start = len(text)
        text += piece.rstrip("+_")
        number = -1 if rule in ALONE else phrase
        several = piece.endswith("+")
        words.append(GenderedWord(start, len(text), masculine, feminine, star, rule, "why", number, several))
        phrase += rule in ("noun", "nominalised")
    return text, words


def written(marked: str, form: str) -> str:
    text, words = fair_words(marked)
    return edit_text(text, render(text, words, form))


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("star", "Der*die neue Ärzt*in und einem*r Lehrer*in, ein*e neue*r Lehrer*in, Lehrer*innen"),
        ("colon", "Der:die neue Ärzt:in und einem:r Lehrer:in, ein:e neue:r Lehrer:in, Lehrer:innen"),
        ("gap", "Der_die neue Ärzt_in und einem_r Lehrer_in, ein_e neue_r Lehrer_in, Lehrer_innen"),
        ("slash", "Der/die neue Arzt/Ärztin und einem/-r Lehrer/-in, ein/-e neue/-r Lehrer/-in, Lehrer/-innen"),
        ("internal_i", "Der/die neue ÄrztIn und einem/einer LehrerIn, einE neueR LehrerIn, LehrerInnen"),
        (
            "pair",
            "Die neue Ärztin oder der neue Arzt und einer Lehrerin oder einem Lehrer, "
            "eine neue Lehrerin oder ein neuer Lehrer, Lehrerinnen und Lehrer",
        ),
        ("participle", "Der*die neue Ärzt*in und einem*r Lehrer*in, ein*e neue*r Lehrer*in, Lehrende"),
    ],
)
def test_every_form(form: str, expected: str) -> None:
    marked = "{Der} neue {Arzt} und {einem} {Lehrer}, {ein} {neuer} {Lehrer}, {Lehrer+}"
    assert written(marked, form) == expected


@as_one_test(
    ("marked", "expected"),
    [
        ("Sie geht {zum} {Arzt}.", "Sie geht zur Ärztin oder zum Arzt."),
        ("Es kam {vom} neuen {Arzt}.", "Es kam von der neuen Ärztin oder vom neuen Arzt."),
        ("{Kein} {Lehrer} kam.", "Keine Lehrerin und kein Lehrer kam."),
        ("{Jeder} {Lehrer} kam.", "Jede Lehrerin und jeder Lehrer kam."),
        ("{ein} {Vorsitzender}", "eine Vorsitzende oder ein Vorsitzender"),
        ("{der} neue Vorsitzende", "die oder der neue Vorsitzende"),
        ("mit den {Lehrern+}", "mit den Lehrerinnen und Lehrern"),
        ("die {Lehrer+} und {Ärzte+}", "die Lehrerinnen und Lehrer sowie Ärztinnen und Ärzte"),
        ("die {Lehrer+} oder {Ärzte+}", "die Lehrerinnen und Lehrer oder Ärztinnen und Ärzte"),
        ("{Er} sah {seine} Uhr, {dessen} Glas", "Sie oder er sah ihre oder seine Uhr, deren oder dessen Glas"),
        ("die {Bürgerinitiative}", "die Bürgerinnen- und Bürgerinitiative"),
        ("die {Ärztekammer}", "die Ärztinnen- und Ärztekammer"),
        ("die {Ärzteschaft} der {Kaufleute+}", "die Ärzteschaft der Kaufleute"),
        ("für {einen} {Arzt} oder {Lehrer}", "für eine Ärztin oder Lehrerin oder einen Arzt oder Lehrer"),
        ("{Der} {Arzt} und {Lehrer} kam", "Die Ärztin und Lehrerin oder der Arzt und Lehrer kam"),
        (
            "{einen} {Arzt}, {Lehrer} oder {Arzt}",
            "eine Ärztin, Lehrerin oder Ärztin oder einen Arzt, Lehrer oder Arzt",
        ),
        ("{Der} {Arzt}, {Lehrer} von Beruf", "Die Ärztin oder der Arzt, Lehrerin oder Lehrer von Beruf"),
        ("{Lehrer} und {Arzt} sein", "Lehrerin oder Lehrer und Ärztin oder Arzt sein"),
        ("Ihren Anwalt oder {Arzt} fragen", "Ihren Anwalt oder Ärzt*in fragen"),
        ("{der} von Anna geprüfte {Lehrer}", "der*die von Anna geprüfte Lehrer*in"),
        ("{der} Berliner {Lehrer}", "die Berliner Lehrerin oder der Berliner Lehrer"),
        ("{Lehrer+} und Gäste", "Lehrerinnen und Lehrer sowie Gäste"),
        ("{Lehrer+} und die Schule", "Lehrerinnen und Lehrer und die Schule"),
        ("ALLE {LEHRER}", "ALLE LEHRERIN ODER LEHRER"),
        ("{der}\nbeste {Arzt}", "die\nbeste Ärztin oder der\nbeste Arzt"),
        ("Rufen Sie {Ihren} {Arzt}.", "Rufen Sie Ihre Ärztin oder Ihren Arzt."),
        ("{Ihr} {Arzt} hilft Ihnen.", "Ihre Ärztin oder Ihr Arzt hilft Ihnen."),
        ("{Ihr} {Arzt} hilft ihnen.", "Ihre Ärztin oder ihr Arzt hilft ihnen."),
        ("mit {meinem} {Arzt}", "mit meiner Ärztin oder meinem Arzt"),
        ("{Der} {Arzt} half {seinem} {Lehrer}", "Die Ärztin oder der Arzt half seinem*ihrem*r Lehrer*in"),
        ("von {seinem} {Arzt} oder {Lehrer}", "von seinem*ihrem*r Ärzt*in oder Lehrer*in"),
        ("{sein} {neuer} {Arzt}", "sein*ihr*e neue*r Ärzt*in"),
        ("Sehr {geehrter} {Arzt}!", "Sehr geehrte Ärztin oder sehr geehrter Arzt!"),
        ("als noch ganz {neuer} {Lehrer}", "als noch ganz neue Lehrerin oder ganz neuer Lehrer"),
        ("{ein} sehr {neuer} {Lehrer}", "eine sehr neue Lehrerin oder ein sehr neuer Lehrer"),
        ("Ein {jeder} weiß, was {jeder} will", "Ein jede*r weiß, was jede und jeder will"),
        ("irgend {einen_} {anderen} fragen", "irgend eine andere oder einen anderen fragen"),
    ],
)
def test_pairs(marked: str, expected: str) -> None:
    assert written(marked, "pair") == expected


def test_phrase_around_another_one_gets_stars() -> None:
    text = "der von einem Arzt behandelte Lehrer"
    outer = [
        GenderedWord(0, 3, "der", "die", "der*die", "determiner", "", 0),
        GenderedWord(30, 36, "Lehrer", "Lehrerin", "Lehrer*in", "noun", "", 0),
    ]
    inner = [
        GenderedWord(8, 13, "einem", "einer", "einem*r", "determiner", "", 1),
        GenderedWord(14, 18, "Arzt", "Ärztin", "Ärzt*in", "noun", "", 1),
    ]
    edited = edit_text(text, render(text, outer + inner, "pair"))
    assert edited == "der*die von einer Ärztin oder einem Arzt behandelte Lehrer*in"


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("die {Studenten+}", "die Studenten/Studentinnen"),
        ("die {Ärztekammer}", "die Ärzte-/Ärztinnenkammer"),
        ("die {Bürgerinitiative}", "die Bürger/-inneninitiative"),
        ("die {Ärzteschaft}", "die Ärzteschaft"),
        ("{seinem} {Lehrer}", "seinem/ihrem/-r Lehrer/-in"),
        ("{einen} {Arzt} {zum} {Arzt}", "eine/-n Arzt/Ärztin zum/zur Arzt/Ärztin"),
    ],
)
def test_slashes_stand_between_whole_words(marked: str, expected: str) -> None:
    assert written(marked, "slash") == expected


@as_one_test(
    ("marked", "expected"),
    [
        ("Die {Studenten+}", "Die Studierenden"),
        ("Viele {Studenten+}", "Viele Studierende"),
        ("{Studenten+} streiken", "Studierende streiken"),
        ("die Arbeit junger {Studenten+}", "die Arbeit junger Studierender"),
        ("mit {Studenten+}", "mit Studierenden"),
        ("Für {Studenten+}", "Für Studierende"),
        ("von 12 {Medizinstudenten+}", "von 12 Medizinstudierenden"),
        ("dankt {Lehrern+}", "dankt Lehrenden"),
        ("alle {Lehrer+} und {Ärzte+}", "alle Lehrenden und Ärzt*innen"),
        ("den {Lehrern+} und {Studenten+}", "den Lehrenden und Studierenden"),
        ("Wir sollten {Studenten+} fördern", "Wir sollten Studierende fördern"),
        ("{Studentenausweis}", "Studierendenausweis"),
        ("{der} {Lehrer}", "der*die Lehrer*in"),
    ],
)
def test_participles_are_declined(marked: str, expected: str) -> None:
    assert written(marked, "participle") == expected


def test_participle_of_a_singular_is_none() -> None:
    assert participle("der Student", GenderedWord(4, 11, "Student", "Studentin", "Student*in", "noun", "")) == ""


def test_added_word_is_one_edit_with_the_word_before() -> None:
    text = "vom Arzt"
    words = [
        GenderedWord(0, 3, "vom", "von", "vom*von", "contraction", "why", 0),
        GenderedWord(3, 3, "", "der", "der", "contraction", "why", 0),
        GenderedWord(4, 8, "Arzt", "Ärztin", "Ärzt*in", "noun", "why", 0),
    ]
    edits = render(text, words, "star")
    assert [(edit.start, edit.end, edit.replacement) for edit in edits] == [(0, 3, "vom*von der"), (4, 8, "Ärzt*in")]
    assert edit_text(text, render(text, words, "pair")) == "von der Ärztin oder vom Arzt"


def test_edits_carry_rule_and_reason() -> None:
    text, words = fair_words("{er}")
    assert [(edit.rule, edit.reason, edit.original) for edit in render(text, words, "gap")] == [
        ("personal", "why", "er")
    ]


def test_unknown_form_is_refused() -> None:
    with pytest.raises(KeyError):
        render("", [], "dots")


pieces = st.lists(st.one_of(st.sampled_from(sorted(ROWS)).map("{{{}}}".format), st.sampled_from(["und", "neue", "x,"])))


@given(pieces, st.sampled_from(FORMS))
def test_edits_are_in_order_fit_the_text_and_never_overlap(words: list[str], form: str) -> None:
    text, found = fair_words(" ".join(words))
    edits = render(text, found[::-1], form)
    assert all(text[edit.start : edit.end] == edit.original != edit.replacement for edit in edits)
    assert all(one.end <= two.start for one, two in itertools.pairwise(edits))


@given(pieces)
def test_what_is_written_so_already_needs_no_edit(words: list[str]) -> None:
    text, found = fair_words(" ".join(words))
    starred, shift = [], 0
    for word in found:
        start = word.start + shift
        shift += len(word.star) - (word.end - word.start)
        starred.append(word._replace(start=start, end=start + len(word.star)))
    assert render(edit_text(text, render(text, found, "star")), starred, "star") == []
