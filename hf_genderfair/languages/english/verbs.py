"""English verbs that agree with a pronoun: which they are, and their form after *they*."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.english.person_forms import person_form

IRREGULAR = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}
IRREGULAR |= {
    singular + negation: plural + negation
    for singular, plural in (("is", "are"), ("was", "were"), ("has", "have"), ("does", "do"))
    for negation in ("n't", "n’t", "nt")
}
"""Forms that no rule makes; a negation is part of the token where the pipeline does not divide it."""

AUXILIARIES = frozenset(IRREGULAR) - {"goes"} | {"'s", "’s"}
CLITICS = frozenset({"'s", "’s"})
NEGATIONS = frozenset({"n't", "n’t", "not"})
NOT_THIRD = frozenset(
    "always perhaps sometimes besides thus afterwards nevertheless nonetheless nowadays alas towards upstairs "
    "downstairs overseas indoors outdoors forwards backwards regardless as yes less unless ours yours theirs hers his "
    "this us its themselves plus versus across probs".split()
)
"""Words in *-s* that are no verbs where they follow a pronoun."""

SINGULAR_SUBJECTS = frozenset({"it", "that", "this", "what", "which", "everything", "nothing", "something"})
"""Subjects that do what no person does: of the verbs after them a lively one belongs to the person before."""

RELATIVES = frozenset({"who", "that", "which", "whoever"})
COORDINATORS = frozenset({"and", "or", "but", "nor", "yet", "then", "&", "&amp;"})
NOMINATIVES = frozenset({"i", "you", "he", "she", "it", "we", "they", "there", "this", "that"})
JOINING = frozenset({",", "...", "…"})
BESIDE_SUBJECT = frozenset({"himself", "herself", "both", "either", "neither", "all", "alone", '"', "*", "**", "_"})
QUESTION_WORDS = frozenset("what which whose how who when where why".split())
VERB_FOLLOWERS = frozenset({"PUNCT", "CCONJ", "DET", "PRON", "ADP", "ADV"})
AMOUNTS = frozenset({"much", "more", "most", "little", "less", "enough"})
"""Words that are subjects right before a finite verb, whatever the tagger says: *but much is unknown*."""

COMPOUNDED = frozenset(
    "sports sales savings goods systems arms operations communications news awards parts games jeans rights drugs "
    "careers customs sciences gas glass bus congress business fitness wellness press".split()
)
"""Words in *-s* that stand before a noun: *sports cars*."""

PAIRED = frozenset({",", "-", "--", "–", "—", "(", ")", "...", "…"})

NAMING = frozenset("called named given told offered allowed supposed based dressed made known paid worried".split())
"""Participles that follow *is* though a noun follows them: *he's called the boss*."""

PERFECT = frozenset(
    "been had got gotten become come worked lived arrived happened seemed appeared slept stayed decided tried agreed "
    "refused started begun stopped kept spent wanted needed liked loved hated wished hoped learnt learned earned grown "
    "run sung danced walked moved fallen died cried laughed smiled talked spoken felt gained "
    "managed failed improved changed travelled traveled returned failed succeeded sworn chosen developed lied "
    "vanished remained survived existed joined played won read written promised waited helped asked "
    "left thought said".split()
)
"""Participles that follow *has* more often than *is* when no object tells: *she's worked here*."""

REPORTED = frozenset({"thought", "said"})
"""Those that follow *is* before *to*: *he's said to be rich*."""


class _Clause(NamedTuple):
    kind: str
    loose: bool


class Verb(NamedTuple):
    """A verb that changes with its subject.

    Attributes:
        place: Place of its token in the sentence.
        form: What it is after *they*; with a blank in front where the clitic *'s* becomes a word.
    """

    place: int
    form: str


SILENT_E = frozenset(
    "unties belies underlies overlies outlies toes hoes shoes canoes tiptoes aches caches recaches avalanches douches "
    "psyches axes".split()
)
"""Verbs whose plain form ends in *-e*, against the rule for their ending."""

DOUBLED = frozenset({"quizzes", "gasses", "focusses", "whizzes"})
S_STEMS = frozenset({"focuses", "biases", "gases", "canvases", "buses", "refocuses"})


def agreeing_verbs(tokens: Sequence[Token], first: int, last: int) -> list[Verb]:
    """Find the verbs that a subject pronoun governs and that change when it becomes *they*.

    Args:
        tokens: The tokens of the sentence.
        first: Place of the pronoun's first token.
        last: Place of its last token.

    Returns:
        The verbs in order: the nearest, those of a relative clause on the pronoun, and the conjoined ones.
    """
    places: list[int] = []
    before = _inverted(tokens, first, last)
    start: int | None = last
    if before is not None:
        places.append(before)
    elif _is_cleft(tokens, first, last):
        start = _relative_verb(tokens, last + 1, places)
    else:
        start = _finite_after(tokens, last, places)
        if start is not None and _third(tokens, start, start - 1):
            places.append(start)
    if start is not None and not _interrupts(tokens, first):
        joined = list(_conjuncts(tokens, start, _opens(tokens, first)))
        if joined and not (_after_comma(tokens, joined[0]) and _is_told_of(tokens, first)):
            places += joined
    return [_verb(tokens, place, last) for place in sorted(set(places))]


def _is_cleft(tokens: Sequence[Token], first: int, last: int) -> bool:
    """Whether it is *it is she who*: the verb in front stays, that of the relative clause changes."""
    after = last + 1
    be = first > 0 and tokens[first - 1].text.lower() in ("is", "was", "'s", "’s", "be", "not")
    return be and after < len(tokens) and tokens[after].text.lower() in RELATIVES


def _relative_verb(tokens: Sequence[Token], relative: int, places: list[int]) -> int | None:
    verb = _finite_after(tokens, relative, [])
    if verb is not None and _third(tokens, verb, relative):
        places.append(verb)
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
    place = first - 2
    while place > 0 and tokens[place].pos in ("ADV", "ADJ"):
        place -= 1
    if place == 0 or tokens[place].pos != "VERB" or not _third(tokens, place):
        return False
    subject = tokens[place - 1]
    return subject.pos == "PROPN" or (subject.pos == "NOUN" and person_form(subject.text) is not None)


def _opens(tokens: Sequence[Token], first: int) -> bool:
    """Whether a pronoun begins a main clause, and no relative or other clause: not *the first thing he saw*."""
    place = first - 1
    if place < 0 or tokens[place].pos in ("PUNCT", "CCONJ"):
        return True
    while place >= 0 and tokens[place].pos in ("NOUN", "PROPN", "NUM", "ADJ", "DET", "PRON"):
        place -= 1
    return place < first - 1 and place >= 0 and tokens[place].pos == "ADP"


def word_of(token: Token) -> str:
    """Return a token in lower case, without a full stop that the pipeline left at it, as in capitals."""
    low = token.text.lower()
    return low[:-1] if low.endswith(".") and low[:-1] in IRREGULAR else low


def _third(tokens: Sequence[Token], place: int, pronoun: int = -1) -> bool:
    """Whether a token is a verb in the third person singular, *was* included."""
    token = tokens[place]
    low = word_of(token)
    if low in IRREGULAR:
        return token.pos in ("AUX", "VERB") or place == pronoun + 1
    if low in CLITICS:
        return place == pronoun + 1
    if not low.endswith("s") or low.endswith("ss") or low in NOT_THIRD or not low.isalpha():
        return False
    if token.pos == "VERB":
        return token.morph.get("Tense") != "Past" and token.morph.get("VerbForm") in (None, "", "Fin")
    return place == pronoun + 1 and token.pos in ("NOUN", "ADJ", "PROPN", "X", "AUX") and len(low) > 2


def finite(token: Token) -> bool:
    """Whether a token is a finite verb or auxiliary."""
    return token.pos in ("VERB", "AUX") and token.morph.get("VerbForm") == "Fin"


def _verb_like(tokens: Sequence[Token], place: int, pronoun: int) -> bool:
    """Whether a token is such a verb, or a word in *-s* in a place where only a verb can stand."""
    if _third(tokens, place, pronoun):
        return True
    after = tokens[place + 1].pos if place + 1 < len(tokens) else "PUNCT"
    return after in VERB_FOLLOWERS and _third(tokens, place, place - 1) and tokens[place].text.lower() not in CLITICS


def _inverted(tokens: Sequence[Token], first: int, last: int) -> int | None:
    """Return the place of the verb before its subject: *is she*, *doesn't he*, *says she*; None where it follows."""
    place = first - 1
    if place >= 0 and tokens[place].text.lower() in NEGATIONS:
        place -= 1
    if place < 0:
        return None
    low = tokens[place].text.lower()
    if low in AUXILIARIES:
        if tokens[place].pos not in ("AUX", "VERB", "PART"):
            return None
        if place < first - 1 and tokens[first - 1].text.lower() != "not":
            # only a question has n't in front of its subject
            return place
        if _has_subject(tokens, place):
            return None
        return None if _has_finite(tokens, last, low in CLITICS or low.startswith("has")) else place
    if place == first - 1 and _third(tokens, place) and not _has_finite(tokens, last, False):
        quoted = place == 0 or tokens[place - 1].pos == "PUNCT" or tokens[place - 1].text.lower() in ("here", "there")
        return place if quoted else None
    return None


def _has_subject(tokens: Sequence[Token], verb: int) -> bool:
    """Whether a subject stands before an auxiliary: *it is she*, *the truth is she lied*, but not *how old is she*."""
    place = verb - 1
    if place < 0 or tokens[place].pos not in ("NOUN", "PROPN", "PRON"):
        return False
    if tokens[place].pos == "PRON":
        return tokens[place].text.lower() in ("it", "this", "that", "these", "those", "there")
    while place >= 0 and tokens[place].pos in ("NOUN", "PROPN", "ADJ", "NUM", "DET", "PRON", "ADV", "PART"):
        if tokens[place].text.lower() in QUESTION_WORDS:
            return False
        place -= 1
    return place < 0 or tokens[place].pos != "ADP"


def _has_finite(tokens: Sequence[Token], last: int, perfect: bool) -> bool:
    """Whether a finite verb follows the pronoun, but for adverbs; after *has* a past form is a participle."""
    place = last + 1
    while place < len(tokens) and (tokens[place].pos == "ADV" or tokens[place].text.lower() in NEGATIONS):
        place += 1
    if place >= len(tokens):
        return False
    # a plain form is no finite verb after he or she, whatever the tagger says
    past = tokens[place].pos == "AUX" or (tokens[place].morph.get("Tense") == "Past" and not perfect)
    return (finite(tokens[place]) and past) or _third(tokens, place, last)


def _finite_after(tokens: Sequence[Token], last: int, relative: list[int]) -> int | None:
    """Return the place of the finite verb after the pronoun; verbs of a relative clause on it go to `relative`."""
    place = last + 1
    while place < len(tokens):
        token = tokens[place]
        low = token.text.lower()
        if (finite(token) and not low.endswith("ly")) or _verb_like(tokens, place, last):
            return place
        comma = low == "," and place == last + 1 and place + 1 < len(tokens)
        if low in RELATIVES or (comma and tokens[place + 1].text.lower() == "who"):
            verb = _relative_verb(tokens, place + comma, relative)
            if verb is None:
                return None
            main = _relative_end(tokens, verb, relative)
            return main if main < len(tokens) else None
        if token.pos in ("ADV", "PART") or low in BESIDE_SUBJECT or low.endswith("ly"):
            place += 1
        elif low in PAIRED:
            closing = _closing(tokens, place)
            place = (closing if closing is not None else place) + 1
        elif token.pos == "ADP" and place > last + 1 and tokens[place - 1].text in PAIRED:
            place += 1
        else:
            return None
    return None


def _relative_end(tokens: Sequence[Token], verb: int, relative: list[int]) -> int:
    """Return the place of the main verb after a relative clause: the next finite verb without a subject."""
    place = verb + 1
    while place < len(tokens):
        # right after the verb of the clause a word in -s is its object: he who has ears
        if finite(tokens[place]) or (place > verb + 1 and _verb_like(tokens, place, verb)):
            if tokens[place - 1].text.lower() in COORDINATORS:
                if _third(tokens, place):
                    relative.append(place)
            elif tokens[place - 1].pos not in ("PRON",) or tokens[place - 1].text.lower() not in NOMINATIVES:
                return place
        place += 1
    again = (n for n in range(verb + 1, len(tokens)) if tokens[n].text.lower() == tokens[verb].text.lower())
    return next((n for n in again if _third(tokens, n, n - 1)), place)


def _closing(tokens: Sequence[Token], place: int) -> int | None:
    """Return the place of the comma, dash or bracket that closes what is opened at a place; None without one."""
    opened = tokens[place].text
    wanted = {"(": (")",), ",": (",",)}.get(opened, (opened,))
    for after in range(place + 1, min(place + 14, len(tokens))):
        if tokens[after].text in wanted:
            return after
        if tokens[after].text in (".", ";", "?", "!"):
            return None
    return None


def _conjuncts(tokens: Sequence[Token], start: int, opens: bool) -> Iterator[int]:
    """Yield the places of verbs that are joined to the clause whose verb stands at `start`.

    Clauses within it are kept on a stack: a joined verb belongs to the innermost one that it fits. `opens` says whether
    the clause is no relative clause, so that a comma can join *is* and *has* too.
    """
    clauses: list[_Clause] = []
    own = start
    place = start + 1
    while place < len(tokens):
        low = tokens[place].text.lower()
        if low in (";", ":") and not _coordinator(tokens, place + 1):
            return
        if low == "," and clauses and clauses[-1].loose:
            clauses.pop()
        if low in COORDINATORS or low in JOINING:
            verb = _joined_verb(tokens, place, opens, place - 1 == own)
            if verb is not None:
                while clauses and not _takes(clauses[-1].kind, tokens[verb]):
                    clauses.pop()
                if not clauses and _third(tokens, verb, verb - 1):
                    own = verb
                    yield verb
                place = verb + 1
                continue
        if finite(tokens[place]) or _third(tokens, place):
            subject = _subject(tokens, place, start)
            if place == start + 1 and _third(tokens, place) and tokens[start].pos == "VERB":
                # somebody who she says is kind
                clauses.append(_Clause("singular", False))
            if subject is not None:
                if _begins_sentence(tokens, subject, start):
                    return
                clauses.append(_clause(tokens, subject, place))
        place += 1


def _coordinator(tokens: Sequence[Token], place: int) -> bool:
    return place < len(tokens) and tokens[place].text.lower() in COORDINATORS


def _joined_verb(tokens: Sequence[Token], place: int, opens: bool, bare: bool) -> int | None:
    """Return the place of the finite verb that a coordinator or comma joins without a subject of its own.

    Right after a verb of the pronoun, which `bare` says, no noun can be joined: *she sings and dances*.
    """
    comma = tokens[place].text in JOINING
    after = place + 1
    if comma and _coordinator(tokens, after):
        return None
    while after < len(tokens):
        token = tokens[after]
        verbal = _third(tokens, after) or (bare and _joins(tokens, after, comma)) or _has_plural_object(tokens, after)
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


def _begins_clause(tokens: Sequence[Token], place: int) -> bool:
    """Whether a word that a tagger calls an adverb begins a clause of its own: *so is Bo*, *much is unknown*."""
    low = tokens[place].text.lower()
    if low in AMOUNTS:
        return place + 1 < len(tokens) and finite(tokens[place + 1])
    return low in ("so", "neither", "nor", "that")


def _joins(tokens: Sequence[Token], place: int, comma: bool) -> bool:
    """Whether a word in *-s* that may be a noun is a verb, since a verb stands before the coordinator or comma."""
    if not _verb_like(tokens, place, place - 1):
        return False
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    return not comma or after is None or after.text == "," or after.pos in ("CCONJ", "DET", "PRON")


def _has_plural_object(tokens: Sequence[Token], place: int) -> bool:
    """Whether two words in *-s* follow each other that a tagger calls nouns: the first is a verb, *fixes nets*."""
    if place + 1 >= len(tokens) or tokens[place].text.lower() in COMPOUNDED or not _third(tokens, place, place - 1):
        return False
    after = tokens[place + 1]
    return tokens[place].pos == after.pos == "NOUN" and after.morph.get("Number") == "Plur"


def _phrase_end(tokens: Sequence[Token], place: int) -> int:
    """Return the place of the last token of the noun phrase after a preposition."""
    while place + 1 < len(tokens) and tokens[place + 1].pos in ("DET", "ADJ", "NUM", "NOUN", "PROPN", "PRON"):
        if tokens[place + 1].text.lower() in NOMINATIVES and tokens[place].pos != "ADP":
            break
        place += 1
        if tokens[place].pos in ("NOUN", "PROPN") and place + 1 < len(tokens) and tokens[place + 1].pos == "DET":
            break
    return place


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
    """Return the place of the last word of a finite verb's own subject; None where it has none in front of it."""
    place = verb - 1
    while place > start and (tokens[place].pos in ("ADV", "PART", "AUX") or tokens[place].text in (",", '"', ")", "(")):
        place -= 1
    if place <= start or tokens[place].pos not in ("NOUN", "PROPN", "PRON", "DET", "NUM"):
        return None
    return place


def _begins_sentence(tokens: Sequence[Token], subject: int, start: int) -> bool:
    """Whether a clause with a subject of its own is joined to the whole sentence: *, and the dog barks*."""
    place = subject
    while place > start and tokens[place].pos in ("NOUN", "PROPN", "PRON", "DET", "ADJ", "NUM"):
        if tokens[place].text.lower() in RELATIVES or tokens[place].text.lower().startswith("wh"):
            return False
        place -= 1
    return place > start and (
        tokens[place].text in (";", ":") or (tokens[place].pos == "CCONJ" and tokens[place - 1].text in (",", ";"))
    )


def _clause(tokens: Sequence[Token], subject: int, verb: int) -> _Clause:
    low = tokens[subject].text.lower()
    loose = low in RELATIVES and tokens[subject - 1].text == ","
    if low in SINGULAR_SUBJECTS:
        return _Clause("thing", loose)
    present = tokens[verb].morph.get("Tense") == "Pres"
    if low in ("i", "you", "we", "they") or tokens[subject].morph.get("Number") == "Plur":
        return _Clause("plural", loose)
    if not _third(tokens, verb) and present and tokens[verb].pos != "AUX":
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


def _verb(tokens: Sequence[Token], place: int, pronoun: int) -> Verb:
    low = word_of(tokens[place])
    if low in CLITICS:
        if place < pronoun:
            return Verb(
                place,
                " do" if _is_plain(tokens, pronoun + 1) else " have" if _perfect(tokens, pronoun + 1, True) else " are",
            )
        return Verb(place, low[0] + ("ve" if _perfect(tokens, place + 1, False) else "re"))
    return Verb(place, plural_form(low))


def _is_plain(tokens: Sequence[Token], place: int) -> bool:
    """Whether a plain verb stands at a place, before which a clitic *'s* is *does*: *what's she say*."""
    if place >= len(tokens) or tokens[place].pos != "VERB" or tokens[place].morph.get("Tense") == "Past":
        return False
    return not tokens[place].text.lower().endswith(("ing", "ed", "en", "s"))


def _perfect(tokens: Sequence[Token], place: int, question: bool) -> bool:
    """Whether a clitic *'s* in front of a place, or in a question of its pronoun, is *has*."""
    while place < len(tokens) and (tokens[place].pos in ("ADV", "PART", "PUNCT") and tokens[place].text != "."):
        place += 1
    if place >= len(tokens):
        return False
    token = tokens[place]
    low = token.text.lower()
    if low in PERFECT:
        then = tokens[place + 1].text.lower() if place + 1 < len(tokens) else ""
        return low == "been" or then not in (("to", "of", "by") if low in REPORTED else ("by",))
    if token.pos != "VERB" or token.morph.get("Tense") != "Past":
        return False
    if question:
        return low not in NAMING
    if token.morph.get("VerbForm") != "Part":
        return False
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    if after is None or low in NAMING:
        return after is not None and after.pos == "PRON"
    return after.pos in ("DET", "PRON", "PROPN", "NOUN", "ADJ", "NUM") and after.text.lower() not in ("who", "what")


def plural_form(low: str) -> str:
    """Return the form after *they* of a verb in the third person singular.

    Args:
        low: The verb in lower case.

    Returns:
        Its plain form, or ``were`` of *was*.

    Example:
        >>> plural_form("tries"), plural_form("watches"), plural_form("lies"), plural_form("loses")
        ('try', 'watch', 'lie', 'lose')
    """
    if low in IRREGULAR:
        return IRREGULAR[low]
    if low in SILENT_E:
        return low[:-1]
    if low.endswith("ies") and len(low) > 4:
        return low[:-3] + "y"
    if low in DOUBLED:
        return low[:-3]
    if low in S_STEMS or low.endswith(("sses", "shes", "ches", "xes", "zzes", "tzes", "oes")):
        return low[:-2]
    return low[:-1]
