from datasets import Dataset
from golden import all_rows

from dataset_scripts.models.rewriter.corpora.rule_pairs import BackwardPairs, FairText, ForwardPairs
from hf_genderfair import GenderFair, annotate


def propose(transform, text):
    """Return target, reason and sources with their kinds of one sentence."""
    row = annotate(Dataset.from_dict({"text": [text]}), transform)[0]
    return row["target"], row["pair_reason"], [(source["kind"], source["source"]) for source in row["sources"]]


@all_rows
def test_backward_german(text, target, sources):
    assert propose(BackwardPairs("de"), text) == (target, None, sources)


def test_backward_english():
    target, reason, sources = propose(BackwardPairs("en"), "Somebody left their keys.")
    assert (target, reason) == ("Somebody left their keys.", None)
    assert sources == [
        ("masculine", "Somebody left his keys."),
        ("feminine", "Somebody left her keys."),
        ("gender_fair", "Somebody left their keys."),
    ]


@all_rows
def test_backward_without_pairs(lang, text, reason):
    assert propose(BackwardPairs(lang), text) == (None, reason, [])


def test_half_fair_sentences_can_be_completed():
    text = "Alle Gärtner*innen fragten den Koch."
    completed = BackwardPairs("de", completing=GenderFair("de", scope="all"))
    target, _, sources = propose(completed, text)
    assert target == "Alle Gärtner*innen fragten den*die Köch*in."
    assert sources == [
        ("masculine", "Alle Gärtner fragten den Koch."),
        ("feminine", "Alle Gärtnerinnen fragten die Köchin."),
        ("mixed", text),
    ]
    assert propose(BackwardPairs("de"), text)[0] == text
    assert completed.digest() != BackwardPairs("de").digest()


def test_forward_german():
    target, reason, sources = propose(ForwardPairs(GenderFair("de", scope="all")), "Der Gärtner gießt.")
    assert (target, reason) == ("Der*die Gärtner*in gießt.", None)
    assert sources == [
        ("masculine", "Der Gärtner gießt."),
        ("feminine", "Die Gärtnerin gießt."),
        ("gender_fair", "Der*die Gärtner*in gießt."),
    ]


def test_fair_text_has_one_form():
    texts = ["Jede:r Schüler:in", "SchülerInnen", None, "Es regnet."]
    rows = annotate(Dataset.from_dict({"text": texts}), FairText("de"))
    assert rows["fair_text"][:] == ["Jede*r Schüler*in", "Schüler*innen", None, "Es regnet."]
    rows = annotate(Dataset.from_dict({"text": ["A guest and his or her dog."]}), FairText("en"))
    assert rows["fair_text"][0] == "A guest and their dog."
