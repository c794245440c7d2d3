"""Repairs the analysis of English web text: sentences across line breaks, without tags, link targets and emoji."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hf_genderfair.core.spans import markup_spans
from hf_genderfair.languages.analysis import Analysis, Sentence, Token
from hf_genderfair.languages.english.verb_forms import IRREGULAR
from hf_genderfair.lexicons.word_class import WordClass

MOST_WORDS = 256
"""No sentence is joined that would be longer in tokens."""

EMOJI = re.compile("[\u2600-\u27bf\u2b00-\u2bff\ufe0f\u200d\U0001f000-\U0001faff]+")
PIECE = re.compile(r"[a-z]+://\S+|www\.\S+|\w+(?=['’]s\b)|['’]s\b|\w[\w'’-]*|[^\w\s]")
ENDS = re.compile(r"[.!?…:]+[\"'”’»)\]]*$")
STOPS = frozenset(".!?…")
SUBJECTS = frozenset({"he", "she"})
PRONOUNS = WordClass("closed_classes_en", "gendered_pronoun")
PARTICLES = WordClass("closed_classes_en", "particle")
ADVERB = re.compile(r"[a-z]{2,}(?:al|ab|ib|ous|ent|ant|ed|ing|ate|ive|ful|ick|ear|ard)ly")
GUESSED = frozenset({"PROPN", "NUM", "SYM", "PUNCT"})
"""What a tagger takes a word for to which a tag is glued."""


def repaired_analysis(text: str, analysis: Analysis) -> Analysis:
    """Repair the sentences of an analysis, as a reader of the finished page sees them."""
    # A pipeline ends a sentence with a short line and takes tags for words; a single line break inside a sentence,
    # markup and emoji before a verb part no pronoun from its verb. Heads of tokens do not count any more.
    markup = markup_spans(text)
    emoji = EMOJI.search(text) is not None
    broken = "\n" in text and len(analysis.sentences) > 1
    if not (markup or emoji or broken):
        return analysis
    sentences: Sequence[Sentence] = analysis.sentences
    if markup:
        sentences = list(_without_markup(text, sentences, markup))
    if emoji:
        sentences = [sentence._replace(tokens=_without_emoji(sentence.tokens)) for sentence in sentences]
    return Analysis(tuple(_joined(text, sentences) if broken else sentences))


def _without_markup(text: str, sentences: Sequence[Sentence], spans: Sequence[tuple[int, int]]) -> Iterator[Sentence]:
    number = 0
    for sentence in sentences:
        tokens: list[Token] = []
        start = sentence.start
        ended = False
        for token in sentence.tokens:
            if ended and not token.text[0].islower():
                yield Sentence(start, token.start, tuple(tokens), ())
                tokens, start = [], token.start
            ended = False
            while number < len(spans) and spans[number][1] <= token.start:
                number += 1
            if number == len(spans) or spans[number][0] >= token.end:
                tokens.append(token)
                continue
            tokens += _pieces(text, token, spans, number)
            # the pipeline sees no full stop in stop.</p>
            ended = bool(tokens) and tokens[-1].text in STOPS
        if tokens:
            yield Sentence(start, sentence.end, tuple(tokens), ())


def _pieces(text: str, token: Token, spans: Sequence[tuple[int, int]], number: int) -> Iterator[Token]:
    """Yield the words of a token that markup is glued to."""
    start = token.start
    while start < token.end:
        inside = number < len(spans) and spans[number][0] < token.end
        end = max(start, spans[number][0]) if inside else token.end
        for match in PIECE.finditer(text, start, end):
            yield _piece(token, match)
        start = spans[number][1] if inside else end
        number += 1


def _piece(token: Token, match: re.Match[str]) -> Token:
    word, low = match[0], match[0].lower()
    pos, morph = token.pos, token.morph
    if low in PRONOUNS:
        pos, morph = "PRON", {"Poss": "Yes"} if low in ("her", "his") else {}
    elif low in IRREGULAR or low in ("'s", "’s"):
        pos, morph = "AUX", {"VerbForm": "Fin"}
    elif not word[0].isalnum():
        pos, morph = "PUNCT", {}
    elif low in PARTICLES or ADVERB.fullmatch(low):
        pos, morph = "ADV", {}
    elif pos in GUESSED and low == word:
        pos, morph = "X", {}
    return token._replace(text=word, start=match.start(), end=match.end(), pos=pos, morph=morph)


def _without_emoji(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Leave out emoji before a verb; before a noun one may be the verb itself: *she ❤ dogs*."""
    kept: list[Token] = []
    after = ""
    for token in reversed(tokens):
        if EMOJI.fullmatch(token.text):
            if after not in ("VERB", "AUX", "ADV"):
                kept.append(token)
            continue
        after = token.pos
        kept.append(token)
    return tuple(reversed(kept))


def _joined(text: str, sentences: Sequence[Sentence]) -> Iterator[Sentence]:
    """Join sentences that only a line break divides."""
    waiting: list[Token] = []
    first: Sentence | None = None
    last: Sentence | None = None
    for sentence in sentences:
        if first is not None and last is not None:
            if len(waiting) + len(sentence.tokens) <= MOST_WORDS and _goes_on(text, waiting[-1], sentence.tokens[0]):
                if waiting[-1].text.lower() == "her":
                    # the tagger did not see what follows
                    waiting[-1] = waiting[-1]._replace(morph={"Poss": "Yes"})
                waiting += sentence.tokens
                last = sentence
                continue
            yield first._replace(end=last.end, tokens=tuple(waiting))
        first = last = sentence
        waiting = list(sentence.tokens)
    if first is not None and last is not None:
        yield first._replace(end=last.end, tokens=tuple(waiting))


def _goes_on(text: str, last: Token, following: Token) -> bool:
    """Whether a sentence goes on after a line break: no mark ends it, and the next line begins with a small letter."""
    # In verse lines begin with capitals: a pronoun at the end of a line has its verb on the next.
    gap = text[last.end : following.start]
    if gap.count("\n") != 1 or ENDS.search(last.text):
        return False
    return following.text[0].islower() or (last.text.lower() in SUBJECTS and following.pos in ("VERB", "AUX"))
