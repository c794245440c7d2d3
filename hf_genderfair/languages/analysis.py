"""What a pipeline says of a text, in one form for every pipeline and label scheme."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from hf_genderfair.core.errors import PipelineError

LAYERS = ("pos", "morph", "lemma", "syntax", "entities")
"""What can be asked of a pipeline. Sentences and tokens with offsets are always given."""

ENTITY_TYPES = ("PER", "LOC", "ORG")


class Token(NamedTuple):
    """One token; what its pipeline was not asked for, or does not know, is an empty value.

    A contraction such as German *zum* or Spanish *dárselo* stays one token, with the part of speech of its head word
    and the features of all its parts.

    Attributes:
        text: The characters of the token, as they stand in the text.
        start: Offset of its first character in the text, in code points.
        end: Offset after its last character.
        pos: Universal part of speech, such as ``NOUN``.
        lemma: Dictionary form.
        morph: Universal features, such as ``{"Gender": "Fem"}``; shared between tokens, not to be changed.
        head: Index of the head in the sentence's tokens; the token's own index where it is the root.
        relation: Universal Dependencies relation to the head, with the subtypes ``nsubj:pass``, ``obl:agent`` and
            ``obl:arg`` (dative objects are ``iobj`` or ``obl:arg``); ``root`` for the root.
    """

    text: str
    start: int
    end: int
    pos: str
    lemma: str
    morph: Mapping[str, str]
    head: int
    relation: str


class Entity(NamedTuple):
    """The name of a person, place or organisation.

    Attributes:
        start: Offset of its first character in the text, in code points.
        end: Offset after its last character.
        type: ``PER``, ``LOC`` or ``ORG``.
    """

    start: int
    end: int
    type: str


class Sentence(NamedTuple):
    """A sentence with its tokens and entities.

    Attributes:
        start: Offset of its first character in the text, in code points.
        end: Offset after its last character.
        tokens: Its tokens, in order; white space is never a token.
        entities: Its entities, in order, without overlap.
    """

    start: int
    end: int
    tokens: tuple[Token, ...]
    entities: tuple[Entity, ...]


class Analysis(NamedTuple):
    """The sentences of one text, in order; none where the text is empty or white space.

    Example:
        >>> word = Token("Hallo", 0, 5, "INTJ", "hallo", {"Foreign": "Yes"}, 0, "root")
        >>> Analysis((Sentence(0, 5, (word,), ()),)).as_json()["sentences"][0]["tokens"][0]["morph"]
        'Foreign=Yes'
    """

    sentences: tuple[Sentence, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the analysis as plain lists and dicts; features are written as in CoNLL-U (``A=B|C=D``)."""
        return {
            "sentences": [
                {
                    "start": sentence.start,
                    "end": sentence.end,
                    "tokens": [token._asdict() | {"morph": feature_text(token.morph)} for token in sentence.tokens],
                    "entities": [entity._asdict() for entity in sentence.entities],
                }
                for sentence in self.sentences
            ]
        }


def feature_text(morph: Mapping[str, str]) -> str:
    """Return features as CoNLL-U writes them: sorted, ``Name=Value`` joined by bars; empty where there are none."""
    return "|".join(f"{name}={morph[name]}" for name in sorted(morph, key=str.lower))


def check_needs(needs: Collection[str], name: str, layers: Collection[str]) -> frozenset[str]:
    """Return the layers wanted of a pipeline."""
    wanted = frozenset(needs)
    unknown = sorted(wanted - set(LAYERS))
    if unknown:
        raise PipelineError(f"unknown layer {unknown[0]!r}: there are {', '.join(LAYERS)}")
    missing = [layer for layer in LAYERS if layer in wanted and layer not in layers]
    if missing:
        there = ", ".join(layer for layer in LAYERS if layer in layers) or "sentences and tokens"
        raise PipelineError(
            f"pipeline {name!r} gives no {' and no '.join(missing)}, only {there}: name another pipeline"
        )
    return wanted


def word_end(tokens: Sequence[Token], index: int) -> int:
    """Return the index after a word whose parts are divided by hyphens: *US-Präsident* is three tokens."""
    end = index + 1
    while end + 1 < len(tokens) and tokens[end].text == "-":
        hyphen, after = tokens[end], tokens[end + 1]
        if hyphen.start != tokens[end - 1].end or after.start != hyphen.end or not after.text[0].isalnum():
            break
        end += 2
    return end
