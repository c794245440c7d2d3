"""Every German word that names all genders, with its forms for men, for women and for all, in raw text.

The forms are found by `hf_genderfair.languages.gender_fair_forms`, and by some patterns for words that agree with them
(``neue*r``, ``seinem*ihrem*r``, ``vom*von der``). The published normaliser (Amrhein 2023, appendix F) needs both stems
of a pair to be the same string and leaves the colon out; here umlauts, articles of both nouns and colons are read.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

import regex

from hf_genderfair.core.spans import Edit
from hf_genderfair.core.text_view import like
from hf_genderfair.languages.gender_fair_forms import DOTS, NO_SIGNS, gender_fair_forms, stands_whole
from hf_genderfair.languages.gender_fair_pairs import is_couple
from hf_genderfair.languages.german.agreement import (
    CONTRACTIONS,
    adjective_ending,
    adjective_forms,
    adjective_interpretations,
    declension_after,
    determiner,
    star,
)
from hf_genderfair.languages.german.noun_phrase import PREPOSITIONS, USUAL_CASE
from hf_genderfair.languages.german.person_phrase import GenderedWord
from hf_genderfair.languages.types import Case, Number
from hf_genderfair.lexicons.word_class import WordClass
from hf_genderfair.rewriting.forms import render
from hf_genderfair.rewriting.german.fair_words import (
    Spelled,
    adjective_pair,
    article_pair,
    read_agreeing,
    read_noun,
    spelled_noun,
)

PAIR = re.compile(
    r"(?P<left>[^\W\d_][\w-]*?)(?P<cut>-)?"
    r"(?P<joint>[ \n](?:und|oder|bzw\.?|beziehungsweise|sowie|u\.|&|UND|ODER)[ \n]|[ ]?/)[ ]?"
    r"(?P<middle>(?:[^\W\d_]+[.,]?[ \n]){0,8})(?P<right>-?[^\W\d_][\w-]*)$"
)
ANDS = frozenset("und sowie u. &".split())
LAST_WORD = r"(?:[^\W\d_]+,?[ \n])"
LAST_WORDS = regex.compile(rf"(?r)(?:{LAST_WORD}{{1,9}}|{LAST_WORD}{{1,9}}\n|)\Z")
WORD = re.compile(r"\S+")
WINDOW_OF_PAIRS = 120
SHORTEST_STEM = 3
INTERNAL_I = re.compile(r"[a-zäöüß]In")
EACH = ("jed", "kein")
"""Stems of determiners after which *und* joins two words for one person."""


class NormalisedPair(NamedTuple):
    """A pair as one word for all genders.

    Attributes:
        start: Offset of its first character: of the article before the first noun, where both have one.
        end: Offset after its last character.
        spelled: The normalised form.

    Example:
        >>> read_pair("Ist die Ärztin oder der Arzt da?", 8, 28).spelled.star
        'der*die Ärzt*in'
    """

    start: int
    end: int
    spelled: Spelled


def read_pair(text: str, start: int, end: int, after_article: bool = False) -> NormalisedPair | None:
    """Normalise two nouns, with the words between them."""
    match = PAIR.match(text[start:end])
    if match is None:
        return None
    noun = _noun(match["left"], match["right"], bool(match["cut"]))
    if noun is None:
        return _read_adjective(text, start, end, match)
    middle = match["middle"].split()
    words = _words_before(text, start)
    female_first = match["left"].lower().endswith(("in", "innen"))
    joined = match["joint"].strip().lower() in ANDS
    if not middle:
        single = noun.rule == "noun" and not noun.plural
        alone = after_article or not words or _agrees_with_both(words[-1])
        return NormalisedPair(start, end, noun) if not single or (alone and not joined) else None
    if noun.rule == "compound":
        return None
    aligned = _aligned(words, middle, female_first, noun.plural)
    if aligned is None or (joined and not noun.plural and not aligned[0][0].lower().startswith(EACH)):
        return None
    masculine, feminine, stars = (" ".join(forms) for forms in aligned[:3])
    whole = Spelled(
        f"{masculine} {noun.masculine}", f"{feminine} {noun.feminine}", f"{stars} {noun.star}", "noun", noun.plural
    )
    return NormalisedPair(_start_of(text, start, aligned[3]), end, whole)


def _read_adjective(text: str, start: int, end: int, match: re.Match[str]) -> NormalisedPair | None:
    """Read a nominalised adjective with both of its articles: *eine Vorsitzende oder ein Vorsitzender*."""
    left, right = match["left"], match["right"]
    first, middle = _words_before(text, start), match["middle"].split()
    if not left[0].isupper() or not middle or not first:
        return None
    contraction = _contraction(first, middle)
    if contraction is None and len(first) < len(middle):
        return None
    genders = contraction.forms if contraction else article_pair(first[-len(middle)].lower(), middle[0].lower())
    if genders is None:
        return None
    female_first = genders[0].lower() == middle[0].lower()
    feminine, masculine = (left, right) if female_first else (right, left)
    aligned = _aligned(first, middle, female_first, False)
    if aligned is None or not adjective_pair(masculine, feminine):
        return None
    both = feminine if masculine == feminine else star(masculine, feminine)
    nouns = zip(aligned[:3], (masculine, feminine, both), strict=True)
    men, women, stars = (" ".join((*words, noun)) for words, noun in nouns)
    return NormalisedPair(_start_of(text, start, aligned[3]), end, Spelled(men, women, stars, "nominalised"))


def _words_before(text: str, start: int) -> list[str]:
    before = LAST_WORDS.search(text[max(0, start - WINDOW_OF_PAIRS) : start])
    return before[0].split() if before else []


def _noun(left: str, right: str, cut: bool) -> Spelled | None:
    if INTERNAL_I.search(left + " " + right):
        return None
    if left.lower().endswith(("in", "innen")) and not _is_short_feminine(right):
        feminine, masculine = left, right
    elif right.lower().endswith(("in", "innen")) or "innen" in right.lower():
        feminine, masculine = right, left
    else:
        return None
    if cut:
        return _compound(feminine, masculine, feminine == left)
    if right.startswith("-"):
        return _with_tail(left, right[1:], feminine == left)
    plural = feminine.lower().endswith("innen")
    stem = feminine[: -len("innen" if plural else "in")]
    if len(stem) < SHORTEST_STEM:
        return None
    known = spelled_noun(stem, "Nom", "Plur" if plural else "Sing")
    return Spelled(masculine, feminine, known.star, "noun", plural)


def _is_short_feminine(right: str) -> bool:
    return right.lower() in ("-innen", "-in")


def _with_tail(left: str, tail: str, female_first: bool) -> Spelled | None:
    """Read *Mitbürgerinnen und -bürger*, *EU-Bürger und -Bürgerinnen*, *Lehrer und -innen*."""
    plural = (left if female_first else tail).lower().endswith("innen")
    ending = "innen" if plural else "in"
    number: Number = "Plur" if plural else "Sing"
    if _is_short_feminine("-" + tail):
        return spelled_noun(left, "Nom", number)._replace(masculine=left)
    ends = ((left[cut:].lower(), tail.lower())[:: 1 if female_first else -1] for cut in range(len(left)))
    cut = next((cut for cut, pair in enumerate(ends) if is_couple(*pair)), -1)
    if cut < 0:
        return None
    feminine, masculine = (left, left[:cut] + tail)[:: 1 if female_first else -1]
    return spelled_noun(feminine[: -len(ending)], "Nom", number)._replace(masculine=masculine, feminine=feminine)


def _compound(feminine: str, masculine: str, female_first: bool) -> Spelled | None:
    """Read *Ärztinnen- und Ärztekammer*, *Ärzte- und Ärztinnenkammer*."""
    if female_first:
        if not feminine.endswith("innen") or len(feminine) < SHORTEST_STEM + len("innen"):
            return None
        head = spelled_noun(feminine.removesuffix("innen"), "Nom", "Plur")
        tail = masculine.removeprefix(head.masculine)
        if tail == masculine:
            return None
        return Spelled(masculine, feminine + tail, head.star + tail, "compound")
    stem, mark, tail = feminine.partition("innen")
    if not mark or not tail or len(stem) < SHORTEST_STEM:
        return None
    head = spelled_noun(stem, "Nom", "Plur")
    return Spelled(masculine + tail, feminine, head.star + tail, "compound") if head.masculine == masculine else None


def _agrees_with_both(word: str) -> bool:
    """Return whether the word before a singular pair is not an article of one gender."""
    known = determiner(word)
    return known is None or {interpretation.gender for interpretation in known.interpretations} == {"plural"}


def _aligned(
    before: list[str], middle: list[str], female_first: bool, plural: bool
) -> tuple[list[str], list[str], list[str], int] | None:
    """Join the articles and adjectives of both nouns; return them for men, for women and for all, and their number."""
    contraction = _contraction(before, middle)
    joined: list[tuple[str, str, str] | None] = [contraction.forms] if contraction else []
    number = contraction.number if contraction else len(middle)
    first, second = (contraction.before, contraction.middle) if contraction else (before[-number:], middle)
    if len(first) != len(second):
        return None
    joined += [_joined(one, two, female_first, plural) for one, two in zip(first, second, strict=True)]
    known = [forms for forms in joined if forms]
    if len(known) < len(joined):
        return None
    masculine, feminine, stars = ([forms[index] for forms in known] for index in range(3))
    return masculine, feminine, stars, number


class _Contraction(NamedTuple):
    """*von der* and *vom* before two nouns: their forms, the other words before each, and how many are before both."""

    forms: tuple[str, str, str]
    before: list[str]
    middle: list[str]
    number: int


def _contraction(before: list[str], middle: list[str]) -> _Contraction | None:
    """Return the contraction that stands before one of two nouns, where the other has its parts."""
    parts, last = before[-len(middle) - 1 :], middle[0]
    if len(parts) > len(middle) and [word.lower() for word in parts[:2]] == [CONTRACTIONS.as_dict.get(last), "der"]:
        women = " ".join(parts[:2])
        forms = like(last, women), women, like(star(last, women.lower()), women)
        return _Contraction(forms, parts[2:], middle[1:], len(parts))
    short = before[-len(middle) + 1 :] if len(middle) > 1 else []
    if short and [CONTRACTIONS.as_dict.get(short[0].lower()), "der"] == middle[:2]:
        women = like(" ".join(middle[:2]), short[0])
        return _Contraction((short[0], women, star(short[0], women)), short[1:], middle[2:], len(short))
    return None


def _joined(one: str, two: str, female_first: bool, plural: bool) -> tuple[str, str, str] | None:
    low, other = one.lower(), two.lower()
    if low == other:
        return one, one, one
    if plural or not ((one[1:].islower() and two[1:].islower()) or (one.isupper() and two.isupper())):
        return None
    man, woman = (other, low) if female_first else (low, other)
    if article_pair(man, woman) != (man, woman) and not adjective_pair(man, woman):
        return None
    return like(man, one), like(woman, one), like(star(man, woman), one)


def _start_of(text: str, start: int, words: int) -> int:
    if words == 0:
        return start
    found = LAST_WORDS.search(text, max(0, start - WINDOW_OF_PAIRS), start)
    return [word.start() for word in WORD.finditer(text, found.start(), start)][-words] if found else start


BEFORE = re.compile(r"[^\W\d_]+|[^\w\s]|\d+")
LONGEST_PHRASE = 6
WINDOW = 80

DATIVE_QUANTIFIERS = WordClass("determiners_de", "dative_quantifier")
"""Words in *-en* that, with no article before them, show the dative of a plural."""

FIRST_CASES: tuple[Case, ...] = ("Gen", "Dat", "Acc")
"""Of the cases that a preposition can have, the most frequent one with persons comes first."""

CARDINALS = WordClass("closed_classes_de", "cardinal")


def _governed_case(word: str) -> Case | None:
    """Return the most frequent case behind a preposition; None for other words."""
    if word in USUAL_CASE:
        return USUAL_CASE[word]
    return next((case for case in FIRST_CASES if case in PREPOSITIONS[word]), None) if word in PREPOSITIONS else None


def case_before(text: str, start: int, plural: bool) -> Case:
    """Return the case of a noun by the words before it."""
    words = BEFORE.findall(text[max(0, start - WINDOW) : start])[-LONGEST_PHRASE:]
    if plural:
        return "Dat" if _is_dative_plural(words) else "Nom"
    for word in reversed(words):
        low = word.lower()
        governed = _governed_case(low)
        if governed:
            return governed
        known = case_of_article(low)
        if known:
            return known
        if not _is_adjective(word):
            break
    return "Nom"


def case_of_article(masculine: str) -> Case | None:
    """Return the case that an article with a masculine noun shows; None for other words."""
    known = determiner(masculine)
    if known is None:
        return None
    return next(
        (interpretation.case for interpretation in known.interpretations if interpretation.gender == "masculine"), "Nom"
    )


def case_of_adjective(masculine: str) -> Case:
    """Return the case that the ending of an adjective shows before a masculine noun."""
    return "Dat" if masculine.endswith("em") else "Acc" if masculine.endswith("en") else "Nom"


def _is_dative_plural(words: list[str]) -> bool:
    for word in reversed(words):
        low = word.lower()
        governed = _governed_case(low)
        if governed:
            return governed == "Dat"
        known = determiner(low)
        if known:
            cases = [
                interpretation.case for interpretation in known.interpretations if interpretation.gender == "plural"
            ]
            return cases == ["Dat"]
        if low in DATIVE_QUANTIFIERS and not _has_article(words, word):
            return True
        if low not in CARDINALS and not low.isdigit() and not (_is_adjective(word) and low.endswith("en")):
            return False
    return False


def _has_article(words: list[str], word: str) -> bool:
    index = len(words) - 1 - words[::-1].index(word)
    return index > 0 and determiner(words[index - 1].lower()) is not None


def _is_adjective(word: str) -> bool:
    return word[0].islower() and bool(
        adjective_interpretations(word, "mixed") or adjective_interpretations(word, "strong")
    )


REASON = "names all genders"

FREE = rf"[*:_{DOTS}]"
CLEAR = rf"[*:{DOTS}]"
"""Signs that do not also join the parts of names in code, as in *time_s*."""

SIGN = rf"(?:{FREE}|/-?)"
ARTICLE = r"d(?:er|ie|e[mns])"
STARRED = re.compile(r"(?<![\w*])[A-ZÄÖÜ][\w-]{2,40}(?:[*:]innen(?:-\w|[a-zäöüß])[\w-]{2,40}[*:]in|\*in)(?:nen)?(?!\w)")
"""Nouns with a star, which are recognised without the lexicon, and compounds of two of them."""

BESIDE = re.compile(
    r"(?<!\w)(?:[^\W\d_]{3,40}e(?:(?:/-?|_)[rnms]|\([rn]\)|[RN]|[ms](?:/-?|_)r)|([a-zäöüß]{3,40}?)e[rnm]?/\1e[rnm]?)(?!\w)"
)
"""Forms that name all genders only beside another such form: *neue/r*, *neue(n)*."""

TRUNCATED = re.compile(r"(?<!\w)[A-ZÄÖÜ][a-zäöüß]{2,40}(?:-[ ](?:und|oder|bzw\.)[ ]|-/)[A-ZÄÖÜ][a-zäöüß]{5,60}(?!\w)")
"""Possible pairs with one shared last part: *Bürgerinnen- und Bürgerinitiative*."""

REST = re.compile(r"-?[^\W\d_][\w-]*")
"""The rest of a compound: *LehrerInnen-WG*, *LehrerInnenTreffen*."""
WITHIN_PHRASE = re.compile(r"[ \n](?:[a-zäöüß][a-zäöüß-]*[ \n]){0,3}$")
JOINT = re.compile(r"(?:[ ](?:und|oder|sowie)|,)[ ]$")
ARTICLES = frozenset({"determiner", "contraction", "possessive"})
PHRASE_WORDS = ARTICLES | {"adjective"}


def normalising_edits(text: str, form: str) -> list[Edit]:
    """Propose to write every word of a text that names all genders in one form."""
    return render(text, german_fair_words(text), form)


def german_fair_words(text: str) -> list[GenderedWord]:
    """Find the words of a text that name all genders."""
    words: list[GenderedWord] = []
    cases: list[Case] = []
    phrase, article = 0, ""
    spans = _spans(text)
    for index, (start, end) in enumerate(spans):
        case = _case(text, start, end, words, cases)
        if "nnen" in text[start:end]:
            tail = REST.match(text, end)
            end = tail.end() if tail else end
        spelled = read_noun(text[start:end], case) or read_agreeing(text[start:end])
        if spelled is None:
            after_article = bool(words) and words[-1].rule in PHRASE_WORDS and not text[words[-1].end : start].strip()
            pair = read_pair(text, start, end, after_article)
            start, spelled = (pair.start, pair.spelled) if pair else (start, None)
        if spelled is None or (words and start < words[-1].end):
            continue
        case = _case_shown(spelled, case)
        if words and _goes_on(text, words[-1], start, spelled):
            # *der*die als erste*r*: a pronoun is no article of the adjective
            ruled = all(map(adjective_ending, text[words[-1].end : start].split()))
            spelled = _declined(spelled, article, case) if article and ruled else spelled
        else:
            phrase += 1
            article = spelled.masculine if spelled.rule in ARTICLES else ""
        after = spans[index + 1] if index + 1 < len(spans) else (len(text), len(text))
        rule = "relative" if _is_relative(text, start, end, spelled, after) else spelled.rule
        rule = "compound" if text[end : end + 1] == "-" else rule
        number = -1 if rule in ("personal", "relative", "compound") else phrase
        forms = spelled.masculine, spelled.feminine, spelled.star
        words.append(GenderedWord(start, end, *forms, rule, REASON, number, spelled.plural))
        cases.append(case)
    return words


@lru_cache(maxsize=1)
def _always() -> re.Pattern[str]:
    """Return what finds the forms that name all genders in any context, and are no part of a divided word."""
    contractions = "|".join(form for short in CONTRACTIONS.as_dict for form in (short, short.capitalize()))
    return re.compile(
        rf"(?<!\w)(?<!\w\u00AD)(?:"
        rf"(?:[Ss]ein|[Ii]hr)(?:e[nmrs]?)?(?:{SIGN}|[ ]oder[ ])(?:sein|ihr)(?:e[nmrs]?)?(?:seits)?"
        rf"(?:{SIGN}[rne](?!\w)|[RNE](?!\w))?"
        rf"|(?:{contractions}){SIGN}(?:[a-zü]+)[ \n]der"
        rf"|[Dd]{ARTICLE[1:]}{SIGN}{ARTICLE}(?:jenigen?|selben?)"
        rf"|[Dd]{ARTICLE[1:]}jenigen?[ ]oder[ ]{ARTICLE}jenigen?"
        rf"|\d{{0,3}}[^\W\d_]{{2,40}}e(?:{CLEAR}[rn]|[ms]{CLEAR}r)"
        rf"|[Dd](?:essen|eren)[ ]oder[ ]de(?:ss|r)en)(?!\u00AD?\w)"
    )


def _spans(text: str) -> list[tuple[int, int]]:
    """Return the candidates in order; of two that overlap, the longer one."""
    forms = [form for form in gender_fair_forms(text, "de") if form.form not in NO_SIGNS]
    found = [(form.start, form.end) for form in forms if stands_whole(text, form.start, form.end)]
    found += [match.span() for match in _always().finditer(text)]
    found += [match.span() for match in STARRED.finditer(text)]
    found += [match.span() for match in TRUNCATED.finditer(text) if "innen" in match[0]]
    edges = {edge for span in found for edge in span}
    beside = list(BESIDE.finditer(text))
    # a row of adjectives is read from either end: 'kluge/n neue/n Lehrer:innen'
    for match in (*beside, *reversed(beside)):
        if {match.start() - 1, match.end() + 1} & edges != set() and not text[match.end() : match.end() + 1].isalnum():
            found.append(match.span())
            edges.update(match.span())
    kept: list[tuple[int, int]] = []
    for start, end in sorted(found):
        if kept and start < kept[-1][1]:
            if end - start > kept[-1][1] - kept[-1][0]:
                kept[-1] = start, end
        else:
            kept.append((start, end))
    return kept


def _is_relative(text: str, start: int, end: int, spelled: Spelled, after: tuple[int, int]) -> bool:
    """Return whether *der/die* is a pronoun: after a comma, and not the article of the next noun."""
    if spelled.masculine not in ("der", "dem", "den", "dessen") or not text[:start].rstrip().endswith(","):
        return False
    return not WITHIN_PHRASE.match(text[end : after[0]]) or "nnen" in text[slice(*after)]


def _case(text: str, start: int, end: int, words: list[GenderedWord], cases: list[Case]) -> Case:
    """Return the case of a noun: of its article, of the noun it is joined to, or by the words before it."""
    plural = "nnen" in text[start:end].lower()
    if text[end : end + 1] == "-":
        # the first part of a compound is the same in all cases
        return "Nom"
    between = text[words[-1].end : start] if words else ""
    if words and not plural and words[-1].rule in PHRASE_WORDS and WITHIN_PHRASE.match(between):
        return cases[-1]
    if words and words[-1].rule == "noun" and JOINT.match(between) and words[-1].plural == plural:
        return cases[-1]
    return case_before(text, start, plural)


def _case_shown(spelled: Spelled, case: Case) -> Case:
    low = spelled.masculine.lower()
    if spelled.rule == "contraction":
        return "Dat"
    if spelled.rule in ("determiner", "possessive"):
        return case_of_article(low) or case
    if spelled.rule == "adjective":
        # *einem neuen*: the article has shown the case
        return case if case != "Nom" else case_of_adjective(low)
    return case


def _declined(spelled: Spelled, article: str, case: Case) -> Spelled:
    """Return an adjective as its article rules it: of ``jede*r Kranke*r`` the masculine is *jeder Kranke*."""
    if spelled.rule not in ("adjective", "nominalised"):
        return spelled
    declension = declension_after(article)
    found = (adjective_forms(form, case, "Sing", declension) for form in (spelled.feminine, spelled.masculine))
    forms = next(filter(None, found), None)
    return spelled._replace(**forms._asdict()) if forms else spelled


def _goes_on(text: str, last: GenderedWord, start: int, spelled: Spelled) -> bool:
    """Return whether a word belongs to the phrase of the word before it."""
    if last.phrase < 0 or last.rule not in PHRASE_WORDS or spelled.plural or spelled.rule == "personal":
        return False
    if spelled.rule not in ("noun", "nominalised", "adjective"):
        return False
    return bool(WITHIN_PHRASE.match(text[last.end : start]))
