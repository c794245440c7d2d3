"""How abstract the words are by which something is said of a label (Semin and Fiedler 1988)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, cast

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.document import Document
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.stereotypes.indicators import Generalization

VerbClass = Literal["action", "interpretive", "state", "experience", "state_action"]

VOWELS = "aeiou"


def verb_class(token: Token, lang: str) -> VerbClass:
    """Return the class of a verb in the linguistic category model.

    Args:
        token: The verb.
        lang: Language code.

    Returns:
        ``action`` for what can be seen (*kick*), ``interpretive`` for an action as it is judged (*help*), ``state``
        for what lasts (*hate*), ``experience`` for a state of the moment (*see*), ``state_action`` for what makes
        others feel (*amaze*). A verb that is not listed is an action, as most verbs are.

    Example:
        >>> verb_class(Token("kicked", 0, 6, "VERB", "kick", {}, 0, "root"), "en")
        'action'
    """
    classes = resource(("verb classes", lang), lambda: _classes(lang))
    return classes.get(token.text.lower()) or classes.get(token.lemma.lower(), "action")


def generalization_of(document: Document, head: int, enduring: bool) -> Generalization:
    """Return how abstract a predicate is.

    An infinitive after a verb such as *love*, *try* or *know how* names the behaviour, and decides. An interpretive
    action that somebody is said to do at all times describes a character, and is abstract (Semin and Fiedler 1988:
    the more lasting a quality, the more abstract the category).

    Args:
        document: The text.
        head: Index of the verb, adjective or noun.
        enduring: Whether an enduring characteristic is described.

    Returns:
        ``abstract`` or ``concrete``.
    """
    head = _behaviour(document, head)
    token = document.tokens[head]
    if token.pos not in ("VERB", "AUX") or _is_copular(document, head):
        return "abstract"
    found = verb_class(token, document.lang)
    return "concrete" if found == "action" or (found == "interpretive" and not enduring) else "abstract"


def _behaviour(document: Document, head: int) -> int:
    """Follow infinitives down to the last one: *they love to try to cook*."""
    for _ in range(len(document.tokens)):
        for child in document.children[head]:
            token = document.tokens[child]
            follows = token.relation in ("xcomp", "ccomp") and document.tokens[head].pos == "VERB"
            if follows and token.pos == "VERB" and not _has_own_subject(document, child):
                head = child
                break
        else:
            return head
    return head


def _has_own_subject(document: Document, place: int) -> bool:
    return any(document.tokens[child].relation.startswith("nsubj") for child in document.children[place])


def _is_copular(document: Document, head: int) -> bool:
    """Return whether an adjective, a noun or a likeness completes the verb: *looks tired*, *sounds like a man*."""
    for child in document.children[head]:
        token = document.tokens[child]
        if token.relation == "cop" or (token.relation == "xcomp" and token.pos in ("ADJ", "NOUN")):
            return True
    return False


def _classes(lang: str) -> dict[str, VerbClass]:
    classes: dict[str, VerbClass] = {}
    for language, lemma, kind, irregular in load_lexicon("verb_classes").rows:
        if language == lang:
            forms = english_forms(lemma, irregular) if lang == "en" else iter((lemma,))
            for form in forms:
                classes.setdefault(form, cast(VerbClass, kind))
    return classes


def _doubles(lemma: str) -> bool:
    return len(lemma) > 2 and lemma[-1] not in VOWELS + "wxy" and lemma[-2] in VOWELS and lemma[-3] not in VOWELS


def english_forms(lemma: str, irregular: str = "") -> Iterator[str]:
    """Yield the forms of an English verb, more than it has where spelling alone does not tell.

    Args:
        lemma: The infinitive.
        irregular: Forms that no rule makes, divided by blanks; with them the regular past is left out.

    Yields:
        The infinitive first.

    Example:
        >>> list(english_forms("cry")), list(english_forms("make", "made"))
        (['cry', 'cries', 'cried', 'crying'], ['make', 'makes', 'made', 'making'])
    """
    yield lemma
    consonant_y = lemma.endswith("y") and lemma[-2:-1] not in VOWELS
    sibilant = lemma.endswith(("s", "x", "z", "ch", "sh", "o"))
    yield lemma[:-1] + "ies" if consonant_y else lemma + ("es" if sibilant else "s")
    stem = lemma[:-1] if lemma.endswith("e") and not lemma.endswith(("ee", "oe", "ye")) else lemma
    if irregular:
        yield from irregular.split()
    else:
        yield lemma[:-1] + "ied" if consonant_y else lemma + ("d" if lemma.endswith("e") else "ed")
        if _doubles(lemma):
            yield lemma + lemma[-1] + "ed"
    yield lemma[:-2] + "ying" if lemma.endswith("ie") else stem + "ing"
    if _doubles(lemma):
        yield lemma + lemma[-1] + "ing"
