"""Sentences of an English text that are in another language."""

from __future__ import annotations

from collections.abc import Sequence

from hf_genderfair.languages.analysis import Token

ENGLISH = frozenset(
    "the a an and of to in is was that it for on with as i you we they at be have has are not this but from by or had "
    "my your our their what who when there if would will can could do does did said all one so up out about".split()
)
FOREIGN = frozenset(
    "der die das und ist nicht ein eine einen mit auf für von zu dem den sich auch es im wir ihr sie er hin komm kam "
    "el la los las que un una por con para se no está en del yo muy su más como le les et une des est dans pour pas "
    "il elle je nous vous hij het een van niet ik je zij maar det och att som är en på jeg ikke og af til har "
    "hecho visto dicho sido estado no lo".split()
) - {"la", "no", "die", "den", "van", "das", "har", "had", "is", "el", "se", "su", "il", "je", "es", "as", "an", "en"}


def is_foreign(tokens: Sequence[Token]) -> bool:
    """Whether a sentence is in another language: it has more function words of others than of English."""
    words = [token.text.lower() for token in tokens]
    foreign = sum(map(FOREIGN.__contains__, words))
    return foreign > 0 and foreign > sum(map(ENGLISH.__contains__, words))
