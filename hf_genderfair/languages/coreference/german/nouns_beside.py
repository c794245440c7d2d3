"""German nouns that are of one person by the words between them, where parsers do not see it.

*des Abgeordneten und späteren Ministers*, *Ada Bode, die Chefin der Bank, sagte*, *die Torschützin Ada Bode*.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hf_genderfair.languages.clauses import clause_of, dependents, finite_verb, has_dependent, subject_of
from hf_genderfair.languages.coreference.mention import Mention, Pair, Titles, token_range
from hf_genderfair.languages.coreference.names.titles import TokenRange
from hf_genderfair.languages.coreference.roles import bearer_of
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.animacy_evidence import is_kin
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.types import grammatical_gender
from hf_genderfair.lexicons.word_class import WordClass

AND = frozenset({"und", "sowie"})

BEING = frozenset({"sein", "werden", "bleiben"})

INSIDE = frozenset("DET ADJ NOUN PROPN ADP NUM".split())
"""What stands between a noun and the end of its apposition."""

CLOSING = frozenset({",", "."})

LONGEST_PHRASE = 8

LONGEST_NAME = 5

OPENING = WordClass("closed_classes_de", "subordinator")
"""Words that open a clause with its verb at the end."""

NAMED = "namens"

ARTICLES = frozenset("der die dem den des".split())

PARTICIPLES = ("te", "ten", "ne", "nen")
"""Ends of participles before a name with an article."""

VERBS = frozenset({"VERB", "AUX"})

BETWEEN = frozenset({"ADJ", "ADV"})


def said_beside(
    document: Document, mentions: Sequence[Mention], titles: Titles, at_token: Mapping[int, int]
) -> Iterator[Pair]:
    """Find nouns that are of one person with the mention beside them, or with the subject of their clause."""
    for index, mention in enumerate(mentions):
        if mention.plural:
            continue
        following = mentions[index + 1] if index + 1 < len(mentions) else None
        if following is not None and not following.plural:
            between = token_range(document, mention)[1], token_range(document, following)[0]
            if _shares_article(document, mention, following, between):
                yield index, index + 1
            # die Torschützin Ada Bode
            full = following.kind == "name" and any(item.kind == "first name" for item in following.evidence)
            if mention.kind == "noun" and full and between[0] == between[1] and not titles[index + 1]:
                yield index, index + 1
            if _is_said_at_end(document, mention, following, between):
                yield index, index + 1
            if _is_apposed(document, mention, following, between) or _is_named(document, mention, following, between):
                yield index, index + 1
        other = _said_of(document, mention, at_token) if mention.kind == "noun" else None
        if other is not None and not mentions[other].plural:
            yield other, index


def _shares_article(document: Document, noun: Mention, other: Mention, between: TokenRange) -> bool:
    """Whether two nouns have one article: *der Abgeordnete und frühere Minister*, not *die Mutter und Ärztin*."""
    tokens = document.tokens
    words = tokens[slice(*between)]
    if noun.kind != "noun" or other.kind != "noun" or not words or words[0].text not in AND:
        return False
    if any(token.pos not in BETWEEN for token in words[1:]) or has_dependent(document, other.head, "det", "det:poss"):
        return False
    kin = is_kin(tokens[noun.head].text) or is_kin(tokens[other.head].text)
    return not kin and has_dependent(document, noun.head, "det", "det:poss")


def _is_apposed(document: Document, name: Mention, noun: Mention, between: TokenRange) -> bool:
    """Whether a definite noun behind a name and a comma says who that is, whatever the parser takes it for."""
    # *Ada Bode, die Chefin der Bank sagte*, where *die* is no relative pronoun; *Ada Bode, die Chefin der Bank, kam*.
    tokens = document.tokens
    words = tokens[slice(*between)]
    if name.kind != "name" or noun.kind != "noun" or len(words) < 2 or words[0].text != "," or words[1].pos != "DET":
        return False
    if words[1].morph.get("Definite") != "Def" or any(token.pos not in BETWEEN for token in words[2:]):
        return False
    verb = document.heads[noun.head]
    below = tokens[verb].relation == "acl:relcl" and document.heads[verb] == name.head
    return below or _is_enclosed(document, noun)


def _is_named(document: Document, noun: Mention, name: Mention, between: TokenRange) -> bool:
    """Whether a name behind a noun says who that is, by a word or a comma between them."""
    # *eine Malerin namens Ada Bode*; *die Leiterin, die von vielen gelobte Ada Bode*; *Der Bischof der Stadt, Karl Bode
    # sagte*, where the clause before the comma has no verb.
    tokens = document.tokens
    if noun.kind != "noun" or name.kind != "name" or between[0] == between[1]:
        return False
    words = tokens[slice(*between)]
    if words[0].text == NAMED and len(words) == 1:
        return True
    if words[0].text == "," and len(words) > 2 and words[1].text.lower() in ARTICLES:
        # parsers take a participle with its agent for a verb
        described = words[-1].text.islower() and words[-1].text.endswith(PARTICIPLES)
        return described and words[2].pos == "ADP" and not any(token.pos == "AUX" for token in words)
    start = document.sentences[document.sentence_of[noun.head]][0]
    after = token_range(document, name)[1]
    opened = words[-1].text == "," and not any(token.text == "," or token.pos in VERBS for token in words[:-1])
    verb = after < len(tokens) and tokens[after].morph.get("VerbForm") == "Fin"
    before = tokens[start : between[0]]
    alone = " " in document.text[name.start : name.end] and not any(
        token.pos in (*VERBS, "SCONJ", "PUNCT") and token.text != "-" for token in before
    )
    return opened and verb and alone and before[0].pos == "DET"


def _is_said_at_end(document: Document, name: Mention, noun: Mention, between: TokenRange) -> bool:
    """Whether a copula at the end of a clause says the noun of the name: *Seit Bode 2002 Leiter der Bank wurde, …*."""
    tokens = document.tokens
    bare = noun.kind == "noun" and not has_dependent(document, noun.head, "det", "det:poss", "case")
    opened = name.kind == "name" and any(
        token.text.lower() in OPENING for token in tokens[max(0, between[0] - LONGEST_NAME) : between[0]]
    )
    if not bare or not opened or any(token.pos not in ("NUM", "ADV", "ADJ") for token in tokens[slice(*between)]):
        return False
    after = token_range(document, noun)[1]
    last = min(after + LONGEST_PHRASE, len(tokens))
    verb = next((index for index in range(after, last) if tokens[index].pos not in INSIDE), last)
    return verb + 1 < len(tokens) and tokens[verb].lemma in BEING and tokens[verb + 1].text in CLOSING


def _is_enclosed(document: Document, noun: Mention) -> bool:
    """Whether nothing but genitives and places stand between a noun and the next comma."""
    tokens = document.tokens
    after = token_range(document, noun)[1]
    last = min(after + LONGEST_PHRASE, len(tokens))
    end = next((index for index in range(after, last) if tokens[index].pos not in INSIDE), last)
    return end < last and tokens[end].text in CLOSING


def _said_of(document: Document, noun: Mention, at_token: Mapping[int, int]) -> int | None:
    """Return the mention of which a nominative noun is said: *Ada war lange Zeit der Kopf der Gruppe*; None if none."""
    # A second predicate is said of whom the first one is: *Er wurde Pilot und später Astronaut*.
    tokens, heads = document.tokens, document.heads
    if tokens[noun.head].relation == "conj" and not has_dependent(document, noun.head, "det", "nsubj"):
        first = heads[noun.head]
        joined = any(tokens[child].text in AND for child in dependents(document, noun.head, "cc"))
        said = joined and tokens[first].pos != "VERB" and bearer_of(document, first) is not None
        return at_token.get(first) if said else None
    # der Trainer
    token = document.tokens[noun.head]
    form = person_form(token.text, grammatical_gender(token.morph))
    articles = [document.tokens[child].text.lower() for child in dependents(document, noun.head, "det")]
    if "der" not in articles or form is None or form.gender != "masculine" or form.number == "Plur":
        return None
    clause = clause_of(document, noun.head)
    subject, verb = subject_of(document, clause), finite_verb(document, clause)
    if verb < 0 or tokens[verb].lemma not in BEING or subject in (-1, noun.head) or tokens[clause].pos == "VERB":
        return None
    other = at_token.get(subject)
    return other if subject < noun.head and other != at_token.get(noun.head) else None
