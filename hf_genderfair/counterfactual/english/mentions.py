"""Find the words of an English text that mean women or men, with what changes where they are swapped."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.core.spans import overlaps
from hf_genderfair.counterfactual.english.animals import ANIMAL
from hf_genderfair.counterfactual.english.names import (
    EVERYBODY,
    EXCLAMATION,
    EXPRESSION,
    NAME,
    YEAR,
    NameContext,
    begins_sentence,
    fixed_expression,
    name_reason,
)
from hf_genderfair.counterfactual.english.nonspecific_words import STATEMENT, general_reason
from hf_genderfair.counterfactual.english.persons import GenderedMention, Kind
from hf_genderfair.counterfactual.english.words import (
    PRONOUNS,
    WORD,
    Counterpart,
    cased,
    counterpart,
    is_gendered,
    is_pair,
    phrases,
)
from hf_genderfair.counterfactual.swapping import BOTH, Replacement
from hf_genderfair.languages.analysis import Entity, Sentence, Token
from hf_genderfair.languages.english.articles import fitting_article
from hf_genderfair.languages.english.foreign import is_foreign
from hf_genderfair.languages.english.literal import meant_literally
from hf_genderfair.languages.english.person_forms import person_form, plural
from hf_genderfair.languages.english.pronouns import Pronoun, find_pronouns
from hf_genderfair.languages.english.reasons import CODE, FOREIGN
from hf_genderfair.languages.types import BinaryGender
from hf_genderfair.lexicons.word_class import WordClass

PIECES = WordClass("noun_classes_en", "piece")
GAMES = WordClass("noun_classes_en", "game")
"""Words by which a sentence tells of chess or cards."""

GAME_PHRASES = WordClass("noun_classes_en", "game_phrase")
"""Phrases by which it does: *from check*, *a pair of kings*, *a jack* in small letters."""

SQUARE = re.compile(r"[a-h][1-8]")
SIDES = frozenset({"White", "Black"})


def is_piece(tokens: Sequence[Token], word: str) -> bool:
    """Whether a word is a piece of chess or a card, since its sentence tells of a game."""
    if word not in PIECES:
        return False
    if GAME_PHRASES.whole_words.search(" ".join(token.text for token in tokens)):
        return True
    return any(
        token.text.lower() in GAMES
        or SQUARE.fullmatch(token.text) is not None
        or (token.text in SIDES and tokens[index + 1 : index + 2] and tokens[index + 1].text == "'s")
        for index, token in enumerate(tokens)
    )


NO_COUNTERPART = "no word of the other gender"
DEITY = "a god"
VESSEL = "a ship"
MANKIND = "man for everybody"

FORMS: dict[BinaryGender, dict[str, str]] = {
    "male": {"subject": "he", "object": "him", "determiner": "his", "possessive": "his", "reflexive": "himself"},
    "female": {"subject": "she", "object": "her", "determiner": "her", "possessive": "hers", "reflexive": "herself"},
}
RULES = {"determiner": "possessive", "possessive": "possessive", "reflexive": "reflexive"}
ARTICLE = re.compile(r"(?<![\w'’.-])(an?)(\s+[\"'“‘]?)$", re.IGNORECASE)
JOINT = re.compile(
    r",?\s+(?:and|or|nor|&|and/or|versus|vs\.?|than|from|to)\s+(?:(?:the|a|an|his|her|their|our|my|your|other|all|young|old|"
    r"both|of|for|in|by|beautiful|fellow|many|no|two|three|four|five|six|\d+|several|some|most|more|little|older|"
    r"younger|elder)\s+){0,2}|\s*/\s*|-and-|\s+(?:and|or)/(?:or|and)\s+|\s*[,–—-]\s*",
    re.IGNORECASE,
)
SLASHED = re.compile(r"/([^\W\d_]+)\b")
AND = re.compile(r"\s+(?:and|or|&|and/or)\s+")
GENITIVE = re.compile(r"\s?['’]s?\s+(?!and\b|or\b)[a-z]")
GENITIVE_END = re.compile(r"^\s?['’]s?(?=\s)")
NEAR = 1500
"""Number of characters around a word that are searched for titles of nobility."""

CAPITAL = re.compile(r"\.? [A-Z]")
ARTICLES = re.compile(r"\b(?:an?|the) (?:\w+ )?$", re.IGNORECASE)
MY = re.compile(r"\b[Mm]y $")
NOBLE = re.compile(
    r"\b(?:[Bb]aron|[Cc]ount|[Vv]iscount|[Mm]archion|[Dd]uch|[Ee]mpr)ess(?:es)?\b|\b[Ll]ords?\b|\b[Qq]ueen'?s?\b"
)
"""Words beside which *lady* means a noblewoman."""

RANKS = re.compile(r"\b(?:countess|duke|duchess|baron|baroness|earl|marquis|nobleman|castle)\b", re.IGNORECASE)

NUMBERED = re.compile(r"\d[-‑]$")
"""The end of a number before *man*: *a 40-man crew*."""

SEXES = frozenset({"male", "female"})
TRAITS = frozenset({"masculine", "feminine"})
"""What is said of the looks, words and things of persons of any gender."""

SPECIFIC_DETERMINERS = WordClass("closed_classes_en", "specific_determiner")
"""Determiners of a specific person."""

ANYBODY = frozenset({"a", "an"})
CHURCH = re.compile(
    r"\b(?:ordained|monastic|Catholic|Anglican|Episcopal\w*|Orthodox|Lutheran|Christian|Jesuit|parish\w*|diocese|diocesan|seminary|clergy)\b",
    re.IGNORECASE,
)
"""Words of Christian churches, whose female clergy are priests and no priestesses."""

HAIR = frozenset({"blonde", "blondes", "brunette", "brunettes"})
"""Nouns for women that are adjectives for hair as well."""

RELATED = frozenset({"sister", "mother", "daughter", "brother", "grandma", "granny"})
"""Kinship words before things that belong together, unless they are somebody's: *its sister store*."""

OF_THINGS = frozenset({"its", "a", "the", "their", "another", "this", "that"})
STOP = re.compile(r"[.!?\n]\s")
ACRONYMS = WordClass("noun_classes_en", "acronym_in_capitals")
CALL_ENDS = frozenset({",", "!", ".", "?", "", "—", "–", "--", "''", "”"})
CALLS = frozenset({",", "!", "...", "…"})
CALLED = WordClass("noun_classes_en", "called")
EXCLAIMED = WordClass("closed_classes_en", "interjection")


class EnglishAnalysis(NamedTuple):
    """A text with the analysis that the rules read.

    Attributes:
        text: The text.
        sentences: Its sentences; markup is left out.
        tokens: All tokens.
        starts: The offset of each token.
        firsts: The index of the first token of each sentence.
        closed: Start and end of each span of code, addresses and markup.
        gods: Whether it names a god.
        entities: Names, as far as the pipeline finds them.
        somebody: Offsets of words that change, where they have been weighed.
        nobody: Offsets of words that do not.
    """

    text: str
    sentences: Sequence[Sentence]
    tokens: Sequence[Token]
    starts: Sequence[int]
    firsts: Sequence[int]
    closed: Sequence[tuple[int, int]]
    gods: bool
    entities: Sequence[Entity]
    somebody: frozenset[int]
    nobody: frozenset[int]

    def token_index(self, start: int) -> int:
        """Return the index of the token at an offset."""
        return max(0, bisect_right(self.starts, start) - 1)

    def sentence(self, index: int) -> int:
        """Return the number of the sentence of a token."""
        return max(0, bisect_right(self.firsts, index) - 1)

    def is_closed(self, start: int, end: int) -> bool:
        """Whether a span overlaps code, an address or markup."""
        return overlaps(self.closed, start, end)


def pronoun_mentions(analysis: EnglishAnalysis, to: BinaryGender) -> Iterator[GenderedMention]:
    """Find the pronouns of the gender to be swapped."""
    for number, sentence in enumerate(analysis.sentences):
        pronouns = find_pronouns(analysis.text, sentence) if sentence.tokens else []
        foreign = bool(pronouns) and is_foreign(sentence.tokens)
        for pronoun in pronouns:
            word = analysis.text[pronoun.start : pronoun.end].lower()
            if word in PRONOUNS[to] or pronoun.start in analysis.nobody:
                continue
            reason = ""
            if pronoun.start in analysis.somebody:
                pass
            elif foreign:
                reason = FOREIGN
            elif analysis.is_closed(pronoun.start, pronoun.end):
                reason = CODE
            elif pronoun.pair:
                reason = BOTH
            else:
                reason = meant_literally(analysis.text, sentence.tokens, pronoun)
            yield _pronoun(analysis, number, pronoun, word, to, reason)


def _pronoun(
    analysis: EnglishAnalysis, number: int, pronoun: Pronoun, word: str, to: BinaryGender, reason: str
) -> GenderedMention:
    first = analysis.firsts[number]
    index, last = first + pronoun.first, first + pronoun.last
    written = analysis.text[pronoun.start : pronoun.end]
    rule = RULES.get(pronoun.kind, "pronoun")
    kind: Kind = "trait" if reason else "pronoun"
    certain = pronoun.start in analysis.somebody
    if (
        not (reason or certain)
        and to == "female"
        and written[0].isupper()
        and not begins_sentence(analysis.tokens, index, first)
    ):
        reason = DEITY if analysis.gods and not written.isupper() else ""
    piece = Replacement(pronoun.start, pronoun.end, cased(written, FORMS[to][pronoun.kind]), rule)
    mention = GenderedMention(pronoun.start, pronoun.end, index, last, number, kind, word, rule, (piece,), reason)
    return mention._replace(certain=certain)


class _Found(NamedTuple):
    start: int
    end: int
    word: str
    swapped: Counterpart | None


def noun_mentions(analysis: EnglishAnalysis, to: BinaryGender) -> Iterator[GenderedMention]:
    """Find nouns, titles and adjectives of the gender to be swapped."""
    found = list(_gendered_words(analysis.text, to))
    paired = _numbers_in_pairs(analysis.text, found)
    stated: tuple[int, str] | None = None
    for number, word in enumerate(found):
        if word.swapped is None:
            continue
        mention = _noun(analysis, word, word.swapped, number in paired)
        if mention is None:
            continue
        if (mention.sentence, mention.word) == stated:
            mention = mention._replace(kind="trait", pieces=(), reason=mention.reason or STATEMENT)
        if mention.reason == STATEMENT:
            stated = mention.sentence, mention.word
        yield mention


def _numbers_in_pairs(text: str, found: Sequence[_Found]) -> set[int]:
    """Return which words are one of a pair, or name it again: *a man and a woman came, and the man sat*."""
    numbers: set[int] = set()
    words: set[str] = set()
    plurals: set[str] = set()
    for number, word in enumerate(found):
        if number and STOP.search(text, found[number - 1].end, word.start):
            words.clear()
            plurals.clear()
        if _stands_in_pair(text, found, number):
            numbers.add(number)
            words.add(word.word)
            plurals.add(plural(word.word))
        elif word.word in words or word.word in plurals or plural(word.word) in words:
            numbers.add(number)
    return numbers


def _stands_in_pair(text: str, found: Sequence[_Found], number: int) -> bool:
    """Whether a word stands beside its counterpart, or is compared with it."""
    word = found[number]
    if word.swapped is None:
        return False
    neighbours = [found[other] for other in (number - 1, number + 1) if 0 <= other < len(found)]
    # son/daughter
    after = SLASHED.match(text, word.end)
    return (
        (after is not None and is_pair(word.word, after[1].lower()))
        or any(_is_pair(text, *sorted((word, other))) for other in neighbours)
        or any(_contrasted(text, word, other) for other in found[max(0, number - 4) : number + 5])
    )


def _gendered_words(text: str, to: BinaryGender) -> Iterator[_Found]:
    """Yield the words of both genders; those of the target gender have no counterpart."""
    other: BinaryGender = "male" if to == "female" else "female"
    starts = resource(("English gender pairs", "phrases"), _read_phrases)
    done = 0
    for match in WORD.finditer(text):
        start, end = match.span()
        if start < done:
            continue
        if NUMBERED.search(text, max(0, start - 2), start):
            continue
        word = match[0].lower().replace("’", "'")
        if word in starts:
            longer = next((phrase for phrase in starts[word] if _stands(text, start, phrase)), "")
            if longer:
                word, end = longer, start + len(longer)
                done = end
        swapped, same = counterpart(word, to), counterpart(word, other)
        if swapped is None and same is None and "'" in word:
            word = word.partition("'")[0]
            end = start + len(word)
            swapped, same = counterpart(word, to), counterpart(word, other)
        if swapped is not None or same is not None:
            yield _Found(start, end, word, swapped)


def _stands(text: str, start: int, phrase: str) -> bool:
    end = start + len(phrase)
    return text[start:end].lower() == phrase and not text[end : end + 1].isalnum()


def _read_phrases() -> dict[str, list[str]]:
    starts: dict[str, list[str]] = {}
    for phrase in sorted(phrases(), key=lambda phrase: (-len(phrase), phrase)):
        starts.setdefault(phrase.partition(" ")[0], []).append(phrase)
    return starts


def _is_pair(text: str, one: _Found, other: _Found) -> bool:
    return _paired(text, one, other) or _completed(text, one, other)


def _paired(text: str, one: _Found, other: _Found) -> bool:
    gap = GENITIVE_END.sub("", text[one.end : other.start])
    if gap[:1] == "." and one.word in ("mr", "mrs", "ms"):
        gap = gap[1:]
    return len(gap) < 40 and is_pair(_last(one.word), _last(other.word)) and JOINT.fullmatch(gap) is not None


def _completed(text: str, one: _Found, other: _Found) -> bool:
    """Whether a compound lends its beginning to the other gender: *servicemen and women*."""
    ends = (("men", "women"), ("women", "men"), ("man", "woman"), ("woman", "man"))
    joined = AND.fullmatch(text, one.end, other.start) is not None
    return joined and any(one.word.endswith(end) and other.word == bare for end, bare in ends)


def _contrasted(text: str, word: _Found, other: _Found) -> bool:
    """Whether a sentence compares groups: *women are asked what men know*."""
    if other.swapped is not None or word.swapped is None or not (word.swapped.plural or word.word in SEXES):
        return False
    if GENITIVE.match(text, other.end) and not GENITIVE.match(text, word.end):
        # women who wear men's boots
        return False
    gap = text[min(word.end, other.end) : max(word.start, other.start)]
    return is_pair(word.word, other.word) and len(gap) < 150 and STOP.search(gap) is None


def _last(word: str) -> str:
    return word.rpartition(" ")[2]


def _noun(analysis: EnglishAnalysis, found: _Found, swapped: Counterpart, paired: bool) -> GenderedMention | None:
    start, end = found.start, found.end
    tokens = analysis.tokens
    index, last = analysis.token_index(start), analysis.token_index(end - 1)
    sentence = analysis.sentence(index)
    if tokens[last].start in analysis.nobody:
        return None
    certain = tokens[last].start in analysis.somebody and not analysis.is_closed(start, end)
    if not certain and _is_other_word(analysis, found, swapped, index, last):
        return None
    rule = {"title": "title", "rank": "noun", "trait": "adjective"}.get(swapped.kind, "noun")
    if found.word in ("male", "female") and tokens[last].pos == "ADJ":
        rule = "adjective"
    kind: Kind = "group" if swapped.plural else "trait" if swapped.kind == "trait" else "person"
    reason = "" if certain else _no_person(analysis, found, swapped, index, last, sentence)
    if reason:
        expression = fixed_expression(analysis.text, start, end, found.word) if reason == EXPRESSION else None
        if expression is not None and expression.person:
            end = max(end, start + len(expression.text) - expression.offset)
            return GenderedMention(
                start, end, index, analysis.token_index(end - 1), sentence, "other", found.word, rule, (), reason
            )
        # pronouns after an animal go on about it, and stay with it
        kind = kind if reason == ANIMAL else "trait"
        return GenderedMention(start, end, index, last, sentence, kind, found.word, rule, (), reason)
    if paired and not certain:
        beside: Kind = "trait" if swapped.plural else "other"
        return GenderedMention(start, end, index, last, sentence, beside, found.word, rule, (), BOTH)
    if not swapped.form or (found.word == "madam" and tokens[index - 1].pos in ("DET", "NOUN", "ADJ") and index):
        return GenderedMention(start, end, index, last, sentence, kind, found.word, rule, (), NO_COUNTERPART)
    pieces = tuple(_pieces(analysis.text, found, swapped, rule))
    specific = certain or not swapped.specific_only or _has_specific_reference(analysis, index, sentence)
    return GenderedMention(start, end, index, last, sentence, kind, found.word, rule, pieces, "", not specific, certain)


def _has_specific_reference(analysis: EnglishAnalysis, index: int, sentence: int) -> bool:
    """Whether a singular refers to one specific person: *the old actor*, *an actor left*."""
    first = analysis.firsts[sentence]
    words = analysis.sentences[sentence].tokens
    if any(token.text.lower() in PRONOUNS["female"] for token in words):
        return False
    after = analysis.tokens[index + 1 : index + 2]
    if after and after[0].pos == "PROPN" and after[0].text[0].isupper():
        # actor Bo Lind
        return True
    before = index - 1
    while before > max(first, index - 5) and analysis.tokens[before].pos in ("ADJ", "NOUN", "NUM", "ADV", "PROPN"):
        before -= 1
    determiner = analysis.tokens[before].text.lower() if before >= first else ""
    if determiner in SPECIFIC_DETERMINERS:
        return True
    return determiner in ANYBODY and any(token.morph.get("Tense") == "Past" for token in words)


def _is_other_word(analysis: EnglishAnalysis, found: _Found, swapped: Counterpart, index: int, last: int) -> bool:
    """Whether a word is no person word here: a verb, a surname in *-man*, a count of votes."""
    token = analysis.tokens[last]
    capital = analysis.text[found.start].isupper()
    if not swapped.listed and capital and "-" not in found.word:
        # Chapman, Newman
        return True
    if found.word == "miss" and not (capital and CAPITAL.match(analysis.text, found.end)):
        return True
    if found.word in ("count", "counts") and not (capital and CAPITAL.match(analysis.text, found.end)):
        return found.word == "counts" or not RANKS.search(analysis.text, max(0, found.start - NEAR), found.end + NEAR)
    said = token.pos == "ADJ" or (index and analysis.tokens[index - 1].pos in ("ADV", "AUX", "VERB"))
    if found.word in HAIR and said:
        return True
    if swapped.specific_only and last + 1 < len(analysis.tokens) and analysis.tokens[last + 1].pos == "NOUN":
        # hero worship, actor training
        return True
    return token.pos in ("VERB", "AUX", "ADP") and index == last and swapped.kind != "trait"


def _no_person(
    analysis: EnglishAnalysis, found: _Found, swapped: Counterpart, index: int, last: int, sentence: int
) -> str:
    """Return why a word does not refer to a woman or man; empty where it does."""
    text, tokens = analysis.text, analysis.tokens
    if analysis.is_closed(found.start, found.end):
        return CODE
    general = general_reason(text, analysis.sentences[sentence].tokens, found.start, found.end, found.word)
    if general or (found.word == "priest" and CHURCH.search(text)):
        return general or NO_COUNTERPART
    token = tokens[last]
    written = text[found.start : found.end]
    first = begins_sentence(tokens, index, analysis.firsts[sentence])
    if token.pos == "INTJ" and index == last and swapped.kind != "title":
        return EXCLAMATION
    game = is_piece(analysis.sentences[sentence].tokens, found.word)
    if game or fixed_expression(text, found.start, found.end, found.word):
        return EXPRESSION
    if found.word in CALLED and _is_call(tokens, index, analysis.firsts[sentence]):
        return EVERYBODY
    if found.word == "man" and _is_mankind(tokens, index, analysis.firsts[sentence]):
        return MANKIND
    if _modifies(tokens, last) and (found.word in ("man", "guy") or _relates_things(tokens, index, found.word)):
        return EXPRESSION
    if found.word in TRAITS and _modifies(tokens, last):
        return STATEMENT
    if written.isupper() and found.word.rpartition("-")[2] in ACRONYMS:
        return NAME
    if written[0].isupper() and not (written.isupper() and len(written) > 1):
        if not first and YEAR.match(text, found.end):
            return NAME
        return name_reason(
            NameContext(text, tokens, analysis.firsts[sentence], index, last, found.end), found.word, swapped, first
        )
    return ""


def _modifies(tokens: Sequence[Token], last: int) -> bool:
    """Whether a non-person noun follows: *the man orchid*, *the good guy character*."""
    after = tokens[last + 1] if last + 1 < len(tokens) else None
    if after is None or after.pos != "NOUN" or not after.text.islower() or tokens[last].end + 1 != after.start:
        return False
    return after.text.isalpha() and person_form(after.text) is None


def _relates_things(tokens: Sequence[Token], index: int, word: str) -> bool:
    """Whether a kinship word before a thing is nobody's: *its sister store*, *two daughter cells*."""
    before = tokens[index - 1] if index else None
    return word in RELATED and before is not None and (before.pos == "NUM" or before.text.lower() in OF_THINGS)


def _is_call(tokens: Sequence[Token], index: int, first: int) -> bool:
    """Whether a word is only an exclamation: *come on, man*, *hey guys*, *boy, did we run*."""
    after = tokens[index + 1].text if index + 1 < len(tokens) else ""
    if _begins_outcry(tokens, index):
        return True
    if index == first:
        return after in CALLS and tokens[index].text.lower() in ("man", "boy", "dude", "guys", "bro")
    before = tokens[index - 1].text.lower()
    if before in EXCLAIMED:
        return True
    if before == ",":
        listed = index > 1 and is_gendered(tokens[index - 2].text.lower())
        return after in CALL_ENDS and index - first > 1 and tokens[index].pos != "ADJ" and not listed
    plural = tokens[index].text.lower() in ("guys", "fellas", "lads", "boys")
    return plural and after in ("!", ".", "?", "") and tokens[index - 1].pos in ("NOUN", "INTJ", "ADV")


def _begins_outcry(tokens: Sequence[Token], index: int) -> bool:
    """Whether an inverted clause stands behind a word without a determiner: *and boy did we run*."""
    behind = [token for token in tokens[index + 1 : index + 4] if token.text != ","]
    if len(behind) < 2 or tokens[index].text.lower() not in ("man", "boy"):
        return False
    bare = not index or tokens[index - 1].pos in ("CCONJ", "PUNCT", "SCONJ")
    return bare and behind[0].pos == "AUX" and behind[1].pos in ("PRON", "DET")


def _is_mankind(tokens: Sequence[Token], index: int, first: int) -> bool:
    """Whether *man* stands without a determiner: *man has always dreamt*."""
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    if after is not None and after.pos in ("NOUN", "PROPN"):
        return False
    before = index - 1
    while before >= first and tokens[before].pos in ("ADJ", "NOUN", "PROPN", "ADV", "VERB") and before > index - 4:
        if tokens[before].pos == "VERB" and not tokens[before].text.endswith(("ed", "ing", "en")):
            break
        before -= 1
    if before != index - 1:
        if tokens[index - 1].pos == "PROPN" and before == index - 2 and before >= first and tokens[before].pos == "ADP":
            # the remains of Tianyuan man
            return True
        return tokens[index - 1].text.lower() in ("modern", "primitive", "prehistoric", "early", "ancient") and (
            before < first
            or tokens[before].pos in ("ADP", "PUNCT", "CCONJ", "SCONJ")
            or (index > first + 1 and tokens[index - 2].pos in ("ADV", "SCONJ", "VERB"))
        )
    if before < first:
        return after is not None and after.pos in ("AUX", "VERB")
    return tokens[before].pos in ("ADP", "SCONJ", "CCONJ", "VERB", "AUX") and tokens[before].text.lower() not in (
        "as",
        "of",
        "like",
        "and",
        "or",
    )


def _pieces(text: str, found: _Found, swapped: Counterpart, rule: str) -> Iterator[Replacement]:
    """Yield the changes of a word, its article before it and the ending of a genitive after it."""
    form = _form(text, found, swapped.form)
    article = ARTICLE.search(text, max(0, found.start - 8), found.start)
    fitting = fitting_article(article[1], form) if article is not None else None
    if article is not None and fitting is not None:
        yield Replacement(article.start(1), article.end(1), fitting, "article")
    written = text[found.start : found.end]
    end, ending = found.end, ""
    mark = text[end : end + 1]
    if mark in ("'", "’") and swapped.plural:
        genitive_s = text[end + 1 : end + 2].lower() == "s" and not text[end + 2 : end + 3].isalnum()
        if genitive_s and form.endswith("s") and not found.word.endswith("s"):
            end, ending = end + 2, mark
        elif found.word.endswith("s") and not form.endswith("s") and not text[end + 1 : end + 2].isalnum():
            end, ending = end + 1, mark + ("S" if written.isupper() else "s")
    elif mark in ("'", "’") and found.word.endswith("s") and not text[end + 1 : end + 2].isalnum():
        end, ending = end + 1, mark + "s"
    yield Replacement(found.start, end, cased(written, form) + ending, rule)


def _form(text: str, found: _Found, form: str) -> str:
    """Return the counterpart that fits the context: *Lady Ann* and *the lady*, *Sir Guy* and *yes, sir*."""
    named = CAPITAL.match(text, found.end) is not None
    if found.word == "sir":
        return form if named or ARTICLES.search(text, max(0, found.start - 20), found.start) else "madam"
    if found.word not in ("lady", "ladies"):
        return form
    nobles = NOBLE.search(text, max(0, found.start - NEAR), found.end + NEAR) is not None
    if found.word == "lady":
        noble = text[found.start].isupper() or MY.search(text, max(0, found.start - 4), found.start) is not None
        return form if noble or nobles else "gentleman"
    return "lords" if nobles else "gentlemen"
