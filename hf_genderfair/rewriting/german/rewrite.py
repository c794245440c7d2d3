"""Rewrite German text: role nouns and what agrees with them, compounds, and the pronouns that refer to them."""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from operator import attrgetter

from hf_genderfair.core.spans import Edit, Refusal, overlaps, protected_spans, without_emphasis
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.gender_fair_forms import FORMS as FAIR_FORMS
from hf_genderfair.languages.gender_fair_forms import gender_fair_forms, stands_whole
from hf_genderfair.languages.german.nouns import may_be_agent, role_noun
from hf_genderfair.languages.german.person_phrase import GenderedWord, PersonPhrase
from hf_genderfair.languages.german.phrases import phrase_words, phrases
from hf_genderfair.languages.german.pronoun_readings import DEMONSTRATIVE
from hf_genderfair.languages.german.pronoun_readings import POSSESSOR_AGREEMENT as POSSESSIVE
from hf_genderfair.languages.german.pronouns import DETERMINATIVE, PERSONAL, pronouns_with_antecedents
from hf_genderfair.languages.german.role_nouns import (
    FAIR,
    GermanOptions,
    is_in_saying,
    part_refusal,
    reason_of_gender,
    refusal,
)
from hf_genderfair.languages.types import PairedGender
from hf_genderfair.lexicons.word_class import WordClass
from hf_genderfair.rewriting.forms import FORMS, render
from hf_genderfair.rewriting.german.compounds import compound, compounds
from hf_genderfair.rewriting.german.fair_words import read_agreeing
from hf_genderfair.rewriting.german.normalise import german_fair_words, normalising_edits
from hf_genderfair.rewriting.rules import Rewriting, RewritingOptions, RewritingRules

Spans = list[tuple[int, int]]
"""Parts of a text in order and without overlap, as offsets."""

NEEDS = frozenset({"pos", "morph", "lemma", "syntax", "entities"})
"""Layers of the pipeline that the rules read."""

WORD = re.compile(r"[^\W_]+")
ALONE = re.compile(
    r"""\b(?:
        (?:[Ee]in|[Kk]ein|[Ii]rgendein|[Jj]ed|[Mm]anch|[Dd]ies|[Jj]en)
        (?:
            er\b(?!\s+(?:[a-zäöüß]+en\s+)?[A-ZÄÖÜ])
            |e[nm]?\b(?!\s+(?:[a-zäöüß]+(?<!te)en?\s+)?[A-ZÄÖÜ])
        )
        |(?:[Kk]?[Ee]in(?:e[nmr]?)?|[Dd]em|nach\s+der)\s+andere[nmr]?\b(?!\s+[A-ZÄÖÜ])
        |[Ss]ein\b(?!\s*(?:[.,;:!?)]|$))
        |(?:(?:EIN|KEIN|JED|MANCH|DIES|JEN)E[NMR]?|SEIN)\b
    )""",
    re.VERBOSE,
)
"""Determiners where no noun follows, so that they may be pronouns, and *sein* where it may be no verb."""

SIGNS = frozenset(FAIR_FORMS) - {"pair", "participle", "neutral", "neopronoun", "title"}
"""Gender-fair forms with a sign."""

PRONOUNS = frozenset({"personal", "relative"})
INDEFINITES = WordClass("closed_classes_de", "indefinite_pronoun")

CODE = "code, an address or markup"
COMPOUND = "a word for persons inside a compound"
NOUN_RULES = {"masculine": "noun", "feminine": "noun", "common": "nominalised"}


def rewrite(document: Document, chosen: RewritingOptions) -> Rewriting:
    """Propose gender-fair forms for the words of a text."""
    text, options = document.text, GermanOptions(chosen.scope, chosen.quotations, chosen.organisations)
    forms = gender_fair_forms(text, "de")
    fair, code = [(form.start, form.end) for form in forms], document.derived(_code)
    found = document.derived(phrases)
    reasons = [_reason(document, phrase, options, fair) for phrase in found]
    words: dict[tuple[int, int], GenderedWord] = {}
    refusals: list[Refusal] = []
    for number, (phrase, reason) in enumerate(zip(found, reasons, strict=True)):
        if reason is None:
            words |= {(word.start, word.end): word for word in phrase_words(document, phrase, number)}
        elif reason != FAIR:
            refusals.append(Refusal(phrase.start, phrase.end, NOUN_RULES[phrase.noun.gender], reason))
        elif phrase.determiner >= 0 and _span_before(fair, phrase.start) is None:
            article = document.tokens[phrase.determiner]
            if not overlaps(fair, article.start, article.end):
                insort(fair, (article.start, article.end))
    pronouns, left, stands_for = pronouns_with_antecedents(document, found, reasons, options.scope)
    if any(form.form in SIGNS or " oder " in text[form.start : form.end].lower() for form in forms):
        # where a text names all genders er and sie are meant, but for what is edited
        edited = [phrase for phrase, reason in zip(found, reasons, strict=True) if reason is None]
        named = {stands_for[index] for index in stands_for if overlaps(fair, *document.tokens[index][1:3])}
        pronouns = [word for word in pronouns if _follows(document, word, edited, stands_for, named)]
    pronouns = [word for word in pronouns if not _takes_up_saying(document, word, stands_for)]
    # a possessive article agrees with the noun after it and with its possessor: the pronoun has both
    words |= {(word.start, word.end): word for word in pronouns}
    words |= {(word.start, word.end): word for word in _compound_words(document, words)}
    kept: list[GenderedWord] = []
    plain = without_emphasis(text)
    for word in sorted(words.values()):
        reason = CODE if overlaps(code, word.start, word.end) else part_refusal(document, word.start, word.end, options)
        if overlaps(fair, word.start, word.end) or reason == FAIR or not stands_whole(plain, word.start, word.end):
            continue
        if reason is None:
            kept.append(word)
        else:
            left.append(Refusal(word.start, word.end, word.rule, reason))
    return Rewriting(render(text, kept, chosen.form), sorted([*refusals, *left]))


def _code(document: Document) -> Spans:
    return protected_spans(document.text)


def _span_before(spans: Spans, start: int) -> tuple[int, int] | None:
    """Return the span that ends one character before an offset, where a space stands."""
    index = bisect_left(spans, (start, 0)) - 1
    return spans[index] if index >= 0 and spans[index][1] == start - 1 else None


def _reason(document: Document, phrase: PersonPhrase, options: GermanOptions, fair: Spans) -> str | None:
    if _is_fair(document, phrase, fair):
        return FAIR
    return CODE if overlaps(document.derived(_code), phrase.start, phrase.end) else refusal(document, phrase, options)


def candidates(document: Document) -> Iterator[int]:
    """Yield the tokens of the nouns in the singular that may speak of nobody in particular."""
    fair = [(form.start, form.end) for form in gender_fair_forms(document.text, "de")]
    for phrase in document.derived(phrases):
        by_words = _reason(document, phrase, GermanOptions(scope="all"), fair)
        if phrase.number == "Sing" and by_words is None and reason_of_gender(document, phrase) is None:
            yield phrase.head


def _follows(
    document: Document,
    pronoun: GenderedWord,
    phrases: list[PersonPhrase],
    stands_for: Mapping[int, int],
    named: Collection[int],
) -> bool:
    """Return whether a pronoun stands for one of some phrases, or for anybody as *jeder* and *wer* do."""
    tokens = document.tokens
    index = bisect_left(tokens, pronoun.start, key=attrgetter("start"))
    antecedent = stands_for.get(index, index)
    if any(antecedent in (phrase.head, phrase.determiner) for phrase in phrases):
        return True
    masculine = pronoun.masculine.lower() == tokens[index].text.lower()
    alone = pronoun.rule == "indefinite" or (pronoun.rule == "relative" and index not in stands_for)
    return masculine and (alone or (antecedent not in named and tokens[antecedent].text.lower() in INDEFINITES))


def _takes_up_saying(document: Document, pronoun: GenderedWord, stands_for: Mapping[int, int]) -> bool:
    """Return whether a pronoun outside of a saying stands for a word in one, where a parse has lost its way."""
    antecedent = stands_for.get(bisect_left(document.tokens, pronoun.start, key=attrgetter("start")))
    return antecedent is not None and is_in_saying(document, *document.tokens[antecedent][1:3])


def _is_fair(document: Document, phrase: PersonPhrase, fair: Spans) -> bool:
    """Return whether a part of a phrase is in a gender-fair form already: *die Lehrerin oder der Lehrer*."""
    tokens, text = document.tokens, document.text
    indices = (phrase.determiner, *phrase.adjectives) if phrase.determiner >= 0 else phrase.adjectives
    words = ((tokens[index].start, tokens[index].end) for index in indices)
    if any(overlaps(fair, *word) for word in ((phrase.start, phrase.end), *words)):
        return True
    behind = tokens[phrase.determiner].end + 1
    if phrase.determiner >= 0 and overlaps(fair, behind, behind + 1):
        # die Nachbar*innen Deutsche: the article is that of the noun between
        return True
    noun_follows = text[phrase.end + 1 : phrase.end + 2].isupper()
    if text.endswith("er", 0, phrase.end) and noun_follows and overlaps(fair, phrase.end + 1, phrase.end + 2):
        # Wiener Ärzt*innen, but not der Lehrer des*der Alten
        return True
    first = phrase.first
    while first and tokens[first - 1].pos == "ADV":
        # der*die damals junge Abgeordnete
        first -= 1
    # der Mann des*der Alten: what stands farther off is no article of this noun
    before = _span_before(fair, phrase.start) or _span_before(fair, tokens[first].start)
    if before is None or phrase.number == "Plur" or (phrase.determiner >= 0 and before[1] < phrase.start - 1):
        return False
    # der*die Alte, jede*r zehnte Befragte, Minister*in Weber
    agreeing = read_agreeing(text[slice(*before)])
    alone = phrase.noun.gender != "common" and phrase.first == phrase.head
    return alone if agreeing is None else not alone and agreeing.rule not in PRONOUNS


def mentions_person(text: str) -> bool:
    """Return whether a text has a word that the rules may rewrite; other texts need no analysis."""
    words = WORD.findall(text)
    if text.islower():
        words += [word.capitalize() for word in words]
    return any(map(_concerns, words)) or ALONE.search(text) is not None


@lru_cache(maxsize=1)
def _pronouns() -> frozenset[str]:
    """Return the pronouns that may be rewritten in any context."""
    ordinals = (form for form in DEMONSTRATIVE.as_dict if form.startswith(("erster", "letzter")))
    forms = chain(("wer", "dessen", "deren"), ordinals, PERSONAL, POSSESSIVE, DETERMINATIVE.as_dict)
    return frozenset(forms) - {"sein"}


@lru_cache(maxsize=200_000)
def _concerns(word: str) -> bool:
    if word.lower() in _pronouns():
        return True
    if word[0].islower():
        return False
    return role_noun(word) is not None or may_be_agent(word) or compound(word) is not None


def _compound_words(document: Document, words: Mapping[tuple[int, int], GenderedWord]) -> Iterator[GenderedWord]:
    """Yield the compounds with a role noun that are not role nouns: *Bürgerinitiative*."""
    taken = sorted(words)
    for start, end, forms in compounds(document):
        if not overlaps(taken, start, end):
            yield GenderedWord(start, end, forms.masculine, forms.feminine, forms.star, "compound", COMPOUND)


def biasing_edits(text: str, gender: PairedGender) -> list[Edit]:
    """Propose the edits by which every form for all genders becomes the masculine or the feminine one."""
    edits = []
    for word in german_fair_words(text):
        original = text[word.start : word.end]
        form = word.masculine if gender == "masculine" else word.feminine
        if form != original:
            edits.append(Edit(word.start, word.end, original, form, word.rule, f"reads as {gender}"))
    return edits


GERMAN = RewritingRules(
    layers=NEEDS,
    mentions=lambda text, options: mentions_person(text),
    rewrite=rewrite,
    normalise=normalising_edits,
    bias=lambda text, gender, analysis: biasing_edits(text, gender),
    forms=FORMS,
    sign="*",
)
"""How German is rewritten."""
