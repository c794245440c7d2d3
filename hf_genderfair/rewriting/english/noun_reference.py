"""Whether an English noun phrase refers to a particular person, to nobody in particular, or only describes somebody."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.english.joined_verbs import NEGATIONS
from hf_genderfair.languages.english.verb_forms import NOMINATIVES, RELATIVES, finite
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass

QUANTIFIERS = WordClass("closed_classes_en", "unspecific_determiner")
INDEFINITE = frozenset("a an another such".split())
SUPPOSING = frozenset({"if", "when", "whenever", "unless"})
UNREAL = frozenset({"if", "unless", "whenever"})
"""Conjunctions after which a past form may tell of no event: *if a driver left*."""

CONDITIONS = WordClass("closed_classes_en", "condition")
COMPARING = frozenset({"as", "like", "than"})
PLACES = frozenset({"where"})
RULES = SUPPOSING | frozenset("once until before after".split())
DEONTIC = WordClass("verb_forms_en", "deontic")
MODALS = WordClass("verb_forms_en", "modal")
STATES = frozenset("be have feel know think".split())
"""Verbs before which *must* draws a conclusion: *the captain must be pleased*."""

SAYING = frozenset("says said claims argues tells told".split())
ANY_OF_THEM = frozenset({"whoever", "whomever", "whosoever"})
"""Words whose predicate says what somebody is even after *the*: *whoever is the captain*."""

PERFECT = frozenset("has have had 've ’ve".split())
FIRST_PERSON = frozenset("i me my we us our".split())
PERSONAL = frozenset({"he", "she"})
IN_PHRASE = frozenset({"ADJ", "NOUN", "NUM", "ADV", "PROPN"})
HYPHENS = frozenset({"-", "‑", "/"})


@lru_cache(maxsize=1)
def reference_words() -> dict[str, frozenset[str]]:
    """Return the words of each class in the table of words that tell generic from specific reference."""
    words: dict[str, set[str]] = {}
    for kind, word in (row[:2] for row in load_lexicon("generic_reference_en").rows):
        words.setdefault(kind, set()).add(word)
    return {kind: frozenset(members) for kind, members in words.items()}


def phrase_start(tokens: Sequence[Token], head: int) -> int:
    """Return the index of the first word of a noun phrase: its determiner, or the word after none."""
    start = head - 1
    while start >= 0 and (tokens[start].pos in IN_PHRASE or tokens[start].text in HYPHENS):
        start -= 1
    return start


def is_description(tokens: Sequence[Token], start: int, head: int) -> bool:
    """Whether an indefinite noun says what somebody is: *she is a doctor*, *as a lawyer*, *like any parent*."""
    before = start - 1
    while before >= 0 and (tokens[before].pos == "ADV" or tokens[before].text.lower() in NEGATIONS):
        if tokens[before].text.lower() in CONDITIONS:
            return False
        before -= 1
    if before < 0:
        return False
    low = tokens[before].text.lower()
    if low in COMPARING:
        # but: as a driver turns the key
        return head + 1 == len(tokens) or not finite(tokens[head + 1])
    subject = tokens[before - 1].text.lower() if before else "there"
    words, article = reference_words(), tokens[start].text.lower()
    unique = article == "the" and tokens[start + 1].text.lower() in words["unique"]
    described = subject != "there" and (article in INDEFINITE or unique or subject in ANY_OF_THEM)
    return described and low in words["linking"]


def is_remark(tokens: Sequence[Token], start: int, head: int) -> bool:
    """Whether an indefinite noun belongs to a remark on a particular person: *what a player he is*, *a poet, he …*."""
    after = [token for token in tokens[head + 1 :] if token.pos == "PUNCT" or finite(token)]
    if start > 0:
        return tokens[start - 1].text.lower() == "what" and not (head + 1 < len(tokens) and finite(tokens[head + 1]))
    comma = tokens.index(after[0]) + 1 if after and after[0].text == "," else len(tokens)
    return comma < len(tokens) and (tokens[comma].text.lower() in NOMINATIVES or tokens[comma].pos == "PROPN")


def is_supposed(tokens: Sequence[Token], head: int) -> bool:
    """Whether a noun stands in a condition or before a modal verb: *if your teacher*, *your teacher may*."""
    verb = verb_after(tokens, head)
    modal = verb is not None and tokens[verb].text.lower() in DEONTIC
    return modal or any(token.text.lower() in SUPPOSING for token in tokens[:head])


def is_rule(tokens: Sequence[Token], start: int, head: int) -> bool:
    """Whether a definite noun has generic reference: *the buyer must*, *if the patient*, *the average reader*."""
    words = reference_words()
    lows = [token.text.lower() for token in tokens]
    if any(token.pos == "PROPN" or token.text[0].isupper() for token in tokens[start + 1 : head]):
        return False
    if any(map(is_past, tokens)) or not words["particular"].isdisjoint(lows[start + 1 : head]):
        return False
    if not words["representative"].isdisjoint(lows[start + 1 : head]) or _is_of_a_time(lows, head):
        return True
    if not FIRST_PERSON.isdisjoint(lows):
        return False
    verb = verb_after(tokens, head)
    if verb is not None and is_going_on(tokens, verb):
        return False
    if lows[head] in words["office"]:
        return verb is not None and lows[verb] == "shall"
    if verb is not None and lows[verb] in DEONTIC:
        after = next((low for low in lows[verb + 1 :] if low not in NEGATIONS), "")
        if lows[verb] != "must" or after not in STATES:
            return True
    if not (RULES | CONDITIONS.as_set - PLACES).isdisjoint(lows[:head]) and PERSONAL.isdisjoint(lows[:head]):
        return True
    return lows[head] in words["role"] and _is_general(tokens, head, verb)


def _is_general(tokens: Sequence[Token], head: int, verb: int | None) -> bool:
    """Whether a sentence in the present is about a role: *the buyer usually pays*, *the rider who cheats*."""
    words = reference_words()
    lows = [token.text.lower() for token in tokens]
    if not (RULES | DEONTIC.as_set | words["habitual"]).isdisjoint(lows) or _is_restricted(tokens, head):
        return True
    if verb is None or governing_verb(tokens, head) is not None:
        return False
    told = lows[head] in words["narrated"] or any(token.pos == "PROPN" for token in tokens)
    return lows[head] in words["party"] or not told or _is_entitled(tokens, head)


def _is_entitled(tokens: Sequence[Token], head: int) -> bool:
    """Whether words say what a noun must or may do: *the tenant is obliged*, *the tenant's right*."""
    after = tokens[head + 1 : head + 5]
    if any(token.text.lower() in reference_words()["deontic"] and token.pos != "ADJ" for token in after):
        return True
    return any(one.text.lower() in ("has", "needs") and two.text.lower() == "to" for one, two in pairwise(after))


def _is_of_a_time(lows: Sequence[str], head: int) -> bool:
    """Whether a noun stands for all of a time: *the reader of today*."""
    return lows[head + 1 : head + 2] == ["of"] and lows[head + 2 : head + 3] in (["today"], ["tomorrow"])


def _is_restricted(tokens: Sequence[Token], head: int) -> bool:
    """Whether a relative clause in the present says which ones are meant: *the rider who cheats*."""
    relative, verb = tokens[head + 1 : head + 2], tokens[head + 2 : head + 3]
    return bool(verb) and relative[0].text.lower() == "who" and finite(verb[0]) and not is_past(verb[0])


def is_event(tokens: Sequence[Token], index: int, present: bool) -> bool:
    """Whether an indefinite noun is specific, by a past or, on request, present verb: *a doctor came in*."""
    lows = [token.text.lower() for token in tokens]
    verb = governing = governing_verb(tokens, index)
    verb = verb_after(tokens, index) if verb is None else verb
    if verb is None:
        verb = next((number for number in range(index - 1, -1, -1) if finite(tokens[number])), None)
    past = verb is not None and is_past(tokens[verb])
    unreal = not UNREAL.isdisjoint(lows[:index]) and not _is_asked(lows[:index])
    if not CONDITIONS.as_set.isdisjoint(lows[:index]) and (unreal or not past):
        return False
    if verb is None:
        return present and all(token.morph.get("VerbForm") != "Inf" for token in tokens)
    if past or lows[verb] in MODALS:
        return past
    if present and not reference_words()["story"].isdisjoint(lows[:index]):
        return True
    going = is_going_on(tokens, verb) and (governing is None or "for" not in lows[verb:index])
    return present and (going or has_past_relative(tokens, index) or _is_presented(tokens, index, governing))


def _is_asked(lows: Sequence[str]) -> bool:
    """Whether the last *if* among words begins an indirect question: *she asked if a doctor was there*."""
    last = max((number for number, low in enumerate(lows) if low == "if"), default=0)
    return not reference_words()["asking"].isdisjoint(lows[max(0, last - 2) : last])


def has_past_relative(tokens: Sequence[Token], index: int) -> bool:
    """Whether a relative clause in the past makes a noun specific: *a driver who left*."""
    after = [token for token in tokens[index + 1 : index + 8] if token.pos == "PUNCT" or finite(token)]
    relative = index + 1 < len(tokens) and tokens[index + 1].text.lower() in RELATIVES
    return relative and bool(after) and is_past(after[0])


def is_past(token: Token) -> bool:
    """Whether a token is a finite verb in the past, and no modal verb such as *would*."""
    return finite(token) and token.morph.get("Tense") == "Past" and token.text.lower() not in MODALS


def governing_verb(tokens: Sequence[Token], index: int) -> int | None:
    """Return the index of the finite verb whose object a noun is; None where it is none."""
    verb = next((number for number in range(index - 1, -1, -1) if finite(tokens[number])), None)
    return verb if verb is not None and _is_object(tokens, index, verb) else None


def _is_presented(tokens: Sequence[Token], index: int, verb: int | None) -> bool:
    """Whether a noun is the object of a verb that presents a person: *I have a friend who*, *there is a singer*."""
    lows = [token.text.lower() for token in tokens]
    if verb is None or lows[verb] not in reference_words()["presenting"]:
        return False
    between = [low for low in lows[verb + 1 : phrase_start(tokens, index)] if low != "about"]
    return not between and QUANTIFIERS.as_set.isdisjoint(lows[:verb]) and "you" not in lows[max(0, verb - 2) : verb]


def is_going_on(tokens: Sequence[Token], verb: int) -> bool:
    """Whether a present verb tells what happens or has happened: *is asking*, *has asked*, *says*."""
    low = tokens[verb].text.lower()
    following = [token for token in tokens[verb + 1 : verb + 4] if token.morph.get("VerbForm") in ("Part", "Ger")]
    going = low not in MODALS and any(token.text.endswith("ing") for token in following)
    return low in SAYING or (tokens[verb].pos == "AUX" and (going or (low in PERFECT and bool(following))))


def _is_object(tokens: Sequence[Token], index: int, verb: int) -> bool:
    """Whether only a preposition, adverbs and the noun phrase stand between a verb and a noun."""
    between = tokens[verb + 1 : index]
    kinds = ("ADV", "ADP", "DET", "ADJ", "NUM", "PART", "VERB", "NOUN")
    joined = any(token.text.lower() in SUPPOSING for token in between)
    return not joined and all(token.pos in kinds or token.text in HYPHENS for token in between)


def verb_after(tokens: Sequence[Token], index: int) -> int | None:
    """Return the index of the finite verb after a noun, except that of a relative clause; None without one."""
    relative = False
    for after in range(index + 1, len(tokens)):
        low = tokens[after].text.lower()
        if low in RELATIVES and after <= index + 2:
            relative = True
        elif finite(tokens[after]):
            if not relative:
                return after
            relative = False
    return None


def is_parted(between: Sequence[Token]) -> bool:
    """Whether another clause or another subject begins among tokens."""
    return any(token.pos in ("PUNCT", "CCONJ", "SCONJ") or is_subject(token) for token in between)


def is_subject(token: Token) -> bool:
    """Whether a token is a pronoun in a form for subjects; *this* and *that* are determiners before nouns."""
    return token.pos != "DET" and token.text.lower() in NOMINATIVES
