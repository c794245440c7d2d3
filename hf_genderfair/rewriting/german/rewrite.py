"""Rewrite German text: role nouns and what agrees with them, compounds, and the pronouns that refer to them."""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain

from hf_genderfair.core.protected import protected_spans
from hf_genderfair.core.spans import Refusal
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.gender_fair_forms import gender_fair_forms
from hf_genderfair.languages.german.gendered_word import GenderedWord
from hf_genderfair.languages.german.nouns import role_noun
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.phrases import phrase_words, phrases
from hf_genderfair.languages.german.possessives import AGREEMENT as POSSESSIVE
from hf_genderfair.languages.german.pronoun_readings import DEMONSTRATIVE
from hf_genderfair.languages.german.pronouns import DETERMINATIVE, PERSONAL, pronoun_words
from hf_genderfair.languages.german.scope import FAIR, GermanOptions, part_refusal, refusal
from hf_genderfair.rewriting.forms import render
from hf_genderfair.rewriting.german.compounds import compound, compounds
from hf_genderfair.rewriting.proposal import Rewriting


class _Spans:
    """Parts of a text, asked whether they meet a word.

    Example:
        >>> _Spans([(3, 9)]).meets(8, 12), _Spans([(3, 9)]).meets(9, 12)
        (True, False)
    """

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        """Start with spans; offsets in the text, ends exclusive."""
        self.spans = sorted(spans)

    def add(self, start: int, end: int) -> None:
        """Add a span."""
        insort(self.spans, (start, end))

    def meets(self, start: int, end: int) -> bool:
        """Return whether a span overlaps a part of the text."""
        index = bisect_left(self.spans, (end, 0))
        # spans are forms of a few words and rarely overlap: the two before the end decide
        return any(other > start for _, other in self.spans[max(0, index - 2) : index])


NEEDS = frozenset({"pos", "morph", "lemma", "syntax", "entities"})
"""Layers of the pipeline that the rules read."""

WORD = re.compile(r"[^\W_]+")
ALONE = re.compile(
    r"""\b(?:
        (?:[Ee]in|[Kk]ein|[Jj]ed|[Mm]anch|[Dd]ies|[Jj]en)
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

CODE = "code, an address or markup"
COMPOUND = "a word for persons inside a compound"
NOUN_RULES = {"masculine": "noun", "feminine": "noun", "common": "nominalised"}


def rewrite(document: Document, form: str, options: GermanOptions) -> Rewriting:
    """Propose gender-fair forms for the words of a text.

    Args:
        document: The text, with the layers of `NEEDS`.
        form: One of `hf_genderfair.rewriting.forms.FORMS`.
        options: The words to leave.

    Returns:
        The edits in the given form, and the refusals.

    Example:
        >>> from hf_genderfair.core.spans import edit_text
        >>> from hf_genderfair.languages.documents import AnalysisRequest, documents
        >>> text = "Jeder Lehrer kennt seine Schüler."
        >>> (document,) = documents([text], AnalysisRequest("de", NEEDS))
        >>> edit_text(text, rewrite(document, "star", GermanOptions()).edits)
        'Jede*r Lehrer*in kennt seine*ihre Schüler*innen.'
    """
    text = document.text
    fair = _Spans((form.start, form.end) for form in gender_fair_forms(text, "de"))
    code = _Spans(protected_spans(text))
    found = document.derived(phrases)
    reasons = [_reason(document, phrase, options, fair, code) for phrase in found]
    words: dict[tuple[int, int], GenderedWord] = {}
    refusals: list[Refusal] = []
    for number, (phrase, reason) in enumerate(zip(found, reasons, strict=True)):
        if reason is None:
            words |= {(word.start, word.end): word for word in phrase_words(document, phrase, number)}
        elif reason != FAIR:
            refusals.append(Refusal(phrase.start, phrase.end, NOUN_RULES[phrase.noun.gender], reason))
        elif phrase.determiner >= 0:
            article = document.tokens[phrase.determiner]
            fair.add(article.start, article.end)
    pronouns, left = pronoun_words(document, found, reasons, options.scope)
    # a possessive article agrees with the noun after it and with its possessor: the pronoun has both
    words |= {(word.start, word.end): word for word in pronouns}
    words |= {(word.start, word.end): word for word in _compound_words(document, words)}
    kept: list[GenderedWord] = []
    for word in sorted(words.values()):
        reason = CODE if code.meets(word.start, word.end) else part_refusal(document, word.start, word.end, options)
        if fair.meets(word.start, word.end) or reason == FAIR:
            continue
        if reason is None:
            kept.append(word)
        else:
            left.append(Refusal(word.start, word.end, word.rule, reason))
    return Rewriting(render(text, kept, form), sorted([*refusals, *left]))


def _reason(document: Document, phrase: PersonPhrase, options: GermanOptions, fair: _Spans, code: _Spans) -> str | None:
    if _is_fair(document, phrase, fair):
        return FAIR
    if code.meets(phrase.start, phrase.end):
        return CODE
    return refusal(document, phrase, options)


def _is_fair(document: Document, phrase: PersonPhrase, fair: _Spans) -> bool:
    """Return whether a part of a phrase is in a gender-fair form already: *die Lehrerin oder der Lehrer*."""
    indices = (phrase.determiner, *phrase.adjectives) if phrase.determiner >= 0 else phrase.adjectives
    words = ((document.tokens[index].start, document.tokens[index].end) for index in indices)
    return any(fair.meets(*word) for word in ((phrase.start, phrase.end), *words))


def mentions_person(text: str) -> bool:
    """Return whether a text has a word that the rules may rewrite; other texts need no analysis.

    Example:
        >>> mentions_person("Die Lehrer streiken."), mentions_person("Das Wetter bleibt schön.")
        (True, False)
    """
    return any(map(_concerns, WORD.findall(text))) or ALONE.search(text) is not None


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
    return not word[0].islower() and (role_noun(word) is not None or compound(word) is not None)


def _compound_words(document: Document, words: Mapping[tuple[int, int], GenderedWord]) -> Iterator[GenderedWord]:
    """Yield the compounds with a role noun that are not role nouns: *Bürgerinitiative*."""
    taken = _Spans(words)
    for start, end, forms in compounds(document):
        if not taken.meets(start, end):
            yield GenderedWord(start, end, forms.masculine, forms.feminine, forms.star, "compound", COMPOUND)
