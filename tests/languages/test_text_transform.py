"""What all transforms of analysed text do alike: languages of rows, and documents that are shared."""

from as_one_test import as_one_test
from datasets import Dataset
from every_transform import CONFIGURED, TRANSFORMS, kind_named
from golden import golden_rows

from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.core.transform import annotate
from hf_genderfair.languages.documents import AnalysisRequest, documents, shared_documents
from hf_genderfair.languages.text_transform import TextTransform
from hf_genderfair.representation.group_words import GroupWords
from hf_genderfair.representation.references.transform import PersonReferences
from hf_genderfair.rewriting.transform import GenderFair

SENTENCES = dict(golden_rows(__file__, "SENTENCES"))
MIXED = [kind_named(name)(**settings, lang_column="language") for name, settings in golden_rows(__file__, "MIXED")]


def rows(languages):
    texts = [SENTENCES.get((name or "de").lower()[:2], "Ministerstwie.") for name in languages]
    return annotate(Dataset.from_dict({"text": texts, "language": languages}), GroupWords())


def test_every_kind_is_here():
    kinds = {type(each) for each in TRANSFORMS + CONFIGURED if isinstance(each, TextTransform)}
    assert {type(each) for each in MIXED} == kinds


@as_one_test("transform", MIXED)
def test_rows_of_other_languages_are_left_alone_with_the_reason(transform):
    languages = ["de", "en-GB", None, "es", "PL", "German", "ca", transform.lang, transform.lang.upper() + "-x-old"]
    mixed = rows(languages)
    found = mixed.map(transform, batched=True)
    own = [index for index, name in enumerate(languages) if name and name.lower()[:2] == transform.lang]
    reasons = found[transform.reason_column][:]
    assert [index for index, reason in enumerate(reasons) if reason is None] == own
    assert [reasons[1], reasons[2], reasons[5]] == [
        None if transform.lang == "en" else "language: en-GB",
        "language: unknown",
        "language: German",
    ]
    blank = mixed.map(lambda row: {"text": None}).map(transform, batched=True).remove_columns(["text", "language"])
    alone = found.select(own).to_dict()
    assert alone == mixed.select(own).map(transform, batched=True).to_dict()
    others = [index for index in range(len(languages)) if index not in own]
    left = found.remove_columns(["text", "language", transform.reason_column, "gender_words", "gender_sentences"])
    assert left.select(others).to_dict() == blank.select(others).select_columns(left.column_names).to_dict()


def test_shared_documents_have_the_layers_of_all():
    few, many = AnalysisRequest("de", frozenset({"pos"})), AnalysisRequest("de", frozenset({"pos", "syntax"}))
    with shared_documents([few, many]):
        (first,), (second,) = list(documents(["Er lacht."], few)), list(documents(["Er lacht."], many))
    assert first is second
    assert first.tokens[0].relation == "nsubj"
    (alone,) = documents(["Er lacht."], few)
    assert alone is not first
    assert alone.tokens[0].relation == ""


def test_what_is_found_has_the_offsets_of_the_text_as_given():
    text = "Der Ba\u0308cker lobte einen Scho\u0308ffen."
    (found,) = GenderFair("de", scope="all").find([text])
    assert [text[edit.start : edit.end] for edit in found.edits] == [edit.original for edit in found.edits]
    assert found.edits[1].original == "Ba\u0308cker"
    (references,) = PersonReferences("de").find([text])
    assert [text[each.start : each.end] for each in references] == ["Ba\u0308cker", "Scho\u0308ffen"]
    (reading,) = ActorMetrics("de").read([text])
    assert [text[each.start : each.end] for each in reading.mentions] == ["Ba\u0308cker", "Scho\u0308ffen"]
