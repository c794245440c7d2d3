from datasets import Dataset
from golden import all_rows
from scripted_translator import ScriptedTranslator

from dataset_scripts.models.rewriter.corpora.round_trip import RoundTrip, RoundTripPairs
from hf_genderfair.core.transform import annotate

THERE = ScriptedTranslator((("Die Lehrer*innen lachen.", "The teachers laugh."), ("Es regnet.", "It rains.")))
BACK = ScriptedTranslator((("The teachers laugh.", "Die Lehrer lachen."), ("<f> It rains.", "Regen.")))


def test_translates_there_and_back():
    rows = Dataset.from_dict({"text": ["Es regnet.", "Die Lehrer*innen lachen.", None, "", "Neu."]})
    for translated in (annotate(rows, RoundTrip(THERE, BACK)), rows.map(RoundTrip(THERE, BACK), batched=True)):
        assert translated["pivot"][:] == ["It rains.", "The teachers laugh.", None, None, None]
        assert translated["round_trip"][:] == [None, "Die Lehrer lachen.", None, None, None]


def test_a_tag_goes_before_the_sentence_on_its_way_back():
    rows = annotate(Dataset.from_dict({"text": ["Es regnet."]}), RoundTrip(THERE, BACK, tag="<f> "))
    assert (rows["pivot"][0], rows["round_trip"][0]) == ("It rains.", "Regen.")


@all_rows
def test_pairs(target, text, round_trip, reason, sources):
    rows = Dataset.from_dict({"fair_text": [target], "text": [text], "round_trip": [round_trip]})
    row = annotate(rows, RoundTripPairs("masculine"))[0]
    assert [tuple(source.values()) for source in row["sources"]] == sources
    assert (row["target"], row["pair_reason"]) == (target if sources else None, reason)
