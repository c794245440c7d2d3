import pytest
from golden import golden_rows

from hf_genderfair import Edit, GenderfairError, edit_text, pipeline
from hf_genderfair.counterfactual.base import swap_base
from hf_genderfair.counterfactual.swapping import SwapOptions
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.sentence_transform import GroupWord
from hf_genderfair.lexicons.word_lists import Entry, WordList, word_list

GENDER = golden_rows(__file__, "GENDER")


def gendered(text):
    found = []
    position = 0
    known = {entry.word: entry.group for entry in word_list("gender").entries}
    for part in text.replace(".", " ").split(" "):
        if part.lower() in known:
            word = GroupWord(position, position + len(part), "gender", known[part.lower()], part.lower())
            found.append(word)
        position += len(part) + 1
    return found


@pytest.fixture(scope="module")
def documents():
    texts = [text for text, _, _ in GENDER] + ["Many Catholics came.", "A sailor came."]
    analyses = pipeline("en").analyse(texts, ("pos", "morph", "lemma", "syntax", "entities"))
    return {text: Document(text, analysis, "en") for text, analysis in zip(texts, analyses, strict=True)}


@pytest.mark.parametrize(("text", "target", "expected"), GENDER)
def test_pronouns_go_by_part_of_speech(text, target, expected, documents):
    words = gendered(text)
    swapping = swap_base(documents[text], words, target, word_list("gender"), SwapOptions())
    edits = [Edit(c.start, c.end, text[c.start : c.end], c.replacement, c.rule, "") for c in swapping.changes]
    assert edit_text(text, edits) == expected


def test_random_words_keep_number_and_depend_on_the_seed_alone(documents):
    text = "Many Catholics came."
    words = [GroupWord(5, 14, "religion", "christianity", "catholics")]
    forms = [
        swap_base(documents[text], words, "islam", word_list("religion"), SwapOptions(seed=seed)).changes[0].replacement
        for seed in range(12)
    ]
    again = swap_base(documents[text], words, "islam", word_list("religion"), SwapOptions(seed=3)).changes
    assert len(set(forms)) > 3
    assert all(form.endswith("s") and form[0].isupper() for form in forms)
    assert again[0].replacement == forms[3]


def test_words_that_cannot_be_exchanged_say_why(documents):
    text = "A sailor came."
    entries = (Entry("sea", "sailor"), Entry("land", "sailor"), Entry("land", "farmer"))
    swapping = swap_base(
        documents[text], [GroupWord(2, 8, "trade", "sea", "sailor")], "land", WordList("trade", entries), SwapOptions()
    )
    assert swapping.changes == []
    assert swapping.refusals[0].reason == "in two groups"
    with pytest.raises(GenderfairError, match="no group 'air'"):
        swap_base(documents[text], [], "air", WordList("trade", entries), SwapOptions())
