"""What every swap keeps, and sentences whose swaps are beyond doubt; how often others are right is measured."""

from collections import defaultdict

import pytest
from as_one_test import as_one_test
from golden import all_rows, table
from hypothesis import given, settings
from hypothesis import strategies as st

from hf_genderfair import Edit, edit_text, swap_texts
from hf_genderfair.counterfactual import swap as swapping_module
from hf_genderfair.counterfactual.swap import LANGUAGES, NO_FORM, swap, swap_forms
from hf_genderfair.counterfactual.swapping import RULES, SwapOptions, Swapping
from hf_genderfair.languages.documents import AnalysisRequest, documents

GOLDEN = table(__file__, "swap_golden.tsv")
WORDS = {
    "de": "Sie er ihr Mädchen Frau die beim Arzt , Als eine Ada Mann e".split(),
    "en": "she He her his himself the mother King a actor Mr Ada Bode said , . my boy-friend 😀".split(),
    "es": "la el una ella él reina rey madre está cansada buen de del a al que y . Ana Pedro verla SEÑORA".split(),
}


def swapped(text, lang, to, names="keep"):
    (document,) = documents([text], AnalysisRequest(lang))
    found = swap(document, to, SwapOptions(names))
    edits = [
        Edit(each.start, each.end, text[each.start : each.end], each.replacement, each.rule, "")
        for each in found.changes
    ]
    return edit_text(text, edits), found


@as_one_test(("lang", "to", "text", "expected"), GOLDEN)
def test_golden(lang, to, text, expected):
    assert swapped(text, lang, to)[0] == expected


@pytest.mark.parametrize("lang", LANGUAGES)
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_any_words_keep_the_contract(lang, data):
    text = " ".join(data.draw(st.lists(st.sampled_from(WORDS[lang]), min_size=1, max_size=14)))
    to, names = data.draw(st.sampled_from(["male", "female"])), data.draw(st.sampled_from(["keep", "swap"]))
    result, found = swapped(text, lang, to, names)
    last = 0
    for change in found.changes:
        assert last <= change.start < change.end <= len(text)
        assert change.rule in RULES
        assert change.replacement != text[change.start : change.end]
        assert change.replacement.strip() == change.replacement != ""
        last = change.end
    assert (result != text) == bool(found.changes)
    assert swap_forms(lang).mentions(text, to) or not found.changes
    for refusal in found.refusals:
        assert refusal.reason
        assert text[refusal.start : refusal.end]


@all_rows
def test_names_are_kept_or_swapped(lang, to, text, end):
    first = text.split()[0]
    assert swapped(text, lang, to)[0] == f"{first} {end}"
    renamed, found = swapped(text, lang, to, "swap")
    assert renamed.endswith(f" {end}")
    assert not renamed.startswith(first)
    assert found.changes[0].rule == "name"
    assert len({change.chain for change in found.changes}) == 1


def test_words_of_one_person_share_a_chain_and_a_chain_of_hyphens_is_none():
    rules = defaultdict(set)
    for change in swapped("My brother washed himself. The waiter lost his hat.", "en", "female")[1].changes:
        rules[change.chain].add(change.rule)
    assert len(rules) > 1
    assert all(len(own) > 1 for own in rules.values())
    (found,) = swap_texts(["a-" * 500 + "woman came."], "en", "male")
    assert not found.edits


def test_all_words_of_a_person_without_a_form_stay(monkeypatch):
    monkeypatch.setattr(swapping_module._Swap, "form", lambda *_: None)
    result, found = swapped("Die Ärztin kam.", "de", "male")
    assert result == "Die Ärztin kam."
    assert {refusal.reason for refusal in found.refusals} == {NO_FORM}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts_without_words_code_and_addresses_stay(lang):
    for text in ("", "   ", "😀", "12 34"):
        assert swapped(text, lang, "male") == (text, Swapping([], []))
    for text in ("Véase `ella` y https://ejemplo.es/ella.", "Ask @her_majesty."):
        assert swapped(text, lang, "male")[0] == text
