"""Forms of verbs after they."""

from golden import all_rows

from hf_genderfair.languages.english.verb_forms import plural_form


@all_rows
def test_plural_form(singular, plural):
    assert plural_form(singular) == plural
