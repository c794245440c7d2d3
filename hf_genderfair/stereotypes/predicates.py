"""Predicates of clauses and of labels, events and habits among them, and the connotation and sentiment of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.clauses import dependents, has_copula, has_dependent, is_predicate
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.types import WORD_GENDERS, GrammaticalGender, grammatical_gender
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass
from hf_genderfair.stereotypes.indicators import Label, Valence
from hf_genderfair.stereotypes.languages import STEREOTYPE_RULES, StereotypeRules
from hf_genderfair.stereotypes.words import category_key, category_words, reference_words, situation_words

STRONG = 1.2
"""Smallest absolute valence of a judging word, on the scale of -4 to 4 of the sentiment lists."""

DESCRIPTIVE = WordClass("stereotype_words", "descriptive")
"""Words for fortune, states and relations, which do not judge persons, and function words of the lists."""


def read_connotation(document: Document, first: int, last: int) -> Valence:
    """Read the connotation of a label: a derogatory or glorifying word for the group, or an adjective that judges."""
    tokens = document.tokens[first:last]
    listed = category_words(document.lang)
    found: set[Valence] = set()
    for length in (1, 2):
        for start in range(len(tokens) - length + 1):
            key = category_key(" ".join(token.text for token in tokens[start : start + length]))
            found |= {use.connotation for use in listed.get(key, ()) if use.form != "pronoun"}
    lang = document.lang
    judging = STEREOTYPE_RULES[lang].judging
    judged = judging.as_dict if judging else resource(("judging words", lang), lambda: _strong(lang))
    for token in tokens:
        low = token.text.lower()
        if token.pos in ("ADJ", "NOUN", "PROPN", "VERB") and category_key(low) not in listed:
            found.add(judged.get(low) or judged.get(token.lemma.lower(), "neutral"))
    return "negative" if "negative" in found else "positive" if "positive" in found else "neutral"


def _strong(lang: str) -> dict[str, Valence]:
    valences = STEREOTYPE_RULES[lang].valences
    return {
        word: "negative" if valence < 0 else "positive"
        for word, valence in (valences.as_dict.items() if valences else ())
        if abs(valence) >= STRONG and word not in DESCRIPTIVE
    }


LEAST = 0.5
"""Smallest absolute sum of valences that counts as positive or negative."""

SLIGHTLY_BAD = -1.5
"""Valence of excess, inability and lack."""

BAD = -2.0
"""Valence of words for vices that have no other."""

CONTENT = frozenset({"ADJ", "ADV", "NOUN", "PROPN", "VERB", "INTJ"})
CLAUSES = frozenset({"parataxis", "advcl", "ccomp"})
DEGREE_HEADS = frozenset({"ADJ", "ADV"})

_Words = Mapping[str, frozenset[str]]


def evaluate(document: Document, indices: Sequence[int]) -> Valence:
    """Return the sentiment of what a sentence says of its label."""
    # The valences of the words are added up; a negation inverts those below its head. An inability or a lack is
    # slightly negative where no word has a stronger valence, and excess and insufficiency are negative whatever the
    # quality is. Where positive and negative words are even, the negative ones count, as for readers (Baumeister et al.
    # 2001).
    words = reference_words(document.lang)
    valences = resource(("evaluation", document.lang), lambda: _valences(document.lang))
    total, lacks, blames = 0.0, False, False
    turned: set[int] = set()
    for index in indices:
        token = document.tokens[index]
        word, failure = token.text.lower(), {token.text.lower(), token.lemma.lower()} & words["failures"]
        if word in words["negators"] and _is_eager(document, document.heads[index], words):
            continue
        if word in words["negators"] or failure:
            turned.update(_scope(document, index, index if failure else document.heads[index], words))
            lacks = lacks or bool(failure) or _is_lack(document, index, words)
        elif word in words["only"]:
            turned.clear()
        elif word in words["excess"]:
            # "not too tired to help" helps
            turned ^= set(_prevented(document, document.heads[index]))
        sign = -1.0 if index in turned else 1.0
        valence = _measured(document, index, words, sign * _valence(document, index, valences), sign)
        valence += _excess(document, index, words, sign)
        blames = blames or valence <= SLIGHTLY_BAD
        total += valence
    if (lacks or blames) and abs(total) < LEAST:
        total = SLIGHTLY_BAD
    return "neutral" if abs(total) < LEAST else "positive" if total > 0 else "negative"


def is_judgement(document: Document, index: int) -> bool:
    """Return whether a word, or one that depends on it, judges somebody."""
    valences = resource(("evaluation", document.lang), lambda: _valences(document.lang))
    # "well" in "well spoken" is the judgement
    return any(abs(_valence(document, each, valences)) >= 1 for each in (index, *document.children[index]))


def _valence(document: Document, index: int, valences: dict[str, float]) -> float:
    token = document.tokens[index]
    if token.pos not in CONTENT:
        return 0.0
    if token.pos == "ADV" and token.relation == "advmod" and document.tokens[document.heads[index]].pos in DEGREE_HEADS:
        return 0.0
    found = valences.get(f"{token.text.lower()} adverb") if token.relation == "advmod" else None
    found = valences.get(token.text.lower()) if found is None else found
    return valences.get(token.lemma.lower(), 0.0) if found is None else found


def _measured(document: Document, index: int, words: _Words, valence: float, sign: float) -> float:
    """Return a valence as changed by *too* or *enough*: what is too good is not good, nor is what is not enough."""
    measure = _measure_of(document, index, words)
    if measure in words["excess"]:
        return min(valence, 0.0) if sign > 0 else max(valence, 0.0)
    return -abs(valence) if measure and sign < 0 else valence


def _measure_of(document: Document, index: int, words: _Words) -> str:
    """Return the adverb of excess or sufficiency of a quality; empty for none and for *only too happy*."""
    adverbs = [document.tokens[child].text.lower() for child in document.children[index]]
    if words["only"].intersection(adverbs):
        return ""
    return next((word for word in adverbs if word in words["excess"] | words["enough"]), "")


def _is_eager(document: Document, head: int, words: _Words) -> bool:
    """Return whether a negated ability expresses eagerness: *they couldn't wait to start*."""
    auxiliaries = (document.tokens[index] for index in dependents(document, head, "aux"))
    able = any({each.text.lower(), each.lemma.lower()} & words["abilities"] for each in auxiliaries)
    return able and document.tokens[head].lemma.lower() in words["eager"]


def _excess(document: Document, index: int, words: _Words, sign: float) -> float:
    token, head = document.tokens[index], document.tokens[document.heads[index]]
    word = token.text.lower()
    if token.relation != "advmod":
        return 0.0
    if word in words["excess"] and head.pos in DEGREE_HEADS and _measure_of(document, document.heads[index], words):
        return sign * SLIGHTLY_BAD
    if word in words["only"] and {head.text.lower(), head.lemma.lower()} & words["attitudes"]:
        return sign * 2 * SLIGHTLY_BAD
    return 0.0


def _scope(document: Document, negator: int, head: int, words: _Words) -> Iterator[int]:
    """Yield the tokens in the scope of a negation: those after it below its head, without further clauses."""
    last = max(document.subtree(head)[1], head + 1)
    for child in document.children[head]:
        token = document.tokens[child]
        further = token.relation in CLAUSES or (token.relation == "conj" and token.pos in ("VERB", "AUX"))
        if child > head and further:
            last = min(last, document.subtree(child)[0])
    for index in range(negator + 1, last):
        token = document.tokens[index]
        if token.pos == "SCONJ" and token.text.lower() not in words["complementisers"]:
            return
        yield index


def _prevented(document: Document, head: int) -> Iterator[int]:
    """Yield the tokens of the infinitive that an excess rules out: *to help* in *too tired to help*."""
    for child in document.children[head]:
        if child > head and has_dependent(document, child, "mark"):
            yield from range(*document.subtree(child))


def _is_lack(document: Document, negator: int, words: _Words) -> bool:
    """Return whether a negator negates an ability or a possession."""
    head = document.heads[negator]
    above = document.heads[head] if document.tokens[negator].relation == "det" else head
    around = [document.tokens[index] for index in (head, above, *document.children[head])]
    return any({each.text.lower(), each.lemma.lower()} & words["abilities"] for each in around)


def _valences(lang: str) -> dict[str, float]:
    rules = STEREOTYPE_RULES[lang]
    valences: dict[str, float] = {}
    for word, valence, kind in load_lexicon(f"evaluation_words_{lang}").rows:
        for form in _forms(word, kind, rules):
            valences.setdefault(form, float(valence))
    listed = dict.fromkeys(rules.vices.as_tuple, BAD) if rules.vices else {}
    return listed | (rules.valences.as_dict if rules.valences else {}) | valences


def _forms(word: str, kind: str, rules: StereotypeRules) -> Iterable[str]:
    if kind == "verb":
        return rules.verb_forms(word, "")
    if kind == "noun":
        return rules.noun_forms(word)
    return (f"{word} adverb",) if kind == "adverb" else (word,)


SUBJECTS = frozenset({"nsubj", "nsubj:pass", "csubj", "csubj:pass", "nsubj:outer"})
AUXILIARIES = frozenset({"aux", "aux:pass", "cop"})


def predicate_of(document: Document, index: int) -> int:
    """Return the predicate of a word's clause: the nearest verb or word with a copula above it, or the root."""
    found = index
    for above in document.ancestors(index):
        found = above
        if is_predicate(document, above):
            break
    return found


def has_subject(document: Document, index: int) -> bool:
    """Return whether a predicate has a subject of its own."""
    return has_dependent(document, index, *SUBJECTS)


def case_of(document: Document, index: int) -> set[str]:
    """Return the prepositions and conjunctions of a word, in lower case."""
    children = (document.tokens[child] for child in document.children[index])
    return {child.text.lower() for child in children if child.relation in ("case", "mark")}


def is_eventive(document: Document, predicate: int, perfect: bool = True) -> bool:
    """Return whether a clause describes a past or present event: *A man came in*, not *Men come late*."""
    words, vices = reference_words(document.lang), STEREOTYPE_RULES[document.lang].vices
    verb = document.tokens[predicate]
    if has_copula(document, predicate) or verb.text.lower() in words["stative"] | words["modal"]:
        return False
    if vices is not None and verb.text.lower() in vices:
        return False
    children = [document.tokens[child] for child in document.children[predicate]]
    auxiliaries = [child for child in children if child.relation in AUXILIARIES]
    if any(child.text.lower() in words["habitual"] for child in children):
        return False
    if verb.morph.get("Tense") == "Imp" or any(each.text.lower() in words["modal"] for each in auxiliaries):
        return False
    verbs = (verb, *auxiliaries)
    if any(each.morph.get("Tense") == "Past" and each.morph.get("VerbForm") == "Fin" for each in verbs):
        return True
    being = any(auxiliary.text.lower() in words["copulas"] for auxiliary in auxiliaries)
    return verb.morph.get("VerbForm") in ("Part", "Ger") and (perfect or being)


Role = Literal["subject", "patient", "attribute"]

MODIFIERS = frozenset({"amod", "compound", "appos", "flat", "flat:name", "nummod", "det"})
"""Relations of a word to the head of its phrase, whose predicates describe it too."""

NOMINALS = frozenset({"NOUN", "PROPN", "PRON", "ADJ", "NUM", "DET"})

QUOTES = frozenset('"“”„»«')
LOOSE = frozenset({"advmod", "vocative", "dislocated", "discourse", "dep"})
"""Relations that a parser gives to an unknown name where it should be a subject."""


class LabelPredicate(NamedTuple):
    """A word that says something of the label."""

    head: int
    role: Role  # ``patient``: it happens to the label; ``attribute``: inside the phrase of the label
    bearer: int  # the argument that refers to the label: its head, a pronoun, or a word for a part


def find_predicates(document: Document, sentence: int, label: Label) -> list[LabelPredicate]:
    """Return the predicates of a label."""
    own = _bearer(document, label.head)
    bearers = [own, *(index for index in _pronouns(document, sentence, label) if index != own)]
    found: dict[int, LabelPredicate] = {}
    for bearer in bearers:
        for predicate in _of_bearer(document, bearer):
            for each in _with_conjuncts(document, predicate):
                found.setdefault(each.head, each)
    said = any(predicate.role == "subject" for predicate in found.values())
    for predicate in _of_phrase(document, label, own, said):
        found.setdefault(predicate.head, predicate)
    if not found:
        found.update((each.head, each) for each in _next_verb(document, sentence, label))
    return [found[head] for head in sorted(found)]


def _bearer(document: Document, index: int) -> int:
    """Climb from the head of the label to the word whose function in the clause it shares."""
    for _ in range(len(document.tokens)):
        token, head = document.tokens[index], document.heads[index]
        above = document.tokens[head]
        if head == index or (above.pos not in NOMINALS and token.relation not in ("compound", "flat")):
            return index
        shares = token.relation in MODIFIERS or (token.relation == "conj" and above.pos in NOMINALS)
        partitive = token.relation == "nmod" and above.text.lower() in reference_words(document.lang)["partitives"]
        if not (shares or partitive) or (has_subject(document, head) and token.relation == "conj"):
            return index
        index = head
    return index


def _of_bearer(document: Document, bearer: int) -> Iterator[LabelPredicate]:
    token, head = document.tokens[bearer], document.heads[bearer]
    relation = token.relation
    if has_subject(document, bearer) and not _is_there(document, bearer):
        yield LabelPredicate(bearer, "subject", bearer)
    elif relation in SUBJECTS:
        if not _is_there(document, head):
            yield LabelPredicate(head, "subject", bearer)
    elif relation == "obl:agent" or (
        case_of(document, bearer) & reference_words(document.lang)["likeness"] and head != bearer
    ):
        yield LabelPredicate(head, "subject", bearer)
    elif relation in ("obj", "iobj", "obl", "obl:arg"):
        yield from _of_object(document, bearer)
    elif relation in ("nmod:poss", "det:poss", "nmod"):
        yield from _of_possessor(document, bearer)
    elif relation in LOOSE and head != bearer and bearer < head and not has_subject(document, head):
        yield LabelPredicate(head, "subject", bearer)
    if relation in SUBJECTS:
        yield from _quoted(document, head, bearer)


def _of_object(document: Document, bearer: int) -> Iterator[LabelPredicate]:
    head = document.heads[bearer]
    verb = document.tokens[head]
    if {verb.text.lower(), verb.lemma.lower()} & situation_words(document.lang)["perception"]:
        for child in document.children[head]:
            follows = child > bearer and document.tokens[child].relation in ("xcomp", "ccomp", "advcl", "acl")
            if follows and not has_subject(document, child):
                yield LabelPredicate(child, "subject", bearer)
                return
    yield LabelPredicate(head, "patient", bearer)


def _of_possessor(document: Document, bearer: int) -> Iterator[LabelPredicate]:
    """Yield the predicates of something that the label has: *women's feelings are strong*."""
    owned = document.heads[bearer]
    if document.tokens[bearer].relation == "nmod" and not _is_genitive(document, bearer):
        return
    quantity = document.tokens[owned].text.lower() in reference_words(document.lang)["quantities"]
    if quantity or has_subject(document, owned):
        return
    relation, verb = document.tokens[owned].relation, document.heads[owned]
    if relation in SUBJECTS and not _is_there(document, verb):
        yield LabelPredicate(verb, "subject", owned)
    elif relation == "obj":
        yield LabelPredicate(verb, "patient", owned)


def _of_clause(document: Document, head: int, bearer: int) -> LabelPredicate:
    """Return what a relative clause or a participle says of the word before it."""
    children = document.children[head]
    for child in children:
        token = document.tokens[child]
        if token.relation in SUBJECTS:
            relative = "Rel" in token.morph.get("PronType", "") or token.text.lower() in ("who", "that", "which")
            role: Role = "subject" if relative else "patient"
            return LabelPredicate(head, role, child if relative else bearer)
    token = document.tokens[head]
    past = token.morph.get("VerbForm") == "Part" and token.morph.get("Tense") != "Pres"
    return LabelPredicate(head, "patient" if past else "subject", bearer)


def _with_conjuncts(document: Document, predicate: LabelPredicate) -> Iterator[LabelPredicate]:
    yield predicate
    if predicate.role == "patient":
        return
    nominal = predicate.head == predicate.bearer
    for child in document.children[predicate.head]:
        token = document.tokens[child]
        joined = token.relation == "conj" and (not nominal or token.pos in ("VERB", "ADJ"))
        if joined and not has_subject(document, child):
            yield from _with_conjuncts(document, predicate._replace(head=child))


def _of_phrase(document: Document, label: Label, own: int, said: bool) -> Iterator[LabelPredicate]:
    """Yield the predicates inside the phrase of the label: *women with children*, *the boy, who sang*, *lazy men*."""
    # Restrictive relative clauses and adjectives count only where the label has no other predicate.
    judged: list[LabelPredicate] = []
    for child in (*document.children[label.head], *(document.children[own] if own != label.head else ())):
        token = document.tokens[child]
        if token.relation in ("acl:relcl", "acl"):
            before = document.tokens[max(document.subtree(child)[0] - 1, 0)]
            first = document.tokens[document.subtree(child)[0]]
            always = STEREOTYPE_RULES[document.lang].relatives_always_have_commas
            if not said or ("," in (first.text, before.text) and not always):
                yield _of_clause(document, child, own)
        elif said:
            continue
        elif token.relation in ("nmod", "obl") and case_of(document, child) & reference_words(document.lang)["having"]:
            yield LabelPredicate(child, "attribute", label.head)
        elif token.relation == "amod" and is_judgement(document, child):
            judged.append(LabelPredicate(child, "attribute", label.head))
    yield from judged


def _next_verb(document: Document, sentence: int, label: Label) -> Iterator[LabelPredicate]:
    """Yield the verb right after a label at the start of a clause, for labels without a role in the parse."""
    first, last = document.sentences[sentence]
    begin = next(index for index in range(first, last) if document.tokens[index].end > label.start)
    if begin > first and document.tokens[begin - 1].pos not in ("PUNCT", "CCONJ", "SCONJ"):
        return
    for index in range(label.head + 1, last):
        token = document.tokens[index]
        if token.start < label.end or token.pos == "ADV":
            continue
        if token.pos == "AUX" and document.heads[index] > index:
            yield LabelPredicate(document.heads[index], "subject", label.head)
        elif token.pos in ("VERB", "AUX"):
            yield LabelPredicate(index, "subject", label.head)
        return


def _quoted(document: Document, verb: int, bearer: int) -> Iterator[LabelPredicate]:
    """Yield predicates of the first person in direct speech of the label: *"I am tired," said the woman*."""
    speakers = reference_words(document.lang)["speakers"]
    for child in document.children[verb]:
        token = document.tokens[child]
        if token.relation in ("ccomp", "parataxis") and (child < bearer or document.tokens[child - 1].text in QUOTES):
            for index in document.children[child]:
                speaker = document.tokens[index]
                if speaker.relation in SUBJECTS and speaker.text.lower() in speakers:
                    yield LabelPredicate(child, "subject", index)


def _pronouns(document: Document, sentence: int, label: Label) -> Iterator[int]:
    """Yield the pronouns of the sentence that refer to the label: subjects of its number and gender after it."""
    head = document.tokens[label.head]
    if head.morph.get("Person") in ("1", "2"):
        return
    first, last = document.sentences[sentence]
    taken: set[str] = set()
    for index in range(first, last):
        token = document.tokens[index]
        word = token.text.lower()
        if index == label.head:
            taken.discard(word)
        if token.relation not in SUBJECTS or word not in reference_words(document.lang)["third_person"]:
            continue
        if index < label.head and head.pos != "PRON":
            taken.add(word)
        elif word not in taken and _agrees(document, index, label) and not _in_relative(document, index):
            yield index


def _agrees(document: Document, index: int, label: Label) -> bool:
    pronoun, head = document.tokens[index], document.tokens[label.head]
    if label.ling_form == "generic" and pronoun.text.lower() in reference_words(document.lang)["resuming"]:
        return True
    numbers = pronoun.morph.get("Number"), head.morph.get("Number")
    if all(numbers) and numbers[0] != numbers[1]:
        return False
    genders = grammatical_gender(pronoun.morph), _gender(document, label)
    return not all(genders) or genders[0] == genders[1]


def _gender(document: Document, label: Label) -> GrammaticalGender | None:
    """Return the gender of pronouns that refer to a label, where its words show it."""
    by_grammar = STEREOTYPE_RULES[document.lang].pronoun_gender(document.tokens[label.head])
    return WORD_GENDERS.get(label.group, by_grammar)


def _in_relative(document: Document, index: int) -> bool:
    return any(document.tokens[above].relation == "acl:relcl" for above in document.ancestors(index))


def _is_there(document: Document, index: int) -> bool:
    """Return whether a verb is existential: *there is*, *es gibt*."""
    children = (document.tokens[child] for child in document.children[index])
    expletive = reference_words(document.lang)["expletive"]
    return any(child.relation == "expl" and child.text.lower() in expletive for child in children)


def _is_genitive(document: Document, index: int) -> bool:
    words = case_of(document, index)
    possession = reference_words(document.lang)["possession"]
    return bool(words & possession) if words else STEREOTYPE_RULES[document.lang].has_genitive
