"""Contrast rows: the same content in sentences that state it, deny it, quote it or tell something else of a group."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from string import Formatter

from dataset_scripts.models.content.corpora import Row, attribute_named, own_table
from hf_genderfair.stereotypes.words import category_words

LEAST_WORDS = 3
"""Sentences with more words than this can show where sentences of a template differ."""

Fillers = Mapping[str, Sequence[str]]

SWAPPED = frozenset({"gender", "nationality", "ethnicity", "religion", "profession", "orientation", "age", "origin"})

EXCEPTION_STRENGTH, STATEMENT_STRENGTH, DENIED_STRENGTH = 0.6, 0.75, 0.4


def contrast_rows(number: int, claims: Sequence[str], seed: int = 3) -> list[Row]:
    """Return sentences made from templates, each template as often as the others of its language.

    Args:
        number: How many to draw; doubles are left out.
        claims: Sentences that state a stereotype, in lower case and without a full stop, to be denied and quoted.
        seed: Of the draw.
    """
    chooser = random.Random(seed)
    templates = own_table("contrast_templates")
    fillers: dict[str, dict[str, Sequence[str]]] = {}
    for lang, slot, options in own_table("contrast_fillers"):
        fillers.setdefault(lang, {})[slot] = options.split("|")
    rows: dict[str, Row] = {}
    for turn in range(number):
        lang, kind, statement, association, template = templates[turn % len(templates)]
        text, group = _filled(template, {**fillers[lang], "claim": claims}, chooser)
        known = None if association == "-" else float(association)
        strength = STATEMENT_STRENGTH if statement == "1" else None
        if known == 0:
            strength = 0.1
        elif kind in ("denial", "quotation"):
            strength = DENIED_STRENGTH
        elif kind in ("praise", "exception"):
            strength = EXCEPTION_STRENGTH
        rows.setdefault(
            text, Row(f"contrast {kind}", text, _attribute(group, lang), known, float(statement), strength, lang=lang)
        )
    return list(rows.values())


def variants(rows: Sequence[Row], words: Sequence[str], number: int, seed: int = 41) -> list[Row]:
    """Return sentences with another word where sentences of one template differ, and other groups; nothing is known.

    Args:
        rows: Labelled sentences.
        words: Words to put in, beside those that stand in such places.
        number: How many to make.
        seed: Of the draw.
    """
    places: dict[tuple[str, ...], list[tuple[Row, int, str]]] = {}
    for row in rows:
        pieces = row.text.split(" ")
        for place, word in enumerate(pieces if len(pieces) > LEAST_WORDS else ()):
            key = tuple(piece.lower() for piece in (*pieces[:place], "", *pieces[place + 1 :]))
            places.setdefault(key, []).append((row, place, word.strip(".,!?")))
    open_places = [one for found in places.values() if len({word for _, _, word in found}) > 1 for one in found]
    chooser, swap = random.Random(seed), GroupSwap("en")
    fillers = [*(word for _, _, word in open_places), *words]
    made: dict[str, Row] = {}
    for _ in range(number):
        row, place, word = chooser.choice(open_places)
        pieces = row.text.split(" ")
        pieces[place] = pieces[place].replace(word, chooser.choice(fillers)) if word else pieces[place]
        text = swap.swapped(" ".join(pieces), chooser)
        made.setdefault(text, Row("variant", text))
    return list(made.values())


def _filled(template: str, fillers: Fillers, chooser: random.Random) -> tuple[str, str]:
    """Return a sentence, and the plural of its group."""
    groups, group = chooser.choice(fillers["group"]).split("/")
    others = chooser.choice(fillers["group"]).split("/")[0]
    forms = (*chooser.choice(fillers["habit"]).split("/"), "", "")
    values = {"groups": groups, "group": group, "others": others, "habit": forms[0], "doing": forms[2]}
    for _, slot, _, _ in Formatter().parse(template):
        if slot and slot not in values:
            values[slot] = chooser.choice(fillers[slot])
    text = template.format_map(values).replace("  ", " ")
    for vowel in "aeiouAEIO":
        text = text.replace(f" a {vowel}", f" an {vowel}")
        text = f"An {text[2:]}" if text.startswith(f"a {vowel}") else text
    if text[0] == "“" or chooser.random() < 0.1:
        return text, groups
    return text[0].upper() + text[1:], groups


def _attribute(groups: str, lang: str) -> str:
    uses = category_words(lang).get(groups.lower(), ())
    return attribute_named(uses[0].attribute) if uses else ""


class GroupSwap:
    """Exchanges the groups that a sentence names for others of the same attribute and form.

    Example:
        >>> GroupSwap("en").swapped("Italians sing.", random.Random(1)) != "Italians sing."
        True
    """

    def __init__(self, lang: str) -> None:
        """Sort the words for groups by attribute, form and number."""
        self.kinds: dict[str, tuple[str, str, str]] = {}
        self.words: dict[tuple[str, str, str], list[str]] = {}
        for word, uses in category_words(lang).items():
            use = next((use for use in uses if use.number or use.form in ("adjective", "country")), None)
            # words such as "poor" say something of a person
            if use is not None and use.connotation == "neutral" and use.attribute in SWAPPED and use.form != "pronoun":
                kind = (use.attribute, use.form, use.number)
                self.kinds[word] = kind
                self.words.setdefault(kind, []).append(word)

    def attribute(self, text: str) -> str:
        """Return the attribute of the first group that can be exchanged; empty where there is none."""
        return next((attribute_named(self.kinds[word][0]) for word in _words(text) if word in self.kinds), "")

    def swapped(self, text: str, chooser: random.Random) -> str:
        """Return a sentence with other groups, the same for every mention of one word."""
        chosen: dict[str, str] = {}
        pieces = text.split(" ")
        for index, piece in enumerate(pieces):
            core = piece.strip(".,;:!?\"'“”()")
            kind = self.kinds.get(core.lower())
            if kind is None or not core:
                continue
            new = chosen.setdefault(core.lower(), chooser.choice(self.words[kind]))
            new = new.title() if core[0].isupper() else new
            pieces[index] = piece.replace(core, new)
        return " ".join(pieces)


def _words(text: str) -> Iterator[str]:
    return (piece.strip(".,;:!?\"'“”()").lower() for piece in text.split(" "))
