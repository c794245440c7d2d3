"""What the reader learns from: words of a window, and what is known of each of them.

A word about which nothing is known has `UNKNOWN` in a column; such words add nothing to the loss. What concerns a
mention (its reference, its gender, its antecedent) stands at its last word, and a pointer is the number of that word.
Words that somebody says point to who says them.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import accumulate, chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.persons.labels import GENDERS, KINDS, REFERENCES, Labels, Mention, Window
from dataset_scripts.models.reader.syntax import HEAD, LABELS, UNKNOWN, as_pipelines_read
from hf_genderfair.languages.evidence import person_noun_gender
from hf_genderfair.languages.german.nouns import role_noun
from hf_genderfair.languages.reader.reading import STAYS, edit_between
from hf_genderfair.languages.tokens import TokenisedSentence, tokenise
from hf_genderfair.languages.types import BinaryGender

EDITED = Path(__file__).parent / "edited"
"""Sentences with what they are when all men in them are women, and when all women are men."""

MARKED = Path(__file__).parent / "marked"
"""Sentences in which the words that speak of nobody in particular, and have a gender, stand in square brackets."""

TAGS = ("none", *KINDS, "inside")
"""Tags of the head *mention*: the first word of a mention has its kind, the others are inside."""

FEWEST_EDITS, NEARLY_ALWAYS = 3, 0.97
"""How often, and in which share of the cases, something becomes of a word that is taken for what it usually becomes."""

OTHER_EDIT = "other"
EDITS = (STAYS, *Path(__file__).with_name("edits.txt").read_text(encoding="utf-8").splitlines(), OTHER_EDIT)
"""What a word becomes for another gender, so far as it is one of the frequent edits."""

TO = {"female": "to_female", "male": "to_male"}
"""Heads of what a word becomes when all particular men are women, and when all particular women are men."""

TAGGED = {
    "mention": TAGS,
    "reference": REFERENCES,
    "gender": GENDERS,
    "generic": ("no", "yes"),
    **dict.fromkeys(TO.values(), EDITS),
    **LABELS,
}
"""Heads that choose a label for a word. *Generic* is a word that has a gender and speaks of nobody in particular."""

POINTING = ("controller", "antecedent", "speaker", HEAD)
"""Heads that choose another word for a word, or the word itself: no controller; nobody mentioned before; no speech."""

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Example:
    """A window with what is known of its words.

    Attributes:
        lang: Language code.
        text: The text.
        words: Its words, as the pipelines of the package cut it.
        columns: For each head the number of a label, or of a word, for each word.
    """

    lang: str
    text: str
    words: TokenisedSentence
    columns: Mapping[str, Numbers]

    def __len__(self) -> int:
        """Return the number of words."""
        return len(self.words.forms)


def read_words(text: str, lang: str) -> TokenisedSentence:
    """Return the words of a text, of all of its sentences.

    Example:
        >>> read_words("Er kam. Sie ging.", "de").forms
        ['Er', 'kam', '.', 'Sie', 'ging', '.']
    """
    (sentences,) = tokenise([text], lang)
    columns = ([list(chain.from_iterable(column)) for column in zip(*sentences, strict=True)]) or [[], [], [], []]
    return TokenisedSentence(*columns)


def nothing_known(count: int) -> dict[str, Numbers]:
    """Return the columns of so many words of which nothing is known."""
    return {name: np.full(count, UNKNOWN, np.int64) for name in (*TAGGED, *POINTING)}


def labelled(window: Window, labels: Labels, edits: Mapping[tuple[str, str], int] | None = None) -> Example:
    """Return a window whose persons are labelled.

    Args:
        window: The text.
        labels: What is labelled in it, by the numbers of the window's words.
        edits: What nearly always becomes of a word that changes, by head and word; see `usual_edits`.

    Returns:
        An example in which everything is known but what becomes of words, and which are generic; with ``edits`` also
        that, as far as the labels tell.
    """
    words = read_words(window.text, window.lang)
    count = len(words.forms)
    columns = nothing_known(count)
    columns["mention"][:] = 0
    columns["controller"][:] = columns["speaker"][:] = np.arange(count)
    places = window.words
    of_words = {each.words: _within(words, [places[at] for at in each.words]) for each in labels.mentions}
    for each in labels.mentions:
        own = of_words[each.words]
        if own:
            _set_mention(columns, each, own, of_words.get(each.antecedent, []))
            for at in _within(words, [places[at] for at in each.agreeing]):
                columns["controller"][at] = own[-1]
    for speech in labels.speech:
        by = of_words.get(speech.speaker, [])
        columns["speaker"][_within(words, [places[at] for at in speech.words])] = by[-1] if by else UNKNOWN
    if edits is not None:
        for head in (*TO.values(), "generic"):
            columns[head][:] = 0
        by_words = {each.words: each for each in labels.mentions}
        for each in labels.mentions:
            agreeing = _within(words, [places[at] for at in each.agreeing])
            _set_edits(columns, each, words.forms, of_words[each.words], agreeing, edits)
            shows = _shows_gender(each, by_words)
            _set_generic(columns, each, window.lang, of_words[each.words], agreeing, shows=shows)
    return Example(window.lang, window.text, words, columns)


def _set_edits(
    columns: Mapping[str, Numbers],
    mention: Mention,
    forms: Sequence[str],
    own: Sequence[int],
    agreeing: Sequence[int],
    edits: Mapping[tuple[str, str], int],
) -> None:
    """Set what becomes of the words of a mention, and of those that agree with it."""
    for gender, head in TO.items():
        for at in (*own, *agreeing):
            if mention.reference == "several" or mention.doubtful:
                columns[head][at] = UNKNOWN
            elif mention.reference == "anybody":
                # a word would seem to stay always of which it is never told what it becomes
                columns[head][at] = 0 if (head, forms[at]) in edits else UNKNOWN
            elif mention.gender in TO:
                columns[head][at] = 0 if mention.gender == gender else edits.get((head, forms[at]), UNKNOWN)
            elif at in agreeing:
                columns[head][at] = UNKNOWN


def _shows_gender(mention: Mention, others: Mapping[frozenset[int], Mention]) -> bool:
    """Return whether a noun before a pronoun says of its person by itself that she is a woman, or he a man."""
    seen = set[frozenset[int]]()
    while mention.kind == "pronoun" and mention.antecedent in others and mention.antecedent not in seen:
        seen.add(mention.antecedent)
        mention = others[mention.antecedent]
    return mention.kind != "pronoun" and mention.gender in TO


def _set_generic(
    columns: Mapping[str, Numbers],
    mention: Mention,
    lang: str,
    own: Sequence[int],
    agreeing: Sequence[int],
    *,
    shows: bool,
) -> None:
    """Set whether the words of a mention speak of nobody in particular."""
    if lang == "en" and shows:
        # a bride is a woman whoever she is
        return
    if mention.reference == "somebody" and not mention.doubtful:
        return
    columns["generic"][[*own, *agreeing]] = UNKNOWN
    asked = mention.kind == "pronoun" or (lang != "en" and mention.kind in ("role", "kin"))
    if asked and mention.reference == "anybody" and mention.gender in TO and len(own) == 1 and not mention.doubtful:
        columns["generic"][own] = 1


def usual_edits(examples: Iterable[Example]) -> dict[tuple[str, str], int]:
    """Return the label of what nearly always becomes of a word where it changes, by the head and the word."""
    found: dict[tuple[str, str], Counter[int]] = defaultdict(Counter)
    for example in examples:
        for head in TO.values():
            for form, label in zip(example.words.forms, example.columns[head].tolist(), strict=True):
                if label not in (UNKNOWN, EDITS.index(STAYS)):
                    found[head, form][label] += 1
    usual = {key: counts.most_common(1)[0] for key, counts in found.items()}
    return {
        key: label
        for key, (label, count) in usual.items()
        if count >= FEWEST_EDITS and count >= NEARLY_ALWAYS * found[key].total()
    }


def _set_mention(columns: Mapping[str, Numbers], mention: Mention, own: Sequence[int], before: Sequence[int]) -> None:
    columns["mention"][own] = TAGS.index("inside")
    columns["mention"][own[0]] = TAGS.index(mention.kind)
    columns["reference"][own[-1]] = REFERENCES.index(mention.reference)
    columns["gender"][own[-1]] = GENDERS.index(mention.gender)
    columns["antecedent"][own[-1]] = before[-1] if before else own[-1]


def _within(words: TokenisedSentence, places: Iterable[tuple[int, int]]) -> list[int]:
    """Return the numbers of the words that share a character with one of some places, in order."""
    spans = list(places)
    return [
        at
        for at, (start, end) in enumerate(zip(words.starts, words.ends, strict=True))
        if any(start < last and first < end for first, last in spans)
    ]


def judged(window: Window, known: Mapping[tuple[int, int], str], unknown: Iterable[tuple[int, int]]) -> Example:
    """Return a window of whose words it is known which are mentions, and of which kind, and nothing else.

    Args:
        window: The text.
        known: Kinds of the mentions, by where they begin and end.
        unknown: Places of which that is not known.
    """
    found = unlabelled(window)
    column = found.columns["mention"]
    column[:] = 0
    for place, kind in known.items():
        own = _within(found.words, [place])
        column[own] = TAGS.index("inside")
        column[own[0]] = TAGS.index(kind)
    column[_within(found.words, unknown)] = UNKNOWN
    return found


def unlabelled(window: Window) -> Example:
    """Return a window of which nothing is known."""
    words = read_words(window.text, window.lang)
    return Example(window.lang, window.text, words, nothing_known(len(words.forms)))


def edited(text: str, versions: Mapping[BinaryGender, str], lang: str) -> Example:
    """Return a sentence of which it is known what becomes of its words for a gender, or for each.

    Args:
        text: A sentence.
        versions: The same when all particular persons in it have this gender.
        lang: Language of all.

    Returns:
        An example of whose words nothing else is known.

    Example:
        >>> found = edited("She met him.", {"female": "She met her.", "male": "He met him."}, "en")
        >>> [EDITS[number] for number in found.columns["to_female"]]
        ['', '', 'im>er', '']
        >>> [EDITS[number] for number in found.columns["to_male"]]
        ['she>he', '', '', '']
    """
    words = read_words(text, lang)
    columns = nothing_known(len(words.forms))
    for gender, version in versions.items():
        column, forms = columns[TO[gender]], read_words(version, lang).forms
        column[:] = EDITS.index(STAYS)
        for kind, start, end, first, last in SequenceMatcher(None, words.forms, forms, autojunk=False).get_opcodes():
            if kind == "replace" and end - start == last - first:
                pairs = list(zip(words.forms[start:end], forms[first:last], strict=True))
                column[start:end] = [_edit_number(*pair) for pair in pairs]
                for at, pair in enumerate(pairs, start):
                    _set_somebody(columns, at, pair, gender, lang)
            elif kind != "equal":
                column[start:end] = EDITS.index(OTHER_EDIT)
    return Example(lang, text, words, columns)


def _set_somebody(columns: Mapping[str, Numbers], at: int, forms: tuple[str, str], to: BinaryGender, lang: str) -> None:
    """Set what it says of a word that it becomes another for a gender: it is not generic, and may be a mention.

    Only of particular persons words change; several may still be meant as people of any gender.
    """
    low = [form.lower() for form in forms]
    if any(all(form.startswith(owner) for form in low) for owner in OWNERS.get(lang, ())):
        # ihren Vater, ihre Mutter: she stays who she is
        return
    kind = _kind_of_mention(forms, lang)
    several = _is_plural(forms[to == "female"], lang)
    if not several:
        columns["generic"][at] = 0
    if kind is not None:
        columns["mention"][at] = TAGS.index(kind)
        columns["gender"][at] = GENDERS.index("male" if to == "female" else "female")
        columns["reference"][at] = REFERENCES.index("several" if several else "somebody")


def _kind_of_mention(forms: tuple[str, str], lang: str) -> str | None:
    """Return of which kind a word is that becomes another: *Köchin*, *Koch* are roles; an article is no mention."""
    if forms[0].lower() in MENTIONED.get(lang, ()):
        return "pronoun"
    kinds = {kind_of_noun(form, lang) for form in forms} - {None}
    return kinds.pop() if len(kinds) == 1 else None


def kind_of_noun(form: str, lang: str) -> str | None:
    """Return whether a word is a noun for a role, or for kin, so far as its form tells."""
    known = person_noun_gender(form, lang)
    if known is not None:
        return KIND_OF_NOUN[known.kind]
    return "role" if lang == "de" and form[0].isupper() and role_noun(form) is not None else None


KIND_OF_NOUN = {"kinship": "kin", "generic": "role", "role": "role"}
"""Kinds of mentions by those of nouns that have a gender."""


def _is_plural(feminine: str, lang: str) -> bool:
    """Return whether a word that a woman is called by is for several women."""
    low = feminine.lower()
    if lang == "de":
        return low.endswith(("innen", "frauen", "töchter", "mütter", "schwestern", "tanten", "nichten", "damen"))
    return low.endswith(("s", "women")) and not low.endswith("ss") and low not in MENTIONED.get(lang, ())


def marked(line: str, lang: str, edits: Collection[tuple[str, str]] = ()) -> Example:
    """Return a sentence in which the words in square brackets are generic, and no others are.

    Args:
        line: The sentence with its brackets.
        lang: Language code.
        edits: Words of which it is known what becomes of them where they change, by head; see `usual_edits`. Those that
            are generic stay.

    Returns:
        An example of whose words nothing else is known.

    Example:
        >>> found = marked("Each [guest] paid his bill.", "en")
        >>> found.text, found.columns["generic"].tolist()
        ('Each guest paid his bill.', [0, 1, 0, 0, 0, 0])
    """
    text, places = without_brackets(line)
    words = read_words(text, lang)
    columns = nothing_known(len(words.forms))
    columns["generic"][:] = 0
    for at in _within(words, places):
        set_anybody(columns, at, words.forms[at], lang)
        for head in TO.values():
            # a word would seem to stay always of which it is never told what it becomes
            if (head, words.forms[at]) in edits:
                columns[head][at] = EDITS.index(STAYS)
    return Example(lang, text, words, columns)


PRONOUNS = {
    "de": frozenset("er ihn ihm sein seine seinen seinem seiner seines sie ihr ihre ihren ihrem ihrer ihres".split()),
    "en": frozenset("he him his himself she her hers herself".split()),
}
"""Pronouns among the words that are marked, by language; nouns are the others, but for articles."""

OWNERS = {"de": ("ihr", "sein")}
"""How possessives begin that have an ending for what is owned."""

REFLEXIVES = frozenset({"himself", "herself"})
MENTIONED = {lang: words - REFLEXIVES for lang, words in PRONOUNS.items()} | {"es": frozenset({"él", "ella"})}
"""Pronouns that are mentions by themselves."""


def set_anybody(columns: Mapping[str, Numbers], at: int, word: str, lang: str) -> None:
    """Set that a word is generic, and so a mention of nobody in particular; of an article it is not known."""
    columns["generic"][at] = 1
    pronoun = word.lower() in MENTIONED.get(lang, ())
    if pronoun or (lang == "de" and word[0].isupper() and not ARTICLE.fullmatch(word)):
        columns["mention"][at] = TAGS.index("pronoun" if pronoun else "role")
        columns["reference"][at] = REFERENCES.index("anybody")


ARTICLE = re.compile(r"(?:d(?:er|ie|as|em|en|es)|(?:ein|kein|jed|manch|welch|dies|jen)(?:e[rmns]?)?)", re.IGNORECASE)
"""German words that agree with a noun, or stand for one."""


def without_brackets(line: str) -> tuple[str, list[tuple[int, int]]]:
    """Return a text without its square brackets, and the places that they enclosed."""
    parts = re.split(r"[\[\]]", line)
    ends = list(accumulate(map(len, parts)))
    return "".join(parts), list(zip(ends[:-1:2], ends[1::2], strict=True))


def _edit_number(word: str, other: str) -> int:
    """Return the number of the label for the edit between two words."""
    edit = edit_between(word, other)
    return EDITS.index(edit if edit in EDITS else OTHER_EDIT)


def of_treebank(windows: Iterable[tuple[str, TokenisedSentence, dict[str, Numbers]]], lang: str) -> list[Example]:
    """Return windows of a treebank as examples of which nothing else is known; see `syntax.windows_of_treebanks`."""
    return [Example(lang, text, words, nothing_known(len(words.forms)) | said) for text, words, said in windows]


def with_syntax(examples: Sequence[Example], lang: str) -> list[Example]:
    """Return examples with what the embedded pipeline of their language says of their words, where there is one."""
    read = as_pipelines_read([each.text for each in examples], lang)
    return [
        replace(each, columns={**each.columns, **said}) if said and len(said[HEAD]) == len(each) else each
        for each, said in zip(examples, read, strict=True)
    ]
