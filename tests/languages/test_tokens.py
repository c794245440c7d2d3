"""Tokens follow the treebanks and spaCy's own tokenisers; sentences end where a reader would end them."""

import random
import re
from importlib.resources import files

import pytest
import regex
from golden import golden_rows
from hypothesis import given, settings
from hypothesis import strategies as st

from dataset_scripts.lexicons import build_token_rules
from hf_genderfair.languages import tokens as cutting

SENTENCES = dict(golden_rows(__file__, "SENTENCES"))
CASES = [(lang, text, expected) for lang, rows in SENTENCES.items() for text, expected in rows]


@pytest.mark.parametrize(("lang", "text", "expected"), [case for case in CASES if case[2]])
def test_tokens_and_sentences(lang, text, expected):
    (document,) = cutting.tokenise([text], lang)
    assert [" ".join(sentence.forms) for sentence in document] == expected


@pytest.mark.parametrize("lang", ["de", "en", "es", "ca"])
@settings(max_examples=30)
@given(text=st.text(alphabet="abcÄß .,!?\n\t\u00a0-'’\"()5€\U0001f600", max_size=120))
def test_no_character_is_lost(lang, text):
    (document,) = cutting.tokenise([text], lang)
    covered = set()
    for sentence in document:
        for form, start, end in zip(sentence.forms, sentence.starts, sentence.ends, strict=True):
            assert text[start:end] == form
            assert not covered & set(range(start, end))
            covered |= set(range(start, end))
    assert {place for place, letter in enumerate(text) if not letter.isspace()} == covered


def test_very_long_sentences_are_cut_and_a_very_long_run_of_letters_is_kept():
    (document,) = cutting.tokenise(["wort " * (2 * cutting.MOST_WORDS + 5)], "de")
    assert [len(sentence.forms) for sentence in document] == [cutting.MOST_WORDS, cutting.MOST_WORDS, 5]
    (document,) = cutting.tokenise(["x" * 5050], "en")
    assert [len(form) for form in document[0].forms] == [1000, *[200] * 20, 50]


LANGUAGES = ("de", "en", "es", "ca")
WORDS = dict(golden_rows(__file__, "WORDS"))
BASE = (
    "http://www.a-b.org/x?y=1#z a@b.de :-) (: ;_; ^^ <3 >.< ... .. … !!! ?! -- — – '' \" ,., 50% #x @x C++ 1.2.3 a.b.c"
).split()
SIGNS = "aZ0éß.,;:!?'’\"„“”()[]{}<>/\\-–—_*=+$€%&#@~^|§·…«»¿¡°²\u00ad\u0301😀"


def spacy_tokeniser(lang):
    """Return spaCy's tokeniser with the patterns and exceptions that the treebanks ask for."""
    spacy = pytest.importorskip("spacy")
    pipeline = spacy.blank(lang)
    rules, tokeniser = pipeline.Defaults, pipeline.tokenizer
    if lang == "de":
        tokeniser.infix_finditer = regex.compile("|".join((*rules.infixes, *cutting.HYPHENS_DE))).finditer
        ends = "|".join(f"(?:{end})$" for end in (*rules.suffixes, r"(?<=\p{L})-") if end.strip())
        tokeniser.suffix_search = regex.compile(ends).search
    elif lang == "en":
        runs = "|".join(f"{mark}{{2,}}" for mark in cutting.RUNS_EN)
        starts = "|".join(f"^(?:{start})" for start in rules.prefixes if start.strip())
        ends = "|".join(f"(?:{end})$" for end in rules.suffixes if end.strip())
        tokeniser.prefix_search = regex.compile(f"^(?:{runs})|{starts}").search
        tokeniser.suffix_search = regex.compile(
            "|".join(f"(?<!{mark}){mark}{{2,}}$" for mark in cutting.RUNS_EN) + f"|{ends}"
        ).search
        tokeniser.rules = {form: parts for form, parts in tokeniser.rules.items() if "/" not in form}
    elif lang == "ca":
        return spacy.tokenizer.Tokenizer(
            pipeline.vocab,
            rules={form: parts for form, parts in tokeniser.rules.items() if len(parts) == 1},
            prefix_search=tokeniser.prefix_search,
            suffix_search=tokeniser.suffix_search,
            infix_finditer=regex.compile("|".join(cutting.INFIXES_CA)).finditer,
            url_match=tokeniser.url_match,
        )
    return tokeniser


def mutated(chance, words):
    """Return words joined, cut, and with signs put in, taken out and doubled."""
    chunk = "".join(chance.choice(words) for _ in range(chance.choice((1, 1, 1, 2, 3))))
    for _ in range(chance.choice((0, 1, 1, 2, 3, 5))):
        place = chance.randrange(len(chunk) + 1)
        how = chance.randrange(5)
        if how < 2:
            chunk = chunk[:place] + chance.choice(SIGNS) * chance.choice((1, 1, 2, 3)) + chunk[place:]
        elif how == 2:
            chunk = chunk[:place] + chunk[place + 1 :]
        elif how == 3:
            chunk = chance.choice(SIGNS) + chunk + chance.choice(SIGNS)
        else:
            chunk = chance.choice((chunk.upper(), chunk.title(), chunk[:place]))
    return "".join(chunk.split())


def test_tables_are_those_of_the_installed_spacy(tmp_path, monkeypatch):
    spacy = pytest.importorskip("spacy")
    if spacy.__version__ not in build_token_rules.METADATA["source"]:
        pytest.skip("tables are of another version of spaCy")
    monkeypatch.setattr("sys.argv", ["build_token_rules", str(tmp_path)])
    build_token_rules.main()
    folder = files("hf_genderfair.lexicons")
    for built in tmp_path.iterdir():
        assert built.read_bytes() == (folder / built.name).read_bytes()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_chunks_are_cut_as_spacy_cuts_them_by_its_patterns(lang):
    spacy = pytest.importorskip("spacy")
    defaults, listed = spacy.blank(lang).Defaults, cutting.listed_rules(lang)
    for kind in ("prefixes", "suffixes", "infixes"):
        assert getattr(listed, kind) == tuple(dict.fromkeys(filter(str.strip, getattr(defaults, kind))))
    assert defaults.url_match.__self__ == re.compile("(?u)" + listed.url)
    theirs, ours = spacy_tokeniser(lang), cutting.chunk_cutter(lang)
    chance = random.Random(f"tokens {lang}")
    listed = [word for word in cutting.listed_rules(lang).exceptions if " " not in word]
    words = [*WORDS[lang].split(), *BASE, *listed]
    chunks = {*words, *(mutated(chance, words) for _ in range(4_000))} - {""}
    expected = {chunk: [token.text for token in theirs(chunk)] for chunk in chunks}
    assert {chunk: ours.cut(chunk) for chunk in chunks} == expected
