"""Decide the case, number and gender of a German noun for persons from all that its sentence shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from hf_genderfair.languages.clauses import (
    dependents,
    has_copula,
    has_dependent,
    has_preposition,
    has_word_below,
    is_coordinated,
    other_subjects,
)
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.agreement import (
    FormInterpretation,
    adjective_interpretations,
    declension_after,
    determiner,
)
from hf_genderfair.languages.german.clauses import WINDOW, has_dative, predicated_of, siblings_of
from hf_genderfair.languages.german.noun_phrase import (
    PREPOSITIONS,
    QUOTES,
    USUAL_CASE,
    Members,
    adjectives_agree,
    agrees,
    is_before_name,
    is_count,
    is_label,
    joined_noun,
    preposition,
    ruling_article,
)
from hf_genderfair.languages.german.person_phrase import RoleNoun
from hf_genderfair.languages.german.pronoun_readings import number_of_hearer
from hf_genderfair.languages.types import NUMBERS, Case, GrammaticalGender, Number
from hf_genderfair.lexicons.word_class import WordClass, WordValues

Cell = tuple[GrammaticalGender, Case, Number]

BY_FREQUENCY: tuple[Case, ...] = ("Nom", "Acc", "Dat", "Gen")
CELLS: tuple[tuple[Case, Number], ...] = tuple((case, number) for number in NUMBERS for case in BY_FREQUENCY)
"""Cases and numbers; of those that weigh alike the first is taken."""

WEIGHTS = WordValues("case_weights_de", "weight", float)
"""What a piece of evidence adds to a case and number."""

COPULAS = frozenset({"sein", "werden", "bleiben", "heißen"})
NAMING = WordClass("verb_frames_de", "object_predicative")
"""Verbs whose *als* takes up the object: *man kennt ihn als guten Lehrer*."""

WITH_DATIVE = WordClass("noun_classes_de", "dative_with_an")
"""Ends of nouns behind which *an* has the dative: *Kritik an den Lehrern*; *Briefe an den Lehrer*."""

SAYING = WordClass("verb_frames_de", "saying")
"""Verbs whose *das* is the object: *Das sagte die Ministerin*."""

PARTITIVES = WordClass("determiners_de", "partitive")
"""Words behind which a genitive plural says out of whom: *keiner der Teilnehmer*."""

SUBJECTS = frozenset("er ich du wir man wer".split())
SINGULARS = frozenset("pro je per".split())
SAME = ("selbe", "selben")
CASE_OF_RELATION: Mapping[str, Case] = {
    "nsubj": "Nom",
    "nsubj:pass": "Nom",
    "csubj": "Nom",
    "vocative": "Nom",
    "obj": "Acc",
    "iobj": "Dat",
    "obl:arg": "Dat",
}
BARE_PLURALS = frozenset({"nsubj", "nsubj:pass", "obj", "iobj", "obl", "obl:arg", "obl:agent", "nmod", "conj"})
"""Relations in which a noun without any article is as a rule a plural: *Lehrer streiken*."""


def case_and_number(
    document: Document, head: int, noun: RoleNoun, found: Members, known: Mapping[int, tuple[Case, Number]]
) -> Cell | None:
    """Decide the gender, case and number of a noun."""
    # Each case and number that the form can have is weighed: the article counts most, then the preposition, then the
    # endings of adjectives, the verb that agrees, the noun that it is joined to, what the parse says, and what is usual
    # for a noun without article.
    before = preposition(document, found, head)
    article = ruling_article(document, found.determiner, found.first, head)
    cells = _cells(noun.gender, noun.cells)
    weights = [0.0] * len(cells)
    partner = _partner(document, head, found)
    for weigh in (
        _by_article(document, found),
        _by_noun(document, head, noun, article),
        _by_adjectives(document, found, article, cells),
        _by_preposition(document, found, head, before),
        _by_whole(document, found),
        _by_object(document, head, noun, found, before),
        _by_parse(document, head, found.first, before),
        _by_partner(document, head, partner, known),
        _by_verb(document, head, found),
        _by_usage(document, head, noun, found, before, known),
        _by_ending(document, head, noun, found),
    ):
        for gender, case, number, weight in weigh:
            for index in _fitting(cells, gender, case, number):
                weights[index] += weight
    best = max(range(len(cells)), key=weights.__getitem__)
    if not _is_sound(document, head, noun, found, (article, before), cells[best]):
        return None
    gender, case, number = cells[best]
    others = [weight for cell, weight in zip(cells, weights, strict=True) if cell[0] != gender and cell[2] == number]
    open_gender = gender != noun.gender and (number == "Plur" or weights[best] in others)
    return "none" if open_gender else gender, case, number


def _is_sound(
    document: Document, head: int, noun: RoleNoun, found: Members, ruling: tuple[str, str], cell: Cell
) -> bool:
    """Return whether words that have homographs for things agree as words for persons must."""
    gender, case, number = cell
    article, before = ruling
    if noun.gender == "masculine":
        return not noun.masculine.endswith("e") or (case, number) in noun.cells
    if noun.gender != "common":
        return True
    endings = adjective_interpretations(document.tokens[head].text, declension_after(article))
    own = determiner(document.tokens[found.determiner].text.lower()) if found.determiner >= 0 else None
    return (
        agrees(endings, gender, case, number)
        and (own is None or agrees(own.interpretations, gender, case, number))
        and adjectives_agree(document, found, article, gender, case, number) >= 0
        and (not before or case in PREPOSITIONS[before])
    )


Weight = tuple[str, str, str, float]
"""Gender, case and number that get a weight; empty for all."""


@lru_cache(maxsize=1_000)
def _cells(gender: GrammaticalGender, filled: tuple[tuple[Case, Number], ...]) -> tuple[Cell, ...]:
    """Return what a noun can be; a form may lack its ending (*den Präsident*), but shows its number."""
    genders: tuple[GrammaticalGender, ...] = ("masculine", "feminine") if gender == "common" else (gender,)
    numbers = {number for _, number in filled}
    return tuple((gender, case, number) for case, number in CELLS if number in numbers for gender in genders)


@lru_cache(maxsize=10_000)
def _fitting(cells: tuple[Cell, ...], gender: str, case: str, number: str) -> tuple[int, ...]:
    """Return which cells have a gender, case and number; what is empty is not asked for."""
    wanted = (gender, case, number)
    return tuple(
        index
        for index, cell in enumerate(cells)
        if all(want in ("", own) for want, own in zip(wanted, cell, strict=True))
    )


def _by_noun(document: Document, head: int, noun: RoleNoun, article: str) -> Iterator[Weight]:
    """Weigh the form of the noun; a form that does not fit at all is an error of the text, and possible."""
    if noun.gender == "common":
        interpretations = adjective_interpretations(document.tokens[head].text, declension_after(article))
        yield from _by_forms(interpretations, WEIGHTS["noun_form"])
        return
    for case, number in noun.cells:
        yield "", case, number, WEIGHTS["noun_form"]


def _by_forms(interpretations: Iterable[FormInterpretation], weight: float) -> Iterator[Weight]:
    for gender, case in interpretations:
        yield ("", case, "Plur", weight) if gender == "plural" else (gender, case, "Sing", weight)


def _by_article(document: Document, found: Members) -> Iterator[Weight]:
    if found.counted:
        yield "", "", "Plur", WEIGHTS["counted"]
    if found.determiner < 0:
        return
    token = document.tokens[found.determiner]
    known_article = determiner(token.text.lower())
    if known_article is None:
        return
    yield from _by_forms(known_article.interpretations, WEIGHTS["article"])
    if "Case" in token.morph:
        yield "", token.morph["Case"], "", WEIGHTS["analysed_article"]
    if "Number" in token.morph:
        yield "", "", token.morph["Number"], WEIGHTS["analysed_article"]


def _by_adjectives(document: Document, found: Members, article: str, cells: tuple[Cell, ...]) -> Iterator[Weight]:
    if not found.adjectives:
        return
    for cell in cells:
        agreeing = adjectives_agree(document, found, article, *cell)
        yield *cell, WEIGHTS["adjectives"] * agreeing / len(found.adjectives)


def _by_preposition(document: Document, found: Members, head: int, before: str) -> Iterator[Weight]:
    tokens = document.tokens
    if before:
        for case in sorted(PREPOSITIONS[before]):
            yield "", case, "", WEIGHTS["preposition"]
        if before == "an" and tokens[head].relation == "nmod":
            of_noun = tokens[document.heads[head]].lemma.lower()
            yield "", "Dat" if of_noun.endswith(WITH_DATIVE.as_tuple) else "Acc", "", WEIGHTS["an_behind_noun"]
        elif before in USUAL_CASE:
            yield "", USUAL_CASE[before], "", WEIGHTS["usual_preposition"]
    if found.first and tokens[found.first - 1].text.lower() in SINGULARS and found.determiner < 0:
        yield "", "", "Sing", WEIGHTS["distributive"]


def _by_whole(document: Document, found: Members) -> Iterator[Weight]:
    """Weigh the genitive of those out of whom one is named: *keiner der Teilnehmer*."""
    if found.determiner < 1:
        return
    known_article = determiner(document.tokens[found.determiner].text.lower())
    if known_article is None or document.tokens[found.determiner - 1].text.lower() not in PARTITIVES:
        return
    if agrees(known_article.interpretations, "", "Gen", "Plur"):
        yield "", "Gen", "Plur", WEIGHTS["partitive_article"]


def _by_object(document: Document, head: int, noun: RoleNoun, found: Members, before: str) -> Iterator[Weight]:
    """Weigh what looks the same of weak nouns: *fragt den Zeugen*, *hilft den Zeugen*, *Ott, den Zeugen*."""
    tokens = document.tokens
    if before or found.determiner < 0 or not tokens[found.determiner].text.lower().endswith("en"):
        return
    if not {("Acc", "Sing"), ("Dat", "Plur")} <= set(noun.cells):
        return
    behind = tokens[head + 2] if head + 2 < len(tokens) and tokens[head + 1].text == "," else tokens[head]
    relative = behind.text if behind.pos == "PRON" else ""
    above = tokens[document.heads[head]]
    alone = tokens[found.determiner].text.lower() == "keinen" or is_before_name(document, head)
    alone = alone or (tokens[head].relation == "appos" and above.pos == "PROPN")
    if alone or relative in ("der", "den", "dem", "dessen"):
        yield "", "Acc", "Sing", WEIGHTS["relative_of_object"]
    elif relative == "denen" or has_dative(document, head):
        yield "", "Dat", "Plur", WEIGHTS["dative_of_verb"]
    elif tokens[head].relation in ("obj", "iobj", "obl", "obl:arg", "nsubj"):
        yield "", "Acc", "Sing", WEIGHTS["accusative_of_verb"]


def _by_parse(document: Document, head: int, first: int, before: str) -> Iterator[Weight]:
    token = document.tokens[head]
    above = document.heads[head]
    if "Case" in token.morph:
        yield "", token.morph["Case"], "", WEIGHTS["analysed_noun"]
    if "Number" in token.morph:
        yield "", "", token.morph["Number"], WEIGHTS["analysed_noun"]
    if before:
        return
    relation = token.relation
    timed = above > 0 and document.tokens[above].text == "Uhr" and document.tokens[above - 1].pos == "NUM"
    if relation == "nmod" and above < head and not timed and _apposed_to(document, head, first) < 0:
        yield "", "Gen", "", WEIGHTS["attribute"]
    elif _is_predicate(document, head):
        yield "", "Nom", "", WEIGHTS["predicate"]
    elif relation in CASE_OF_RELATION:
        yield "", CASE_OF_RELATION[relation], "", WEIGHTS["relation"]
        # an object that cannot be an accusative is a dative
        if relation == "obj":
            yield "", "Dat", "", WEIGHTS["object_beside_object" if _has_other_object(document, head) else "object"]
        elif relation == "nsubj:pass":
            # Dies wurde den Studenten gesagt: where it cannot be the subject
            yield "", "Dat", "", WEIGHTS["passive_subject"]
        before_it = document.tokens[first - 1].pos if first else "PUNCT"
        if before_it not in ("NOUN", "PROPN", "PRON", "NUM", "ADJ", "CCONJ", "PUNCT"):
            # weist der Reisenden den Weg: no attribute of a noun
            yield "", "Gen", "", WEIGHTS["genitive_behind_verb"]
    elif relation == "root":
        yield "", "Nom", "", WEIGHTS["root"]


def _has_other_object(document: Document, head: int) -> bool:
    others = (document.tokens[child] for child in siblings_of(document, head) if child != head)
    return any(other.relation == "obj" and other.pos in ("NOUN", "PROPN") for other in others)


def _is_predicate(document: Document, head: int) -> bool:
    tokens = document.tokens
    if has_copula(document, head):
        return True
    above = tokens[document.heads[head]]
    # 1996 wird Bichsel Stadtschreiber
    second = tokens[head].relation == "nsubj" and any(other < head for other in other_subjects(document, head))
    said = second or tokens[head].relation in ("obj", "xcomp", "advcl", "obl")
    return said and above.lemma.lower() in COPULAS


def _partner(document: Document, head: int, found: Members) -> int:
    """Return the noun whose case a noun shares: joined by *und*, in apposition, or -1."""
    tokens = document.tokens
    if (apposed := _apposed_to(document, head, found.first)) >= 0:
        return apposed
    beside = joined_noun(document, found.first, head)
    if tokens[head].relation not in ("conj", "appos"):
        return beside
    # Angaben der Partei und der Sprecherin: the same article, so the same case
    if beside > 0 and found.determiner >= 0 and tokens[beside - 1].text == tokens[found.determiner].text:
        return beside
    return document.heads[head]


def _apposed_to(document: Document, head: int, first: int) -> int:
    """Return the noun that what the parse takes for its genitive describes: *von Ute, der Köchin*; or -1."""
    # A comma stands before no genitive.
    tokens = document.tokens
    if first < 2 or tokens[first - 1].text != "," or tokens[head].relation not in ("appos", "nmod"):
        return -1
    if has_preposition(document, head):
        return -1
    at = first - 2
    while tokens[at].relation.startswith("flat") and tokens[document.heads[at]].pos in ("NOUN", "PROPN"):
        at = document.heads[at]
    return at if tokens[at].pos in ("NOUN", "PROPN") else -1


def _by_partner(
    document: Document, head: int, partner: int, known: Mapping[int, tuple[Case, Number]]
) -> Iterator[Weight]:
    if partner < 0:
        return
    tokens = document.tokens
    if partner in known:
        yield "", known[partner][0], "", WEIGHTS["known_partner"]
        return
    governed = [
        PREPOSITIONS[tokens[child].text.lower()]
        for child in document.children[partner][:WINDOW]
        if tokens[child].relation == "case" and tokens[child].text.lower() in PREPOSITIONS
    ]
    case = tokens[partner].morph.get("Case", "")
    if governed and tokens[head].relation in ("conj", "nmod"):
        for possible in sorted(governed[0]):
            yield "", possible, "", WEIGHTS["governed_partner"]
    elif tokens[partner].pos in ("NOUN", "PROPN", "PRON") and case:
        sure = tokens[head].relation == "conj" or tokens[partner].pos == "PROPN"
        yield "", case, "", WEIGHTS["analysed_partner" if sure else "analysed_apposition"]


def _by_verb(document: Document, head: int, found: Members) -> Iterator[Weight]:
    """Weigh what the finite verb says of its subject, or of what is predicated."""
    if hearers := number_of_hearer(document, predicated_of(document, head)):
        # Sind Sie Kunde? The verb of one person is a plural
        yield "", "Nom", hearers, WEIGHTS["verb"]
        return
    token = document.tokens[head]
    siblings = [document.tokens[child].relation for child in siblings_of(document, head)]
    # der Verein, dessen Spieler streiken
    possessed = found.possessed and token.relation == "obj" and not {"nsubj", "nsubj:pass"} & set(siblings)
    subject = possessed or token.relation.startswith("nsubj")
    if token.relation in ("obj", "iobj", "obl", "obl:arg") and _lacks_subject(document, head):
        yield "", "Nom", "", WEIGHTS["lacking_subject"]
        return
    number = _number_of_verb(document, head) if subject or _is_predicate(document, head) else ""
    if not number:
        return
    if subject and _has_other_subject(document, head, number) and not _has_copula(document, head):
        # eine Komplizin könnten sie gehabt haben: no subject, so the object
        yield "", "Acc", "", WEIGHTS["other_subject"]
    elif number == "Sing" or not is_coordinated(document, head):
        yield "", "Nom", number, WEIGHTS["verb_of_possessed" if possessed else "verb"]


def _has_copula(document: Document, head: int) -> bool:
    siblings = (document.tokens[child] for child in siblings_of(document, head))
    above = document.tokens[document.heads[head]]
    # wurde Eva die Großmutter zweier Fürsten
    named = above.pos == "AUX" and above.lemma.lower() in COPULAS
    return named or any(token.pos == "AUX" and token.lemma.lower() in ("sein", "bleiben") for token in siblings)


def _has_other_subject(document: Document, head: int, number: str) -> bool:
    """Return whether a verb has a subject that is one more likely: *er*, *der Minister*, *sie* with a plural."""
    tokens = document.tokens
    siblings = siblings_of(document, head)
    has_object = any(tokens[child].relation == "obj" and tokens[child].text.lower() != "sich" for child in siblings)
    for child in siblings:
        token = tokens[child]
        plural_only = number == "Plur" and tokens[head].morph.get("Number") == "Sing"
        if plural_only and token.text.lower() == "sie":
            return True
        if child == head or not token.relation.startswith("nsubj") or _is_apart(document, head, child):
            continue
        masculine = token.pos == "NOUN" and token.morph.get("Gender") == "Masc"
        if plural_only or masculine or token.text.lower() in SUBJECTS:
            return True
        dative = token.morph.get("Gender") == "Fem" and has_word_below(document, child, ("der", "einer", "dieser"))
        if child < head and token.pos != "PRON" and not has_object and not dative:
            return True
    return False


def _is_apart(document: Document, head: int, other: int) -> bool:
    """Return whether what seems another subject is none: joined by *und*, beyond a comma, in a quotation or a name."""
    between = [token.text for token in document.tokens[min(head, other) + 1 : max(head, other)]]
    quoted = sum(text in QUOTES for text in between) % 2 == 1
    return quoted or "und" in between or ("," in between and other > head)


def _lacks_subject(document: Document, head: int) -> bool:
    """Return whether the finite verb of what the parse takes for an object has no other subject."""
    tokens = document.tokens
    above = document.heads[head]
    if above == head or tokens[above].pos not in ("VERB", "AUX", "ADJ"):
        return False
    children = siblings_of(document, head)
    number = _number_of_verb(document, head)
    for child in children:
        before = (tokens[at].text.lower() for at in (*document.children[child], *range(max(0, child - 2), child)))
        if "als" in before:
            # Als Nächste hat die Rednerin das Wort
            continue
        if child != head and tokens[child].relation.startswith(("nsubj", "csubj", "expl")):
            return number != "Plur" and _is_object(document, child, above)
    passive = any(tokens[child].relation == "aux:pass" for child in children)
    if tokens[above].relation == "conj":
        first = document.heads[above]
        passive = passive or any(tokens[child].relation == "aux:pass" for child in document.children[first][:WINDOW])
        return passive and tokens[above].morph.get("VerbForm") == "Part"
    return number == "Sing" and tokens[above].morph.get("Mood") != "Imp"


def _is_object(document: Document, index: int, verb: int) -> bool:
    """Return whether what the parse takes for the subject is no person, or no singular, beside a person's noun."""
    tokens = document.tokens
    low = tokens[index].text.lower()
    behind = [token.lemma for token in tokens[index + 1 : index + 3]]
    participle = behind == ["haben", "sich"] and low.endswith(("t", "en")) and not document.children[index]
    if low == "was" or participle:
        # Beschwert hat sich eine Kundin
        return True
    if low == "wort":
        # das Wort hat die Abgeordnete
        return tokens[verb].lemma.lower() in ("haben", "erhalten", "bekommen", "ergreifen")
    if low.endswith("frage"):
        # die nächste Frage stellt die Abgeordnete
        return tokens[verb].lemma.lower() == "stellen"
    if low in ("das", "dies"):
        return tokens[verb].lemma.lower() in SAYING
    if low == "die" and tokens[verb].relation.startswith("acl"):
        # Bilder, die die Zuhörerin sieht
        antecedent = tokens[document.heads[verb]].morph
        return antecedent.get("Number") == "Plur" or antecedent.get("Gender") in ("Masc", "Neut")
    return False


def _number_of_verb(document: Document, head: int) -> str:
    """Return the number of the finite verb of the clause of a subject or predicate, or empty."""
    tokens = document.tokens
    above = document.heads[head]
    around = [*document.children[head], *document.children[above][:WINDOW], above]
    for index in document.children[head] if has_copula(document, head) else around:
        token = tokens[index]
        # parsers guess the number of what is no word: 'lachen.</p'
        finite = token.morph.get("VerbForm") == "Fin" and token.text.isalpha()
        if finite and (token.pos == "AUX" or index == above):
            return token.morph.get("Number", "")
    return ""


def _by_usage(
    document: Document, head: int, noun: RoleNoun, found: Members, before: str, known: Mapping[int, tuple[Case, Number]]
) -> Iterator[Weight]:
    """Weigh what is usual for a noun without article."""
    tokens = document.tokens
    token = tokens[head]
    earlier = tokens[found.first - 1].text.lower() if found.first else ""
    subject = token.relation.startswith("nsubj") and not other_subjects(document, head)
    if earlier in ("als", "wie") and not (subject and tokens[found.first - 1].relation == "mark"):
        yield from _behind_als(document, head, known)
        return
    if found.determiner >= 0 or found.counted:
        return
    joined = joined_noun(document, found.first, head)
    if joined > 0 and joined not in known and tokens[joined - 1].text.lower() == "als":
        # als Koch und Kellner
        yield from _behind_als(document, joined, known)
        return
    if is_before_name(document, head) or earlier in ("herr", "herrn", "frau"):
        yield "", "", "Sing", WEIGHTS["title"]
    elif _is_beside_name(document, head, found):
        yield "", "", "Sing", WEIGHTS["beside_name"]
    elif joined in known:
        # der Lehrer und Schüler, Lehrer und Schüler
        yield "", "", known[joined][1], WEIGHTS["joined_number"]
    elif is_count(document, head):
        yield "", "Nom", "Plur", WEIGHTS["label"]
    elif is_label(document, head, found.first):
        # one man is 'Mitwirkender'
        several = noun.gender == "common" and token.text.endswith("e")
        yield "", "Nom", "Plur" if several else "Sing", WEIGHTS["label"]
    elif not found.possessed:
        if token.relation in BARE_PLURALS and not _is_predicate(document, head) and not _is_headline(document, head):
            yield "", "", "Plur", WEIGHTS["bare_plural"]
        # a bare weak noun is a plural: Experten sagten
        weight = WEIGHTS["bare_weak_form_behind_preposition" if before else "bare_weak_form"]
        for case in ("Gen", "Dat", "Acc"):
            yield "masculine", case, "Sing", weight


def _is_headline(document: Document, head: int) -> bool:
    """Return whether a noun without article is the only subject of a singular verb: *Berliner gewinnt im Lotto*."""
    subject = document.tokens[head].relation.startswith("nsubj") and not is_coordinated(document, head)
    return subject and _number_of_verb(document, head) == "Sing" and not _has_other_subject(document, head, "Sing")


def _by_ending(document: Document, head: int, noun: RoleNoun, found: Members) -> Iterator[Weight]:
    """Weigh the ending of nominalised adjectives without article: *Vorsitzender*, *die Rede weiterer Abgeordneter*."""
    if noun.gender != "common" or found.determiner >= 0 or not document.tokens[head].text.lower().endswith("er"):
        return
    behind_noun = found.first > 0 and document.tokens[found.first - 1].pos == "NOUN"
    if behind_noun and found.adjectives and not _is_predicate(document, head):
        yield "", "Gen", "Plur", WEIGHTS["nominalised_genitive"]
    else:
        yield "masculine", "Nom", "Sing", WEIGHTS["nominalised_nominative"]


def _behind_als(document: Document, head: int, known: Mapping[int, tuple[Case, Number]]) -> Iterator[Weight]:
    """Weigh the case and number of what *als* or *wie* takes up: subject, object, or the noun before it."""
    tokens = document.tokens
    above = document.heads[head]
    if tokens[above].pos in ("NOUN", "PROPN", "PRON") and above < head:
        referents = [above]
        case = known[above][0] if above in known else CASE_OF_RELATION.get(tokens[above].relation, "Nom")
        if any(tokens[child].text.lower().endswith(SAME) for child in dependents(document, above, "det", "amod")):
            # Sie trug denselben Hut wie eine Fürstin
            case = "Nom"
        elif tokens[above].pos == "NOUN" and above not in known and not has_dependent(document, head, "det"):
            # von seinem Leben als armer Maler
            case = "Nom"
        yield "", case, "", WEIGHTS["als_behind_noun"]
    else:
        children = siblings_of(document, head)
        passive = any(tokens[child].relation in ("aux:pass", "nsubj:pass") for child in children)
        referents = [child for child in children if tokens[child].relation.startswith("nsubj") and child != head]
        # Als Nächste hat die Rednerin das Wort
        objects = [
            child
            for child in children
            if tokens[child].relation == "obj" and child != head and tokens[child].text != "Wort"
        ]
        if objects and not passive and tokens[above].lemma.lower() in NAMING:
            referents = objects
            yield "", "Acc", "", WEIGHTS["als_of_object"]
        else:
            yield "", "Nom", "", WEIGHTS["als_of_subject"]
    for referent in referents[:1]:
        number = known[referent][1] if referent in known else tokens[referent].morph.get("Number", "")
        joined = any(
            tokens[child].relation == "conj" and child != head for child in document.children[referent][:WINDOW]
        )
        if number:
            yield "", "", "Plur" if joined else number, WEIGHTS["number_behind_als"]


def _is_beside_name(document: Document, head: int, found: Members) -> bool:
    """Return whether a noun is said of one person with a name: *Ute Maier, Sprecherin des Vereins*."""
    tokens = document.tokens
    if found.first < 2 or tokens[head].relation not in ("appos", "parataxis", "conj"):
        return False
    return tokens[found.first - 1].text in (",", "(", "-", "–") and tokens[found.first - 2].pos == "PROPN"
