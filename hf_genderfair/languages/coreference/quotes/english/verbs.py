"""English verbs of saying, asking and thinking, found by their forms."""

from __future__ import annotations

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.coreference.quotes.clauses import ReportingVerb, VerbForm, saying_verbs
from hf_genderfair.languages.document import Document
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass

DOUBLING = WordClass("verb_frames_en", "doubling")
"""Verbs whose last letter is doubled before *-ed* and *-ing*."""


def english_verbs(document: Document) -> dict[int, ReportingVerb]:
    """Return the verbs of saying of an English text by the index of their token, in order."""
    forms = resource(("reporting verbs", "en"), _forms)
    verbs = saying_verbs("en")
    found = {}
    for index, token in enumerate(document.tokens):
        if token.pos == "VERB" and token.relation != "amod":
            lemma = forms.get(token.text.lower())
            if lemma:
                form = _form(token.morph.get("VerbForm", ""))
                found[index] = ReportingVerb(lemma, form, index, *verbs[lemma])
    return found


def _forms() -> dict[str, str]:
    """Return the verb of each form; lemmas of the pipeline are wrong for some (*began* as a form of *beg*)."""
    irregular = {row[0]: row[1:] for row in load_lexicon("irregular_verbs_en").rows}
    verbs = saying_verbs("en")
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


def _form(form: str) -> VerbForm:
    return "finite" if form == "Fin" else "infinitive" if form == "Inf" else "participle"
