"""English words for women and for men, and the word of the other gender; how English is swapped."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, get_args

from hf_genderfair.core.resources import resource
from hf_genderfair.counterfactual.swapping import SwapForms
from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.english.person_forms import fitting_article, person_form, plural
from hf_genderfair.languages.english.pronouns import kind_of
from hf_genderfair.languages.evidence import title_gender
from hf_genderfair.languages.types import OTHER_BINARY_GENDER, BinaryGender
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass

WORD = re.compile(r"(?<![\w@#$&\\/])[^\W\d_]+(?:[-'’][^\W\d_]+)*(?![\w@\\])")
PRONOUNS: dict[BinaryGender, WordClass] = {
    "female": WordClass("closed_classes_en", "feminine_pronoun"),
    "male": WordClass("closed_classes_en", "masculine_pronoun"),
}
NO_GENDER = WordClass("noun_classes_en", "no_gender")
"""Words in *-man* without gender, or with another meaning."""

AFTER_HYPHEN = re.compile(
    r"(?:to-be|in-laws?|only|led|owned|run|dominated|headed|friendly|identified|identifying|specific|born|like|"
    r"of-(?:\w+)|centred|centered|oriented|turned-\w+|presenting|child|son|daughter|made)$"
)
SPECIFIC = "particular"
"""Direction in the lexicon: to a woman only with specific reference."""

COUNTS = WordClass("closed_classes_en", "count")


class Counterpart(NamedTuple):
    """The counterpart of a word of one gender.

    Attributes:
        form: The word of the other gender in lower case; empty where there is none.
        kind: ``kin``, ``title``, ``address``, ``rank``, ``role``, ``person`` or ``trait``.

    Example:
        >>> counterpart("mothers", "male")
        Counterpart(form='fathers', kind='kin')
    """

    form: str
    kind: str


SHORTEST_STEM = 3
"""Letters before *-man* and *-woman* in words for persons."""

MOST_HYPHENS = 8
"""Hyphens of a word that is looked at by its parts; what has more is a rule or a list, and no word for a person."""


@lru_cache(maxsize=100_000)
def counterpart(word: str, to: BinaryGender) -> Counterpart | None:
    """Return the word for the other gender."""
    table = _tables()[to]
    if word in table:
        return table[word]
    if "-" in word:
        return _hyphened(word, to)
    endings = ("man", "men") if to == "female" else ("woman", "women")
    stem = word[: -len(endings[0])]
    if not word.endswith(endings) or len(stem) < SHORTEST_STEM or word in NO_GENDER:
        return None
    if to == "female":
        # the form does not show whether a word in -woman is in use
        return None if stem.endswith(("hu", "wo")) else Counterpart("", "role")
    return Counterpart(stem + word[-len("man") :], "role")


def _hyphened(word: str, to: BinaryGender) -> Counterpart | None:
    """Return the counterpart of *great-grandmother*, *mother-to-be* and *female-led*."""
    if word.count("-") > MOST_HYPHENS:
        return None
    table = _tables()[to]
    first, _, rest = word.partition("-")
    found = table.get(first)
    if found is not None and AFTER_HYPHEN.match(rest) and counterpart(rest, OTHER_BINARY_GENDER[to]) is None:
        return found._replace(form=f"{found.form}-{rest}" if found.form else "")
    start, _, last = word.rpartition("-")
    found = table.get(last)
    mixed = counterpart(start, OTHER_BINARY_GENDER[to]) is not None or counterpart(start, to) is not None
    doubled = start.startswith(f"{last}-")
    if found is None or mixed or doubled or start in COUNTS or found.kind in ("title", "trait"):
        return None
    return found._replace(form=f"{start}-{found.form}" if found.form else "")


Place = Literal["address", "office", "any"]
"""Where a title has a counterpart of its own: where no name follows, and before an office."""

PLACES = get_args(Place)
"""These among the kinds of rows, which hold there alone."""


def _tables(place: Place = "any") -> Mapping[BinaryGender, Mapping[str, Counterpart]]:
    """Return the counterparts of words, or of words in such a place alone: *Good morning, sir*."""
    return resource(("English gender pairs", place), lambda: _read(place))


def _read(place: Place) -> Mapping[BinaryGender, Mapping[str, Counterpart]]:
    towards: dict[BinaryGender, dict[str, Counterpart]] = {"female": {}, "male": {}}
    for masculine, feminine, kind, to, number, _ in load_lexicon("gender_pairs_en").rows:
        if place != (kind if kind in PLACES else "any"):
            continue
        rows = [(masculine, feminine, number == "plural")]
        if kind not in ("trait", "title", *PLACES) and not number:
            rows.append((_many(masculine), _many(feminine), True))
        for male, female, many in rows:
            if to != "male" and male and not (to == SPECIFIC and many):
                towards["female"].setdefault(male.lower(), Counterpart(female, kind))
            if to != "female" and female:
                towards["male"].setdefault(female.lower(), Counterpart(male, kind))
    return towards


def _many(word: str) -> str:
    first, of, rest = word.partition(" of ")
    return plural(first) + of + rest if word else ""


def cased(original: str, form: str) -> str:
    """Give a form the capitals of the words that it replaces."""
    letters = [letter for letter in original if letter.isalpha()]
    if len(letters) > 1 and all(letter.isupper() for letter in letters):
        return form.upper()
    old, new = re.split(r"([ -])", original), re.split(r"([ -])", form)
    if len(old) == len(new):
        return "".join(_capital(part) if was[:1].isupper() else part for was, part in zip(old, new, strict=True))
    if not original[:1].isupper():
        return form
    return "".join(map(_capital, new)) if len(old) > 1 and old[-1][:1].isupper() else _capital(form)


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]


FORMS: dict[BinaryGender, dict[str, str]] = {
    "male": {"subject": "he", "object": "him", "determiner": "his", "possessive": "his", "reflexive": "himself"},
    "female": {"subject": "she", "object": "her", "determiner": "her", "possessive": "hers", "reflexive": "herself"},
}
TOLD = WordClass("verb_forms_en", "told")


def mentions_gender(text: str, to: BinaryGender) -> bool:
    """Tell quickly whether a text can hold a word that is swapped; others need no analysis."""
    return any(_is_swapped(match[0].lower().replace("’", "'"), to) for match in WORD.finditer(text))


def _is_swapped(word: str, to: BinaryGender) -> bool:
    own = PRONOUNS[OTHER_BINARY_GENDER[to]]
    if word in own or counterpart(word, to) is not None:
        return True
    start = word.partition("'")[0]
    return start != word and (start in own or counterpart(start, to) is not None)


def form(document: Document, index: int, to: BinaryGender) -> str | None:
    """Return the pronoun for a gender in place of another one, by its place."""
    written = document.tokens[index].text
    low = written.lower()
    if low not in PRONOUNS[OTHER_BINARY_GENDER[to]]:
        return None
    return cased(written, FORMS[to][kind_of(document.tokens, index, low)])


def listed(document: Document, index: int, to: BinaryGender) -> Sequence[str]:
    """Return the counterpart of a noun, a title, or an adjective."""
    written = document.tokens[index].text
    # Mr., as the American press writes it
    word = written.removesuffix(".")
    found = None if word.lower() in PRONOUNS[OTHER_BINARY_GENDER[to]] else counterpart(word.lower(), to)
    if found is not None:
        found = _tables(_place(document, index, found.kind))[to].get(word.lower(), found)
    return [cased(word, found.form) + written[len(word) :]] if found is not None and found.form else ()


def _place(document: Document, index: int, kind: str) -> Place:
    """Return where a title stands: *sir* alone, *Mr* of *Mr President*; other words stand anywhere."""
    if kind != "title":
        return "any"
    after = document.tokens[index + 1 : index + 2]
    if not after or not after[0].text[0].isupper():
        return "address"
    office = title_gender(after[0].text, "en")
    return "office" if office is not None and office.kind == "office" else "any"


def is_word(form: str) -> bool:
    """Return whether a form is a pronoun or a word for persons."""
    return any(form in own for own in PRONOUNS.values()) or person_form(form) is not None


def other_pronoun(tokens: Sequence[Token], index: int, pronoun: str) -> str | None:
    """Return the pronoun of the other gender: *her* is *his* or *him*, by its place."""
    gender = next((gender for gender, own in PRONOUNS.items() if pronoun in own), None)
    return None if gender is None else FORMS[OTHER_BINARY_GENDER[gender]][kind_of(tokens, index, pronoun)]


def is_name_alone(token: Token, after: Token) -> bool:
    """Return whether a noun is a name, since it has no article: *Love scored*, *Nurse, too*; or says: *Eales said*."""
    if token.pos != "NOUN":
        return False
    if token.morph.get("Number") != "Sing":
        return after.text in TOLD and person_form(token.text.lower()) is None
    return after.morph.get("VerbForm") == "Fin" or person_form(token.text.lower()) is not None


ENGLISH = SwapForms(
    mentions=mentions_gender,
    form=form,
    resuming=WordClass("closed_classes_en", "resuming"),
    before_place=WordClass("closed_classes_en", "before_place"),
    listed=listed,
    lists_gender=True,
    is_name_alone=is_name_alone,
    fitting_article=fitting_article,
    other_pronoun=other_pronoun,
    is_word=is_word,
)
"""How English is swapped."""
