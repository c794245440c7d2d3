"""Whether the object pronouns *la*, *lo* and *verla* of a Spanish text mean a person."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hf_genderfair.counterfactual.spanish.agreement import TITLES, agrees, own_subject
from hf_genderfair.counterfactual.spanish.known_persons import (
    KnownPersons,
    knows_person,
    names_before,
    nearest_noun,
    non_persons_before,
)
from hf_genderfair.counterfactual.spanish.things import is_non_person
from hf_genderfair.counterfactual.spanish.verbs import (
    BROUGHT_TO_DO,
    DATIVES,
    MOSTLY_OF_THINGS,
    OF_PERSONS,
    WITH_FACT,
    enclitic,
    has_enclitic,
    verb_of,
)
from hf_genderfair.languages.clauses import dependents, has_preposition
from hf_genderfair.languages.romance.words import romance_words

CLITICS = frozenset("la las lo los".split())
WRITTEN_DATIVES = tuple(f"{end}{dative}" for end in "ro" for dative in ("se", "me", "te", "nos", "os"))
"""Dative pronouns behind an infinitive or gerund."""

BEFORE_OBJECT = DATIVES | {"no"}
SUBJUNCTIVE = re.compile(r"\w+(?:[iy]ese|[iy]era)n?|[a-zñ]{3,}(?:ase|ara)n?")
"""Endings of subjunctives, which a pipeline may take for nouns."""

CASE_CLITICS = CLITICS | DATIVES
"""Pronouns beside a verb, for its direct or indirect object."""


def clitics(analysis: KnownPersons) -> Iterator[tuple[int, str]]:
    """Find the object pronouns of the gender that is to be swapped."""
    tokens = analysis.document.tokens
    for index, word in enumerate(analysis.low):
        if not word.endswith(("a", "as", "o", "os")):
            continue
        ending = enclitic(word) if tokens[index].pos in ("VERB", "AUX", "NOUN", "ADJ") else ""
        if word in CLITICS and (tokens[index].pos == "PRON" or is_misread(analysis, index)):
            preposition = index > 0 and tokens[index - 1].pos == "ADP" and analysis.low[index - 1] != "como"
            behind = _has_verb_after(analysis, index) or is_misread(analysis, index)
            ending = word if behind and not preposition else ""
        if not ending or index in analysis.people or index in analysis.nouns:
            continue
        if (ending[1] == "a") == (analysis.source == "feminine"):
            yield index, ending


def is_misread(analysis: KnownPersons, index: int) -> bool:
    """Whether what is taken for an article stands before a verb taken for a noun: *se la imaginara*, *él la oyese*."""
    tokens = analysis.document.tokens
    if not index or tokens[index].pos not in ("DET", "PRON") or tokens[index + 1 : index + 2] == []:
        return False
    subjunctive = SUBJUNCTIVE.fullmatch(analysis.low[index + 1]) is not None and tokens[index + 1].pos == "NOUN"
    if not subjunctive or analysis.low[index - 1] in BEFORE_OBJECT:
        return subjunctive
    # not: dijo que la cuchara
    behind = analysis.low[index - 1] == "que" or tokens[index - 1].pos in ("NOUN", "PROPN")
    return behind and not analysis.low[index + 1].endswith(("ara", "aran"))


def _has_verb_after(analysis: KnownPersons, index: int) -> bool:
    after = analysis.document.tokens[index + 1 : index + 3]
    if not after or analysis.low[index + 1] in ("que", "cual"):
        return False
    return after[0].pos in ("VERB", "AUX") or (after[0].pos == "PRON" and after[-1].pos == "VERB")


def verb_index(analysis: KnownPersons, index: int) -> int:
    """Return the index of the verb whose object a pronoun is."""
    return analysis.document.heads[index] if analysis.low[index] in CLITICS else index


def verb_of_clitic(analysis: KnownPersons, index: int) -> str:
    """Return the lemma of the verb whose object a pronoun is."""
    verb = verb_index(analysis, index)
    return verb_of(analysis.low[verb], analysis.document.tokens[verb].lemma)


def object_is_person(analysis: KnownPersons, index: int, ending: str) -> bool:
    """Whether an object pronoun means a person: by its verb, and by possible antecedents."""
    document, tokens = analysis.document, analysis.document.tokens
    verb = verb_index(analysis, index)
    lemma = verb_of_clitic(analysis, index)
    plural = ending.endswith("s")
    doubled = [child for child in document.children[verb] if tokens[child].relation == "obj" and child != index]
    if any(
        child in analysis.people and analysis.is_singular(child) != plural
        for child in doubled
        if _has_a(analysis, child)
    ):
        return True
    if _is_fact_or_thing(analysis, index, ending):
        return False
    if analysis.source == "feminine" and not plural and _takes_up_epicene(analysis, index):
        return False
    if plural:
        return nearest_noun(analysis, index) is not None
    if (lemma in OF_PERSONS and lemma not in MOSTLY_OF_THINGS) or _is_brought_to_do(analysis, verb, lemma):
        return True
    if lemma in OF_PERSONS and not (lemma == "hacer" and analysis.source == "masculine"):
        return _takes_up_known_person(analysis, index, lemma)
    if analysis.source == "masculine":
        return False
    return knows_person(analysis, index) and not non_persons_before(analysis, index)


def _is_brought_to_do(analysis: KnownPersons, verb: int, lemma: str) -> bool:
    """Whether a verb says what somebody is brought to do: *lo decidió a partir*."""
    document, tokens = analysis.document, analysis.document.tokens
    acts = (at for at in dependents(document, verb, "xcomp", "advcl") if tokens[at].morph.get("VerbForm") == "Inf")
    behind = any(at > verb and analysis.low[verb + 1] == "a" for at in acts)
    return behind and (lemma in BROUGHT_TO_DO or tokens[verb].lemma in BROUGHT_TO_DO)


def _is_fact_or_thing(analysis: KnownPersons, index: int, ending: str) -> bool:
    """Whether the words beside a pronoun exclude a person: *asegurártelo*, *todo lo dejó*, *la pared la pintó él*."""
    low, verb = analysis.low, verb_index(analysis, index)
    if index and low[index - 1] in DATIVES and verb_of_clitic(analysis, index) not in OF_PERSONS:
        return True
    if low[verb + 1 : verb + 2] in (["eso"], ["esto"], ["aquello"]) or (index and low[index - 1] == "nos"):
        # lo entiendo eso, nos lo exigen
        return True
    if low[index] not in CLITICS and low[index].removesuffix(ending).endswith(WRITTEN_DATIVES):
        return True
    if (index and low[index - 1 : index + 1] == ["todo", "lo"]) or low[verb + 1 : verb + 2] == ["todo"]:
        return True
    return _takes_up_fronted_thing(analysis, index)


def _takes_up_known_person(analysis: KnownPersons, index: int, lemma: str) -> bool:
    """Whether the object of a verb of persons and things is a person that the text names, and no thing competes."""
    if analysis.source == "feminine":
        if next(persons_before(analysis, index), None) is not None:
            return True
        first = analysis.document.sentence_of[index] == 0 and lemma not in WITH_FACT
        known = first or knows_person(analysis, index)
    elif lemma in WITH_FACT:
        known = next(persons_before(analysis, index), None) is not None
    else:
        known = _names_person_near(analysis, index)
    return known and not non_persons_before(analysis, index, salient=True)


def _takes_up_epicene(analysis: KnownPersons, index: int) -> bool:
    """Whether the nearest noun before that agrees means persons of any gender: *a toda esta gente hay que oírla*."""
    document, tokens = analysis.document, analysis.document.tokens
    start = document.sentences[document.sentence_of[index]][0]
    nouns = (at for at in range(index - 1, start - 1, -1) if tokens[at].pos == "NOUN" and agrees(document, index, at))
    nearest = next((at for at in nouns if "Gender" in tokens[at].morph), None)
    form = None if nearest is None else romance_words("es").persons.get(analysis.low[nearest])
    return form is not None and form.kind in ("epicene", "collective")


def _names_person_near(analysis: KnownPersons, index: int) -> bool:
    """Whether a person in the singular is named before an object pronoun, or below its verb: *lo llaman el Abuelo*."""
    document = analysis.document
    _, end = document.subtree(verb_index(analysis, index))
    persons = (at for at in analysis.people if at < end and at != index and document.tokens[at].pos != "DET")
    return any(map(analysis.is_singular, persons)) or next(names_before(analysis, index), None) is not None


def _takes_up_fronted_thing(analysis: KnownPersons, index: int) -> bool:
    """Whether an object stands before its pronoun, and a subject behind the verb: *la banda la ocupó un grupo*."""
    document, tokens = analysis.document, analysis.document.tokens
    before, verb = index - 1, verb_index(analysis, index)
    while before > 0 and (tokens[before].pos == "ADJ" or analysis.low[before] in BEFORE_OBJECT):
        before -= 1
    if verb <= index or before < 0 or tokens[before].pos != "NOUN" or has_preposition(document, before):
        return False
    after = {token.pos for token in tokens[verb + 1 : verb + 3]}
    thing = agrees(document, before, index) and is_non_person(document, before, analysis.types)
    return thing and not after.isdisjoint(("DET", "PROPN")) and "ADP" not in after


def _has_a(analysis: KnownPersons, index: int) -> bool:
    """Whether *a* shows that a noun is the object of its verb, and not the subject: *lo dijo mi hermano*."""
    return any(analysis.low[child] in ("a", "al") for child in analysis.document.children[index])


def persons_before(analysis: KnownPersons, index: int) -> Iterator[int]:
    """Find the persons whom an object pronoun in the singular may take up."""
    document, tokens = analysis.document, analysis.document.tokens
    subject = own_subject(document, verb_index(analysis, index))
    start, _ = document.sentences[max(document.sentence_of[index] - 1, 0)]
    # amar a una mujer por la esperanza de poseerla
    above = set(document.ancestors(verb_index(analysis, index)))
    for before in range(index - 1, start - 1, -1):
        if not analysis.is_singular(before) or not analysis.is_of_gender(before):
            continue
        owner = analysis.people.get(before, before)
        titled = not TITLES.as_set.isdisjoint(analysis.low[max(owner - 1, 0) : owner + 1])
        if owner == subject or (titled and subject is not None and analysis.low[subject] == "usted"):
            # señor ministro, aunque usted no lo reconozca
            continue
        if before in analysis.people:
            determined = tokens[before].pos == "DET"
            if _is_of_thing(analysis, analysis.people[before] if determined else before, index):
                return
            yield before
        elif tokens[before].pos == "NOUN" and before not in above:
            return


def _is_of_thing(analysis: KnownPersons, person: int, index: int) -> bool:
    """Whether a person stands below a thing that a pronoun may as well take up: *oyó la petición de su hija y la*."""
    document, head = analysis.document, analysis.document.heads[person]
    below = (
        document.tokens[person].relation == "nmod"
        and document.tokens[head].pos == "NOUN"
        and head not in analysis.people
    )
    return below and agrees(document, head, index) and is_non_person(document, head, analysis.types)


def may_be_object_of_person(analysis: KnownPersons, index: int) -> bool:
    """Whether *a ella* has a clitic beside its verb, as persons need, or *con ella* stands after its verb."""
    # *A ella le gusta* and *se acercó a ella* may mean a person; *respondí a ella* and *con ella, no se gana* take up a
    # thing more often.
    tokens, verb = analysis.document.tokens, analysis.document.heads[index]
    if analysis.low[index - 1] == "con":
        return verb < index
    clitic = has_enclitic(analysis.low[verb]) or not CASE_CLITICS.isdisjoint(words_beside(analysis, index))
    return tokens[verb].pos != "VERB" or clitic


def words_beside(analysis: KnownPersons, index: int) -> set[str]:
    """Return the words below the verb of a word, and below the verb above an infinitive."""
    document, verb = analysis.document, analysis.document.heads[index]
    finite = document.tokens[verb].morph.get("VerbForm") == "Fin"
    verbs = (verb,) if finite else (verb, document.heads[verb])
    return {analysis.low[child] for above in verbs for child in document.children[above]}
