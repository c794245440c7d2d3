"""The yearly report has the rows of the paper, word for word, and dashes where nothing is known."""

from pathlib import Path

from actor_rows import corpus, person, random_texts, text

from hf_genderfair.actors import count_actors, yearly_report
from hf_genderfair.actors.association import count_words

LABELS = Path(__file__).with_name("yearly_labels.txt").read_text(encoding="utf-8").splitlines()
"""The first cell of each line of appendix A."""


def report(rows, years, stratum):
    dataset = corpus(rows, date=years)
    return yearly_report(count_actors(dataset, by="date"), count_words(dataset, by="date"), stratum)


def lines(written):
    return [line.split("\t") for line in written.splitlines() if line.strip("-") or not line]


def values(written, part="AGGREGATED"):
    """Return the lines from a heading on, by their label; those that come first stand."""
    found = lines(written)
    start = next(place for place, line in enumerate(found) if line[0].startswith(part))
    return {line[0]: line[1:] for line in reversed(found[start:])}


def test_rows_are_those_of_the_paper_and_words_listed_by_number_of_actors():
    rows = random_texts(60)
    written = report(rows, ["2023"] * 60, "2023")
    paper, own = written.split("NOT IN THE PUBLISHED REPORT")
    assert [line[0] for line in lines(paper)] == LABELS
    widths = {line[0]: len(line) for line in lines(paper)}
    assert (widths["Sentiment:"], widths["Named Mentions (% of all mentions):"], widths["Rank"]) == (4, 3, 4)
    assert (widths["Total Texts:"], widths["Generic Masculine"], widths["10"]) == (2, 4, 4)
    assert "unknown" in own
    rows = [
        text(person("female"), words=[(0, "ADJ", "neu"), (0, "ADJ", "neu"), (0, "VERB", "gehen")]),
        text(person("male"), person("male"), words=[(0, "ADJ", "alt"), (1, "ADJ", "alt"), (1, "ADJ", "neu")]),
        text(person("unknown"), words=[(0, "ADJ", "alt")]),
    ]
    written = report(rows, ["2023"] * 3, "2023")
    adjectives = values(written, "TOP PMI ADJECTIVES")
    assert adjectives["1"] == ["alt (2.00)", "neu (1.00)", "alt (2.00)"]
    assert adjectives["2"] == ["neu (2.00)", "-", "neu (1.00)"]
    assert values(written, "TOP PMI VERBS")["1"] == ["gehen (1.00)", "gehen (1.00)", "-"]


def test_figures_of_the_published_report():
    """The arithmetic of appendix A, from its totals of 2023, in one text."""
    she = {"named": 22544, "pronouns": 13051, "subjects": 18625, "objects": 1119}
    she |= {"direct_quotes": 6501, "indirect_quotes": 2529, "feminine_coded": 4251, "masculine_coded": 2870}
    he = {"named": 36047, "pronouns": 19997, "subjects": 30303, "objects": 1540}
    he |= {"direct_quotes": 10588, "indirect_quotes": 4215, "feminine_coded": 6066, "masculine_coded": 4764}
    year = text(person("female", **she), person("male", **he))
    found = values(report([{**year, "female_actors": 6892, "male_actors": 9194}], ["2023"], "2023"))
    assert found["Pronoun Distribution:"] == ["6892", "9194", "16086"]
    assert found["Mentions by Pronoun:"] == ["35595", "56044", "91639"]
    assert found["Masculine-coded Words:"] == ["2870", "4764", "7634"]
    assert found["Object Roles:"] == ["1119", "1540", "2659"]
    shares = {
        "Named Mentions (% of all mentions):": ["38.5", "61.5"],
        "Pronoun Mentions (% of all mentions):": ["39.5", "60.5"],
        "Subject Roles (% of known roles):": ["38.1", "61.9"],
        "Object Roles (% of known roles):": ["42.1", "57.9"],
        "Direct Quotes (% of quotes):": ["38.0", "62.0"],
        "Indirect Quotes (% of quotes):": ["37.5", "62.5"],
    }
    assert {label: found[label] for label in shares} == shares


def test_what_is_absent_is_a_dash_and_what_the_paper_lacks_is_added():
    her = person("female", predications=2, sentiment=-4)
    found = values(report([text(her), text()], ["2023", "2023"], "2023"))
    assert found["Total Texts:"] == ["2"]
    assert found["Texts with Actors:"] == ["1"]
    assert found["Sentiment:"] == ["0.00", "-", "0.00"]
    assert found["Object Roles (% of known roles):"] == ["-", "-"]
    assert found["Pronouns (Resolved) (He/Him)"] == ["0.00", "0.00", "-"]
    assert found["Mean Sentiment (All)"] == ["0.00", "0.00", "-"]
    assert found["1"] == ["-", "-", "-"]
    empty = values(report([text()], ["2023"], "2023"))
    assert empty["Total Actors"] == empty["Generic Masculine"] == ["-", "-", "-"]
    rows = [text(person("unknown", predications=1, sentiment=250), person("neutral")), text(person("female"))] * 20
    found = values(report(rows, ["2023"] * 40, "2023"), "NOT IN")
    assert found["Number of single persons:"] == ["20", "0", "20", "0", "20", "60"]
    assert found["Sentiment (mean of actors):"] == ["-", "-", "-", "-", "0.250", "0.250"]
    assert found["Actors whose gender the text marks:"][:3] == ["40", "60", "66.7"]
