"""Word lists of the rules: classes of verbs, words of habit and time, quantifiers and other determiners."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, cast

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.analysis import Token
from hf_genderfair.lexicons.loader import load_lexicon

VerbClass = Literal["action", "interpretive", "state", "experience", "state_action", "appearance"]

KINDS = (
    "habitual episodic habit_verb modal past_modal conditional future believed passing each this time denied event "
    "perception moving quality destined possible disposed".split()
)
"""Kinds of words in the lexicon ``situation_words``; see its head."""

VOWELS = "aeiou"


def verb_class(token: Token, lang: str) -> VerbClass:
    """Return the class of a verb in the linguistic category model (Semin and Fiedler 1988).

    Args:
        token: The verb.
        lang: Language code: ``de``, ``en`` or ``es``.

    Returns:
        ``action`` for an observable action (*kick*), ``interpretive`` for an action with a judgement (*help*),
        ``state`` for a lasting state (*hate*), ``experience`` for a momentary state (*see*), ``state_action`` for verbs
        that cause feelings (*amaze*), ``appearance`` for *look*, which is a state before an adjective or a comparison.
        A verb that is not listed is an action, as most verbs are.

    Example:
        >>> verb_class(Token("kicked", 0, 6, "VERB", "kick", {}, 0, "root"), "en")
        'action'
    """
    classes = resource(("verb classes", lang), lambda: _classes(lang))
    return classes.get(token.text.lower()) or classes.get(token.lemma.lower(), "action")


def situation_words(lang: str) -> Mapping[str, frozenset[str]]:
    """Return the words of a language by kind.

    Args:
        lang: Language code: ``de``, ``en`` or ``es``.

    Returns:
        For each of `KINDS` its words; empty where the language has none.
    """
    return resource(("situation words", lang), lambda: _listed("situation_words", lang))


def reference_words(lang: str) -> Mapping[str, frozenset[str]]:
    """Return, by kind, the words of a language that show reference, quantity, comparison and reporting.

    The head of the lexicon lists the kinds; a kind is empty in a language without such words.

    Example:
        >>> "most" in reference_words("en")["partial"]
        True
    """
    return resource(("reference words", lang), lambda: _listed("reference_words", lang))


def english_forms(lemma: str, irregular: str = "") -> Iterator[str]:
    """Yield the forms of an English verb, and further candidates where the spelling is ambiguous.

    Args:
        lemma: The infinitive.
        irregular: Irregular forms, separated by spaces; they replace the regular past.

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
    doubles = len(lemma) > 2 and lemma[-1] not in VOWELS + "wxy" and lemma[-2] in VOWELS and lemma[-3] not in VOWELS
    if irregular:
        yield from irregular.split()
    else:
        yield lemma[:-1] + "ied" if consonant_y else lemma + ("d" if lemma.endswith("e") else "ed")
        if doubles:
            yield lemma + lemma[-1] + "ed"
    yield lemma[:-2] + "ying" if lemma.endswith("ie") else stem + "ing"
    if doubles:
        yield lemma + lemma[-1] + "ing"


def _classes(lang: str) -> dict[str, VerbClass]:
    classes: dict[str, VerbClass] = {}
    for language, lemma, kind, irregular in load_lexicon("verb_classes").rows:
        if language == lang:
            for form in english_forms(lemma, irregular) if lang == "en" else (lemma,):
                classes.setdefault(form, cast(VerbClass, kind))
    return classes


def _listed(lexicon: str, lang: str) -> dict[str, frozenset[str]]:
    words: dict[str, set[str]] = {kind: set() for _, kind, _ in load_lexicon(lexicon).rows}
    for language, kind, word in load_lexicon(lexicon).rows:
        if language == lang:
            words[kind].add(word)
    return {kind: frozenset(members) for kind, members in words.items()}
