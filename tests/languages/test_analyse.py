"""Kept analyses: what is kept is what was analysed, it is small, and one that does not fit is an error."""

import pytest
from datasets import Dataset, concatenate_datasets, load_dataset

from benchmarks.languages.fuzzing import fuzzed_texts
from hf_genderfair import ActorMetrics, Analyse, Counterfactual, GenderFair, PersonReferences, annotate, pipeline
from hf_genderfair.core.errors import ColumnError, PipelineError
from hf_genderfair.languages.analysis import Analysis, Entity, Sentence, Token
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.documents import AnalysisRequest, documents
from hf_genderfair.languages.kept import ANALYSIS_TYPE, KeptAnalyses, keep

READERS = (PersonReferences("de"), ActorMetrics("de"), GenderFair("de"))
NEWS = (
    "Die Bürgermeisterin Nora Feldhaus hat am Montag in Ulm den neuen Plan für die Brücke vorgestellt. „Wir bauen sie "
    "noch in diesem Jahr“, sagte sie vor den Mitgliedern des Gemeinderats. Ihr Stellvertreter meinte, er sei von den "
    "Kosten nicht überzeugt; die Anwohner warten seit zehn Jahren auf eine Lösung."
)


def kept(texts, lang="de"):
    """Return analyses that went through a data set."""
    rows = Dataset.from_dict({"text": texts}).map(Analyse(lang), batched=True)
    analyses = KeptAnalyses(rows.with_format("arrow")["text_analysis"][:].combine_chunks(), lang)
    for row, text in enumerate(texts):
        analyses.take(row, text)
    return analyses


@pytest.mark.parametrize("lang", ["ca", "de", "en", "es"])
def test_what_is_kept_is_what_was_analysed(lang):
    texts = [text for text in dict.fromkeys(fuzzed_texts(lang, 80, 16)) if text]
    read = kept(texts, lang)
    for text, document in zip(texts, documents(texts, AnalysisRequest(lang)), strict=True):
        again = read.get(text)
        assert (again.text, again.given, again.analysis) == (document.text, document.given, document.analysis)


def test_what_universal_dependencies_do_not_know_is_kept():
    tokens = (
        Token("Hm", 0, 2, "SPACE", "hm", {"Mood": "Odd", "Case": "Nom"}, 0, "root"),
        Token("Bo", 3, 5, "PROPN", "Bo", {"Mood": "Odd"}, 0, "dep:odd"),
        Token("Ka", 5, 7, "PROPN", "", {}, 1, ""),
    )
    analysis = Analysis((Sentence(0, 7, tokens, (Entity(3, 7, "PER"),)),))
    column = keep([None, Document("Hm BoKa", analysis, "de")], pipeline("de"))
    assert column.type == ANALYSIS_TYPE
    assert column.is_valid().to_pylist() == [False, True]
    read = KeptAnalyses(column, "de")
    read.take(1, "Hm BoKa")
    again = read.get("Hm BoKa")
    assert again.analysis == analysis


def test_the_column_is_small(tmp_path):
    texts = [f"{NEWS} Beschluss {number}." for number in range(300)]
    rows = Dataset.from_dict({"text": texts}).map(Analyse("de"), batched=True).select_columns(["text_analysis"])
    words = sum(len(text.split()) for text in texts)
    rows.to_parquet(str(tmp_path / "kept.parquet"))
    assert rows.with_format("arrow")["text_analysis"][:].nbytes / words <= 30
    assert (tmp_path / "kept.parquet").stat().st_size / words <= 12


def test_readers_take_what_is_kept(monkeypatch, tmp_path):
    rows = Dataset.from_dict({"text": [NEWS, None, "", "Jeder Ba\u0308cker lacht."]})
    plain = rows
    for reader in READERS:
        plain = plain.map(reader, batched=True)
    with_analyses = rows.map(Analyse("de"), batched=True)
    with_analyses.to_parquet(str(tmp_path / "kept.parquet"))
    analysed = load_dataset(
        "parquet", data_files=str(tmp_path / "kept.parquet"), split="train", cache_dir=str(tmp_path)
    )

    def refuse(self, texts, needs):
        for text in texts:
            assert not text, "a text is analysed anew"
            yield Analysis(())

    monkeypatch.setattr(type(pipeline("de")), "_analyse", refuse)
    for reader in READERS:
        analysed = analysed.map(reader, batched=True, load_from_cache_file=False)
    assert analysed.remove_columns("text_analysis").to_dict() == plain.to_dict()
    streamed = annotate(with_analyses.to_iterable_dataset(), READERS[0])
    assert [row["person_references"] for row in streamed] == plain["person_references"][:]


def test_sentences_are_cut_out_of_what_is_kept(monkeypatch):
    # the decomposed é of the second text moves offsets, so that its sentences are analysed by themselves
    texts = ["Die Köchin kennt meinen Bruder. Es regnet. Er lacht.", "Der Kellner im Cafe\u0301 sang. Er war müde.", ""]
    rows = Dataset.from_dict({"text": texts})
    reader = Counterfactual("de")
    apart = rows.map(reader, batched=True)
    analysed = rows.map(Analyse("de"), batched=True)
    asked = []
    embedded = type(pipeline("de"))
    analyse = embedded._analyse

    def note(text):
        asked.append(text)
        return text

    monkeypatch.setattr(
        type(pipeline("de")), "_analyse", lambda self, read, needs: analyse(self, map(note, read), needs)
    )
    found = analysed.map(reader, batched=True, load_from_cache_file=False)
    assert found.remove_columns("text_analysis").to_dict() == apart.to_dict()
    assert asked == ["Der Kellner im Café sang.", "Er war müde."]


def test_an_analysis_of_another_text_or_pipeline_and_a_missing_one_are_errors():
    rows = Dataset.from_dict({"text": ["Es regnet.", "Jeder Lehrer lacht."]}).map(Analyse("de"), batched=True)
    changed = rows.map(lambda row: {"text": row["text"].replace("Lehrer", "Koch")})
    more = concatenate_datasets([rows, Dataset.from_dict({"text": ["Er lacht."]})])
    for dataset, reader, message in (
        (changed, READERS[0], r"is that of another text than 'Jeder Koch lacht\.': remove"),
        (rows, PersonReferences("es"), r"is that of the pipeline 'embedded [0-9a-f]{16}', and 'embedded"),
        (more, READERS[0], r"'text_analysis' is missing for the text 'Er lacht\.': remove"),
    ):
        with pytest.raises(PipelineError, match=message):
            dataset.map(reader, batched=True)


def test_rows_of_other_languages_have_none_and_a_column_of_that_name_of_somebody_else_is_left_alone():
    rows = Dataset.from_dict({"text": ["Es regnet."], "text_analysis": ["wet"]})
    assert rows.map(READERS[0], batched=True)["text_analysis"][:] == ["wet"]
    with pytest.raises(ColumnError, match="column 'text_analysis' exists already"):
        rows.map(Analyse("de"), batched=True)
    rows = Dataset.from_dict({"text": ["Es regnet.", "It rains."], "language": ["de", "en"]})
    analysed = rows.map(Analyse("de", lang_column="language"), batched=True)
    assert [row is None for row in analysed["text_analysis"]] == [False, True]
    assert analysed["analysis_reason"][:] == [None, "language: en"]
    found = analysed.map(PersonReferences("de", lang_column="language"), batched=True)
    assert found["person_references_reason"][:] == [None, "language: en"]
