"""The one choice among the candidates of German pronouns, whoever asks."""

from __future__ import annotations

import pytest
from analysed import read
from golden import all_rows

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.candidates import THING, Anaphor, Candidate, candidate_at, thing_at
from hf_genderfair.languages.german.clauses import FEMININE, MASCULINE, PLURAL
from hf_genderfair.languages.german.resolution import Candidates, Policy, best, following_subject


def place(document: Document, word: str) -> int:
    return max(at for at, token in enumerate(document.tokens) if token.text.lower() == word)


def chosen(text: str, word: str, bits: int, reach: int, likely: bool = True) -> str:
    """Return what a personal pronoun stands for where all nouns are things; empty where it stands for none."""
    document = read(text)

    def noun(index: int) -> Candidate | None:
        return thing_at(document, index) if document.tokens[index].pos == "NOUN" else None

    def fit(candidate: Candidate) -> float | None:
        return 0.0 if candidate.agrees(bits) else None

    policy = Policy(reach, {}, fit, lambda thing, score, rival: likely)
    found = best(document, Candidates(document, noun), Anaphor(place(document, word), "personal", bits, 0.0), policy)
    return "" if found is None else document.tokens[found.token_index].text


@pytest.mark.parametrize(("reach", "expected"), [(0, ""), (1, ""), (2, "Kelch")])
def test_a_policy_says_how_far_back_a_pronoun_reaches(reach: int, expected: str) -> None:
    assert chosen("Der Kelch glänzt. Es regnet. Dann fiel er um.", "er", MASCULINE, reach) == expected


def test_a_policy_says_whether_a_thing_is_likely() -> None:
    assert chosen("Die Vase wackelt, bis sie fällt.", "sie", FEMININE, 1) == "Vase"
    assert chosen("Die Vase wackelt, bis sie fällt.", "sie", FEMININE, 1, likely=False) == ""


def test_a_sentence_is_read_once_and_grows_in_order() -> None:
    document = read("Die Vase steht neben der Lampe.")
    asked: list[int] = []

    def noun(index: int) -> Candidate | None:
        asked.append(index)
        return thing_at(document, index) if document.tokens[index].pos == "NOUN" else None

    candidates = Candidates(document, noun)
    candidates.add(candidate_at(document, 1, PLURAL)._replace(reason=THING))
    assert [candidate.token_index for candidate in candidates.before(6, 0)] == [5, 1, 1]
    assert asked == list(range(len(document.tokens)))
    assert candidates.at(5) is not None
    assert candidates.at(2) is None
    assert candidates.at(-1) is None


@all_rows
def test_a_pronoun_may_point_at_the_subject_that_follows(text: str, word: str, kind: str, expected: str) -> None:
    document = read(text)
    found = following_subject(document, Anaphor(place(document, word), kind, MASCULINE, 0.0))

    assert (document.tokens[found].text if found >= 0 else "") == expected
