from datasets import Dataset
from golden import all_rows

from dataset_scripts.models.rewriter.corpora.gender_control import GenderTags, tagged_examples, unfold_examples
from hf_genderfair import Keep, annotate


@all_rows
def test_plural_pairs_give_both_genders(german, feminine, masculine):
    examples, reason = tagged_examples(german, "English.")
    assert [tuple(example) for example in examples] == [
        ("<f>", "<f> English.", feminine),
        ("<m>", "<m> English.", masculine),
    ]
    assert reason is None


@all_rows
def test_singular_pairs_give_the_gender_that_comes_first(german, tag, target):
    examples, reason = tagged_examples(german, "English.")
    assert [tuple(example) for example in examples] == [(tag, f"{tag} English.", target)]
    assert reason is None


@all_rows
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
