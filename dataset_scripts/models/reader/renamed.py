"""Windows in which persons have other names, so that a name is told by where it stands and not by who is famous."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from random import Random

from dataset_scripts.models.reader.examples import TAGS, TO, Example
from dataset_scripts.models.reader.syntax import UNKNOWN
from hf_genderfair.languages.evidence import first_name_gender, frequent_surnames
from hf_genderfair.lexicons.loader import load_lexicon

NAME, INSIDE = TAGS.index("name"), TAGS.index("inside")
SURNAME = "surname"


def renamed(example: Example, random: Random) -> Example:
    """Return a window in which the labelled names are others of the same kind and gender; the labels stay.

    Args:
        example: A window.
        random: Chooses names.

    Returns:
        The window. A word becomes the same word everywhere; one that no list has stays, and so does all where it is
        not known which words are mentions.

    Example:
        >>> from dataset_scripts.models.reader.examples import labelled
        >>> from benchmarks.persons.labels import Labels, Window
        >>> renamed(labelled(Window("en", "news", "It rained."), Labels((), ())), Random(0)).words.forms
        ['It', 'rained', '.']
    """
    forms, made = list(example.words.forms), dict[str, str]()
    for place in _parts_of_names(example):
        word = forms[place].lower()
        if (owner := word.removesuffix("s")) != word and owner in made:
            forms[place] = f"{made[owner]}s"
        elif kind := _kind(word, example.lang):
            forms[place] = made.setdefault(word, random.choice(_names(example.lang)[kind]).capitalize())
    return replace(example, words=example.words._replace(forms=forms))


def _parts_of_names(example: Example) -> Iterator[int]:
    """Yield the words with a capital that are parts of names."""
    inside, tags = False, example.columns["mention"].tolist()
    if UNKNOWN in tags:
        return
    for at, tag in enumerate(tags):
        inside = tag == NAME or (inside and tag == INSIDE)
        if inside and example.words.forms[at][0].isupper():
            yield at


def _kind(word: str, lang: str) -> str:
    """Return the gender of a first name, or that a word is a surname; nothing where it is no listed name."""
    found = first_name_gender(word, lang)
    if found is not None and found.gender in TO:
        return found.gender
    return SURNAME if word in frequent_surnames() else ""


@cache
def _names(lang: str) -> Mapping[str, Sequence[str]]:
    """Return the names of each kind in a language."""
    found = defaultdict[str, list[str]](list)
    for name in {*(row[0] for row in load_lexicon("first_names").rows), *frequent_surnames()}:
        found[_kind(name, lang)].append(name)
    return {kind: sorted(names) for kind, names in found.items()}
