"""An audit: which tables and pictures a language gets, and what is refused."""

import pytest
from datasets import Dataset, DatasetDict

from hf_genderfair import ActorMetrics, WordList, audit
from hf_genderfair.core.errors import ColumnError, GenderfairError
from hf_genderfair.report.render import readable, render_html, render_markdown

ENGLISH = ["She met her brother.", "He waits for the old woman.", "It rains."] * 15
SPANISH = ["La directora saludó a los alumnos.", "La víctima llegó tarde.", "Llueve."] * 15
TRADES = WordList.from_groups("trade", {"sea": ["sailor", "marin"], "land": ["farmer", "paysan"]})


def rows(texts):
    return Dataset.from_dict({"text": texts})


def tables(found):
    return {
        table.name: [dict(zip(table.columns, row, strict=True)) for row in table.rows] for table in found.report.tables
    }


def test_english_has_lists_polarity_and_references():
    found = audit(rows(ENGLISH), "en")
    lists = ["representation", "representation_groups", "representation_convergence", "polarity"]
    assert list(tables(found)) == [*lists, "person_ratio", "person_words", "languages"]
    (gender, age, religion) = tables(found)["representation"]
    assert (gender["group words"], gender["documents"], gender["verdict"]) == (75, 45, "more female")
    assert (age["majority"], (religion["DR"], religion["verdict"])) == ("old", (None, "no group word"))
    assert tables(found)["polarity"][0]["male words"] == 15
    assert [step.name for step in found.report.steps] == ["GroupWords", "GenderPolarity", "PersonReferences"]
    # pictures have words and stand in the page
    assert sorted(found.figures) == ["convergence.png", "person_words.png", "shares_by_group.png"]
    page = render_html(found.report, *found.figures.values())
    assert page.count("<svg ") == 3
    assert "gender: female 60.0%" in found.figures["shares_by_group.png"].alt
    assert found.report.limits[0] in render_markdown(found.report).replace("\\", "")


def test_spanish_has_references_and_epicenes():
    found = audit(rows(SPANISH), "es")
    assert list(tables(found)) == ["person_ratio", "person_words", "epicenes", "languages"]
    assert tables(found)["person_words"][0]["L_PF"] == 30
    assert tables(found)["epicenes"][0]["word"] == "víctima"
    assert found.kept["person_generic"][:3] == [1, 0, 0]


def test_another_language_has_the_lists_that_are_given():
    found = audit(
        rows(["Le marin et le paysan."] * 3), "fr", lists=[TRADES], targets={"trade": {"sea": 0.2, "land": 0.8}}
    )
    (trade,) = tables(found)["representation"]
    assert trade["DR"] == pytest.approx(0.3)
    assert trade["verdict"] == "no verdict"


def test_two_versions_are_compared_in_pairs():
    neutral = [text.replace("She", "They").replace("woman", "person") for text in ENGLISH]
    # the other version may have been audited before
    other = audit(rows(neutral), "en", lists=["gender"]).kept
    named = {"id": "a.txt", "compared with": "b.txt"}
    found = audit(rows(ENGLISH), "en", lists=["gender"], compared=other, paired=True, source=named)
    assert any("in a.txt" in answer and "in b.txt" in answer for answer in found.report.answers)
    (change,) = tables(found)["representation_change"]
    assert change["DR here"] != change["DR compared"]
    assert change["p"] > 0


def test_texts_in_another_language_are_counted():
    english = "The teachers talked to the new headmistress about the school."
    spanish = "Las maestras hablaron ayer mucho tiempo con la nueva directora de la escuela."
    found = audit(rows([*[spanish] * 3, english, "¡Sí!"]), "es")
    assert {row["language"]: row["texts"] for row in tables(found)["languages"]} == {"es": 3, "en": 1, "unsure": 1}
    table = next(table for table in found.report.tables if table.name == "languages")
    assert {row[0] for row in readable(table).rows} == {"Spanish", "English", "unsure"}
    assert "hold for texts in Spanish." in table.note


@pytest.mark.parametrize(
    ("error", "message", "settings"),
    [
        (
            GenderfairError,
            "or one of the languages ca, de, en, es, pl",
            {"lang": "fr"},
        ),
        (GenderfairError, "no list has this attribute", {"lang": "en", "targets": {"income": {"low": 1.0}}}),
        (GenderfairError, "equal numbers of rows", {"lang": "en", "compared": rows(["She."]), "paired": True}),
        (GenderfairError, "pairs need another data set", {"lang": "en", "paired": True}),
        (GenderfairError, "compared by group words", {"lang": "es", "compared": rows(["Llueve."])}),
        (GenderfairError, "put a single one into a list", {"lang": "en", "lists": "gender"}),
        (ColumnError, "no column 'body'", {"lang": "en", "text_column": "body"}),
    ],
)
def test_what_cannot_be_audited_is_refused(error, message, settings):
    with pytest.raises(error, match=message):
        audit(rows(ENGLISH), **settings)


def test_splits_are_audited_one_by_one_into_one_report():
    splits = DatasetDict(train=rows(ENGLISH), test=rows(ENGLISH[:4]))
    found = audit(splits, "en", compared=DatasetDict(test=rows(["He."] * 4), train=rows(["He."])))
    alone = {name: audit(part, "en") for name, part in splits.items()}
    for name, part in alone.items():
        assert found.kept[name].to_dict() == part.kept.to_dict()
        for table in part.report.tables:
            assert tables(found)[f"{table.name}_{name}"] == tables(part)[table.name]
        assert f"representation_change_{name}" in tables(found)
        assert {f"{name}_{file}" for file in part.figures} <= set(found.figures)
    assert [step.rows_in for step in found.report.steps] == [45, 45, 45, 4, 4, 4]
    assert render_markdown(found.report).count("(test)") >= len(alone["test"].report.tables)


def test_actors_are_measured_where_they_are_asked_for():
    texts = ["Wilma Kossek lobte ihren Mann.", "Emil Brandt kam. Er lachte.", "Es regnet."] * 15
    dataset = Dataset.from_dict({"text": texts, "date": [f"{1990 + number % 3}-05-01" for number in range(45)]})
    found = audit(dataset, "de", actors=True, by="date")
    assert found.report.steps[-1].name == "ActorMetrics"
    assert {"actors", "actor_quantities", "actor_ratios"} <= set(tables(found))
    by_gender = {row["gender"]: row["actors"] for row in tables(found)["actors"]}
    assert (by_gender["female"], by_gender["male"], by_gender["mixed"]) == (15, 30, 0)
    assert sorted(found.pages) == ["actors.txt", "actors_1990.txt", "actors_1991.txt", "actors_1992.txt"]
    again = audit(found.kept.select_columns(["text", *ActorMetrics("de").features()]), "de", actors=True)
    assert tables(again)["actors"] == tables(found)["actors"]
