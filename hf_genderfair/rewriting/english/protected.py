"""Stretches of text that are no English prose: addresses, handles, code, markup, other languages."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hf_genderfair.languages.analysis import Token

NO_PROSE = re.compile(
    r"""
    ```.{0,20000}?(?:```|\Z)                            # fenced code
  | `[^`\n]{1,500}`                                     # inline code
  | </?[A-Za-z!][^<>]{0,2000}>                          # tags of HTML
  | \]\([^()\s]{0,2000}\)                               # target of a Markdown link
  | \b(?:https?|ftp)://[^\s<>]{1,2000} | \bwww\.[^\s<>]{1,2000}
  | [\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,8}     # mail
  | [@\#]\w{1,200}                                      # handles, tags
  | &\w{1,10};                                          # entities
  | \{\{[^{}]{0,500}\}\} | \$\{[^{}]{0,500}\}           # templates
  | (?<!\w)(?:\w{1,64}[\\/])*\w{1,64}\.(?:html?|com|org|net|py|js|txt|jpe?g|png|pdf|mp[34])\b(?:/[^\s<>]{0,2000})?
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
MARKS = re.compile(r"[`<@#/{&\]]|\.\w")

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


def protected_spans(text: str) -> list[tuple[int, int]]:
    """Return the stretches of a text that nothing may change: code, addresses, handles, markup.

    Args:
        text: The text.

    Returns:
        Start and end of each, in order.

    Example:
        >>> protected_spans("See www.her.org or @him.")
        [(4, 15), (19, 23)]
    """
    if not MARKS.search(text):
        return []
    return [match.span() for match in NO_PROSE.finditer(text)]


def is_foreign(tokens: Sequence[Token]) -> bool:
    """Whether a sentence is in another language: it has more function words of others than of English.

    Args:
        tokens: The tokens of the sentence.

    Returns:
        Whether it is.
    """
    words = [token.text.lower() for token in tokens]
    foreign = sum(map(FOREIGN.__contains__, words))
    return foreign > 0 and foreign > sum(map(ENGLISH.__contains__, words))
