"""Verbs of saying, asking and thinking in a text, found by their forms.

German lemmas of the pipelines are often wrong for irregular and rare verbs (*gab* stays *gab*), and the particle of a
separable verb stands far from it (*teilte … mit*). All forms of the listed verbs are made from their infinitives, and
a form without its particle counts only where the particle follows.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Literal, NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.document import Document
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass

Form = Literal["finite", "participle", "infinitive"]

PARTICLES = tuple(
    sorted(
        (
            "ab an auf aus bei bekannt dar davon durch ein entgegen fest fort gut heraus herum hervor hin hinzu klar "
            "kund mit nach nahe offen preis richtig vor voran voraus vorher vorweg weiter zu zurück zusammen"
        ).split(),
        key=len,
        reverse=True,
    )
)
"""Separable particles, the longest first."""

UNDIVIDED = frozenset(("antworten", "anerbieten"))
"""Inseparable verbs that begin like a particle."""

WITHOUT_GE = ("be", "emp", "ent", "er", "ge", "miss", "ver", "wider", "wieder", "zer", "über", "unter", "um")
"""Prefixes of verbs whose participle has no *ge-*."""


DOUBLING = WordClass("verb_frames_en", "doubling")
"""English verbs whose last letter is doubled before *-ed* and *-ing*."""

HOMOGRAPHS = ("bekannt",)
"""Forms of listed verbs that are nearly always other words."""


class ReportingVerb(NamedTuple):
    """An occurrence of a verb of saying, asking or thinking.

    Attributes:
        lemma: Its infinitive; a separable verb with its particle (*mitteilen*).
        form: ``finite``, ``participle`` or ``infinitive``.
        last: Index of the token of its particle, or of the verb itself.
        direct: Whether it can introduce words in quotation marks.
        indirect: Whether a clause can be its content.
        note: Kind of the verb, as the lexicon has it: ``thought``, ``question``, ``request``, ``promise``, ``sound``.
    """

    lemma: str
    form: Form
    last: int
    direct: bool
    indirect: bool
    note: str


class _Entry(NamedTuple):
    lemma: str
    form: Form
    particle: str


@lru_cache(maxsize=1)
def reporting_verbs(document: Document) -> Mapping[int, ReportingVerb]:
    """Return the verbs of saying, asking and thinking of a text by the index of their token, in order."""
    return MappingProxyType(_german(document) if document.lang == "de" else _english(document))


def _english(document: Document) -> dict[int, ReportingVerb]:
    forms = resource(("reporting verbs", "en"), _english_forms)
    verbs = _listed("en")
    found = {}
    for index, token in enumerate(document.tokens):
        if token.pos == "VERB" and token.relation != "amod":
            lemma = forms.get(token.text.lower())
            if lemma:
                form = _english_form(token.morph.get("VerbForm", ""))
                found[index] = ReportingVerb(lemma, form, index, *verbs[lemma])
    return found


def _english_forms() -> dict[str, str]:
    """Return the verb of each form; lemmas of the pipeline are wrong for some (*began* as a form of *beg*)."""
    irregular = {row[0]: row[1:] for row in load_lexicon("irregular_verbs_en").rows}
    verbs = _listed("en")
    forms: dict[str, str] = {}
    for lemma in verbs:
        doubled = lemma + lemma[-1] if lemma in DOUBLING else lemma
        past = irregular.get(lemma) or [doubled.removesuffix("e") + "ed"]
        if lemma.endswith("y") and lemma[-2] not in "aeiou":
            third, past = lemma[:-1] + "ies", [lemma[:-1] + "ied"]
        else:
            third = lemma + ("es" if lemma.endswith(("s", "sh", "ch", "x", "go")) else "s")
        stem = doubled.removesuffix("e") if not lemma.endswith("ee") else doubled
        for form in (lemma, third, stem + "ing", *past):
            forms[form] = lemma
    return forms


def _english_form(form: str) -> Form:
    return "finite" if form == "Fin" else "infinitive" if form == "Inf" else "participle"


def _german(document: Document) -> dict[int, ReportingVerb]:
    forms = resource(("reporting verbs", "de"), _german_forms)
    verbs = _listed("de")
    found = {}
    for index, token in enumerate(document.tokens):
        entries = forms.get(token.text.lower())
        if not entries or token.pos not in ("VERB", "AUX", "ADJ"):
            continue
        for lemma, form, particle in entries:
            if verbs[lemma][2] == "impersonal" and not _with_es(document, index):
                continue
            last = _particle(document, index, particle) if particle else index
            if last is not None and (form == "participle" or token.pos != "ADJ"):
                joined = _has_auxiliary(document, index) and form == "finite" and not particle
                found[index] = ReportingVerb(lemma, "participle" if joined else form, last, *verbs[lemma])
                break
    return found


def _has_auxiliary(document: Document, index: int) -> bool:
    """Whether a verb has an auxiliary, so that a form such as *berichtet* is its participle."""
    return any(document.tokens[child].relation.startswith("aux") for child in document.children[index])


def _particle(document: Document, index: int, particle: str) -> int | None:
    """Return the index of the particle of a verb: that of the parse, one before it, or one at the end of the clause."""
    for child in document.children[index]:
        if child > index and document.tokens[child].text.lower() == particle:
            return child
    first, end = document.sentences[document.sentence_of[index]]
    if index > first and document.tokens[index - 1].text.lower() == particle:
        return index
    for after in range(index + 1, end):
        token = document.tokens[after]
        if token.text.lower() == particle and (after + 1 == end or document.tokens[after + 1].text in ',.:;!?“"«und'):
            return after
        if token.text in (",", ";", ":"):
            return None
    return None


def _with_es(document: Document, index: int) -> bool:
    """Whether *es* is beside a verb, as in *heißt es* and *wie es hieß*, or before its auxiliary."""
    first, end = document.sentences[document.sentence_of[index]]
    return any(document.tokens[near].text.lower() == "es" for near in range(max(first, index - 2), min(end, index + 2)))


def _listed(lang: str) -> dict[str, tuple[bool, bool, str]]:
    return resource(
        ("reporting verbs", lang, "list"),
        lambda: {
            lemma: (bool(direct), bool(indirect), note)
            for lemma, direct, indirect, note in load_lexicon(f"reporting_verbs_{lang}").rows
        },
    )


def _german_forms() -> dict[str, tuple[_Entry, ...]]:
    """Return the possible verbs of each form, those with a particle first."""
    entries: dict[str, list[_Entry]] = {}
    for lemma in _listed("de"):
        particle, base = _divided(lemma)
        finite, participle = _conjugated(base)
        for form in sorted(finite):
            entries.setdefault(form, []).append(_Entry(lemma, "finite", particle))
            if particle:
                entries.setdefault(particle + form, []).append(_Entry(lemma, "finite", ""))
        entries.setdefault(particle + participle, []).append(_Entry(lemma, "participle", ""))
        entries.setdefault(lemma, []).append(_Entry(lemma, "infinitive", ""))
        if particle:
            entries.setdefault(f"{particle}zu{base}", []).append(_Entry(lemma, "infinitive", ""))
    for form in HOMOGRAPHS:
        entries.pop(form, None)
    return {form: tuple(sorted(found, key=lambda entry: not entry.particle)) for form, found in entries.items()}


def _divided(lemma: str) -> tuple[str, str]:
    if lemma not in UNDIVIDED:
        for particle in PARTICLES:
            rest = lemma.removeprefix(particle)
            if rest != lemma and len(rest) > 2 and rest.endswith("n"):
                return particle, rest
    return "", lemma


def _conjugated(base: str) -> tuple[set[str], str]:
    """Return the finite forms of the third person and the participle of a verb without particle."""
    strong = resource(("strong verbs", "de"), lambda: {row[0]: row[1:] for row in load_lexicon("strong_verbs_de").rows})
    prefix = next((first for first in WITHOUT_GE if base.startswith(first) and len(base) > len(first) + 2), "")
    root = base if base in strong else base.removeprefix(prefix)
    stem = base[:-2] if base.endswith("en") else base[:-1]
    if root in strong:
        front = base.removesuffix(root)
        present, preterite, participle = strong[root]
        plural = preterite + ("n" if preterite.endswith("e") else "en")
        finite = {base, stem + "e", front + present, front + preterite, front + plural}
        return finite, front + (participle.removeprefix("ge") if front else participle)
    linked = stem + "e" if stem.endswith(("t", "d", "chn", "dn", "gn", "ffn", "tm")) else stem
    finite = {base, stem + "e", linked + "t", linked + "te", linked + "ten"}
    return finite, ("" if prefix or base.endswith("ieren") else "ge") + linked + "t"
