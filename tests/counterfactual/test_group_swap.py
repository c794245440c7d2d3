import pytest
from as_one_test import as_one_test
from golden import golden_rows

from hf_genderfair import Edit, GenderfairError, GroupWords, edit_text, pipeline
from hf_genderfair.counterfactual.collocations import Collocations
from hf_genderfair.counterfactual.group_swap import candidates, swap_base, swap_group
from hf_genderfair.counterfactual.prompted import WordChoice
from hf_genderfair.counterfactual.swapping import SwapOptions
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.sentence_transform import GroupWord
from hf_genderfair.lexicons.word_lists import Entry, WordList, word_list

SWAPPED = golden_rows(__file__, "SWAPPED")
REFUSED = golden_rows(__file__, "REFUSED")
GENDER = golden_rows(__file__, "GENDER")
USER = WordList.from_groups(
    "trade", {"sea": ["sailor", "sailors", "seafaring"], "land": ["farmer", "farmers", "agrarian"]}, lang="en"
)
USER_SWAPPED = [
    ("Two sailors met a sailor.", "Two farmers met a farmer."),
    ("A seafaring people lives there.", "An agrarian people lives there."),
]


def words_of(text, words):
    """Find listed words."""
    found = GroupWords(words)({"text": [text]})[f"{words.attribute}_words"][0]
    return [GroupWord(word["start"], word["end"], words.attribute, word["group"], word["word"]) for word in found]


def changed(text, swapping):
    changes = swapping.changes
    return edit_text(text, [Edit(c.start, c.end, text[c.start : c.end], c.replacement, c.rule, "") for c in changes])


@pytest.fixture(scope="module")
def documents():
    texts = [row[2] for row in (*SWAPPED, *REFUSED)] + [row[0] for row in (*USER_SWAPPED, *GENDER)]
    texts += ["Many Catholics came.", "A sailor came."]
    analyses = pipeline("en").analyse(texts, ("pos", "morph", "lemma", "syntax", "entities"))
    return {text: Document(text, analysis, "en") for text, analysis in zip(texts, analyses, strict=True)}


@as_one_test(("attribute", "target", "text", "expected"), SWAPPED)
def test_words_become_fitting_words(attribute, target, text, expected, documents):
    words = word_list(attribute)
    for seed in range(6):
        swapping = swap_group(documents[text], words_of(text, words), target, words, SwapOptions(seed=seed))
        assert swapping.refusals == []
        assert changed(text, swapping) in expected


@as_one_test(("attribute", "target", "text", "reason"), REFUSED)
def test_words_stay_all_together(attribute, target, text, reason, documents):
    words = word_list(attribute)
    found = words_of(text, words)
    swapping = swap_group(documents[text], found, target, words, SwapOptions())
    assert swapping.changes == []
    assert reason in {refusal.reason for refusal in swapping.refusals}
    assert len([refusal for refusal in swapping.refusals if refusal.rule == "group word"]) == len(found)


@as_one_test(("text", "expected"), USER_SWAPPED)
def test_lists_of_users_are_classed_by_their_plurals(text, expected, documents):
    swapping = swap_group(documents[text], words_of(text, USER), "land", USER, SwapOptions())
    assert changed(text, swapping) == expected


def test_choices_of_a_model_and_of_a_corpus_decide(documents):
    text = "A teenager found the wallet."
    words = word_list("age")
    word = GroupWord(2, 10, "age", "young", "teenager")
    fitting = candidates(documents[text], word, "old", words)
    assert fitting == ("elderly person", "pensioner", "senior citizen", "retiree")
    chosen = {WordChoice(text, "teenager", fitting): "retiree"}
    others = {("pensioner", f"word {number}"): 1 for number in range(40)}
    counts = Collocations({("senior citizen", "found"): 9, **others}, {"senior citizen": 9, "pensioner": 10})
    rows = {"model": set[str](), "corpus": set[str](), "list": set[str]()}
    for seed in range(12):
        options = SwapOptions(seed=seed)
        for name, swapping in (
            ("model", swap_group(documents[text], [word], "old", words, options, None, chosen)),
            ("corpus", swap_group(documents[text], [word], "old", words, options, counts)),
            ("list", swap_group(documents[text], [word], "old", words, options)),
        ):
            rows[name].add(f"{swapping.changes[-1].replacement} {seed}")
    for name, usual in (("model", "retiree"), ("corpus", "senior citizen"), ("list", "elderly person")):
        assert sum(row.startswith(usual) for row in rows[name]) >= 8


@as_one_test(("text", "target", "expected"), GENDER)
def test_pronouns_go_by_part_of_speech(text, target, expected, documents):
    words = word_list("gender")
    assert changed(text, swap_base(documents[text], words_of(text, words), target, words, SwapOptions())) == expected


def test_random_words_keep_number_and_words_that_cannot_be_exchanged_say_why(documents):
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
    text = "A sailor came."
    trades = WordList("trade", (*USER.entries, Entry("land", "sailor"), Entry("land", "sailors")))
    for swap in (swap_base, swap_group):
        found = swap(documents[text], [GroupWord(2, 8, "trade", "sea", "sailor")], "land", trades, SwapOptions())
        assert (found.changes, [refusal.reason for refusal in found.refusals]) == ([], ["in two groups"])
    with pytest.raises(GenderfairError, match="no group 'air'"):
        swap_base(documents[text], [], "air", trades, SwapOptions())
