"""Whether all capabilities see the same person in the same word of German, English or Spanish.

Each sentence is a document of its own, read by all that the language has of rewriting, references, actors and swaps.
Two of them are compared on the words about which both say something: whether it is a person, number, gender, and
*generic*: whether anybody of a role is meant. German references and swaps mark masculine plurals, so that they are
asked for plurals alone, as Spanish ones are; English rewriting and actors are asked for *he* and *she*. In German nouns
are asked for that may be rewritten, in English nouns and *he* and *she*, in Spanish nouns and *él* and *ella*.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from itertools import permutations
from pathlib import Path
from typing import Any

from benchmarks.languages.answers import CAPABILITIES, PRONOUNS, Answer
from benchmarks.measure import Figures, Measure
from benchmarks.scores import portion
from benchmarks.texts import articles, records, small_heap
from dataset_scripts.models.pipelines.treebanks import read_conllu
from dataset_scripts.models.weights.coreference import read_litbank
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.documents import AnalysisRequest, documents
from hf_genderfair.languages.english.person_forms import person_form as english_form
from hf_genderfair.languages.gender_fair_forms import gender_fair_forms
from hf_genderfair.languages.german.person_forms import person_form as german_form
from hf_genderfair.languages.romance.words import romance_words
from hf_genderfair.languages.sentences import WORD, sentence_spans

NAMES = {"de": "German", "en": "English", "es": "Spanish"}
TREEBANKS = {
    "de": ("German-GSD", "German-PUD"),
    "en": ("English-EWT", "English-GUM"),
    "es": ("Spanish-AnCora", "Spanish-GSD"),
}
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
LONGEST = 400
"""Sentences of more characters are lists and tables."""


def compared(document: Document) -> Iterator[tuple[str, str, Any, Any, int]]:
    """Yield pair, question, both values and the end of the word, for all pairs of answers about a sentence's words."""
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
            for start, end in sentence_spans(text, lang)[:LONGEST]:
                sentence = " ".join(text[start:end].split())
                unseen = sha256(sentence.encode()).digest()[0] % 2
                if HALVES[unseen] == half and len(sentence) < LONGEST and _concerns(sentence, lang):
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
    for name in TREEBANKS[lang]:
        paths = sorted((data / "treebanks" / f"UD_{name}").glob("*.conllu.xz"))
        found[name] = [sentence.text for path in paths for sentence in read_conllu(path, name)]
    return found


def consistency(
    data: Path, lang: list[str] | None = None, parts: list[str] | None = None, each: int = 200, show: bool = False
) -> Figures:
    """Compare rewriting, references, actors and swaps on sentences that were looked at, and on unseen ones.

    FOLDER holds ``text/`` (``gnad10k``, ``one_million_posts``, ``germaparl``, ``eltec_deu``, ``parlamint_es``,
    ``eltec_spa``, ``small_heap``), ``coreference/litbank`` and six treebanks. Drawn are sentences in which a word looks
    like a word for persons; a hash parts them into ``looked at`` by the maintainers (in German) and ``unseen``.
    ``--show`` prints the words of differences. Shares have 95 % Wilson intervals, which take words for independent.
    """
    for language in lang or NAMES:
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
            on = f"{len(sentences):,} {NAMES[language]} sentences of {len(chosen)} sources, {half}"
            for (pair, question), equal in same.items():
                of = partial(Measure, "one answer on a word", on, len(equal), of=f"{language}: {question}: {pair}")
                yield of("same", *portion(sum(equal), len(equal)))
