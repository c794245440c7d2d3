"""German verbs of saying, asking and thinking, found by their forms.

Lemmas of the pipelines are often wrong for irregular and rare verbs (*gab* stays *gab*), and the particle of a
separable verb stands far from it (*teilte … mit*). All forms of the listed verbs are made from their infinitives, and
a form without its particle counts only where the particle follows.
"""

from __future__ import annotations

from typing import NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.coreference.quotes.clauses import ReportingVerb, VerbForm, saying_verbs
from hf_genderfair.languages.document import Document
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass

PARTICLES = WordClass("verb_forms_de", "particle_of_saying")
"""Separable first parts."""

UNDIVIDED = frozenset(("antworten", "anerbieten"))
"""Inseparable verbs that begin like a particle."""

WITHOUT_GE = WordClass("verb_forms_de", "prefix_of_saying")
"""First parts of verbs whose participle has no *ge-*."""

HOMOGRAPHS = ("bekannt",)
"""Forms of listed verbs that are nearly always other words."""


class _Entry(NamedTuple):
    lemma: str
    form: VerbForm
    particle: str


def german_verbs(document: Document) -> dict[int, ReportingVerb]:
    """Return the verbs of saying of a German text by the index of their token, in order."""
    forms = resource(("reporting verbs", "de"), _forms)
    verbs = saying_verbs("de")
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


def _forms() -> dict[str, tuple[_Entry, ...]]:
    """Return the possible verbs of each form, those with a particle first."""
    entries: dict[str, list[_Entry]] = {}
    for lemma in saying_verbs("de"):
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
        for particle in sorted(PARTICLES.as_tuple, key=len, reverse=True):
            rest = lemma.removeprefix(particle)
            if rest != lemma and len(rest) > 2 and rest.endswith("n"):
                return particle, rest
    return "", lemma


def _conjugated(base: str) -> tuple[set[str], str]:
    """Return the finite forms of the third person and the participle of a verb without particle."""
    strong = resource(("strong verbs", "de"), lambda: {row[0]: row[1:] for row in load_lexicon("strong_verbs_de").rows})
    prefix = next((first for first in WITHOUT_GE.as_tuple if base.startswith(first) and len(base) > len(first) + 2), "")
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
