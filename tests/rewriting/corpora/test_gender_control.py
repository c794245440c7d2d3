import pytest
from as_one_test import as_one_test
from datasets import Dataset

from hf_genderfair.core.keep import Keep
from hf_genderfair.core.transform import annotate
from hf_genderfair.rewriting.corpora.gender_control import GenderTags, tagged_examples, unfold_examples

PLURAL = [
    ("Bürgerinnen und Bürger fragen.", "Bürgerinnen fragen.", "Bürger fragen."),
    ("Den Schülern und Schülerinnen hilft er.", "Den Schülerinnen hilft er.", "Den Schülern hilft er."),
    ("Liebe Kolleginnen und liebe Kollegen!", "Liebe Kolleginnen!", "Liebe Kollegen!"),
    ("Kauffrauen/Kaufmänner gesucht.", "Kauffrauen gesucht.", "Kaufmänner gesucht."),
    ("Ärztinnen und Ärzte treffen Köche und Köchinnen.", "Ärztinnen treffen Köchinnen.", "Ärzte treffen Köche."),
]
SINGULAR = [
    ("Eine Ärztin oder ein Arzt hilft.", "<f>", "Eine Ärztin hilft."),
    ("Ein Arzt oder eine Ärztin hilft.", "<m>", "Ein Arzt hilft."),
    ("Der neue Nachbar bzw. die neue Nachbarin kommt.", "<m>", "Der neue Nachbar kommt."),
]
NONE = [
    ("Die Lehrer streiken.", "no_pair"),
    ("Die Lehrer*innen streiken.", "no_pair"),
    ("Er oder sie kommt.", "truncated"),
    ("Lehrerinnen und Lehrer treffen Schüler*innen.", "other_form"),
    ("Eine Ärztin oder ein Arzt behandelt Schülerinnen und Schüler.", "unlike_pairs"),
    ("Eine Ärztin oder ein Arzt fragt einen Koch oder eine Köchin.", "unlike_pairs"),
    ("Mitbürgerinnen und -bürger fragen.", "truncated"),
    ("Die Ärztinnen- und Ärztekammer tagt.", "truncated"),
    ("Jede Studentin und jeder Student zahlt.", "two_persons"),
    ("", "no_pair"),
]


@pytest.mark.parametrize(("german", "feminine", "masculine"), PLURAL)
def test_plural_pairs_give_both_genders(german, feminine, masculine):
    examples, reason = tagged_examples(german, "English.")
    assert [tuple(example) for example in examples] == [
        ("<f>", "<f> English.", feminine),
        ("<m>", "<m> English.", masculine),
    ]
    assert reason is None


@pytest.mark.parametrize(("german", "tag", "target"), SINGULAR)
def test_singular_pairs_give_the_gender_that_comes_first(german, tag, target):
    examples, reason = tagged_examples(german, "English.")
    assert [tuple(example) for example in examples] == [(tag, f"{tag} English.", target)]
    assert reason is None


@as_one_test(("german", "reason"), NONE)
def test_other_sentences_give_none(german, reason):
    assert tagged_examples(german, "English.") == ([], reason)


def test_rows_without_examples_keep_their_reason():
    german = ["Bürgerinnen und Bürger fragen.", "Es regnet.", None, "Ein Arzt oder eine Ärztin hilft."]
    english = ["Citizens ask.", "It rains.", "Hm.", None]
    rows = annotate(Dataset.from_dict({"de": german, "en": english}), GenderTags("de", "en"))
    assert rows["tag_reason"][:] == [None, "no_pair", "no_pair", None]
    kept, _ = Keep("tag_reason").split(rows)
    assert unfold_examples(kept)["source"][:] == ["<f> Citizens ask.", "<m> Citizens ask.", "<m> "]
    assert len(unfold_examples(kept.select([]))) == 0
