"""Whether all capabilities see the same person in the same word of German, English or Spanish.

Two of rewriting, references, actors and swaps are compared on the words of which both say something: whether it is a
person, number, gender, and *generic*: whether anybody of a role is meant. Some differences are meant: actors know that
somebody in particular is meant where a name or pronoun is the same person's.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from itertools import permutations, zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.measure import Figures, Measure
from benchmarks.scores import portion
from benchmarks.texts import articles, records, small_heap
from dataset_scripts.models.pipelines.treebanks import read_conllu
from dataset_scripts.models.weights.coreference import read_litbank
from hf_genderfair.actors.actor_analysis import ActorAnalyser
from hf_genderfair.counterfactual.swap import GENERIC, NAMING, swap
from hf_genderfair.counterfactual.swapping import SwapOptions
from hf_genderfair.languages.coreference.mention import Mention, decide_gender
from hf_genderfair.languages.coreference.mentions import find_mentions
from hf_genderfair.languages.coreference.resolution import mentions_of_anybody
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.documents import AnalysisRequest, documents
from hf_genderfair.languages.english.person_forms import person_form as english_form
from hf_genderfair.languages.english.reasons import GENDERED, KNOWN, NAMED
from hf_genderfair.languages.gender_fair_forms import gender_fair_forms
from hf_genderfair.languages.german.no_persons import ADDRESS, FIRM, NAME, ORGANISATION, PLACE, WORK
from hf_genderfair.languages.german.person_forms import person_form as german_form
from hf_genderfair.languages.german.phrases import phrases
from hf_genderfair.languages.german.role_nouns import FAIR, NEUTRAL, SPECIFIC_REASONS, GermanOptions, refusal
from hf_genderfair.languages.romance.words import romance_words
from hf_genderfair.languages.sentiment import LexiconSentiment
from hf_genderfair.languages.tokens import WORD, sentence_spans
from hf_genderfair.languages.types import BINARY_GENDERS
from hf_genderfair.representation.references import german as german_references
from hf_genderfair.representation.references.languages import REFERENCE_RULES
from hf_genderfair.rewriting.english.rewrite import rewrite
from hf_genderfair.rewriting.rules import RewritingOptions

PRONOUNS = {
    "en": frozenset("he him his himself she her hers herself".split()),
    "es": frozenset("él ella ellos ellas".split()),
}
NUMBERS = ("Sing", "Plur")
NOUN_GENDERS = {"female": "feminine", "male": "masculine"}


class Answer(NamedTuple):
    """What one capability says of a word; None where it says nothing."""

    person: bool | None = None
    number: str | None = None
    gender: str | None = None
    generic: bool | None = None


Answers = dict[int, Answer]
"""By the offset after a word's last character."""


def _german_rewriting(document: Document) -> Answers:
    """Return the nouns that rewriting makes gender-fair, or leaves with a reason that tells."""
    found: Answers = {}
    for phrase in phrases(document):
        reason = refusal(document, phrase, GermanOptions())
        if reason in (FAIR, NEUTRAL, NAME, PLACE, ORGANISATION, ADDRESS, WORK, FIRM):
            # it is left alone, which does not say that it is no person
            continue
        person = reason is None or reason in SPECIFIC_REASONS
        gender = None if phrase.noun.gender == "common" else phrase.noun.gender
        generic = reason is None if person and gender == "masculine" else None
        found[phrase.end] = Answer(person, phrase.number, gender, generic) if person else Answer(False)
    return found


def _english_rewriting(document: Document) -> Answers:
    """Return the words that rewriting makes neutral, and the pronouns that stay since somebody is known."""
    found = rewrite(document, RewritingOptions())
    known = [each for each in found.refusals if each.reason in (GENDERED, KNOWN, NAMED)]
    answers = {each.end: Answer(True, generic=False) for each in known}
    for edit in found.edits:
        if edit.original.lower() in PRONOUNS["en"]:
            answers[edit.end] = Answer(True, generic=True)
        elif edit.rule == "noun":
            answers[edit.end] = Answer(True)
    return answers


def _german_references(document: Document) -> Answers:
    """Return the nouns that references find."""
    found: Answers = {}
    for each in german_references.find(document):
        if each.kind == "noun" and each.source != "inclusive form":
            gender = each.gender if each.gender in NOUN_GENDERS.values() and each.person else None
            found[each.end] = Answer(each.person, "Plur" if each.generic else None, gender, each.generic or None)
    return found


def _references(document: Document) -> Answers:
    """Return the nouns and pronouns that references find; Spanish masculine plurals may mean women and men alike."""
    found: Answers = {}
    for each in REFERENCE_RULES[document.lang].find(document):
        if each.kind == "noun" or document.text[each.start : each.end].lower() in PRONOUNS[document.lang]:
            gender = each.gender if each.person and each.gender in NOUN_GENDERS.values() else None
            is_asked = gender and each.kind == "noun" and document.lang == "es"
            found[each.end] = Answer(each.person, None, gender, each.generic if is_asked else None)
    return found


def _german_actors(document: Document) -> Answers:
    """Return the nouns of mentions, those for anybody too; names and titles before them have no counterpart."""
    analysis = ActorAnalyser("evidence", LexiconSentiment("de"), None).analyse(document)
    anybody = {mention.end for mention in find_mentions(document) if mention.kind == "noun" and mention.generic}
    generic = {span.end for span in analysis.generic_masculine}
    nouns = {mention.end: mention for mention in analysis.mentions if mention.kind == "noun"}
    named = _names(document, [name for name in analysis.mentions if name.kind == "name"]) - nouns.keys()
    found: Answers = {}
    for token in document.tokens:
        if token.end in named or token.pos not in ("NOUN", "PROPN") or not token.text[0].isupper():
            continue
        mention = nouns.get(token.end)
        if mention is None:
            found[token.end] = Answer(token.end in generic or token.end in anybody)
            continue
        gender = decide_gender([item for item in mention.evidence if item.kind != "pronoun"])
        form = german_form(token.text)
        masculine = form is not None and form.gender == "masculine" and form.generic and not form.epicene
        said = token.end in generic if masculine else None
        found[token.end] = Answer(True, NUMBERS[mention.plural], NOUN_GENDERS.get(gender), said)
    return found


def _names(document: Document, names: Sequence[Mention]) -> set[int]:
    """Return the ends of the words of names, and of the nouns right before them."""
    index_of = {token.start: index for index, token in enumerate(document.tokens)}
    found = set()
    for name in names:
        found |= {token.end for token in document.tokens if name.start <= token.start < name.end}
        index = index_of[name.start] - 1
        while index >= 0 and (document.tokens[index].pos in ("NOUN", "PROPN") or document.tokens[index].text == "."):
            found.add(document.tokens[index].end)
            index -= 1
    return found


def _english_actors(document: Document) -> Answers:
    """Return nouns and pronouns by the mentions of actors; those of nobody in particular are persons too."""
    analysis = ActorAnalyser("evidence", LexiconSentiment("en"), None).analyse(document)
    somebody = {mention.end for mention in analysis.mentions}
    mentions = {mention.end: mention for mention in document.derived(mentions_of_anybody)[0]}
    names = {mention.start for mention in mentions.values() if mention.kind == "name"}
    found: Answers = {}
    for token, after in zip_longest(document.tokens, document.tokens[1:]):
        mention, pronoun = mentions.get(token.end), token.text.lower() in PRONOUNS["en"]
        if mention is None:
            # of a title the name is the person; who only tells the kind of a thing (*pilot pay*) does not act
            is_part = token.relation == "compound" or (after is not None and after.start in names)
            if token.pos == "NOUN" and not is_part:
                found[token.end] = Answer(False)
            continue
        # a group is of persons for actors alone where the text calls it *they*: the crew
        collective = mention.plural and english_form(token.text) is None
        if pronoun or (mention.kind == "noun" and not collective):
            gender = NOUN_GENDERS.get(decide_gender(mention.evidence))
            generic = token.end not in somebody if pronoun else None
            found[token.end] = Answer(True, NUMBERS[mention.plural], gender, generic)
    return found


def _swaps(document: Document, rules: Container[str] = NAMING, asks_plurals: bool = True) -> Answers:
    """Return the words of some rules that swaps take for women or men, and masculine plurals for anybody."""
    plurals = {token.end for token in document.tokens if asks_plurals and token.morph.get("Number") == "Plur"}
    found: Answers = {}
    for to in BINARY_GENDERS:
        gender = "masculine" if to == "female" else "feminine"
        swapping = swap(document, to, SwapOptions("keep"))
        for change in swapping.changes:
            if change.rule in rules:
                is_asked = change.rule == "noun" and gender == "masculine" and change.end in plurals
                found[change.end] = Answer(True, None, gender, False if is_asked else None)
        for stays in swapping.refusals:
            # where names count too, so do adjectives and relative words that stand for persons
            if stays.reason == GENERIC and stays.end in plurals and (stays.rule in rules or rules is NAMING):
                found[stays.end] = Answer(True, None, gender, True)
    return found


CAPABILITIES: Mapping[str, Mapping[str, Callable[[Document], Answers]]] = {
    "de": {
        "rewriting": _german_rewriting,
        "references": _german_references,
        "actors": _german_actors,
        "swaps": partial(_swaps, rules={"noun"}),
    },
    "en": {
        "rewriting": _english_rewriting,
        "references": _references,
        "actors": _english_actors,
        "swaps": partial(_swaps, asks_plurals=False),
    },
    "es": {"references": _references, "swaps": _swaps},
}

TREEBANKS = {"de": ("German", "GSD", "PUD"), "en": ("English", "EWT", "GUM"), "es": ("Spanish", "AnCora", "GSD")}
"""The name of each language, and its treebanks."""
COLLECTIONS = {
    "de": {
        "posts": ("one_million_posts/posts", "body"),
        "speeches": ("germaparl/speeches", "text"),
        "novels": ("eltec_deu/paragraphs", "text"),
    },
    "es": {"speeches": ("parlamint_es/speeches", "text"), "novels": ("eltec_spa/paragraphs", "text")},
}
HALVES = ("looked at", "unseen")
QUESTIONS = ("person", "number", "gender", "generic")


def compared(document: Document) -> Iterator[tuple[str, str, Any, Any, int]]:
    """Yield pair, question, both values and the end of the word, for all pairs of answers about a sentence's words."""
    forms = [(form.start, form.end) for form in gender_fair_forms(document.text, document.lang)]
    inside = {end for start, last in forms for end in range(start + 1, last + 1)}
    answers = {
        name: {end: answer for end, answer in ask(document).items() if end not in inside}
        for name, ask in CAPABILITIES[document.lang].items()
    }
    for first, second in permutations(answers, 2):
        for end, answer in answers[first].items():
            other = answers[second].get(end, Answer())
            for question in QUESTIONS:
                values = getattr(answer, question), getattr(other, question)
                once = question != "person" and first > second
                if None in values or once or (question == "person" and not values[0]):
                    continue
                yield f"{first} and {second}", question, *values, end


def drawn(data: Path, lang: str, half: str, each: int) -> dict[str, list[str]]:
    """Return sentences of each source, by its name."""
    chosen = {}
    for name, texts in _sources(data, lang).items():
        found: dict[str, None] = {}
        rng = random.Random(f"consistency {name}")
        rng.shuffle(texts)
        for text in texts:
            for start, end in sentence_spans(text, lang)[:400]:
                sentence = " ".join(text[start:end].split())
                unseen = sha256(sentence.encode()).digest()[0] % 2
                # longer ones are lists and tables
                if HALVES[unseen] == half and len(sentence) < 400 and _concerns(sentence, lang):
                    found[sentence] = None
            if len(found) >= 3 * each:
                break
        chosen[name] = rng.sample(list(found), min(each, len(found)))
    return chosen


def _concerns(sentence: str, lang: str) -> bool:
    words = WORD.findall(sentence)
    if lang == "de":
        return any(word[0].isupper() and german_form(word) is not None for word in words)
    lower = [word.lower() for word in words]
    if not PRONOUNS[lang].isdisjoint(lower):
        return True
    if lang == "es":
        return not romance_words("es").persons.keys().isdisjoint(lower)
    return any(english_form(word) is not None for word in words)


def _sources(data: Path, lang: str) -> dict[str, list[str]]:
    if lang == "en":
        found = {
            "news": small_heap(data, "orig__cc-news_00020"),
            "web": small_heap(data, "orig__openwebtext_00000"),
            "novels": [chains.text for chains in read_litbank(data)],
        }
    else:
        found = {
            kind: [row[key] or "" for row in records(data / "text" / f"{path}.jsonl.xz")]
            for kind, (path, key) in COLLECTIONS[lang].items()
        }
    if lang == "de":
        found = {"news": [article for _, article in articles(data)], **found}
    language, *treebanks = TREEBANKS[lang]
    for name in (f"{language}-{treebank}" for treebank in treebanks):
        paths = sorted((data / "treebanks" / f"UD_{name}").glob("*.conllu.xz"))
        found[name] = [sentence.text for path in paths for sentence in read_conllu(path, name)]
    return found


def consistency(
    data: Path, lang: list[str] | None = None, parts: list[str] | None = None, each: int = 200, show: bool = False
) -> Figures:
    """Compare rewriting, references, actors and swaps on sentences that were looked at, and on unseen ones.

    FOLDER holds ``text/``, ``coreference/litbank`` and six treebanks. Drawn are sentences with a word that looks like
    one for persons; a hash parts them into ``looked at`` (in German) and ``unseen``. ``--show`` prints the differences.
    """
    for language in lang or TREEBANKS:
        for half in parts or HALVES:
            chosen = drawn(data, language, half, each)
            sentences = [sentence for found in chosen.values() for sentence in found]
            same: dict[tuple[str, str], list[bool]] = {}
            for document in documents(sentences, AnalysisRequest(language)):
                for pair, question, first, second, end in compared(document):
                    same.setdefault((pair, question), []).append(first == second)
                    if show and first != second:
                        around = document.text[max(0, end - 60) : end + 40]
                        print(half, pair, question, f"{first}/{second}", around, sep="\t")
            on = f"{len(sentences):,} {TREEBANKS[language][0]} sentences of {len(chosen)} sources, {half}"
            for (pair, question), equal in same.items():
                of = partial(Measure, "one answer on a word", on, len(equal), of=f"{language}: {question}: {pair}")
                yield of("same", *portion(sum(equal), len(equal)))
