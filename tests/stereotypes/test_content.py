"""What is said of a label: its span and its kind."""

from __future__ import annotations

from typing import get_args

from analysed import read
from as_one_test import as_one_test
from golden import table
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hf_genderfair.languages.analysis import Analysis, Sentence, Token
from hf_genderfair.languages.document import Document
from hf_genderfair.stereotypes.content import read_content
from hf_genderfair.stereotypes.indicators import NOT_APPLICABLE, Generalization, Label, Situation, Valence
from hf_genderfair.stereotypes.languages import LANGUAGES

SITUATIONS = {"enduring": "enduring characteristics", "situational": "situational behaviour"}


def label_of(document, words):
    """Return the label that a row names."""
    generic, words = words.endswith("*"), words.rstrip("*")
    start = document.text.index(words)
    end = start + len(words)
    inside = [place for place, token in enumerate(document.tokens) if start <= token.start < end]
    heads = [place for place in inside if document.heads[place] not in inside or document.heads[place] == place]
    target, form = ("generic target", "generic") if generic else ("specific target", "individual")
    return Label(start, end, heads[0], "other", "other", target, "neutral", "noun", form)  # type: ignore[arg-type]


@as_one_test(
    ("lang", "sentence", "words", "information", "situation", "evaluation", "generalization"),
    table(__file__, "content_golden.tsv"),
)
def test_golden(lang, sentence, words, information, situation, evaluation, generalization):
    document = read(sentence, lang)
    content = read_content(document, 0, label_of(document, words))
    assert document.text[content.start : content.end] == information
    assert content.situation == SITUATIONS.get(situation, situation)
    assert (content.situation_evaluation, content.generalization) == (evaluation, generalization)


WORDS = st.sampled_from("women men never was hated kicked lazy not who they and the of , by too only".split())
PARTS = st.sampled_from("NOUN PRON VERB AUX ADJ ADV DET ADP PUNCT PART".split())
RELATIONS = st.sampled_from(
    "nsubj nsubj:pass obj obl obl:agent nmod nmod:poss amod acl:relcl acl cop aux conj advcl xcomp ccomp parataxis "
    "advmod case mark punct det expl".split()
)


@st.composite
def parsed(draw):
    """A tree with any relations; all heads stand before their words, or all after them."""
    words = draw(st.lists(st.tuples(WORDS, PARTS, RELATIONS), min_size=1, max_size=9))
    last, before = len(words) - 1, draw(st.booleans())
    tokens, start = [], 0
    for number, (word, part, relation) in enumerate(words):
        head = draw(st.integers(0, number) if before else st.integers(number, last))
        relation = "root" if head == number else relation
        tokens.append(Token(word, start, start + len(word), part, word, {}, head, relation))
        start += len(word) + 1
    text = " ".join(word for word, _, _ in words)
    return Document(text, Analysis((Sentence(0, len(text), tuple(tokens), ()),)), draw(st.sampled_from(LANGUAGES)))


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(parsed(), st.data())
def test_any_parse_gives_a_content(document, data):
    head = data.draw(st.integers(0, len(document.tokens) - 1))
    token = document.tokens[head]
    label = Label(token.start, token.end, head, "age", "old", "generic target", "neutral", "noun", "generic")
    content = read_content(document, 0, label)
    assert 0 <= content.start <= content.end <= len(document.text)
    assert content.situation in get_args(Situation)
    assert content.situation_evaluation in get_args(Valence)
    assert content.generalization in get_args(Generalization)
    told = content.situation in ("enduring characteristics", "situational behaviour")
    assert told == (content.situation_evaluation != NOT_APPLICABLE) == (content.generalization != NOT_APPLICABLE)
    assert content == read_content(document, 0, label)
