import pytest
from datasets import Dataset
from golden import all_rows, golden_rows

from hf_genderfair import swap_texts
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.spans import apply_edits, undo_edits
from hf_genderfair.core.transform import annotate
from hf_genderfair.counterfactual.transform import Counterfactual
from hf_genderfair.generation.generator import Generated
from hf_genderfair.lexicons.word_lists import WordList
from hf_genderfair.representation.group_words import GroupWords
from hf_genderfair.stereotypes.transform import Stereotypes

TEXTS = golden_rows(__file__, "TEXTS")
REASONS = golden_rows(__file__, "REASONS")


class Judge:
    """A model that knows one sentence and is vague about all others."""

    name = revision = "judge"

    def generate(self, conversations, *, seed=0, rank=None, on_answer=None):
        return [Generated("VALID" if "oiled" in str(asked) else "Perhaps.") for asked in conversations]


@pytest.fixture(scope="module")
def rows():
    return annotate(Dataset.from_dict({"text": TEXTS}), GroupWords(("gender", "age")))


def reasons_of(rows):
    return [[sentence["reason"] for sentence in cell] for cell in rows["counterfactual_sentences"]]


def test_every_sentence_stays_for_a_reason_or_may_be_swapped(rows):
    found = annotate(annotate(rows, Stereotypes("en")), Counterfactual("en", source="male", remove_stereotypes=True))
    ours = [sorted(reasons, key=str) for reasons in reasons_of(found)]
    assert ours == [sorted(reasons, key=str) for reasons in REASONS]
    assert found["counterfactual_accepted"][:] == [reasons.count(None) for reasons in REASONS]
    assert found["counterfactual_refused"][:] == [len(reasons) - reasons.count(None) for reasons in REASONS]
    assert [cell[-1]["quoted"] for cell in found["counterfactual_sentences"]][-1]


def test_edits_can_be_undone_and_sentences_about_one_person_share_their_draw(rows):
    found = annotate(rows, Counterfactual("en", source="male"))
    swapped = apply_edits(found, "counterfactual_edits")
    assert swapped["text"][0] == "She oiled her bicycle."
    assert swapped["text"][6] == "The girl waved. She ran. It rained."
    assert undo_edits(swapped, "counterfactual_edits")["text"][:] == TEXTS
    linked, apart = (
        annotate(rows, Counterfactual("en", linked=linked))["counterfactual_sentences"][6] for linked in (True, False)
    )
    assert linked[0]["draw"] == linked[1]["draw"]
    assert apart[0]["draw"] != apart[1]["draw"]
    assert [sentence["pair"] for sentence in linked] == [sentence["pair"] for sentence in apart]


@all_rows
def test_other_languages_find_their_words_themselves(lang, texts, swapped):
    rows = annotate(Dataset.from_dict({"text": texts}), Counterfactual(lang, source="male"))
    assert reasons_of(rows)[0] == [None]
    assert "words of several groups" in reasons_of(rows)[1]
    assert reasons_of(rows)[2] == []
    assert apply_edits(rows, "counterfactual_edits")["text"][0] == swapped[0]


def test_a_model_judges_what_rules_let_pass(rows):
    found = annotate(rows, Counterfactual("en", source="male", generator=Judge(), linked=False))
    assert reasons_of(found)[0] == [None]
    assert reasons_of(found)[6] == ["judgement not read", "judgement not read"]


def test_words_of_another_attribute_and_a_list_of_ones_own(rows):
    trades = WordList.from_groups("trade", {"sea": ["sailor", "sailors"], "land": ["farmer", "farmers"]})
    own = annotate(Dataset.from_dict({"text": ["The farmers sang.", "A sailor met a farmer."]}), GroupWords(trades))
    found = annotate(own, Counterfactual("en", trades, source="land"))
    assert apply_edits(found, "counterfactual_edits")["text"][:] == ["The sailors sang.", "A sailor met a farmer."]
    assert "words of several groups" in reasons_of(found)[1]


@all_rows
def test_wrong_values_are_refused(arguments, message):
    with pytest.raises(GenderfairError, match=message):
        Counterfactual(**arguments)


@all_rows
def test_sentences_between_quotation_marks_are_flagged(text, quoted):
    rows = annotate(annotate(Dataset.from_dict({"text": [text]}), GroupWords("gender")), Counterfactual("en"))
    assert [sentence["quoted"] for sentence in rows["counterfactual_sentences"][0]] == [quoted]


@all_rows
def test_what_is_refused_at_the_call(arguments, message):
    with pytest.raises(GenderfairError) as caught:
        swap_texts(**{"texts": ["She left."], "lang": "en", "to": "male"} | arguments)
    assert str(caught.value).startswith(message)


def test_a_pronoun_that_stays_is_told():
    (swapped,) = swap_texts(["The boat was old. She sank."], "en", "male")
    assert [(left.start, left.end, left.reason) for left in swapped.refusals] == [(18, 21, "no person")]
