"""Whether a role noun has specific reference (a person whom the text knows) or generic reference (anybody)."""

from __future__ import annotations

from bisect import bisect_left
from operator import attrgetter

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.clauses import (
    SUBJECTS,
    clause_of,
    dependents,
    finite_verb,
    has_copula,
    has_dependent,
    is_finite,
    subject_of,
)
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.animacy_evidence import speaks
from hf_genderfair.languages.german.gender_pairs import PAIR
from hf_genderfair.languages.german.names import ADDRESSES
from hf_genderfair.languages.german.noun_phrase import is_label
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.phrases import person_phrases
from hf_genderfair.languages.german.predicates import is_behind_als, number_of_hearer, predicated_of
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass

NAMED = "a name beside it"
SPECIFIC = "a particular person"
WOMEN = "women are meant"
MEN = "men are meant"
SPECIFIC_REASONS = frozenset({NAMED, SPECIFIC, WOMEN, MEN})
"""What `specific_reason` returns of persons whom the text knows."""

ANYBODY = WordClass("determiners_de", "generic_stem")
"""Beginnings of articles after which a singular has generic reference."""

DISTRIBUTIVE = frozenset("pro je per ohne".split())
POSSESSIVES = WordClass("determiners_de", "possessive_stem")
DEMONSTRATIVES = tuple("dies jen".split())
INDEFINITE = tuple("ein".split())

MODALS = frozenset("müssen dürfen sollen können brauchen".split())
CONDITIONS = frozenset("wenn falls sofern sobald ob solange".split())
INSEPARABLE = tuple("be ent er ver zer".split())
"""Prefixes of verbs that inflect like the verbs without them."""

INDIRECT = frozenset({"ob", "solange"})
LONGEST_CHAIN = 6
MOST_TITLES = 8
"""Most nouns between a noun and the name beside it."""

CLASSES = WordClass("noun_classes_de", "generic_ending")
"""Ends of words that mean a class, if no past event shows one man."""

OFFICES = WordClass("noun_classes_de", "office_ending")
"""Ends of words for which there is one holder at a time, whom everybody knows."""

RELATIONS = tuple("enkel vormund bräutigam gefährte nachbar schwager".split())
"""Ends of words for somebody's one relative or guardian."""

ORDINALS = WordClass("noun_classes_de", "ordinal_stem")
"""Beginnings of adjectives by which speakers are announced."""

KNOWN = WordClass("animacy_evidence_de", "attribute_of_known_persons")
"""Adjectives for somebody whom writer and reader know."""

BEFALLEN = WordClass("animacy_evidence_de", "attribute_of_victim")
"""Beginnings of adjectives for somebody whom something befell."""

PERSONAL = WordClass("closed_classes_de", "personal_pronoun")
SENTENCES_BEFORE = 2
"""Number of sentences before *der Fotograf* in which a name may be that of the person who is meant."""


def specific_reason(document: Document, phrase: PersonPhrase) -> str | None:
    """Say whether a phrase has specific reference: it means one person, whose gender others may know."""
    tokens = document.tokens
    if any(tokens[index].lemma.lower() == "männlich" for index in phrase.adjectives):
        return MEN
    if any(tokens[index].lemma.lower() == "weiblich" for index in phrase.adjectives):
        return WOMEN
    if is_named(document, phrase) or _shares_name(document, phrase):
        return NAMED
    if phrase.noun.gender == "feminine" or _is_of_a_woman(document, phrase):
        return WOMEN
    if is_said_of_anybody(document, phrase) or is_label(document, phrase.head, phrase.first):
        return None
    if _is_somebody(document, phrase, predicated_of(document, phrase.head)):
        return SPECIFIC
    if phrase.number == "Plur":
        return None
    phrase = _with_article(document, phrase)
    if _is_announced(document, phrase):
        return SPECIFIC
    return SPECIFIC if not _means_anybody(document, phrase) and _means_somebody(document, phrase) else None


def _with_article(document: Document, phrase: PersonPhrase) -> PersonPhrase:
    """Give a noun the article that it shares with the one before it: *Apotheker* in *Ihren Arzt oder Apotheker*."""
    tokens = document.tokens
    above = document.heads[phrase.head]
    bare = phrase.determiner < 0 and not phrase.adjectives
    if not bare or tokens[phrase.head].relation != "conj" or tokens[above].pos != "NOUN":
        return phrase
    articles = dependents(document, above, "det", "det:poss")
    return phrase._replace(head=above, determiner=articles[0]) if articles else phrase


def _is_announced(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a speaker is announced whom the sentence names: *Nächster Redner ist der Kollege Ott*."""
    if not phrase.noun.masculine.lower().endswith(("redner", "sprecher", "kandidat")):
        return False
    ordinal = any(document.tokens[index].text.lower().startswith(ORDINALS.as_tuple) for index in phrase.adjectives)
    return ordinal and _names_person(document, document.sentence_of[phrase.head], 0)


def _is_of_a_woman(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether the article of a nominalised adjective is feminine: *eine Angestellte*."""
    if phrase.noun.gender != "common" or phrase.number == "Plur" or phrase.determiner < 0:
        return False
    return document.tokens[phrase.determiner].text.lower().endswith(("die", "eine", "jede", "keine"))


def is_named(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a name or a form of address stands beside a noun."""
    tokens = document.tokens
    head = phrase.head
    after = head + 1
    last = min(len(tokens) - 1, after + MOST_TITLES)
    while after < last and tokens[after].pos == "NOUN" and tokens[after].start == tokens[after - 1].end + 1:
        # *Generalsekretär Kardinal Baldisseri*
        after += 1
    if after < len(tokens) and _is_person(document, after):
        return True
    after = head + 1
    if phrase.number == "Plur":
        return False
    if after < len(tokens) and tokens[after].pos == "PROPN" and tokens[after].relation in ("appos", "flat"):
        return document.heads[after] == head
    first = phrase.first
    if first and tokens[first - 1].text.lower() in ADDRESSES:
        return True
    if after + 1 < len(tokens) and tokens[after].text in (",", ":", "("):
        beside = document.heads[after + 1] == head and tokens[after + 1].pos == "PROPN"
        if beside or (tokens[after].text != "," and _is_person(document, after + 1)):
            return True
    if tokens[head].relation == "appos":
        above = document.heads[head]
        return tokens[above].pos == "PROPN" and above < head and _is_person(document, above)
    return False


def _shares_name(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a noun without article is joined to one beside a name: *Ott, Lehrer und Autor mehrerer Bücher*."""
    joined = document.tokens[phrase.head].relation == "conj" and phrase.determiner < 0 and phrase.number == "Sing"
    above = person_phrases(document).get(document.heads[phrase.head]) if joined else None
    return above is not None and above.number == "Sing" and is_named(document, above)


def _is_person(document: Document, index: int) -> bool:
    entity = document.entity_at(document.tokens[index].start)
    return entity is not None and entity.type == "PER"


def _means_anybody(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether something shows that a singular has generic reference."""
    tokens = document.tokens
    article = tokens[phrase.determiner].text.lower() if phrase.determiner >= 0 else ""
    if article.startswith(ANYBODY.as_tuple):
        return True
    first = phrase.first
    before = tokens[first - 1].text.lower() if first else ""
    like = before == "wie" and document.heads[first - 1] == phrase.head
    if before in DISTRIBUTIVE or (like and article.startswith(INDEFINITE)):
        return True
    if phrase.noun.masculine.lower().endswith(CLASSES.as_tuple) and not article.startswith(DEMONSTRATIVES):
        indefinite = article.startswith(INDEFINITE)
        return not is_past(document, phrase.head) or not (indefinite or _is_hurt(document, phrase))
    possessive = article.startswith(POSSESSIVES.as_tuple) and not article.startswith(INDEFINITE)
    if possessive:
        return _has_general_owner(document, phrase.head, document.tokens[phrase.determiner].text)
    if article.startswith(INDEFINITE) and _opens_rule(document, phrase) and not _reports(document, phrase.head):
        return True
    modal = not article.startswith("d") or not _knows_somebody(document, phrase.head)
    return not article.startswith(DEMONSTRATIVES) and _is_hypothetical(document, phrase.head, modal)


def _is_hurt(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether something befell somebody: *der verletzte Radfahrer*."""
    return any(document.tokens[index].text.lower().startswith(BEFALLEN.as_tuple) for index in phrase.adjectives)


def _has_general_owner(document: Document, head: int, possessive: str) -> bool:
    """Return whether the owner may be anybody: *Fragen Sie Ihren Arzt*."""
    tokens = document.tokens
    clause = clause_of(document, head)
    subject = subject_of(document, clause)
    if subject < 0 and tokens[clause].relation in ("acl", "xcomp") and finite_verb(document, clause) < 0:
        # 'Jeder hat das Recht, seinen Arzt zu wählen'
        subject = subject_of(document, clause_of(document, document.heads[clause]))
    if subject < 0 or subject == head or is_past(document, head):
        return False
    low = tokens[subject].text.lower()
    if possessive.lower().startswith(("ihr", "euer", "eur", "dein")) and low in ("sie", "du", "ihr"):
        verb = finite_verb(document, clause)
        # parsers take 'Fragen' at the beginning for a noun
        verb = verb if verb >= 0 else clause
        asked = verb >= 0 and verb == document.sentences[document.sentence_of[head]][0]
        return asked or verb == subject - 1 or _is_hypothetical(document, head, True)
    if low in ("man", "wer") or low.startswith(ANYBODY.as_tuple):
        return True
    articles = [tokens[child].text.lower() for child in document.children[subject] if child < subject]
    general = any(article.startswith((*ANYBODY.as_tuple, *INDEFINITE)) for article in articles)
    person = person_form(tokens[subject].text) is not None
    if any(article.startswith("d") for article in articles) and not possessive.lower().startswith("ihr"):
        # 'Der Angeklagte darf seinen Verteidiger wählen'
        general = _is_hypothetical(document, subject, not _knows_somebody(document, subject))
    return person and (general or (tokens[subject].morph.get("Number") == "Plur" and not articles))


def _opens_rule(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a sentence in the present begins with *ein* and its subject: *Ein Lehrer lobt seine Schüler*."""
    tokens = document.tokens
    first = document.sentences[document.sentence_of[phrase.head]][0]
    if phrase.determiner != first or tokens[phrase.head].relation != "nsubj":
        return False
    verb = finite_verb(document, clause_of(document, phrase.head))
    present = verb >= 0 and tokens[verb].morph.get("Tense") == "Pres" and not is_past(document, phrase.head)
    return present and not any("jährig" in tokens[index].text for index in phrase.adjectives)


def _reports(document: Document, head: int) -> bool:
    """Return whether somebody is quoted: *Ein Kenner sagt, es sei spät*, but not *Ein Lehrer lobt seine Schüler*."""
    verb = document.heads[head]
    after = document.tokens[verb + 1].text if verb + 1 < len(document.tokens) else ""
    return speaks(document, head) and (after == ":" or bool(dependents(document, verb, "ccomp", "parataxis")))


def _is_hypothetical(document: Document, index: int, modal: bool) -> bool:
    """Return whether a clause says what may be, what must be, or what holds on a condition."""
    tokens = document.tokens
    clause = clause_of(document, index)
    if any(tokens[child].text.lower() in CONDITIONS for child in document.children[clause][:LONGEST_CHAIN]):
        return not is_past(document, index)
    verb = finite_verb(document, clause)
    if verb < 0:
        return False
    morph = tokens[verb].morph
    first, last = document.sentences[document.sentence_of[verb]]
    joined = any(token.text == "," for token in tokens[verb:last])
    if verb == first and joined and tokens[last - 1].text == "." and tokens[verb].morph.get("Tense") == "Pres":
        # 'Meldet sich der Schuldner nicht, …'
        return True
    return modal and morph.get("Tense") == "Pres" and tokens[verb].lemma.lower() in MODALS


def depends_on_condition(document: Document, index: int) -> bool:
    """Say whether what a clause tells holds on a condition: *Der Käufer muss zahlen, wenn die Ware kommt*."""
    tokens = document.tokens
    clauses = dependents(document, clause_of(document, index), "advcl")
    return not is_past(document, index) and any(
        tokens[child].text.lower() in CONDITIONS - INDIRECT
        for other in clauses
        for child in dependents(document, other, "mark")
    )


def is_past(document: Document, index: int) -> bool:
    """Say whether a clause, or the one above it where it has no finite verb, tells what happened."""
    tokens = document.tokens
    clause = clause_of(document, index)
    for _ in range(LONGEST_CHAIN):
        verb = finite_verb(document, clause)
        if verb >= 0:
            morph = tokens[verb].morph
            if morph.get("Mood") == "Sub":
                return tokens[verb].text.lower().startswith(("sei", "hab"))
            participle = tokens[clause].morph.get("VerbForm") == "Part"
            perfect = tokens[verb].lemma.lower() in ("haben", "sein") and participle
            return perfect or morph.get("Tense") == "Past" or _is_strong_preterite(tokens[verb].text.lower())
        above = document.heads[clause]
        if above == clause:
            return False
        clause = clause_of(document, above)
    return False


def _is_strong_preterite(word: str) -> bool:
    """Return whether a verb is a past form that pipelines take for the present here and there: *rief*, *behielt*."""
    known = resource(("strong preterites", "de"), _strong_preterites)
    return word in known or any(word.removeprefix(prefix) in known for prefix in INSEPARABLE)


def _strong_preterites() -> frozenset[str]:
    rows = (row for name in ("strong_verbs_de", "irregular_verbs_de") for row in load_lexicon(name).rows)
    return frozenset(word for row in rows for word in "".join(row[2:3]).split())


def _means_somebody(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a singular without a sign of anybody is about somebody whom the text knows."""
    tokens = document.tokens
    head = phrase.head
    article = tokens[phrase.determiner].text.lower() if phrase.determiner >= 0 else ""
    if article.startswith((*DEMONSTRATIVES, *POSSESSIVES.as_tuple)):
        return True
    if any(_is_known(tokens[index].lemma.lower(), tokens[index].text.lower()) for index in phrase.adjectives):
        return True
    if is_past(document, head) or speaks(document, head) or "jährig" in phrase.noun.masculine:
        return True
    if not article and tokens[head].relation in SUBJECTS and not phrase.adjectives:
        return True
    definite = article[:1] in ("d", "z", "b", "v", "a") or _has_genitive_name(document, head)
    if definite and phrase.noun.masculine.lower().endswith((*OFFICES.as_tuple, *RELATIONS)):
        return True
    return definite and _knows_somebody(document, head)


def _is_known(lemma: str, word: str) -> bool:
    return lemma in KNOWN or "jährig" in word


def _has_genitive_name(document: Document, head: int) -> bool:
    """Return whether a name owns the noun: *Islands Regierungschef*."""
    return any(
        child < head and document.tokens[child].pos == "PROPN" and document.tokens[child].relation.startswith("nmod")
        for child in document.children[head]
    )


def _is_somebody(document: Document, phrase: PersonPhrase, subject: int) -> bool:
    """Return whether a noun says what one person is: *Sie ist Ärztin*, *Ada wurde Kanzlerin*, *als Lehrer sehe ich*."""
    # After *als* a noun without article shows no number, so that its subject tells.
    tokens = document.tokens
    article = tokens[phrase.determiner].text.lower() if phrase.determiner >= 0 else ""
    # *Weber ist kein Lehrer* is about Weber
    if article.startswith(ANYBODY.as_tuple) and not article.startswith("kein"):
        return False
    after_as = is_behind_als(document, phrase.head) and not has_copula(document, phrase.head)
    if subject < 0 or (phrase.number == "Plur" and not after_as):
        return False
    return _is_one_person(document, subject)


def is_said_of_anybody(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a noun says what whoever reads or asks is: *Sind Sie Kunde?*, *als Koch muss man*."""
    subject = predicated_of(document, phrase.head)
    tokens = document.tokens
    if subject >= 0 and tokens[subject].text.lower() == "man":
        return True
    if subject < 0 or is_past(document, phrase.head):
        return False
    if phrase.determiner >= 0 and tokens[phrase.determiner].text.lower().startswith("mein"):
        # du bist mein Freund
        return False
    after_as = is_behind_als(document, phrase.head)
    if after_as and any(tokens[at].pos == "PRON" for at in dependents(document, document.heads[phrase.head], "obj")):
        # ihr könnt mich als Leser vergessen
        return False
    if tokens[subject].text.lower() == "ich":
        asked = tokens[document.sentences[document.sentence_of[subject]][1] - 1].text == "?"
        return asked and not after_as and subject > 0 and is_finite(tokens[subject - 1])
    return number_of_hearer(document, subject) is not None


def _is_one_person(document: Document, subject: int) -> bool:
    tokens = document.tokens
    token = tokens[subject]
    low = token.text.lower()
    if token.morph.get("PronType") == "Rel":
        named = tokens[document.heads[clause_of(document, subject)]].pos == "PROPN" or is_past(document, subject)
        return token.morph.get("Number") == "Sing" and named
    if low == "sie":
        return tokens[document.heads[subject]].morph.get("Number") != "Plur" and token.morph.get("Number") == "Sing"
    if low in PERSONAL or low in ADDRESSES:
        return True
    if token.pos == "PROPN":
        entity = document.entity_at(token.start)
        return entity is None or entity.type == "PER"
    phrase = person_phrases(document).get(subject)
    if phrase is not None and phrase.number == "Sing" and (phrase.noun.source == PAIR or is_named(document, phrase)):
        # Das Mädchen ist Schüler; Minister Ott als Gast
        return True
    owned = has_dependent(document, subject, "det:poss")
    return owned and token.morph.get("Number") == "Sing" and person_form(token.text) is not None


def _knows_somebody(document: Document, head: int) -> bool:
    """Return whether the sentence, or one shortly before it, names a person."""
    return _names_person(document, document.sentence_of[head], SENTENCES_BEFORE)


def _names_person(document: Document, number: int, before: int) -> bool:
    """Return whether a sentence, or one of the last few before it, names a person."""
    first = document.sentences[max(0, number - before)][0]
    last = document.sentences[number][1]
    start, end = document.tokens[first].start, document.tokens[last - 1].end
    index = bisect_left(document.entities, start, key=attrgetter("start"))
    for entity in document.entities[index:]:
        if entity.start >= end:
            return False
        if entity.type == "PER":
            return True
    return False
