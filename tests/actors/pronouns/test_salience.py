"""Where mentions stand, and what is known of actors up to some place."""

from __future__ import annotations

from collections.abc import Sequence

from golden import all_rows

from hf_genderfair.languages.analysis import Analysis, Sentence, Token
from hf_genderfair.languages.clauses import clause_of
from hf_genderfair.languages.coreference.mention import GenderEvidence, Mention, Quote
from hf_genderfair.languages.coreference.salience import (
    REACH,
    REMEMBERED,
    Discourse,
    Salient,
    clauses_above,
)
from hf_genderfair.languages.document import Document


def document(*words: str) -> Document:
    """Build a document from ``text|relation|head``; a full stop ends a sentence."""
    sentences: list[Sentence] = []
    tokens: list[Token] = []
    start = 0
    for word in words:
        text, relation, head = word.split("|")
        pos = "VERB" if relation in ("root", "ccomp", "xcomp", "advcl", "acl:relcl", "conj") else "NOUN"
        tokens.append(Token(text, start, start + len(text), pos, text, {}, int(head), relation))
        start += len(text) + 1
        if text == ".":
            sentences.append(Sentence(tokens[0].start, tokens[-1].end, tuple(tokens), ()))
            tokens = []
    return Document(" ".join(word.split("|")[0] for word in words), Analysis(tuple(sentences)), "en")


REPORT = ("Ann|nsubj|1", "said|root|1", "that|mark|4", "Bob|nsubj|4", "slept|ccomp|1", ".|punct|1")
NEXT = ("She|nsubj|1", "sang|root|1", ".|punct|1")


def mention(place: int, actor: int, start: int | None = None, evidence: tuple[GenderEvidence, ...] = ()) -> Mention:
    start = place if start is None else start
    return Mention(start, start + 1, place, "name", False, evidence, "subject", actor)


def seen(words: tuple[str, ...], *mentions: Mention, quotes: Sequence[Quote] = ()) -> Discourse:
    """Return a text up to the last of some mentions."""
    discourse = Discourse(document(*words), quotes)
    for each in mentions:
        discourse.see(each)
    return discourse


ANN, BOB, SHE = mention(0, 0), mention(3, 1, start=14), mention(6, 2, start=26)


def test_a_cycle_of_heads_ends() -> None:
    text = document("a|nmod|1", "b|nmod|0", ".|punct|2")
    assert clauses_above(text, clause_of(text, 0))
    assert 2 not in text.ancestors(0)


@all_rows
def test_agreement_is_the_same_for_all_genders(evidence: tuple[tuple[str, str, float], ...], agreement: str) -> None:
    discourse = Discourse(document(*REPORT), [])
    turned = {"female": "male", "male": "female", "neutral": "neutral"}
    for gender, names in (("female", {}), ("male", turned)):
        signs = tuple(GenderEvidence(names.get(one, one), kind, weight, "x") for one, kind, weight in evidence)
        salient = Salient(0, False, 0)
        salient.add(discourse.standing(mention(0, 0, evidence=signs)))
        assert salient.shown.agreement(gender) == agreement  # type: ignore[arg-type]


def test_the_last_mentioned_come_first_and_few_are_kept() -> None:
    others = [mention(0, number) for number in range(REACH + 5)]
    discourse = seen(REPORT, *others, *[mention(3, 7)] * (REMEMBERED + 2))
    recent = [salient.actor for salient in discourse.recent()]
    assert recent[:3] == [7, REACH + 4, REACH + 3]
    assert len(recent) == REACH
    assert len(discourse.actors[7].standings) == REMEMBERED
    assert discourse.actors[7].count == REMEMBERED + 3


def test_features_say_where_a_candidate_stands_also_in_quotes():
    discourse = Discourse(document(*REPORT, *NEXT), [])
    discourse.expect([ANN, BOB])
    discourse.see(ANN)
    discourse.see(BOB)
    pronoun = discourse.standing(SHE)
    features = {s.actor: discourse.features(pronoun, s, "open", rank, 1) for rank, s in enumerate(discourse.recent())}
    assert {"main clause", "sentences 1", "rank 1", "one before, subject for subject", "first actor"} <= {*features[0]}
    assert {"subordinate clause", "rank 0", "names around 1"} <= {*features[1]}
    assert "first actor" not in features[1]
    assert len(features[0]) == len(set(features[0]))
    discourse = seen((*REPORT, *NEXT), ANN, BOB, quotes=[Quote(26, 34, "direct", actor=0)])
    pronoun = discourse.standing(SHE)
    assert (pronoun.quote, discourse.standing(ANN).quote) == (0, -1)
    assert "speaker of quote" in discourse.features(pronoun, discourse.actors[0], "open", 0, 1)
    assert "into quote" in discourse.features(pronoun, discourse.actors[1], "open", 0, 1)
