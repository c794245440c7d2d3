"""What the app shows of a text: read by one chain of transforms, written as HTML in which all text is escaped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from datasets import Dataset
from jinja2 import Environment, FileSystemLoader, StrictUndefined

import hf_genderfair as gf
from hf_genderfair.core import edit_text, edits_of
from hf_genderfair.report import (
    Highlight,
    Piece,
    edited_pieces,
    marked_pieces,
    masked_example,
    reason_in_words,
    render_pieces,
)

LANGUAGES = {"German": "de", "English": "en", "Spanish": "es", "Catalan": "ca", "Polish": "pl"}
FORMS = {
    "Lehrer*in": "star",
    "Lehrer:in": "colon",
    "Lehrer_in": "gap",
    "Lehrer/-in": "slash",
    "LehrerIn": "internal_i",
    "Lehrerin oder Lehrer": "pair",
    "Lehrende": "participle",
}
"""The forms of German by an example."""

LONGEST = 10_000
"""Characters that are read; a text of this length takes a few seconds."""

Row = Mapping[str, Any]
WAYS = {"female>male": "from women to men", "male>female": "from men to women"}
GROUPS = {"female": "about women", "male": "about men"}
STEREOTYPE = "a stereotype"
SAID = "said"
"""What stands above the tabs: what was read."""


class Note(NamedTuple):
    """A sentence of the app."""

    text: str
    kind: str = "note"


class Passage(NamedTuple):
    """The text, with marks."""

    pieces: Sequence[Piece]
    kind: str = "passage"


class Listing(NamedTuple):
    """A table."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    kind: str = "listing"


class Covered(NamedTuple):
    """A sentence that may offend: shown by first letters until a reader asks for it."""

    sentence: str
    masked: str
    said: str
    kind: str = "covered"


Block = Note | Passage | Listing | Covered


class Tab(NamedTuple):
    """One way to read a text.

    Attributes:
        name: What stands on the tab.
        does: What it does, after *in which languages it*.
        languages: Codes of the languages in which it does so.
        chain: Makes the transforms for a language and a form of German.
        shows: Makes what is shown of a row with their columns.
        edits: The column of edits that make a text to copy; empty where the text stays as it is.
    """

    name: str
    does: str
    languages: Sequence[str]
    chain: Callable[[str, str], list[gf.Transform]]
    shows: Callable[[Row], list[Block]]
    edits: str = ""


class Shown(NamedTuple):
    """What the app shows of a text.

    Attributes:
        said: HTML that says what was read.
        tabs: HTML of each of `TABS`.
        texts: For each of `EDITING` the text with its edits; empty where there are none.
    """

    said: str
    tabs: list[str]
    texts: list[str]


def shown_of(text: str | None, language: str, form: str) -> Shown:
    """Read a text.

    Args:
        text: Any text.
        language: A name of `LANGUAGES`.
        form: A name of `FORMS`, in which German is rewritten.
    """
    lang = LANGUAGES[language]
    # a browser may send half of a pair of surrogates, which is no text
    given = (text or "").encode("utf-8", "replace").decode("utf-8")
    if not given.strip():
        said = "There is no text yet: paste one above, or take the sample text."
        return Shown(_html(SAID, [Note(said)]), [""] * len(TABS), [""] * len(EDITING))
    read = beginning(given)
    offered = [tab for tab in TABS if lang in tab.languages]
    chain = gf.Chain(gf.Language(), *(link for tab in offered for link in tab.chain(lang, FORMS[form])))
    row = gf.annotate(Dataset.from_dict({"text": [read]}), chain)[0]
    tabs = [_html(tab.name, tab.shows(row) if tab in offered else [_not_offered(tab, language)]) for tab in TABS]
    edits = [edits_of(row[tab.edits]) if tab in offered else [] for tab in EDITING]
    said = _html(SAID, [Note(_said_of(given, read, language, row["language"]))])
    return Shown(said, tabs, [edit_text(read, each) if each else "" for each in edits])


def beginning(text: str) -> str:
    """Return as much of a text as is read, to the end of a word where there is one near."""
    if len(text) <= LONGEST:
        return text
    cut = text[:LONGEST]
    whole = cut.rsplit(maxsplit=1)[0]
    return whole if len(whole) > LONGEST - 100 else cut


def _said_of(given: str, read: str, language: str, found: str | None) -> str:
    said = f"Read as {language}: {len(read):,} characters."
    if len(read) < len(given):
        said = f"Read as {language}: the first {len(read):,} of {len(given):,} characters, since more take too long."
    if found is None:
        return f"{said} It is too short or too mixed to tell its language."
    taken = next((name for name, lang in LANGUAGES.items() if lang == found), f"another language ({found})")
    return f"{said} It is taken to be {taken}{'' if taken == language else ', though'}."


def _not_offered(tab: Tab, language: str) -> Note:
    names = [name for name, lang in LANGUAGES.items() if lang in tab.languages]
    several = " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
    return Note(f"The library {tab.does} in {several}, not yet in {language}.")


def _word(row: Row, span: Row) -> str:
    return str(row["text"][span["start"] : span["end"]])


def _grouped(title: str, heads: tuple[str, str], found: Iterable[tuple[str, str]]) -> list[Block]:
    """Return a table of what was found by kind, each thing once with its number; nothing where nothing was found."""
    groups: dict[str, Counter[str]] = {}
    for kind, word in found:
        groups.setdefault(kind, Counter())[word] += 1
    total = sum(sum(words.values()) for words in groups.values())
    rows = [[kind, _counted(words)] for kind, words in groups.items()]
    return [Listing(f"{title} ({total})", heads, rows)] if rows else []


def _counted(words: Counter[str]) -> str:
    return ", ".join(word if number == 1 else f"{word} ({number} times)" for word, number in words.items())


def _words_shown(row: Row) -> list[Block]:
    words = [word for word in row["person_references"] if word["person"]]
    own = row.get("first_person_expressions") or []
    if not words and not own:
        return [Note("No word for a person was found.")]
    places = [Highlight(each["start"], each["end"]) for each in [*own, *words]]
    return [
        Passage(marked_pieces(row["text"], places)),
        *_grouped(
            "First-person forms, which show the gender in which somebody writes",
            ("Form", "Words, with the form of the other gender"),
            ((_form(each), f"{_word(row, each)} / {each['counterpart']}") for each in own),
        ),
        *_grouped(
            "Words for persons",
            ("Grammatical gender", "Words"),
            ((_grammar(word), _word(row, word)) for word in words),
        ),
        Note("Grammatical gender is a property of words: a masculine word is no man."),
    ]


def _form(found: Row) -> str:
    form = "feminine" if found["gender"] == "female" else "masculine"
    return f"{form}, of somebody quoted" if found["quoted"] else form


def _grammar(word: Row) -> str:
    gender = "without gender" if word["gender"] == "none" else str(word["gender"])
    return gender + (
        ", one form for all" if word["epicene"] else ", may stand for everybody" if word["generic"] else ""
    )


def _persons_shown(row: Row) -> list[Block]:
    actors, mentions = row["actors"], row["actor_mentions"]
    if not actors:
        return [Note("No person was found."), *_quotes(row)]
    places = [Highlight(each["start"], each["end"], "person", str(each["actor"] + 1)) for each in mentions]
    roles: dict[int, Counter[str]] = {}
    for each in mentions:
        roles.setdefault(each["actor"], Counter())[each["role"].replace("_", " ")] += 1
    rows = [
        [f"{number + 1} {actor['name']}", _gender(actor), _counted(roles[number])]
        for number, actor in enumerate(actors)
    ]
    heads = ("Person", "Gender, by which words", "Roles")
    return [
        Passage(marked_pieces(row["text"], places)),
        Listing(f"Persons ({len(rows)})", heads, rows),
        Note("The gender is what the words mark: a masculine word and “his” may mean anybody."),
        *_quotes(row),
    ]


def _gender(actor: Row) -> str:
    words = dict.fromkeys(each["word"] for each in actor["evidence"] if actor["gender"] in (each["gender"], "mixed"))
    said = f"{actor['gender']}: {', '.join(words)}" if words else str(actor["gender"])
    return f"group; {said}" if actor["group"] else said


def _quotes(row: Row) -> list[Block]:
    rows = [
        [_word(row, quote), quote["kind"], _speaker(row["actors"], quote["actor"])] for quote in row["quotes"] or []
    ]
    return [Listing(f"Quotes ({len(rows)})", ("Quote", "Kind", "Who says it"), rows)] if rows else []


def _speaker(actors: Sequence[Row], number: int | None) -> str:
    return "not found" if number is None else f"{number + 1} {actors[number]['name']}"


def _rewriting_shown(row: Row) -> list[Block]:
    edits = edits_of(row["rewriting_edits"])
    refusals = row["rewriting_refusals"]
    if not edits and not refusals:
        return [Note("No word was found that could be written for all genders.")]
    return [
        Passage(edited_pieces(row["text"], edits)),
        *_grouped(
            "Rewritten",
            ("Why", "Words"),
            ((reason_in_words(edit.reason), f"{edit.original} → {edit.replacement}") for edit in edits),
        ),
        *_grouped(
            "Left as they are",
            ("Why", "Words"),
            ((reason_in_words(refusal["reason"]), _word(row, refusal)) for refusal in refusals),
        ),
    ]


def _swap_shown(row: Row) -> list[Block]:
    sentences = row["counterfactual_sentences"]
    if not sentences:
        return [Note("No sentence with words for women or men was found.")]
    swapped = {(each["direction"], each["pair"]) for each in row["counterfactual_edits"]}
    ways = Counter(WAYS[direction] for direction, _ in swapped)
    said = [f"{number} {'sentence' if number == 1 else 'sentences'} {way}" for way, number in ways.items()]
    # a sentence stands there once a group, and a reader wants it once a reason
    stays = dict.fromkeys(
        (reason_in_words(each["reason"]), _masked(row, each) if each["reason"] == STEREOTYPE else _word(row, each))
        for each in sentences
        if each["reason"]
    )
    return [
        Passage(edited_pieces(row["text"], edits_of(row["counterfactual_edits"]))),
        Note(f"Could be swapped: {', '.join(said)}." if said else "No sentence could be swapped."),
        *_grouped("Left as they are", ("Why", "Sentences"), stays),
    ]


def _stereotypes_shown(row: Row) -> list[Block]:
    found = row["stereotypes"]
    missed = row["stereotypes_unread"] + row["stereotypes_too_long"]
    said = f"Sentences examined: {row['stereotypes_examined']}. May hold a stereotype: {len(found)}."
    return [
        Note(said + (f" Could not be examined: {missed}." if missed else "")),
        *(Covered(_word(row, each), _masked(row, each), _rated(each)) for each in found),
        *([Note("A rating says nothing about whether a sentence is true, or who wrote it.")] if found else []),
    ]


def _masked(row: Row, span: Row) -> str:
    return "".join(piece.text for piece in masked_example("", _word(row, span)).pieces)


def _rated(found: Row) -> str:
    strength = f"strength {found['score']:.2f} of 1" if found["score"] is not None else "strength unknown"
    ends = "would be removed" if found["remove"] else "would stay"
    situation = found["situation"] if found["situation"] != "not-applicable" else None
    return "; ".join(filter(None, [GROUPS.get(found["group"]), situation, strength, ends]))


def _words(lang: str, form: str) -> list[gf.Transform]:
    return [gf.PersonReferences(lang), *([gf.FirstPerson(lang)] if lang in gf.FirstPerson.languages else [])]


def _stereotypes(lang: str, form: str) -> list[gf.Transform]:
    if lang == "en":
        return [gf.GroupWords("gender"), gf.Stereotypes(lang)]
    # there is no list of group words in other languages, so that all sentences are examined
    return [gf.Stereotypes(lang, sentences="all")]


TABS = [
    Tab(
        "Words",
        "finds words for persons",
        gf.PersonReferences.languages,
        _words,
        _words_shown,
    ),
    Tab(
        "Persons",
        "finds persons, their roles and quotes",
        gf.ActorMetrics.languages,
        lambda lang, form: [gf.ActorMetrics(lang)],
        _persons_shown,
    ),
    Tab(
        "Rewriting",
        "rewrites for all genders",
        gf.GenderFair.languages,
        lambda lang, form: [gf.GenderFair(lang, form if lang == "de" else "star")],
        _rewriting_shown,
        "rewriting_edits",
    ),
    Tab("Stereotypes", "looks for stereotypes", gf.Stereotypes.languages, _stereotypes, _stereotypes_shown),
    Tab(
        "Swap",
        "swaps women and men",
        gf.Counterfactual.languages,
        lambda lang, form: [gf.Counterfactual(lang, remove_stereotypes=True)],
        _swap_shown,
        "counterfactual_edits",
    ),
]
EDITING = [tab for tab in TABS if tab.edits]
TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
TEMPLATES.filters["drawn"] = render_pieces


def _html(name: str, blocks: Sequence[Block]) -> str:
    return TEMPLATES.get_template("tab.html.jinja").render(name=name.lower(), blocks=blocks)
