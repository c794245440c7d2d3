"""Infinitives of German verb forms: irregular ones by a word list, the others by their endings.

The network of the pipeline makes lemmas by cutting and adding letters at the ends of a word. A vowel change, a particle
or *ge-* inside a word is more than it learnt (*sieht*, *abzusehen*, *eingestellt*), and many regular forms stay as they
are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

from hf_genderfair.core.resources import resource
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass

LEXICON = "irregular_verbs_de"

INSEPARABLE = WordClass("verb_forms_de", "inseparable_prefix")
"""First parts before which participles have no *ge-*; some are separable in other verbs."""

SEPARABLE = WordClass("verb_forms_de", "separable_prefix")
"""First parts after which *ge-* and *zu* stand inside the word."""

SHORTEST_REST = 3

LONGEST_VERB = 40
"""Letters from which on a word is no verb: first parts are looked for in vain."""

_STEM = re.compile(r"(?=.*[aeiouyäöü])(?!.*[^i]en$)[a-zßäöü]{2,}")
"""What can be the stem of a verb: no stem ends in *-enen*, and *insolvent* is not a verb form."""
_LINKED = re.compile(r"(?:[td]|[bdfgkptz][mn]|ch[mn])$")
"""Stems that take *-e-* before *-t*, *-te* and *-st*: *redet*, *rechnete*."""
_WEAK_SYLLABLE = re.compile(r"(?:[aeiouyäöü].*[^ie]|ei)e[lr]$")
"""Stems whose infinitive ends in *-n*: *handel-*, *feier-*, but *spiel-* and *studier-*."""
_ADJECTIVE = re.compile(r"(?<=t)e[mnrs]?$")
"""Endings of participles before nouns."""
_FOREIGN = re.compile(r"[aeiouyäöü][^aeiouyäöü]+ier$")
"""Stems whose participle has no *ge-*: *generiert*, but *geschmiert*."""
_SHORTENED = re.compile(r"[^aeiouyäöühlr][lr]$")
"""Stems that lost an *e* before *-e*: *handl-*, *ändr-*."""
_UNCHANGED = re.compile(r"(?:i|ie)[^aeiouyäöü]*$")
"""Strong preterites whose subjunctive has no umlaut: *ging*, *blieb*."""


@lru_cache(maxsize=50_000)
def verb_lemma(form: str, lemma: str) -> str:
    """Return the infinitive of a verb."""
    # A separable verb whose particle stands apart (*sagt … ab*) counts as the simple verb.
    verbs = resource(("German verbs", load_lexicon(LEXICON).digest), _Verbs)
    low = form.lower()
    if len(low) > LONGEST_VERB:
        return lemma
    infinitives = verbs.listed(low) or _after_ge(low) or tuple(_regular(low))
    return lemma if not infinitives or lemma in infinitives else infinitives[0]


class _Verbs:
    """The forms of the lexicon, and how they are found behind first parts."""

    def __init__(self) -> None:
        self.alone: dict[str, tuple[str, ...]] = {}
        self.forms: dict[str, tuple[str, ...]] = {}
        self.bare: dict[str, str] = {}
        self.prefixes = INSEPARABLE.as_set | SEPARABLE.as_set
        self.longest_prefix = max(map(len, self.prefixes))
        rows = load_lexicon(LEXICON).rows
        simple = {row[0] for row in rows}
        for infinitive, *cells in rows:
            regular = not any(cells)
            forms = _regular_forms(infinitive) if regular else _irregular_forms(infinitive, cells)
            takes_ge = infinitive.startswith("ge") and (regular or infinitive[2:] in simple)
            bound = not takes_ge and infinitive != "sein"
            for form in dict.fromkeys(chain.from_iterable(map(_spellings, filter(None, forms)))):
                readings = self.alone.get(form, ())
                self.alone[form] = readings if infinitive in readings else (*readings, infinitive)
                if bound:
                    self.forms[form] = (*self.forms.get(form, ()), infinitive)
            if not regular and cells[3].startswith("ge"):
                for form in _spellings(cells[3][2:]):
                    self.bare.setdefault(form, infinitive)

    def listed(self, form: str) -> tuple[str, ...]:
        """Return the verbs of the lexicon, with first parts, that have a form; those most likely first."""
        return self.alone.get(form) or self._with_first_part(form)

    def _with_first_part(self, form: str) -> tuple[str, ...]:
        for size in range(min(self.longest_prefix, len(form) - SHORTEST_REST), 1, -1):
            first, rest = form[:size], form[size:]
            if first not in self.prefixes:
                continue
            infinitives = self.forms.get(rest) or self._with_first_part(rest)
            if first in SEPARABLE:
                infinitives = _after_zu(first, rest) or infinitives or _after_ge(rest)
            if not infinitives and first in INSEPARABLE and rest in self.bare:
                infinitives = (self.bare[rest],)
            if infinitives:
                return tuple(first + infinitive for infinitive in infinitives)
        return ()


def _after_zu(first: str, rest: str) -> tuple[str, ...]:
    """Return the verb of *-zusehen* after *ab*; *hinzusehen* is left, since *hinzu* is a first part as well."""
    verb = rest.removeprefix("zu")
    is_verb = verb == "tun" or (verb.endswith(("en", "eln", "ern")) and _STEM.fullmatch(verb[:-2]))
    return (verb,) if verb != rest and is_verb and first + "zu" not in SEPARABLE else ()


def _after_ge(form: str) -> tuple[str, ...]:
    """Return the verb of a regular participle: *gestellt*, *gearbeitet*, *gestellten*."""
    form = _ADJECTIVE.sub("", form)
    if not (form.startswith("ge") and form.endswith("t")):
        return ()
    stem = form[2:-2] if form.endswith("et") and _LINKED.search(form[:-2]) else form[2:-1]
    return (_infinitive(stem),) if _STEM.fullmatch(stem) and not _FOREIGN.search(stem) else ()


def _regular(form: str) -> Iterator[str]:
    """Yield the infinitives that a form has if its verb is regular."""
    yield from (_infinitive(stem) for stem in _stems(form) if _STEM.fullmatch(stem))
    if form.endswith("te"):
        yield form + "n"
    form = form[:-1] if form.endswith("end") else form
    if form.endswith(("en", "eln", "ern")) and not form.endswith("ten") and _STEM.fullmatch(form[:-2]):
        yield form


def _stems(form: str) -> Iterator[str]:
    for ending in ("etest", "etet", "eten", "ete", "est", "et"):
        stem = form.removesuffix(ending)
        if stem != form and _LINKED.search(stem):
            yield stem
            return
    for ending in ("test", "tet", "ten", "te"):
        if form.endswith(ending):
            yield form.removesuffix(ending)
            return
    if form.endswith("st") and form[-3:-2] not in "sßxz":
        stems = form[:-1], form[:-2]
        yield from stems if form[-3] in "aeiouäöü" else stems[::-1]
    elif form.endswith("t"):
        yield form[:-1]
    elif form.endswith("e"):
        stem = form[:-1]
        yield f"{stem[:-1]}e{stem[-1]}" if _SHORTENED.search(stem) else stem


def _infinitive(stem: str) -> str:
    return stem + ("n" if _WEAK_SYLLABLE.search(stem) else "en")


def _regular_forms(infinitive: str) -> list[str]:
    stem = infinitive[:-2] if infinitive.endswith("en") else infinitive[:-1]
    linked = stem + "e" if _LINKED.search(stem) else stem
    endings = ("t", "st", "te", "ten", "test", "tet")
    participle = "" if infinitive.endswith("ieren") else f"ge{linked}t"
    return [infinitive, stem + "e", *(linked + ending for ending in endings), participle]


def _irregular_forms(infinitive: str, cells: list[str]) -> list[str]:
    present, preterite, subjunctive, participle, other = cells
    stem = infinitive.removesuffix("n").removesuffix("e")
    inflected = (participle + ending for ending in ("e", "em", "en", "er", "es") if participle)
    forms = [infinitive, participle, *inflected, *other.split()]
    if infinitive not in ("sein", "tun"):
        forms += [stem, *(stem + ending for ending in ("e", "st", "est", "t", "et"))]
    if present:
        forms += [present, *_second_person(infinitive, present)]
    for past in (preterite, *subjunctive.split()):
        forms += _past_forms(past)
    return forms


def _second_person(infinitive: str, present: str) -> list[str]:
    """Return the second person and, where the vowel became *i*, the imperative: *siehst*, *sieh*."""
    stem = present.removesuffix("t")
    imperative = [stem, present] if "i" in present and "e" in infinitive[:-2] else []
    return [stem + "st", present + "st", *imperative]


def _past_forms(past: str) -> list[str]:
    if not past:
        return []
    if past.endswith("e"):
        return [past, past + "n", past + "st", past + "t"]
    subjunctive = [past + "e", past + "est"] if _UNCHANGED.search(past) else []
    return [past, past + "st", past + "en", *subjunctive]


def _spellings(form: str) -> tuple[str, ...]:
    """Return a form in the present, the older and the Swiss spelling: *muss* and *muß*, *ließ* and *liess*."""
    return form, form.replace("ss", "ß"), form.replace("ß", "ss")
