"""The scores of the pipelines on analyses whose right figures are known."""

import pytest
from golden import each_row, golden_rows

from benchmarks import texts
from benchmarks.languages import quality
from dataset_scripts.models.pipelines.treebanks import TrainingSentence, Word
from hf_genderfair.languages.analysis import Analysis, Entity, Sentence, Token

PERSONAL = {"PronType": "Prs", "Gender": "Fem", "Case": "Nom"}
SENTENCE = TrainingSentence(
    "de_gsd",
    (
        Word("Sie", True, "PRON", PERSONAL, "sie", 1, "nsubj"),
        Word("sieht", True, "VERB", {}, "sehen", 1, "root"),
        Word("die", True, "DET", {"Gender": "Fem", "Case": "Acc"}, "der", 3, "det"),
        Word("Lehrerin", False, "NOUN", {"Gender": "Fem", "Case": "Acc"}, "Lehrerin", 1, "obj"),
        Word(".", True, "PUNCT", {}, ".", 1, "punct"),
    ),
)


def words(rows):
    """Return tokens of ``form/pos/head/relation`` with a space between them, with no features."""
    tokens, offset = [], 0
    for row in rows.split():
        form, pos, head, relation = row.split("/")
        tokens.append(Token(form, offset, offset + len(form), pos, form, {}, int(head), relation))
        offset += len(form) + 1
    return tokens


def analysis_of(tokens, entities=()):
    return Analysis((Sentence(tokens[0].start, tokens[-1].end, tuple(tokens), tuple(entities)),))


def scores(gold, analysis, has_names=False):
    return quality.score(gold, analysis, quality.GoldSet("x", [gold], has_names), "de")


def test_the_gold_analysis_is_perfect():
    (gold,) = quality.gold_texts([SENTENCE], "de")
    found = quality.figures([scores(gold, analysis_of(gold.tokens))])
    assert (gold.text, gold.persons) == ("Sie sieht die Lehrerin.", {0: "pronoun", 3: "noun"})
    assert set(found) == {"UPOS", "Gender", "Case", "UAS", "LAS", "subject of persons", "object of persons"}
    assert set(found.values()) == {(1.0, 1.0, 1.0)}


def test_a_token_too_many_is_a_miss_and_wrong():
    (gold,) = quality.gold_texts([SENTENCE], "de")
    split = gold.tokens[3]._replace(text="Lehrer", end=20), gold.tokens[3]._replace(text="in", start=20)
    found = scores(gold, analysis_of([*gold.tokens[:3], *split, gold.tokens[4]]))
    assert (found["UPOS"], found["Gender"]) == ((4, 5, 6), (2, 3, 3))
    assert found["object of persons"] == (0, 1, 0)
    # a head that is not aligned is wrong
    assert found["UAS"] == (3, 5, 6)


ROWS = golden_rows(__file__, "ROWS")


def test_mentions_nest():
    assert [tuple(mention) for mention in quality.mentions(ROWS)] == [
        ("person", 0, 2),
        ("person", 4, 4),
        ("event", 4, 5),
    ]


def test_parts_of_a_multiword_token_have_their_place_where_they_are_its_letters():
    places = texts.word_places("Dr. Ada Poe's gonna win", ROWS)
    assert [start for start, _ in places.values()] == [0, 4, 8, 11, 14, 14, 20]


def test_a_name_has_its_proper_nouns_and_no_title():
    tokens = words("Dr./PROPN/1/compound Ada/PROPN/3/nsubj Poe/PROPN/1/flat won/VERB/3/root")
    name = quality.person_name("Dr. Ada Poe won", tokens, 1, (0, 2))
    assert "Dr. Ada Poe won"[name.start : name.end] == "Ada Poe"
    plural = [token._replace(morph={"Number": "Plur"}) for token in tokens]
    assert quality.person_name("Dr. Ada Poe won", plural, 1, (0, 2)) is None


def test_names_are_found_exactly():
    tags = ["B-PER", "I-PER", "O", "B-LOC"]
    forms = [Word(form, entity=tag) for form, tag in zip(["Ada", "Poe", "mag", "Ulm"], tags, strict=True)]
    (gold,) = quality.gold_texts([TrainingSentence("x", tuple(forms))], "de")
    for end, right in ((7, 1), (3, 0)):
        found = scores(gold, analysis_of(gold.tokens, [Entity(0, end, "PER"), Entity(12, 15, "LOC")]), has_names=True)
        assert found == {quality.NAMES: (right, 1, 1)}


def test_figures_are_f1_of_the_sums_with_a_seeded_interval():
    texts = [{"x": (1, 2, 2)}, {"x": (3, 4, 2), "y": (0, 0, 1)}]
    found = quality.figures(texts)
    assert found.keys() == {"x"}
    value, low, high = found["x"]
    assert value == pytest.approx(2 * 4 / (6 + 4))
    assert low <= value <= high
    assert quality.figures(texts) == found


@each_row
def test_texts_of_lines(name, line, text):
    assert texts.text_of_line(name, line) == text


def test_portions_are_disjoint_and_large_enough():
    source = [f"text number {number}" for number in range(10)]
    first, second, rest = texts.portions(source, [4, 6, 1000])
    assert ([len(first), len(second), len(rest)], first + second + rest) == ([2, 2, 6], source)
