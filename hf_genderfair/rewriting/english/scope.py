"""Whether an English pronoun or noun stands for anybody, or for a person whom the text knows."""

from __future__ import annotations

from collections.abc import Sequence

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.coreference.gender import STRONG
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.english.person_forms import first_name
from hf_genderfair.languages.english.pronouns import Pronoun
from hf_genderfair.languages.english.reasons import GENDERED, KNOWN, NAME, NAMED, UNKNOWN
from hf_genderfair.languages.english.verb_forms import RELATIVES, finite
from hf_genderfair.languages.links import CoreferenceChain, chain_number, chains
from hf_genderfair.lexicons.word_class import WordClass
from hf_genderfair.rewriting.english.nouns import noun_table

SURNAMES = WordClass("name_words_en", "surname")


def why_left(document: Document, tokens: Sequence[Token], pronoun: Pronoun) -> str:
    """Return why a pronoun may refer to a known person; empty where anybody is meant."""
    if pronoun.pair or _begins_relative(tokens, pronoun):
        return ""
    number = chain_number(document, tokens[pronoun.first].start)
    chain = chains(document)[number] if number is not None else None
    if chain is None or chain.somebody == 0:
        return UNKNOWN
    if chain.named:
        return NAMED
    if _is_gendered(document, chain):
        return GENDERED
    return "" if chain.somebody < 0 else KNOWN


def _is_gendered(document: Document, chain: CoreferenceChain) -> bool:
    """Whether a noun of a person is for one gender, and has no neutral word in its place: *father*."""
    return any(
        evidence.weight >= STRONG and evidence.gender in ("female", "male")
        for mention in chain.mentions
        if mention.kind == "noun" and document.text[mention.start : mention.end].lower() not in noun_table().neutral
        for evidence in mention.evidence
    )


def _begins_relative(tokens: Sequence[Token], pronoun: Pronoun) -> bool:
    """Whether a pronoun is the *he who* or *he that* of a saying, in the present: *he who laughs last*."""
    relative, verb = tokens[pronoun.last + 1 : pronoun.last + 2], tokens[pronoun.last + 2 : pronoun.last + 3]
    if pronoun.kind != "subject" or not verb or relative[0].text.lower() not in RELATIVES:
        return False
    return finite(verb[0]) and verb[0].morph.get("Tense") != "Past" and verb[0].text.lower() != "would"


def noun_in_name(tokens: Sequence[Token], first: int, last: int, generic: bool) -> str:
    """Return why a gendered noun is left alone: it is a surname, or the title of a named person."""
    if not tokens:
        return ""
    word, before = tokens[first], tokens[first - 1] if first else None
    capital = word.text[0].isupper() and not word.text.isupper()
    named = before is not None and before.pos == "PROPN" and before.text[0].isupper()
    if capital and (named or (word.text in SURNAMES and (before is None or before.pos not in ("DET", "PRON")))):
        return NAME
    after = tokens[last + 1] if last + 1 < len(tokens) else None
    if generic and after is not None and after.pos == "PROPN" and after.text[0].isupper():
        return NAMED
    if generic and named and before is not None and first_name(before.text) is not None:
        return NAMED
    return ""
