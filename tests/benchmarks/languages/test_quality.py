"""The scores of the pipelines on analyses whose right figures are known."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.languages import errors, quality
from benchmarks.languages import gold as gold_script
from benchmarks.languages import scores as scores_script
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


def values(gold, analysis):
    return {
        name: numbers["value"] for name, numbers in scores_script.figures([scores_script.score(gold, analysis)]).items()
    }


def test_the_gold_analysis_is_perfect():
    (gold,) = gold_script.gold_texts([SENTENCE], "de")
    found = values(gold, analysis_of(gold.tokens))
    assert gold.text == "Sie sieht die Lehrerin."
    assert gold.persons == {0: "pronoun", 3: "noun"}
    assert set(found.values()) == {1.0}
    assert {"UPOS", "LAS", "Gender", "Case, DET", "relation obj", "subject of persons", "object of persons"} <= set(
        found
    )


def test_a_token_too_many_is_a_miss_and_wrong():
    (gold,) = gold_script.gold_texts([SENTENCE], "de")
    split = gold.tokens[3]._replace(text="Lehrer", end=20), gold.tokens[3]._replace(text="in", start=20)
    tokens = [*gold.tokens[:3], *split, gold.tokens[4]]
    found = scores_script.score(gold, analysis_of(tokens))
    assert found["tokens"] == (4, 5, 6)
    assert found["UPOS"] == (4, 5, 6)
    assert found["UPOS, aligned"] == (4, 4, 4)
    assert found["Gender"] == (2, 3, 3)
    assert found["object of persons"] == (0, 1, 0)
    assert found["sentences"] == (1, 1, 1)


def test_a_head_that_is_not_aligned_is_wrong():
    (gold,) = gold_script.gold_texts([SENTENCE], "de")
    split = gold.tokens[3]._replace(text="Lehrer", end=20), gold.tokens[3]._replace(text="in", start=20)
    found = scores_script.score(gold, analysis_of([*gold.tokens[:3], *split, gold.tokens[4]]))
    assert found["UAS"] == (3, 5, 6)
    assert found["UAS, without punctuation"] == (2, 4, 5)


def test_subtypes_count_only_where_asked_for():
    (gold,) = gold_script.gold_texts([SENTENCE], "de")
    tokens = [gold.tokens[0]._replace(relation="nsubj:pass"), *gold.tokens[1:]]
    found = scores_script.score(gold, analysis_of(tokens))
    assert found["LAS"] == (5, 5, 5)
    assert found["LAS with subtypes"] == (4, 5, 5)
    assert found["relation nsubj"] == (0, 1, 0)
    assert found["relation nsubj:pass"] == (0, 0, 1)
    assert found["passives"] == (0, 0, 1)
    assert found["subject of persons"] == (1, 1, 1)


def test_a_subject_may_hang_on_the_wrong_verb():
    (gold,) = gold_script.gold_texts([SENTENCE], "de")
    tokens = [gold.tokens[0]._replace(head=3), *gold.tokens[1:]]
    found = scores_script.score(gold, analysis_of(tokens))
    assert found["subject of persons"] == (1, 1, 1)
    assert found["subject of persons, right head"] == (0, 1, 1)


def test_a_conjunct_has_the_role_of_the_first():
    tokens = words("Ada/PROPN/3/nsubj and/CCONJ/2/cc Bo/PROPN/0/conj ran/VERB/3/root")
    assert scores_script.role(tokens, 2) == ""
    assert scores_script.shared_role(tokens, 2) == "subject"


def test_conjuncts_in_a_circle_come_to_an_end():
    tokens = words("Ada/PROPN/1/conj Bo/PROPN/0/conj")
    assert scores_script.shared_role(tokens, 0) == ""


def test_documents_keep_the_places():
    golds = gold_script.gold_texts([SENTENCE] * 3, "de")
    two, one = gold_script.documents(golds, 2)
    assert two.text == f"{golds[0].text} {golds[0].text}"
    assert [two.text[token.start : token.end] for token in two.tokens[5:]] == [word.form for word in SENTENCE.words]
    assert [two.text[start:end] for start, end in two.sentences] == [golds[0].text] * 2
    assert two.persons == {0: "pronoun", 3: "noun", 5: "pronoun", 8: "noun"}
    assert scores_script.score(two, analysis_of(two.tokens))["UAS"] == (10, 10, 10)
    assert one.text == golds[0].text


def test_neuter_reflexive_and_expletive_pronouns_are_no_persons():
    pronoun = Token("es", 0, 2, "PRON", "es", {"PronType": "Prs"}, 1, "nsubj")
    assert gold_script.person_kind(pronoun, (), "de") == "pronoun"
    assert gold_script.person_kind(pronoun._replace(morph={"PronType": "Prs", "Gender": "Neut"}), (), "de") == ""
    assert gold_script.person_kind(pronoun._replace(morph={"PronType": "Prs", "Reflex": "Yes"}), (), "de") == ""
    assert gold_script.person_kind(pronoun._replace(relation="expl"), (), "de") == ""


@pytest.mark.parametrize(
    ("lemma", "lang", "expected"),
    [
        ("Lehrer", "de", True),
        ("Arzt", "de", True),
        ("Tisch", "de", False),
        ("profesora", "es", True),
        ("mesa", "es", False),
    ],
)
def test_person_nouns(lemma, lang, expected):
    assert gold_script.is_person_noun(lemma, lang) is expected


def test_surnames_count_where_a_full_name_is_known():
    tokens = words("Peter/PROPN/2/nsubj Kurz/PROPN/0/flat geht/VERB/2/root")
    assert gold_script.full_name(tokens, 0, "de") == ("Peter", "Kurz")
    assert gold_script.full_name(tokens, 1, "de") == ()
    assert gold_script.person_kind(tokens[1], {"Kurz"}, "de") == "name"
    assert gold_script.person_kind(tokens[1], (), "de") == ""


ROWS = [
    ["1", "Dr.", "", "PROPN", "", "", "2", "compound", "", "Entity=(7-person-new-x-1-sgl"],
    ["2", "Ada", "", "PROPN", "", "", "5", "nsubj", "", "_"],
    ["3-4", "Poe's", "", "", "", "", "", "", "", "_"],
    ["3", "Poe", "", "PROPN", "", "", "2", "flat", "", "Entity=7)"],
    ["4", "'s", "", "PART", "", "", "2", "case", "", "_"],
    ["5-6", "gonna", "", "", "", "", "", "", "", "_"],
    ["5", "going", "", "VERB", "", "", "0", "root", "", "Entity=(8-event-new-x-1-sgl(9-person-new-x-1-sgl)"],
    ["6", "to", "", "PART", "", "", "5", "mark", "", "Entity=8)|SpaceAfter=No"],
    ["7", "win", "", "VERB", "", "", "5", "xcomp", "", "_"],
]


def test_mentions_nest():
    assert [tuple(mention) for mention in gold_script.mentions(ROWS)] == [
        ("person", 0, 2),
        ("person", 4, 4),
        ("event", 4, 5),
    ]


def test_parts_of_a_multiword_token_have_their_place_where_they_are_its_letters():
    assert gold_script.word_starts(ROWS) == [0, 4, 8, 11, 14, 14, 20]


def test_a_name_has_its_proper_nouns_and_no_title():
    tokens = words("Dr./PROPN/1/compound Ada/PROPN/3/nsubj Poe/PROPN/1/flat won/VERB/3/root")
    name = gold_script.person_name("Dr. Ada Poe won", tokens, 1, (0, 2))
    assert ("Dr. Ada Poe won"[name.start : name.end], name.head_start) == ("Ada Poe", 4)
    plural = [token._replace(morph={"Number": "Plur"}) for token in tokens]
    assert gold_script.person_name("Dr. Ada Poe won", plural, 1, (0, 2)) is None


def test_a_name_may_hang_on_a_noun():
    tokens = words("researcher/NOUN/3/nsubj Ada/PROPN/0/flat Poe/PROPN/0/flat won/VERB/3/root")
    name = gold_script.person_name("researcher Ada Poe won", tokens, 0, (0, 2))
    assert "researcher Ada Poe won"[name.start : name.end] == "Ada Poe"


@pytest.mark.parametrize(
    ("name", "expected"), [("President Ada Poe", "Ada Poe"), ("Ada's", "Ada"), ("Mom", None), ("the Mr. Poe", "Poe")]
)
def test_titles_and_genitives_are_cut_off(name, expected):
    text = f"see {name}"
    span = gold_script.without_titles(text, 4, len(text), "en")
    assert (span and text[span[0] : span[1]]) == expected


def test_names_are_found_exactly_or_in_part():
    tags = ["B-PER", "I-PER", "O", "B-LOC"]
    forms = [Word(form, entity=tag) for form, tag in zip(["Ada", "Poe", "mag", "Ulm"], tags, strict=True)]
    (gold,) = gold_script.gold_texts([TrainingSentence("x", tuple(forms))], "de")
    analysis = analysis_of(gold.tokens, [Entity(0, 3, "PER"), Entity(12, 15, "LOC"), Entity(8, 11, "LOC")])
    found = scores_script.name_scores(gold, analysis, ("PER", "LOC"), "de", strip_titles=False)
    assert found["PER exact"] == (0, 1, 1)
    assert found["PER overlap"] == (1, 1, 1)
    assert found["LOC exact"] == (1, 1, 2)


def test_figures_are_f1_of_the_sums_with_a_seeded_interval():
    texts = [{"x": (1, 2, 2)}, {"x": (3, 4, 2), "y": (0, 0, 1)}]
    found = scores_script.figures(texts)
    assert found.keys() == {"x"}
    assert found["x"]["value"] == pytest.approx(2 * 4 / (6 + 4))
    assert found["x"]["low"] <= found["x"]["value"] <= found["x"]["high"]
    assert scores_script.figures(texts) == found


def test_errors_are_counted():
    (gold,) = gold_script.gold_texts([SENTENCE], "de")
    wrong = gold.tokens[3]._replace(relation="nsubj", morph={"Gender": "Masc"})
    split = gold.tokens[4]._replace(head=0)
    tokens = [*gold.tokens[:3], wrong, split]
    found = errors.error_analysis([gold], [analysis_of(tokens)], {"lehrerin"})
    assert found["relations"]["obj"] == [1, 0, 1]
    assert found["relations"]["punct"] == [0, 0, 1]
    assert found["lengths"] == {"1-10": [4, 3, 5]}
    assert found["confusions"] == [{"gold": "obj", "found": "nsubj", "n": 1, "right_head": 1}]
    assert (found["errors"], found["errors_of_tokenisation"]) == (2, 0)
    assert found["gender"] == {
        "pos": {"NOUN": [1, 1], "PRON": [0, 1], "DET": [0, 1]},
        "ending": {"-in": [1, 1]},
        "known": {"known": [1, 1]},
    }


def test_errors_of_tokenisation():
    longer = TrainingSentence(
        "de_gsd", (*SENTENCE.words[:3], replace(SENTENCE.words[3], form="Lehrer-in"), SENTENCE.words[4])
    )
    (gold,) = gold_script.gold_texts([longer], "de")
    cut = gold.tokens[3]._replace(end=gold.tokens[3].end - 3)
    found = errors.error_analysis([gold], [analysis_of([*gold.tokens[:3], cut, gold.tokens[4]])], ())
    assert (found["errors"], found["errors_of_tokenisation"]) == (2, 2)
    assert found["gender"]["known"] == {}


@pytest.mark.parametrize(("length", "expected"), [(1, "1-10"), (10, "1-10"), (11, "11-20"), (41, "41-")])
def test_length_classes(length, expected):
    assert errors.length_class(length) == expected


def test_the_table_says_what_is_missed():
    numbers = {"value": 0.93, "low": 0.92, "high": 0.94, "gold": 100}
    found = {
        "sentence by sentence": {"UPOS": numbers, "lemmas": numbers},
        "documents of ten sentences": {"PER exact": numbers},
    }
    header, upos, lemmas, _, documents = quality.table("GSD dev", found)
    assert "target" in header
    assert upos.split() == ["UPOS", "0.930", "0.920-0.940", "0.935", "missed", "100"]
    assert lemmas.split() == ["lemmas", "0.930", "0.920-0.940", "100"]
    assert documents.startswith("PER exact")
