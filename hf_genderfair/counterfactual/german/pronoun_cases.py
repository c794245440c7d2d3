"""The case of German *sie* and *ihr*, which have one form where pronouns for men have two or three."""

from __future__ import annotations

from hf_genderfair.counterfactual.german.specific_men import NAMING
from hf_genderfair.languages.clauses import (
    SUBJECTS,
    dependents,
    finite_verb,
    has_copula,
    is_finite,
    subject_of,
    subjects,
)
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.agreement import like
from hf_genderfair.languages.german.animacy_evidence import animacy_of_personal, is_done_by_persons, is_done_to_persons
from hf_genderfair.languages.german.clauses import has_zu
from hf_genderfair.languages.german.noun_phrase import QUOTES
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.german.relatives import is_relative, modified
from hf_genderfair.languages.types import grammatical_gender
from hf_genderfair.lexicons.word_class import WordClass

NOMINATIVE_ARTICLES = WordClass("determiners_de", "nominative")
COPULAS = frozenset("sein werden bleiben heißen".split())
CONJUNCTIONS = WordClass("closed_classes_de", "conjunction_before_subject")
NOUNS = frozenset({"NOUN", "PROPN"})
JOINING = frozenset({"und", "oder", "aber", "sondern", "doch"})

PERCEIVING = frozenset("hören sehen fühlen spüren lassen finden".split())
"""Verbs with an object and an infinitive of what it does."""

POINTING = frozenset({"das", "dies"})
INFINITIVE_MARKS = frozenset({"um", "ohne", "statt", "anstatt", "als", "zu"})


def subject_or_object(document: Document, index: int, target: str) -> str:
    """Return *er* or *ihn* for *sie*, where the parser may have taken an object for the subject."""
    tokens, head = document.tokens, document.heads[index]
    if target.lower() not in ("er", "ihn"):
        return target
    if _speaks_alone(document, index) or _stands_before_verb(document, index) or has_copula(document, index):
        return like("er", target)
    if _owns_what_opens(document, index) or (target.lower() == "ihn" and _opens_clause(document, index)):
        return like("er", target)
    if target.lower() != "er":
        return target
    others = [child for child in document.children[head] if tokens[child].relation in SUBJECTS and child < index]
    # 'Es ging sie nichts an'
    before = [at for at in dependents(document, head, "expl", "nsubj") if at < index]
    nominative = any(tokens[at].text.lower() == "es" for at in before)
    if others and (nominative or tokens[index].morph.get("Case") == "Acc"):
        # Das Vergehen kostete sie den Führerschein
        return like("ihn", target)
    second = index > 0 and tokens[index - 1].text.lower() == "sie"
    if (
        second
        or _is_perceived(document, index)
        or _follows_speaker(document, index)
        or (_follows_pointing(document, index) and is_done_to_persons(document, head))
        or _follows_relative(document, index)
        or _is_in_infinitive(document, head)
        or _follows_subject(document, index, head)
    ):
        return like("ihn", target)
    return target


def _follows_speaker(document: Document, index: int) -> bool:
    """Return whether *sie* follows a verb in the first person or an imperative, whose subject is unsaid: *lade sie*."""
    verb = document.tokens[index - 1] if index else document.tokens[index]
    # the past of no weak verb is like its infinitive without -n
    first = verb.pos == "VERB" and verb.morph.get("Mood") != "Sub" and verb.text.lower() + "n" == verb.lemma
    return first and (index == 1 or document.tokens[index - 2].text in (",", "und"))


def _is_perceived(document: Document, index: int) -> bool:
    """Return whether *sie* does what somebody sees, hears or lets: *um sie singen zu hören*, *Ich ließ sie gehen*."""
    tokens, done = document.tokens, document.heads[index]
    if index >= done or tokens[done].morph.get("VerbForm") != "Inf" or has_zu(document, done):
        return False
    behind = [token.text.lower() for token in tokens[done + 1 : done + 3]]
    to_perceive = behind[:1] == ["zu"] and len(behind) > 1 and tokens[done + 2].lemma.lower() in PERCEIVING
    above = document.heads[done]
    others = [at for at in subjects(document, above) if at not in (index, done)]
    perceived = tokens[done].relation == "xcomp" and tokens[above].lemma.lower() in PERCEIVING and bool(others)
    return to_perceive or perceived


def _stands_before_verb(document: Document, index: int) -> bool:
    """Return whether *sie* opens a main clause before a verb that has no other subject: *Gott, sie war gescheit*."""
    tokens, verb = document.tokens, index + 1
    if verb >= len(tokens) or not is_finite(tokens[verb]) or tokens[verb].morph.get("Number") != "Sing":
        return False
    first = document.sentences[document.sentence_of[index]][0]
    opens = index == first or tokens[index - 1].text in JOINING or tokens[index - 1].pos == "PUNCT"
    head = document.heads[index]
    if not opens or verb not in (head, finite_verb(document, head)) or tokens[head].morph.get("VerbForm") == "Inf":
        return False
    later = [at for at in subjects(document, head) if at > verb]
    return not any(tokens[at].pos in NOUNS or tokens[at].morph.get("Person") != "2" for at in later)


def _speaks_alone(document: Document, index: int) -> bool:
    """Return whether *sie* stands right behind a verb of saying without another subject: *Da schrie sie auf*."""
    tokens, verb = document.tokens, index - 1
    if verb < 1 or document.heads[index] != verb or tokens[index].relation not in SUBJECTS:
        return False
    if verb > 1 and tokens[verb - 1].text in QUOTES and tokens[verb - 1].start == tokens[verb - 2].end:
        # »Anna!« schrie sie
        return is_finite(tokens[verb])
    if tokens[verb - 1].text == "," and any(at < verb for at in dependents(document, verb, "ccomp")):
        # Mein Gott, wie ist es schön, dachte sie
        return is_finite(tokens[verb])
    alone = subjects(document, verb) == [index] and tokens[verb].relation != "conj"
    return alone and is_finite(tokens[verb]) and is_done_by_persons(document, verb)


def _follows_pointing(document: Document, index: int) -> bool:
    """Return whether *das* or *dies* opens the clause, and a full verb and *sie* follow."""
    tokens, verb = document.tokens, index - 1
    if verb < 1 or tokens[index].text.lower() != "sie" or document.heads[index] != verb or tokens[verb].pos != "VERB":
        return False
    return tokens[verb - 1].text.lower() in POINTING and tokens[verb - 1].relation in SUBJECTS


def _follows_relative(document: Document, index: int) -> bool:
    """Return whether *sie* follows the relative that is the subject, that of a man or a thing: *der Plan, der sie*."""
    relative = index - 1
    if relative < 2 or document.tokens[relative].text != "der" or not is_relative(document, relative):
        return False
    noun = modified(document, relative)
    noun = noun if noun >= 0 else relative - 2
    return grammatical_gender(document.tokens[noun].morph) == "masculine"


def _owns_what_opens(document: Document, index: int) -> bool:
    """Return whether *sie* behind the verb owns the thing before it: *Ihre letzte Runde drehte sie am Abend*."""
    tokens, verb = document.tokens, index - 1
    first = document.sentences[document.sentence_of[index]][0]
    owned = document.heads[first]
    if not tokens[first].text.lower().startswith("ihr") or tokens[first].relation != "det:poss" or not owned < verb:
        return False
    # 'Ihr Mut trug sie', 'Ihre Kraft verließ sie'
    subject = grammatical_gender(tokens[owned].morph) == "masculine"
    subject = subject or index + 1 == len(tokens) or tokens[index + 1].pos == "PUNCT"
    thing = tokens[owned].pos == "NOUN" and person_form(tokens[owned].text) is None
    return is_finite(tokens[verb]) and thing and not subject


def _opens_clause(document: Document, index: int) -> bool:
    """Return whether *sie* stands right behind a conjunction, and no noun is the subject: *seit sie siegte*."""
    tokens, head = document.tokens, document.heads[index]
    if not index or tokens[index - 1].text.lower() not in CONJUNCTIONS:
        return False
    return tokens[head].lemma.lower() in COPULAS or not any(
        tokens[child].relation in SUBJECTS and child != index and tokens[child].pos in NOUNS
        for child in document.children[head]
    )


def _is_in_infinitive(document: Document, head: int) -> bool:
    tokens = document.tokens
    above = document.heads[head]
    if finite_verb(document, head) >= 0:
        return False
    if tokens[head].relation == "xcomp" and head < above and not subjects(document, above):
        # was sie zu erzählen wusste
        return False
    below = [tokens[child] for child in document.children[head]]
    if any(token.relation == "mark" and token.text.lower() not in INFINITIVE_MARKS for token in below):
        return False
    form = tokens[head].morph.get("VerbForm")
    if form == "Part":
        return tokens[head].relation == "conj" and not any(token.relation.startswith("aux") for token in below)
    return form == "Inf" and has_zu(document, head)


def _follows_subject(document: Document, index: int, head: int) -> bool:
    """Return whether the subject stands before the finite verb of a main clause, and *sie* right behind the verb."""
    tokens = document.tokens
    verb = finite_verb(document, head)
    if verb != index - 1 or tokens[head].lemma.lower() in COPULAS:
        return False
    first = document.sentences[document.sentence_of[index]][0]
    if verb - 1 > first and tokens[verb - 1].text == "und" and tokens[head].relation == "root":
        # Hinaus und riß sie weg
        return True
    children = document.children[head]
    with_object = any(tokens[child].relation == "obj" and child != index for child in children)
    named = tokens[head].lemma.lower() in NAMING
    if any(tokens[child].relation == "cop" for child in children) or (with_object and not named):
        return False
    if tokens[head].relation == "conj" and tokens[verb - 1].text in JOINING:
        return 0 <= subject_of(document, document.heads[head]) < verb
    joined = tokens[head].relation == "conj" and tokens[verb - 1].text == "," and verb == head
    if joined and (is_done_to_persons(document, head) or not is_done_by_persons(document, head)):
        # Jan beugte sich vor, stützte sie und ging
        return 0 <= subject_of(document, document.heads[head]) < verb
    for child in children:
        begin = before = document.subtree(child)[0]
        while before > first and tokens[before - 1].pos == "ADV":
            # Aber sogar die Nähe der anderen störte sie
            before -= 1
        opens = before == first or tokens[before - 1].text.lower() in JOINING
        if child < verb and tokens[child].relation in SUBJECTS and tokens[child].pos in NOUNS and opens:
            named = tokens[child].pos == "PROPN" or person_form(tokens[child].text) is not None
            if named or tokens[begin].text.lower() in NOMINATIVE_ARTICLES:
                return True
    return False


def is_object_beside_thing(document: Document, index: int) -> bool:
    """Return whether *sie* or *ihn* is the object of a joined verb, and the first has a thing or things as object."""
    # In *Petra kaufte Bücher und las sie*, the pronoun as likely refers to things; so it does in *Jan kaufte einen Hut
    # und trug ihn*.
    tokens, head = document.tokens, document.heads[index]
    joined = tokens[head].relation == "conj" and head == index - 1 and tokens[head - 1].text in JOINING
    gender = {"sie": "feminine", "ihn": "masculine"}.get(tokens[index].text)
    if gender is None or not joined:
        return False
    objects = dependents(document, document.heads[head], "obj")
    if gender == "feminine" and any(tokens[at].morph.get("Number") == "Plur" for at in objects):
        return True
    thing = any(
        tokens[at].pos == "NOUN"
        and grammatical_gender(tokens[at].morph) == gender
        and person_form(tokens[at].text) is None
        for at in objects
    )
    return thing and animacy_of_personal(document, index) <= 0


def is_no_pronoun(document: Document, index: int) -> bool:
    """Return whether what looks like a pronoun is none: *auf der Seine*, *die 60-er Jahre*, *nur das eine*."""
    tokens = document.tokens
    if index and tokens[index].text == "eine" and tokens[index - 1].text.lower() == "das":
        return True
    if index < 2 or _is_river(document, index):
        return _is_river(document, index)
    token, dash, number = tokens[index], tokens[index - 1], tokens[index - 2]
    return dash.text == "-" and number.text[-1].isdigit() and dash.end == token.start


def _is_river(document: Document, index: int) -> bool:
    """Return whether what looks like a possessive is a name: *auf der Seine*, but not *er tat das Seine*."""
    before = document.tokens[index - 1].text.lower() if index else ""
    return document.tokens[index].text == "Seine" and before in ("der", "die")
