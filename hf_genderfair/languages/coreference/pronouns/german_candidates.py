"""Candidate antecedents of German pronouns among mentions of persons, and indefinite pronouns."""

from __future__ import annotations

from collections.abc import Container, Sequence

from hf_genderfair.languages.clauses import has_word_below
from hf_genderfair.languages.coreference.mention import Mention
from hf_genderfair.languages.coreference.names.titles import word_start
from hf_genderfair.languages.coreference.pronouns.salience import SLOTS
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.candidates import ANYBODY, Candidate, candidate_at, indefinite_at
from hf_genderfair.languages.german.clauses import BITS, FEMININE, MASCULINE, NEUTER, PLURAL, article_gender
from hf_genderfair.languages.german.indefinites import is_one_of_them
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.german.phrases import person_phrases
from hf_genderfair.languages.types import grammatical_gender

NOT_INTRODUCED = -1.0
"""Prominence of predicates and forms of address."""

SOMEBODY_FORMS = frozenset({"jemand", "jemanden", "jemandem"})


def person_at(document: Document, mention: Mention) -> Candidate:
    """Return a name or noun with the genders of pronouns that agree with it; 0 for a name, which has none."""
    agreement, epicene = PLURAL, False
    if not mention.plural:
        agreement, epicene = (0, False) if mention.kind == "name" else _grammatical(document, mention)
    found = candidate_at(document, mention.head, agreement, SLOTS.get(mention.role, "oblique"))
    prominence = found.prominence
    said_of_another = mention.role == "predicate" and mention.kind == "noun"
    if mention.role == "vocative" or (said_of_another and not _is_presented(document, mention.head)):
        prominence += NOT_INTRODUCED
    return found._replace(referent=mention.actor, epicene=epicene, prominence=prominence)


def _is_presented(document: Document, index: int) -> bool:
    """Return whether a predicate introduces a person: *Es war eine Polizistin*, not *Sie war Polizistin*."""
    return has_word_below(document, index, ("es", "das", "dies"))


def _grammatical(document: Document, mention: Mention) -> tuple[int, bool]:
    """Return the grammatical gender of a noun for one person, and whether the noun is epicene."""
    token = document.tokens[mention.head]
    tagged = grammatical_gender(token.morph)
    form = person_form(token.text, tagged)
    if form is None or form.gender == "common":
        phrase = person_phrases(document).get(mention.head)
        shown = phrase.gender if phrase is not None and phrase.determiner >= 0 else tagged
        return BITS.get(article_gender(document, mention.head) or shown, MASCULINE | FEMININE), False
    lexical = {"masculine": MASCULINE, "feminine": FEMININE, "neuter": NEUTER}[form.gender]
    return lexical, form.epicene or lexical == NEUTER


def somebody_at(document: Document, index: int, mentions: Container[int]) -> Candidate | None:
    """Return an indefinite pronoun: *jemand* and *einer der Gäste* are somebody, *jeder* and *man* are anybody."""
    found = indefinite_at(document, index)
    if found is None:
        return None
    form = document.tokens[index].text.lower()
    of_persons = any(child in mentions for child in document.children[index])
    one_of = form.startswith("ein") and (of_persons or is_one_of_them(document, index))
    somebody = form in SOMEBODY_FORMS or one_of
    # of 'jemand', grammar makes 'er'
    agreement = found.agreement & MASCULINE or found.agreement
    return found._replace(agreement=agreement, leaning=0, epicene=somebody, reason="" if somebody else ANYBODY)


def covered_tokens(document: Document, mentions: Sequence[Mention]) -> dict[int, int]:
    """Return the head of the mention for each token inside one, and for titles on which a name depends."""
    covered: dict[int, int] = {}
    index = 0
    for mention in sorted(mentions, key=lambda mention: mention.start):
        while index < len(document.tokens) and document.tokens[index].end <= mention.start:
            index += 1
        while index < len(document.tokens) and document.tokens[index].start < mention.end:
            covered[index] = mention.head
            index += 1
    for mention in mentions:
        above = document.heads[mention.head]
        relation = document.tokens[mention.head].relation
        first = word_start(document, mention.head) if mention.head else 0
        if relation in ("appos", "flat", "flat:name") and first <= above < mention.head:
            covered.setdefault(mention.head - 1, mention.head)
    return covered
