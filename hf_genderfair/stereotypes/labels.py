"""The category label of a sentence and its four indicators (Görge et al. 2025, section 4.2.3 and appendix D.2)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.clauses import SUBJECTS
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import first_name_gender
from hf_genderfair.languages.sentence_transform import GroupWord
from hf_genderfair.stereotypes.candidates import LabelCandidate, entities_between, is_country, read_candidate
from hf_genderfair.stereotypes.evaluation import read_connotation
from hf_genderfair.stereotypes.indicators import Label
from hf_genderfair.stereotypes.reference import GENERIC, Reference, read_reference
from hf_genderfair.stereotypes.words import find_category_words, reference_words

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

NAMING = frozenset({"noun", "adjective", "country"})
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
        apart = all(ends <= begin or after <= starts for starts, ends in taken)
        if apart:
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
        return candidate.word if reference[0] == "generic target" and candidate.kind in NAMING else None
    countries = (word for word in words if word.attribute != PERSON)
    return next(countries, None)


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
