"""Forms of verbs after they."""

from __future__ import annotations

from as_one_test import as_one_test

from hf_genderfair.languages.english.verb_forms import plural_form


@as_one_test(
    ("singular", "plural"),
    [
        ("is", "are"),
        ("was", "were"),
        ("has", "have"),
        ("does", "do"),
        ("goes", "go"),
        ("doesn't", "don't"),
        ("isn’t", "aren’t"),
        ("tries", "try"),
        ("lies", "lie"),
        ("dies", "die"),
        ("unties", "untie"),
        ("watches", "watch"),
        ("aches", "ache"),
        ("fixes", "fix"),
        ("buzzes", "buzz"),
        ("quizzes", "quiz"),
        ("kisses", "kiss"),
        ("loses", "lose"),
        ("chooses", "choose"),
        ("uses", "use"),
        ("focuses", "focus"),
        ("pushes", "push"),
        ("echoes", "echo"),
        ("undergoes", "undergo"),
        ("outdoes", "outdo"),
        ("says", "say"),
        ("plays", "play"),
        ("sees", "see"),
        ("argues", "argue"),
        ("organises", "organise"),
        ("axes", "axe"),
        ("breathes", "breathe"),
        ("avalanches", "avalanche"),
        ("recaches", "recache"),
        ("diagnoses", "diagnose"),
        ("amazes", "amaze"),
        ("waltzes", "waltz"),
        ("shoes", "shoe"),
    ],
)
def test_plural_form(singular: str, plural: str) -> None:
    assert plural_form(singular) == plural
