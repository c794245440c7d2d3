"""English verbs that agree with a pronoun: which they are, and their form after *they*."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.clauses import is_finite
from hf_genderfair.languages.english.person_forms import person_form
from hf_genderfair.languages.english.verb_forms import (
    AUXILIARIES,
    CLITICS,
    COORDINATORS,
    NEGATIONS,
    NOMINATIVES,
    PAIRED,
    RELATIVES,
    JoinedVerbs,
    closing_sign,
    is_coordinator,
    plural_form,
    third,
    verb_like,
    word_of,
)
from hf_genderfair.lexicons.word_class import WordClass

WITHOUT_OBJECT = WordClass("closed_classes_en", "object_gap")
"""Words after which a clause lacks its object, as each clause that is joined to it does: *what he buys and sells*."""

SUBORDINATORS = WordClass("closed_classes_en", "subordinator")
COPULAS = WordClass("verb_forms_en", "copula")
COMPLEMENTS = frozenset({"DET", "PRON", "NOUN", "PROPN", "NUM", "ADJ"})


def belongs_outside(tokens: Sequence[Token], first: int, verb: int, joined: int) -> bool:
    """Whether a joined verb has the subject of the clause around the pronoun's clause."""
    # It has where the pronoun's clause lacks an object and the joined one does not (*a cook eats what he likes and is
    # glad*), and where both the pronoun's clause and one after the joined verb tell when, where or how: *a cook eats
    # when he likes and rests when he can*. Else it goes on with the nearer subject.
    opening = first - 1
    while opening > 0 and tokens[opening].pos == "ADV" and tokens[opening].text.lower() not in QUESTION_WORDS:
        opening -= 1
    if opening < 1 or verb <= first or not _has_other_subject(tokens, opening):
        return False
    low = tokens[opening].text.lower()
    if low in WITHOUT_OBJECT:
        return _is_complete(tokens, joined) or _has_clause(tokens, joined)
    return (low in SUBORDINATORS or low in QUESTION_WORDS) and _has_clause(tokens, joined)


def after_main_verb(tokens: Sequence[Token], first: int, verb: int) -> int:
    """Return the index of the verb of a noun that a relative clause around the pronoun's parts from it."""
    # In *a nurse who says she cares works*, *works* has the subject *nurse*. Taggers take some such verbs for nouns, so
    # that a word in *-s* stands in where there is no other. Without any the index is the number of tokens.
    relatives = (n for n in range(1, first) if tokens[n].text.lower() in RELATIVES)
    relative = next((n for n in relatives if tokens[n - 1].pos in ("NOUN", "PRON", "PROPN")), first)
    if not any(map(is_finite, tokens[relative:first])) or any(map(is_finite, tokens[:relative])):
        return len(tokens)
    opened = False
    for index in range(verb + 1, len(tokens)):
        low = tokens[index].text.lower()
        opened = opened or low in RELATIVES or low in SUBORDINATORS or low in QUESTION_WORDS or low in NOMINATIVES
        if is_finite(tokens[index]):
            before = tokens[index - 1]
            if not opened and before.text.lower() not in COORDINATORS and before.text != "," and before.pos != "AUX":
                return index
            opened = False
    return next((n for n in range(verb + 1, len(tokens)) if third(tokens, n, n - 1)), len(tokens))


def _has_other_subject(tokens: Sequence[Token], end: int) -> bool:
    """Whether the nearest verb before an index, or that to which it is joined, has a subject other than a pronoun."""
    joined = False
    for verb in range(end - 1, 0, -1):
        # right before such a clause a word in -s is a verb, though a tagger may call it a noun: files what
        if not (is_finite(tokens[verb]) or third(tokens, verb, end - 2)):
            continue
        subject = verb - 1
        while subject > 0 and tokens[subject].pos in ("ADV", "AUX", "PART"):
            subject -= 1
        low = tokens[subject].text.lower()
        if low in COORDINATORS or low == ",":
            joined = True
        elif tokens[subject].pos in ("NOUN", "PROPN", "PRON") and low not in NOMINATIVES:
            return True
        elif not joined:
            return False
    return False


def _is_complete(tokens: Sequence[Token], verb: int) -> bool:
    """Whether a verb has a complement: *is glad*, *has no regrets*."""
    if tokens[verb].text.lower() in COPULAS:
        return True
    after = verb + 1
    while after < len(tokens) and tokens[after].pos in ("ADV", "PART", "AUX", "VERB"):
        after += 1
    return after < len(tokens) and tokens[after].pos in COMPLEMENTS


def _has_clause(tokens: Sequence[Token], verb: int) -> bool:
    """Whether a clause that says when, where or how, or what is meant, begins before the next finite verb."""
    for token in tokens[verb + 1 :]:
        low = token.text.lower()
        if low in SUBORDINATORS or low in QUESTION_WORDS:
            return True
        if is_finite(token) or low in COORDINATORS or token.pos == "PUNCT":
            return False
    return False


BESIDE_SUBJECT = frozenset({"himself", "herself", "both", "either", "neither", "all", "alone", '"', "*", "**", "_"})
QUESTION_WORDS = WordClass("closed_classes_en", "question_word")
NAMING = WordClass("verb_forms_en", "passive_with_noun")
"""Participles that follow *is* though a noun follows them: *he's called the boss*."""

ENDS = frozenset(".?!;\"'”’»")
"""Signs that part a clitic from the word after them: *‘he’s in,’ said Bo*."""

PERFECT = WordClass("verb_forms_en", "perfect")
"""Participles that follow *has* more often than *is* when no object tells: *she's worked here*."""

REPORTED = frozenset({"thought", "said"})
"""Those that follow *is* before *to*: *he's said to be rich*."""


class Verb(NamedTuple):
    """A verb that changes with its subject.

    Attributes:
        token_index: Index of its token in the sentence.
        form: What it is after *they*; with a blank in front where the clitic *'s* becomes a word.
    """

    token_index: int
    form: str


def agreeing_verbs(verbs: JoinedVerbs, first: int, last: int) -> list[Verb]:
    """Find the verbs that a subject pronoun governs and that change when it becomes *they*."""
    tokens = verbs.tokens
    indices: list[int] = []
    before = _inverted(tokens, first, last)
    start: int | None = last
    if before is not None:
        indices.append(before)
    elif _is_cleft(tokens, first, last):
        start = _relative_verb(tokens, last + 1, indices)
    else:
        start = _finite_after(tokens, last, indices)
        if start is not None and third(tokens, start, start - 1):
            indices.append(start)
    if start is not None and not _interrupts(tokens, first):
        joined = _inside(tokens, first, start, list(verbs.of(start, _opens(tokens, first))))
        if joined and not (_after_comma(tokens, joined[0]) and _is_told_of(tokens, first)):
            indices += joined
    return [_verb(tokens, index, last) for index in sorted(set(indices))]


def _inside(tokens: Sequence[Token], first: int, verb: int, joined: Sequence[int]) -> list[int]:
    """Return the joined verbs before the first that goes on with the clause in which the pronoun's is embedded."""
    if not joined:
        return []
    end = after_main_verb(tokens, first, verb)
    return list(takewhile(lambda index: index < end and not belongs_outside(tokens, first, verb, index), joined))


def _is_cleft(tokens: Sequence[Token], first: int, last: int) -> bool:
    """Whether it is *it is she who*: the verb in front stays, that of the relative clause changes."""
    after = last + 1
    be = first > 0 and tokens[first - 1].text.lower() in ("is", "was", "'s", "’s", "be", "not")
    return be and after < len(tokens) and tokens[after].text.lower() in RELATIVES


def _relative_verb(tokens: Sequence[Token], relative: int, indices: list[int]) -> int | None:
    verb = _finite_after(tokens, relative, [])
    if verb is not None and third(tokens, verb, relative):
        indices.append(verb)
    return verb


def _interrupts(tokens: Sequence[Token], first: int) -> bool:
    """Whether the pronoun's clause parts another subject from its verb: *Bo, looking on as she bakes, sings*."""
    if first == 0 or tokens[first - 1].pos != "SCONJ" or any(map(is_finite, tokens[:first])):
        return False
    return any(token.pos in ("NOUN", "PROPN") for token in tokens[: first - 1])


def _after_comma(tokens: Sequence[Token], verb: int) -> bool:
    """Whether a comma and a coordinator stand right before a verb."""
    return verb > 1 and tokens[verb - 2].text == "," and is_coordinator(tokens, verb - 1)


def _is_told_of(tokens: Sequence[Token], first: int) -> bool:
    """Whether a person's verb stands before the pronoun's clause: *Bo says that she sings, and smiles*."""
    if first < 2 or tokens[first - 1].pos != "SCONJ":
        return False
    index = first - 2
    while index > 0 and tokens[index].pos in ("ADV", "ADJ"):
        index -= 1
    if index == 0 or tokens[index].pos != "VERB" or not third(tokens, index):
        return False
    subject = tokens[index - 1]
    return subject.pos == "PROPN" or (subject.pos == "NOUN" and person_form(subject.text) is not None)


def _opens(tokens: Sequence[Token], first: int) -> bool:
    """Whether a pronoun begins a main clause, and no relative or other clause: not *the first thing he saw*."""
    index = first - 1
    if index < 0 or tokens[index].pos in ("PUNCT", "CCONJ"):
        return True
    while index >= 0 and tokens[index].pos in ("NOUN", "PROPN", "NUM", "ADJ", "DET", "PRON"):
        index -= 1
    return index < first - 1 and index >= 0 and tokens[index].pos == "ADP"


def _inverted(tokens: Sequence[Token], first: int, last: int) -> int | None:
    """Return the index of the verb before its subject: *is she*, *doesn't he*, *says she*; None where it follows."""
    index = first - 1
    if index >= 0 and tokens[index].text.lower() in NEGATIONS:
        index -= 1
    if index < 0:
        return None
    low = tokens[index].text.lower()
    if low in AUXILIARIES:
        if tokens[index].pos not in ("AUX", "VERB", "PART"):
            return None
        if index < first - 1 and tokens[first - 1].text.lower() != "not":
            # only a question has n't in front of its subject
            return index
        if _has_subject(tokens, index):
            return None
        asked = index == 0 or tokens[index - 1].pos == "PUNCT" or tokens[index - 1].text.lower() in QUESTION_WORDS
        return None if _has_finite(tokens, last, asked or low in CLITICS or low.startswith("has")) else index
    if index == first - 1 and third(tokens, index) and not _has_finite(tokens, last, False):
        quoted = index == 0 or tokens[index - 1].pos == "PUNCT" or tokens[index - 1].text.lower() in ("here", "there")
        return index if quoted else None
    return None


def _has_subject(tokens: Sequence[Token], verb: int) -> bool:
    """Whether a subject stands before an auxiliary: *it is she*, *the truth is she lied*, but not *how old is she*."""
    index = verb - 1
    if index < 0 or tokens[index].pos not in ("NOUN", "PROPN", "PRON"):
        return False
    if tokens[index].pos == "PRON":
        return tokens[index].text.lower() in ("it", "this", "that", "these", "those", "there")
    while index >= 0 and tokens[index].pos in ("NOUN", "PROPN", "ADJ", "NUM", "DET", "PRON", "ADV", "PART"):
        if tokens[index].text.lower() in QUESTION_WORDS:
            return False
        index -= 1
    return index < 0 or tokens[index].pos != "ADP"


def _has_finite(tokens: Sequence[Token], last: int, perfect: bool) -> bool:
    """Whether a finite verb follows the pronoun, but for adverbs; after *has* or in a question a past one is none."""
    index = last + 1
    while index < len(tokens) and (tokens[index].pos == "ADV" or tokens[index].text.lower() in NEGATIONS):
        index += 1
    if index >= len(tokens):
        return False
    # a plain form is no finite verb after he or she, whatever the tagger says
    past = tokens[index].pos == "AUX" or (tokens[index].morph.get("Tense") == "Past" and not perfect)
    return (is_finite(tokens[index]) and past) or third(tokens, index, last)


def _finite_after(tokens: Sequence[Token], last: int, relative: list[int]) -> int | None:
    """Return the index of the finite verb after the pronoun; verbs of a relative clause on it go to `relative`."""
    index = last + 1
    while index < len(tokens):
        token = tokens[index]
        low = token.text.lower()
        # between a pronoun and its verb stand adverbs, so that a word in -s behind them is the verb
        before = index - 1 if tokens[index - 1].pos == "ADV" else last
        if (is_finite(token) and not low.endswith("ly")) or verb_like(tokens, index, before):
            return index
        comma = low == "," and index == last + 1 and index + 1 < len(tokens)
        if low in RELATIVES or (comma and tokens[index + 1].text.lower() == "who"):
            verb = _relative_verb(tokens, index + comma, relative)
            if verb is None:
                return None
            main = _relative_end(tokens, verb, relative)
            return main if main < len(tokens) else None
        if token.pos in ("ADV", "PART") or low in BESIDE_SUBJECT or low.endswith("ly"):
            index += 1
        elif low in PAIRED:
            closing = closing_sign(tokens, index)
            index = (closing if closing is not None else index) + 1
        elif token.pos == "ADP" and index > last + 1 and tokens[index - 1].text in PAIRED:
            index += 1
        else:
            return None
    return None


def _relative_end(tokens: Sequence[Token], verb: int, relative: list[int]) -> int:
    """Return the index of the main verb after a relative clause: the next finite verb without a subject."""
    index = verb + 1
    while index < len(tokens):
        # right after the verb of the clause a word in -s is its object: he who has ears
        if is_finite(tokens[index]) or (index > verb + 1 and verb_like(tokens, index, verb)):
            if tokens[index - 1].text.lower() in COORDINATORS:
                if third(tokens, index):
                    relative.append(index)
            elif tokens[index - 1].pos != "PRON" or tokens[index - 1].text.lower() not in NOMINATIVES:
                return index
        index += 1
    again = (n for n in range(verb + 1, len(tokens)) if tokens[n].text.lower() == tokens[verb].text.lower())
    return next((n for n in again if third(tokens, n, n - 1)), index)


def _verb(tokens: Sequence[Token], index: int, pronoun: int) -> Verb:
    low = word_of(tokens[index])
    if low in CLITICS:
        if index < pronoun:
            return Verb(
                index,
                " do" if _is_plain(tokens, pronoun + 1) else " have" if _perfect(tokens, pronoun + 1, True) else " are",
            )
        return Verb(index, low[0] + ("ve" if _perfect(tokens, index + 1, False) else "re"))
    return Verb(index, plural_form(low))


def _is_plain(tokens: Sequence[Token], index: int) -> bool:
    """Whether a plain verb stands at an index, before which a clitic *'s* is *does*: *what's she say*."""
    if index >= len(tokens) or tokens[index].pos != "VERB" or tokens[index].morph.get("Tense") == "Past":
        return False
    return not tokens[index].text.lower().endswith(("ing", "ed", "en", "s"))


def _perfect(tokens: Sequence[Token], index: int, question: bool) -> bool:
    """Whether a clitic *'s* in front of an index, or in a question of its pronoun, is *has*."""
    while index < len(tokens) and tokens[index].pos in ("ADV", "PART", "PUNCT") and tokens[index].text not in ENDS:
        index += 1
    if index >= len(tokens):
        return False
    token = tokens[index]
    low = token.text.lower()
    if low in PERFECT:
        then = tokens[index + 1].text.lower() if index + 1 < len(tokens) else ""
        return low == "been" or then not in (("to", "of", "by") if low in REPORTED else ("by",))
    if token.pos != "VERB" or token.morph.get("Tense") != "Past":
        return False
    if question:
        return low not in NAMING
    if token.morph.get("VerbForm") != "Part":
        return False
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    if after is None or low in NAMING:
        return after is not None and after.pos == "PRON"
    return after.pos in ("DET", "PRON", "PROPN", "NOUN", "ADJ", "NUM") and after.text.lower() not in ("who", "what")
