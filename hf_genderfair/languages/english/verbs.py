"""English verbs that agree with a pronoun: which they are, and their form after *they*."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.english.embedded_clauses import after_main_verb, belongs_outside
from hf_genderfair.languages.english.person_forms import person_form
from hf_genderfair.languages.english.verb_forms import (
    CLITICS,
    COORDINATORS,
    IRREGULAR,
    NOMINATIVES,
    RELATIVES,
    finite,
    plural_form,
    third,
    word_of,
)
from hf_genderfair.lexicons.word_class import WordClass

AUXILIARIES = WordClass("verb_forms_en", "auxiliary")
NEGATIONS = frozenset({"n't", "n’t", "not"})
SINGULAR_SUBJECTS = WordClass("closed_classes_en", "singular_subject")
"""Subjects that do what no person does: of the verbs after them a lively one belongs to the person before."""

JOINING = frozenset({",", "...", "…"})
BESIDE_SUBJECT = frozenset({"himself", "herself", "both", "either", "neither", "all", "alone", '"', "*", "**", "_"})
QUESTION_WORDS = WordClass("closed_classes_en", "question_word")
VERB_FOLLOWERS = frozenset({"PUNCT", "CCONJ", "DET", "PRON", "ADP", "ADV"})
AMOUNTS = frozenset({"much", "more", "most", "little", "less", "enough"})
"""Words that are subjects right before a finite verb, whatever the tagger says: *but much is unknown*."""

COMPOUNDED = WordClass("noun_classes_en", "first_in_compound")
"""Words in *-s* that stand before a noun: *sports cars*."""

PAIRED = frozenset({",", "-", "--", "–", "—", "(", ")", "...", "…"})

NAMING = WordClass("verb_forms_en", "passive_with_noun")
"""Participles that follow *is* though a noun follows them: *he's called the boss*."""

ENDS = frozenset(".?!;\"'”’»")
"""Signs that part a clitic from the word after them: *‘he’s in,’ said Bo*."""

PERFECT = WordClass("verb_forms_en", "perfect")
"""Participles that follow *has* more often than *is* when no object tells: *she's worked here*."""

REPORTED = frozenset({"thought", "said"})
"""Those that follow *is* before *to*: *he's said to be rich*."""


class _Clause(NamedTuple):
    kind: str
    loose: bool


class Verb(NamedTuple):
    """A verb that changes with its subject.

    Attributes:
        token_index: Index of its token in the sentence.
        form: What it is after *they*; with a blank in front where the clitic *'s* becomes a word.
    """

    token_index: int
    form: str


def agreeing_verbs(tokens: Sequence[Token], first: int, last: int) -> list[Verb]:
    """Find the verbs that a subject pronoun governs and that change when it becomes *they*."""
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
        joined = _inside(tokens, first, start, list(_conjuncts(tokens, start, _opens(tokens, first))))
        if joined and not (_after_comma(tokens, joined[0]) and _is_told_of(tokens, first)):
            indices += joined
    return [_verb(tokens, index, last) for index in sorted(set(indices))]


def _inside(tokens: Sequence[Token], first: int, verb: int, joined: Sequence[int]) -> list[int]:
    """Return the joined verbs before the first that goes on with the clause in which the pronoun's is embedded."""
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
    if first == 0 or tokens[first - 1].pos != "SCONJ" or any(map(finite, tokens[:first])):
        return False
    return any(token.pos in ("NOUN", "PROPN") for token in tokens[: first - 1])


def _after_comma(tokens: Sequence[Token], verb: int) -> bool:
    """Whether a comma and a coordinator stand right before a verb."""
    return verb > 1 and tokens[verb - 2].text == "," and _coordinator(tokens, verb - 1)


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


def _verb_like(tokens: Sequence[Token], index: int, pronoun: int) -> bool:
    """Whether a token is such a verb, or a word in *-s* in a position where only a verb can stand."""
    if third(tokens, index, pronoun):
        return True
    after = tokens[index + 1].pos if index + 1 < len(tokens) else "PUNCT"
    return after in VERB_FOLLOWERS and third(tokens, index, index - 1) and tokens[index].text.lower() not in CLITICS


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
    return (finite(tokens[index]) and past) or third(tokens, index, last)


def _finite_after(tokens: Sequence[Token], last: int, relative: list[int]) -> int | None:
    """Return the index of the finite verb after the pronoun; verbs of a relative clause on it go to `relative`."""
    index = last + 1
    while index < len(tokens):
        token = tokens[index]
        low = token.text.lower()
        if (finite(token) and not low.endswith("ly")) or _verb_like(tokens, index, last):
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
            closing = _closing(tokens, index)
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
        if finite(tokens[index]) or (index > verb + 1 and _verb_like(tokens, index, verb)):
            if tokens[index - 1].text.lower() in COORDINATORS:
                if third(tokens, index):
                    relative.append(index)
            elif tokens[index - 1].pos not in ("PRON",) or tokens[index - 1].text.lower() not in NOMINATIVES:
                return index
        index += 1
    again = (n for n in range(verb + 1, len(tokens)) if tokens[n].text.lower() == tokens[verb].text.lower())
    return next((n for n in again if third(tokens, n, n - 1)), index)


def _closing(tokens: Sequence[Token], index: int) -> int | None:
    """Return the index of the comma, dash or bracket that closes what is opened at an index; None without one."""
    opened = tokens[index].text
    wanted = {"(": (")",), ",": (",",)}.get(opened, (opened,))
    for after in range(index + 1, min(index + 14, len(tokens))):
        if tokens[after].text in wanted:
            return after
        if tokens[after].text in (".", ";", "?", "!"):
            return None
    return None


def _conjuncts(tokens: Sequence[Token], start: int, opens: bool) -> Iterator[int]:
    """Yield the indices of verbs that are joined to the clause whose verb stands at `start`."""
    # Clauses within it are kept on a stack: a joined verb belongs to the innermost one that it fits. `opens` says
    # whether the clause is no relative clause, so that a comma can join *is* and *has* too.
    clauses: list[_Clause] = []
    own = start
    index = start + 1
    while index < len(tokens):
        low = tokens[index].text.lower()
        if low in (";", ":") and not _coordinator(tokens, index + 1):
            return
        if low == "," and clauses and clauses[-1].loose:
            clauses.pop()
        if low in COORDINATORS or low in JOINING:
            verb = _joined_verb(tokens, index, opens, index - 1 == own)
            if verb is not None:
                while clauses and not _takes(clauses[-1].kind, tokens[verb]):
                    clauses.pop()
                if not clauses and third(tokens, verb, verb - 1):
                    own = verb
                    yield verb
                index = verb + 1
                continue
        if finite(tokens[index]) or third(tokens, index):
            subject = _subject(tokens, index, start)
            if index == start + 1 and third(tokens, index) and tokens[start].pos == "VERB":
                # somebody who she says is kind
                clauses.append(_Clause("singular", False))
            if subject is not None:
                if _begins_sentence(tokens, subject, start):
                    return
                clauses.append(_clause(tokens, subject, index))
        index += 1


def _coordinator(tokens: Sequence[Token], index: int) -> bool:
    return index < len(tokens) and tokens[index].text.lower() in COORDINATORS


def _joined_verb(tokens: Sequence[Token], index: int, opens: bool, bare: bool) -> int | None:
    """Return the index of the finite verb that a coordinator or comma joins without a subject of its own."""
    # Right after a verb of the pronoun, which `bare` says, no noun can be joined: *she sings and dances*.
    comma = tokens[index].text in JOINING
    after = index + 1
    if comma and _coordinator(tokens, after):
        return None
    while after < len(tokens):
        token = tokens[after]
        verbal = third(tokens, after) or (bare and _joins(tokens, after, comma)) or _has_plural_object(tokens, after)
        if finite(token) or verbal:
            if _question(tokens, after) or (comma and (not verbal or (token.pos == "AUX" and not opens))):
                return None
            return after
        if token.text in PAIRED and not comma:
            closing = _closing(tokens, after)
            if closing is None:
                return None
            after = closing
        elif token.pos == "ADP" and not comma:
            after = _phrase_end(tokens, after)
        elif token.pos not in ("ADV", "PART") or _begins_clause(tokens, after):
            return None
        after += 1
    return None


def _begins_clause(tokens: Sequence[Token], index: int) -> bool:
    """Whether a word that a tagger calls an adverb begins a clause of its own: *so is Bo*, *much is unknown*."""
    low = tokens[index].text.lower()
    if low in AMOUNTS:
        return index + 1 < len(tokens) and finite(tokens[index + 1])
    return low in ("so", "neither", "nor", "that")


def _joins(tokens: Sequence[Token], index: int, comma: bool) -> bool:
    """Whether a word in *-s* that may be a noun is a verb, since a verb stands before the coordinator or comma."""
    if not _verb_like(tokens, index, index - 1):
        return False
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    return not comma or after is None or after.text == "," or after.pos in ("CCONJ", "DET", "PRON")


def _has_plural_object(tokens: Sequence[Token], index: int) -> bool:
    """Whether two words in *-s* follow each other that a tagger calls nouns: the first is a verb, *fixes nets*."""
    if index + 1 >= len(tokens) or tokens[index].text.lower() in COMPOUNDED or not third(tokens, index, index - 1):
        return False
    after = tokens[index + 1]
    return tokens[index].pos == after.pos == "NOUN" and after.morph.get("Number") == "Plur"


def _phrase_end(tokens: Sequence[Token], index: int) -> int:
    """Return the index of the last token of the noun phrase after a preposition."""
    while index + 1 < len(tokens) and tokens[index + 1].pos in ("DET", "ADJ", "NUM", "NOUN", "PROPN", "PRON"):
        if tokens[index + 1].text.lower() in NOMINATIVES and tokens[index].pos != "ADP":
            break
        index += 1
        if tokens[index].pos in ("NOUN", "PROPN") and index + 1 < len(tokens) and tokens[index + 1].pos == "DET":
            break
    return index


def _question(tokens: Sequence[Token], verb: int) -> bool:
    """Whether a verb is followed by its subject: *and is it*, *, says Bob*."""
    after = verb + 1
    if after < len(tokens) and tokens[after].text.lower() in NEGATIONS:
        after += 1
    if after >= len(tokens):
        return False
    low = tokens[after].text.lower()
    if tokens[verb].text.lower() in AUXILIARIES:
        return low in NOMINATIVES
    return tokens[after].pos == "PROPN" and tokens[verb - 1].pos == "PUNCT"


def _subject(tokens: Sequence[Token], verb: int, start: int) -> int | None:
    """Return the index of the last word of a finite verb's own subject; None where it has none in front of it."""
    index = verb - 1
    while index > start and (tokens[index].pos in ("ADV", "PART", "AUX") or tokens[index].text in (",", '"', ")", "(")):
        index -= 1
    if index <= start or tokens[index].pos not in ("NOUN", "PROPN", "PRON", "DET", "NUM"):
        return None
    return index


def _begins_sentence(tokens: Sequence[Token], subject: int, start: int) -> bool:
    """Whether a clause with a subject of its own is joined to the whole sentence: *, and the dog barks*."""
    index = subject
    while index > start and tokens[index].pos in ("NOUN", "PROPN", "PRON", "DET", "ADJ", "NUM"):
        if tokens[index].text.lower() in RELATIVES or tokens[index].text.lower().startswith("wh"):
            return False
        index -= 1
    return index > start and (
        tokens[index].text in (";", ":") or (tokens[index].pos == "CCONJ" and tokens[index - 1].text in (",", ";"))
    )


def _clause(tokens: Sequence[Token], subject: int, verb: int) -> _Clause:
    low = tokens[subject].text.lower()
    loose = low in RELATIVES and tokens[subject - 1].text == ","
    if low in SINGULAR_SUBJECTS:
        return _Clause("thing", loose)
    present = tokens[verb].morph.get("Tense") == "Pres"
    if low in ("i", "you", "we", "they") or tokens[subject].morph.get("Number") == "Plur":
        return _Clause("plural", loose)
    if not third(tokens, verb) and present and tokens[verb].pos != "AUX":
        return _Clause("plural", loose)
    return _Clause("past" if tokens[verb].morph.get("Tense") == "Past" else "singular", loose)


def _takes(clause: str, verb: Token) -> bool:
    """Whether a clause within the pronoun's may have the joined verb as its own."""
    low = verb.text.lower()
    past = verb.morph.get("Tense") == "Past" or low == "was"
    if clause == "plural":
        return not low.endswith("s") or (past and low != "was")
    if clause == "thing":
        return low in IRREGULAR and low not in ("goes", "does")
    return not (clause == "past" and not past and low.endswith("s"))


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
