"""The category label of a sentence, its four indicators, and its reference (Görge et al. 2025, appendix D.2)."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.clauses import (
    SUBJECTS,
    dependents,
    has_copula,
    has_dependent,
    has_word_below,
    is_coordinated,
    other_subjects,
    subject_of,
)
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import first_name_gender
from hf_genderfair.languages.sentence_transform import GroupWord
from hf_genderfair.stereotypes.indicators import Label, LinguisticForm, TargetType
from hf_genderfair.stereotypes.languages import STEREOTYPE_RULES
from hf_genderfair.stereotypes.predicates import AUXILIARIES, case_of, is_eventive, predicate_of, read_connotation
from hf_genderfair.stereotypes.words import (
    LabelCandidate,
    entities_between,
    find_category_words,
    is_country,
    read_candidate,
    reference_words,
)

Reference = tuple[TargetType, LinguisticForm]

GENERIC: Reference = ("generic target", "generic")
ANYBODY: Reference = ("specific target", "generic")
SOME: Reference = ("generic target", "subset")
THESE: Reference = ("specific target", "subset")
THIS: Reference = ("specific target", "individual")

KINDS = frozenset({"ethnicity", "nationality", "religion", "orientation", "disability", "class"})
"""Attributes whose nouns refer to a whole group with a definite article: *the Dutch*, *the poor*."""

LIKENED = frozenset({"nsubj", "nsubj:pass", "obj"})
SHARED = frozenset({"det", "nmod:poss", "nummod", "det:poss"})
NAMING = frozenset({"appos", "flat", "flat:name"})
COUNTED = re.compile(r"\d[\d.,]*")
SAID_OF = frozenset({"acl:relcl", "acl"})


def read_reference(document: Document, candidate: LabelCandidate) -> Reference:
    """Read target type and linguistic form of a label from determiner, number, modifiers and verb."""
    words, rules = reference_words(document.lang), STEREOTYPE_RULES[document.lang]
    if candidate.kind in ("country", "pronoun", "possessive", "name"):
        return _of_pronoun(document, candidate)
    if candidate.kind == "adjective":
        return _of_described(document, candidate.inner)
    before = _determiners(document, candidate)
    if before & words["typical"]:
        return _typical(document, candidate)
    plural = _is_plural(document, candidate)
    if before & words["addressed"] and (plural or not before & words["possessive"]):
        return THESE if document.tokens[candidate.inner].text.lower() in words["hearers"] else GENERIC
    specific = _is_certain(document, candidate, before)
    if candidate.outer != candidate.inner:
        return _of_part(document, candidate, before, specific)
    if specific:
        return THESE if plural else THIS
    if before & words["universal"]:
        certain = before & words["definite"] and not rules.plural_definites_are_generic
        return THESE if certain and not _is_people(document, candidate) else GENERIC
    if before & words["partial"]:
        certain = before & words["definite"] and not rules.partial_words_have_articles
        return THESE if certain or _happens(document, candidate) else SOME
    if before & words["definite"]:
        return _definite(document, candidate, plural)
    if _counted(document, candidate, before):
        return THESE
    if _is_named(document, candidate):
        return THESE if plural else THIS
    return _bare_plural(document, candidate) if plural else _singular(document, candidate, before)


def _is_certain(document: Document, candidate: LabelCandidate, before: set[str]) -> bool:
    """Return whether a determiner or an owner makes the persons certain ones: *these*, *my* and *both men*."""
    words = reference_words(document.lang)
    if before & (words["demonstrative"] | words["possessive"]) or _possessed(document, candidate):
        return True
    # both counts the words where several are joined: both men and women
    joined = is_coordinated(document, candidate.inner) or document.tokens[candidate.inner].relation == "conj"
    return bool(before & words["dual"]) and not joined


def _is_plural(document: Document, candidate: LabelCandidate) -> bool:
    """Return whether a label is a plural, a collective noun, or an adjective used as a plural: *the poor*."""
    token = document.tokens[candidate.inner]
    words = reference_words(document.lang)
    numbers = {use.number for use in candidate.uses if use.form == "noun"}
    tagged = STEREOTYPE_RULES[document.lang].articles_show_number and "Number" in token.morph
    if candidate.word.end == token.end and not tagged and numbers in ({"plural"}, {"singular"}):
        return numbers == {"plural"}
    if number := token.morph.get("Number"):
        return number == "Plur" or token.text.lower() in words["peoples"]
    return not _determiners(document, candidate) & words["indefinite"]


def _determiners(document: Document, candidate: LabelCandidate) -> set[str]:
    """Return the words of the phrase before its noun, in lower case; *the* in *the men and women* is of both."""
    found = {document.tokens[index].text.lower() for index in range(candidate.first, candidate.inner)}
    if found or document.tokens[candidate.inner].relation != "conj":
        return found
    head = document.heads[candidate.inner]
    before = [child for child in document.children[head] if child < head]
    return {document.tokens[child].text.lower() for child in before if document.tokens[child].relation in SHARED}


def _possessed(document: Document, candidate: LabelCandidate) -> bool:
    return any(child < candidate.inner for child in dependents(document, candidate.inner, "nmod:poss"))


def _counted(document: Document, candidate: LabelCandidate, before: set[str]) -> bool:
    numerals = dependents(document, candidate.inner, "nummod")
    return any(map(COUNTED.fullmatch, before)) or any(child < candidate.inner for child in numerals)


def _is_named(document: Document, candidate: LabelCandidate) -> bool:
    """Return whether a name says who the person is: *a spokesman, Dan Lee*, *Ada, queen of the sea*."""
    token = document.tokens[candidate.outer]
    if token.relation in NAMING and document.tokens[document.heads[candidate.outer]].pos == "PROPN":
        return True
    after = candidate.inner + 1
    if after < len(document.tokens) and document.tokens[after].pos == "PROPN":
        name = document.tokens[after]
        if any(entity.type == "PER" for entity in entities_between(document, name.start, name.end)):
            return True
    children = (document.tokens[child] for child in document.children[candidate.inner])
    return any(child.relation in NAMING and child.pos == "PROPN" for child in children)


def _happens(document: Document, candidate: LabelCandidate, perfect: bool = True) -> bool:
    return is_eventive(document, predicate_of(document, candidate.outer), perfect)


def _of_pronoun(document: Document, candidate: LabelCandidate) -> Reference:
    """Return the reference of a pronoun or name: specific, except for *he who* and countries."""
    if candidate.kind == "country":
        return GENERIC
    low = document.tokens[candidate.inner].text.lower()
    if candidate.kind != "name" and low in reference_words(document.lang)["plural_pronouns"]:
        return THESE
    defined = has_dependent(document, candidate.inner, "acl:relcl")
    return GENERIC if candidate.kind == "pronoun" and defined else THIS


def _of_described(document: Document, index: int) -> Reference:
    """Return the reference of a predicate: that of its subject."""
    words = reference_words(document.lang)
    subject = subject_of(document, index)
    if subject < 0:
        return THIS
    token = document.tokens[subject]
    low = token.text.lower()
    children = [document.tokens[child] for child in document.children[subject]]
    determined = {child.text.lower() for child in children if child.relation in ("det", "nmod:poss", "det:poss")}
    plural = token.morph.get("Number") == "Plur"
    if token.pos in ("PRON", "PROPN"):
        return THESE if plural or low in words["plural_subjects"] else THIS
    if plural:
        return GENERIC if not determined or determined & words["universal"] else THESE
    return GENERIC if determined & (words["indefinite"] | words["universal"]) else THIS


def _typical(document: Document, candidate: LabelCandidate) -> Reference:
    """Return the reference of *a typical man*: the kind, predicated of a specific person or of nobody specific."""
    if has_copula(document, candidate.inner) and _of_described(document, candidate.inner)[0] == "specific target":
        return ANYBODY
    return GENERIC


def _of_part(document: Document, candidate: LabelCandidate, before: set[str], specific: bool) -> Reference:
    """Return the reference of *a group of men*, *most of the men*, *one of those men*."""
    words = reference_words(document.lang)
    outer = document.tokens[candidate.outer].text.lower()
    if outer in words["single"]:
        return GENERIC if before & words["demonstrative"] else THIS
    if outer in words["wholes"] and not specific and not before & words["definite"]:
        return GENERIC
    outer_definite = document.tokens[candidate.first].text.lower() in words["definite"] | words["demonstrative"]
    counted = outer in words["partial"] or outer.startswith(tuple(words["shares"]))
    if _happens(document, candidate) or (outer_definite and not counted):
        return THESE
    return THESE if specific and not counted else SOME


def _definite(document: Document, candidate: LabelCandidate, plural: bool) -> Reference:
    """Return the reference of a phrase with a definite article."""
    general = not _happens(document, candidate) and not _is_narrowed(document, candidate)
    attributes = {use.attribute for use in candidate.uses} or {candidate.word.attribute}
    token = document.tokens[candidate.inner]
    peoples = not attributes.isdisjoint(KINDS) and candidate.word.end == token.end
    rules = STEREOTYPE_RULES[document.lang]
    # with a capital, taggers take an adjective for a noun
    adjectival = rules.nouns_have_capitals and any(use.form == "adjective" for use in candidate.uses)
    nominalised = token.pos == "ADJ" or "Number" not in token.morph or adjectival
    if plural and (nominalised or peoples or rules.plural_definites_are_generic):
        return GENERIC if general or (nominalised and not _happens(document, candidate)) else THESE
    if plural:
        return GENERIC if general and _is_people(document, candidate) else THESE
    present = general and not has_copula(document, candidate.outer) and "Pres" in _tenses(document, candidate)
    return GENERIC if peoples and present and token.relation.startswith("nsubj") else THIS


def _is_people(document: Document, candidate: LabelCandidate) -> bool:
    """Return whether a modifier names the people that is meant as a whole: *the people of Peru*."""
    token = document.tokens[candidate.inner]
    return token.text.lower() in reference_words(document.lang)["peoples"] and candidate.word.end != token.end


def _tenses(document: Document, candidate: LabelCandidate) -> set[str]:
    """Return the tenses of the finite verbs of a clause."""
    predicate = predicate_of(document, candidate.outer)
    verbs = [document.tokens[index] for index in (predicate, *document.children[predicate])]
    return {
        verb.morph.get("Tense", "")
        for number, verb in enumerate(verbs)
        if (not number or verb.relation in AUXILIARIES) and verb.morph.get("VerbForm") == "Fin"
    }


def _is_narrowed(document: Document, candidate: LabelCandidate) -> bool:
    """Return whether a restrictive relative clause or prepositional phrase narrows a group: *women in science*."""
    words = reference_words(document.lang)
    for child in document.children[candidate.inner]:
        token, start = document.tokens[child], document.subtree(child)[0]
        if child < candidate.inner or document.tokens[start].text == ",":
            continue
        opening = document.tokens[start].text.lower()
        if token.relation in SAID_OF and start <= candidate.last + 1:
            return not document.tokens[start].start < candidate.word.start < document.tokens[child].end
        if token.relation == "nmod" and opening in words["restricting"] and start == candidate.last:
            return True
    return False


def _bare_plural(document: Document, candidate: LabelCandidate) -> Reference:
    """Return the reference of a plural without article: the group, except in clauses about an event."""
    token = document.tokens[candidate.outer]
    if has_copula(document, candidate.outer):
        return THESE if _of_described(document, candidate.outer)[0] == "specific target" else GENERIC
    predicate = predicate_of(document, candidate.outer)
    expletive = reference_words(document.lang)["expletive"]
    if any(
        document.tokens[child].text.lower() in expletive for child in document.children[predicate] if child < predicate
    ):
        return THESE if "Past" in _tenses(document, candidate) else SOME
    if token.relation in ("nsubj", "obj", "obl:agent") and _happens(document, candidate, perfect=False):
        return THESE
    return SOME if _is_narrowed(document, candidate) else GENERIC


def _singular(document: Document, candidate: LabelCandidate, before: set[str]) -> Reference:
    """Return the reference of a singular with *a* or without article."""
    words = reference_words(document.lang)
    if before & words["indefinite"] and _describes_subject(document, candidate.outer):
        return THIS
    if has_copula(document, candidate.outer):
        return THIS if _of_described(document, candidate.outer)[0] == "specific target" else GENERIC
    # as a child, but not as quick as a child
    above = document.heads[candidate.outer]
    compared = document.tokens[above].morph.get("Degree") == "Cmp" or has_word_below(document, above, words["roles"])
    if case_of(document, candidate.outer) & words["roles"] and not compared:
        return _of_described(document, predicate_of(document, candidate.outer))
    if case_of(document, candidate.outer) & words["likening"]:
        around = document.children[predicate_of(document, candidate.outer)]
        beside = [document.tokens[child] for child in around if child != candidate.outer]
        certain = any(each.relation in LIKENED and each.pos in ("PRON", "PROPN") for each in beside)
        return ANYBODY if certain else GENERIC
    subject = document.tokens[candidate.outer].relation.startswith("nsubj")
    predicate = predicate_of(document, candidate.outer)
    saying = document.tokens[predicate].text.lower() in reference_words(document.lang)["saying"]
    if saying or is_eventive(document, predicate) or "Past" in _tenses(document, candidate):
        return ANYBODY
    if not before & words["indefinite"]:
        return GENERIC if subject and not _is_headline(document, candidate) else THIS
    return GENERIC if subject or _is_wished(document, candidate) else _of_object(document, candidate)


def _describes_subject(document: Document, index: int) -> bool:
    """Return whether a phrase only describes the subject after it: *A Methodist, she sings every week*."""
    if not document.tokens[index].relation.startswith("nsubj"):
        return False
    between = range(index + 1, document.heads[index])
    return any(
        subject in between and document.tokens[subject].pos in ("PRON", "PROPN")
        for subject in other_subjects(document, index)
    )


def _is_headline(document: Document, candidate: LabelCandidate) -> bool:
    """Return whether a count noun lacks its article because the sentence is a headline: *Man finds coin*."""
    predicate = predicate_of(document, candidate.outer)
    singular = any(use.number == "singular" for use in candidate.uses)
    if not (singular and STEREOTYPE_RULES[document.lang].bare_singulars_are_headlines):
        return False
    children = [document.tokens[child] for child in document.children[predicate]]
    habitual = any(child.text.lower() in reference_words(document.lang)["habitual"] for child in children)
    return not habitual and not any(child.relation in AUXILIARIES for child in children)


def _is_wished(document: Document, candidate: LabelCandidate) -> bool:
    """Return whether a verb of wishing or a modal makes an indefinite object non-specific."""
    words = reference_words(document.lang)
    predicate = predicate_of(document, candidate.outer)
    if document.tokens[predicate].text.lower() in words["wishing"]:
        return True
    auxiliaries = [document.tokens[child] for child in document.children[predicate]]
    return any(verb.relation in AUXILIARIES and verb.text.lower() in words["modal"] for verb in auxiliaries)


def _of_object(document: Document, candidate: LabelCandidate) -> Reference:
    """Return the reference of *a man* as an object: specific where the subject is, as in *my sister met a man*."""
    subject = subject_of(document, predicate_of(document, candidate.outer))
    if subject in (-1, candidate.outer):
        return GENERIC
    token = document.tokens[subject]
    certain = reference_words(document.lang)["definite"] | reference_words(document.lang)["possessive"]
    words = {document.tokens[child].text.lower() for child in document.children[subject]}
    return ANYBODY if token.pos in ("PRON", "PROPN") or words & certain else GENERIC


PERSON = "person"
"""Attribute of a personal name, which assigns a person to no group; its group is ``unknown``."""

PROFESSION = "profession"
"""Attribute of nouns for occupations, which are labels only where a sentence has no other."""

UNCLEARNESS = {"noun": 0, "adjective": 2, "country": 3, "name": 4, "pronoun": 5, "possessive": 12}
"""Penalty of each kind of label: the higher, the less clearly it describes a group."""

BEARERS = 1000
"""Least number of persons with a first name by which a subject is recognised as a person."""

WEAK = 8
"""Penalty of nouns for occupations and relatives (*the scientist*, *his son*); half of it for subjects."""

NAMING_KINDS = frozenset({"noun", "adjective", "country"})
"""Kinds of labels that name a group explicitly."""

FORMS = {"ADJ": "adjective", "NOUN": "noun", "PROPN": "noun", "PRON": "pronoun", "DET": "pronoun"}


def find_label(document: Document, sentence: int, words: Sequence[GroupWord]) -> Label | None:
    """Find the label that most clearly describes a group, and read its indicators."""
    # Nouns take precedence over predicative adjectives, these over names, and names over pronouns; groups over specific
    # persons; subjects over other roles; and earlier phrases over later ones.
    best = _clearest(document, sentence, words or label_words(document, sentence))
    return _label(document, *best) if best else None


def _clearest(document: Document, sentence: int, words: Sequence[GroupWord]) -> tuple[LabelCandidate, Reference] | None:
    best: tuple[int, LabelCandidate, Reference] | None = None
    for word in words:
        tokens = _tokens(document, sentence, word)
        candidate = read_candidate(document, *tokens, word) if tokens else None
        if candidate is None:
            continue
        taken_up = _resumes(document, candidate.inner) and _group_before(document, sentence, candidate.inner)
        reference = GENERIC if taken_up else read_reference(document, candidate)
        unclear = _unclearness(document, candidate, reference)
        if best is None or unclear < best[0]:
            best = unclear, candidate, reference
    return best[1:] if best else None


def label_words(document: Document, sentence: int) -> list[GroupWord]:
    """Find the words of a sentence that name groups, of any attribute, and the names of persons."""
    found = _named_words(document, sentence)
    they = next((index for index in range(*document.sentences[sentence]) if _resumes(document, index)), None)
    before = _group_before(document, sentence, they) if they is not None else None
    if they is not None and before is not None:
        token = document.tokens[they]
        found.append(GroupWord(token.start, token.end, before.attribute, before.group))
    return sorted(found)


def _named_words(document: Document, sentence: int) -> list[GroupWord]:
    tokens = document.tokens
    found: list[GroupWord] = []
    countries: list[GroupWord] = []
    for word in find_category_words(document, sentence):
        form = FORMS.get(tokens[word.last - 1].pos, "")
        use = next((use for use in word.uses if use.form == form), word.uses[0])
        group_word = GroupWord(tokens[word.first].start, tokens[word.last - 1].end, use.attribute, use.group)
        (countries if is_country(word.uses) else found).append(group_word)
    first, last = document.sentences[sentence]
    start, end = tokens[first].start, tokens[last - 1].end
    entities = entities_between(document, start, end)
    names = [(entity.start, entity.end) for entity in entities if entity.type == "PER"]
    found += [each for each in countries if all(after <= each.start or each.end <= begin for begin, after in names)]
    names += [(token.start, token.end) for token in tokens[first:last] if _is_first_name(token, document.lang)]
    places = [(entity.start, entity.end) for entity in entities if entity.type != "PER"]
    for begin, after in names:
        taken = [*places, *((word.start, word.end) for word in found)]
        if all(ends <= begin or after <= starts for starts, ends in taken):
            found.append(GroupWord(begin, after, PERSON, "unknown"))
    return found


def _resumes(document: Document, index: int) -> bool:
    token = document.tokens[index]
    return token.text.lower() in reference_words(document.lang)["resuming"] and token.relation in SUBJECTS


def _group_before(document: Document, sentence: int, they: int) -> GroupWord | None:
    """Return the group or country of the sentence before to which *they* refers; None where a plural is nearer."""
    plural = any(
        document.tokens[index].morph.get("Number") == "Plur" for index in range(document.sentences[sentence][0], they)
    )
    if not sentence or plural:
        return None
    words = _named_words(document, sentence - 1)
    before = _clearest(document, sentence - 1, words)
    if before is not None:
        candidate, reference = before
        return candidate.word if reference[0] == "generic target" and candidate.kind in NAMING_KINDS else None
    return next((word for word in words if word.attribute != PERSON), None)


def _is_first_name(token: Token, lang: str) -> bool:
    """Return whether a subject is a first name that named entity recognition may have missed."""
    if token.pos != "PROPN" or token.relation not in SUBJECTS or token.morph.get("Number") == "Plur":
        return False
    evidence = first_name_gender(token.text, lang)
    return evidence is not None and evidence.gender != "unknown" and evidence.n >= BEARERS


def _tokens(document: Document, sentence: int, word: GroupWord) -> tuple[int, int] | None:
    """Return the tokens of a word, from its first to after its last."""
    first, last = document.sentences[sentence]
    starts = [token.end for token in document.tokens[first:last]]
    begin = first + bisect_left(starts, word.start + 1)
    end = begin
    while end < last and document.tokens[end].start < word.end:
        end += 1
    return (begin, end) if begin < end else None


def _unclearness(document: Document, candidate: LabelCandidate, reference: Reference) -> int:
    relation = document.tokens[candidate.outer].relation
    weak = candidate.kind == "noun" and (candidate.word.attribute == PROFESSION or _is_relative(document, candidate))
    return (
        UNCLEARNESS[candidate.kind]
        + 2 * (reference[1] == "individual")
        + (relation not in SUBJECTS)
        + 2 * (relation == "nmod:poss")
        + WEAK * weak // (2 if relation in SUBJECTS else 1)
    )


def _is_relative(document: Document, candidate: LabelCandidate) -> bool:
    """Return whether a noun names a relation to another person of the text: *his son*, *Ada's mother*."""
    inner = document.tokens[candidate.inner]
    return candidate.word.end == inner.end and any(
        document.tokens[child].relation in ("nmod:poss", "det:poss")
        and document.tokens[child].morph.get("Person", "3") == "3"
        for child in document.children[candidate.inner]
    )


def _label(document: Document, candidate: LabelCandidate, reference: Reference) -> Label:
    target, form = reference
    return Label(
        document.tokens[candidate.first].start,
        document.tokens[candidate.last - 1].end,
        candidate.outer,
        candidate.word.attribute,
        candidate.word.group,
        target,
        read_connotation(document, candidate.first, candidate.last),
        "noun" if candidate.kind == "noun" else "other",
        form,
    )
