"""Whether all capabilities see the same person in the same German word.

Each sentence is a document of its own, analysed once, and read by rewriting, references, actors and swaps.
Two of them are compared on the nouns about which both say something:

* person: a noun that one takes for a person is one to the other;
* number, gender: the same;
* generic: whether anybody of a role is meant. References and swaps mark masculine plurals, so that they are asked for
  plurals alone.

Extent, number, case and gender of a noun phrase are decided once (`person_phrases`). Some differences are meant: swaps
take firms for persons, as the published test sets do, take any masculine plural for anybody, and repair the number of
what is said of one person; actors know that somebody in particular is meant where a name or a pronoun of the text is
the same person's, and do not take a masculine for generic beside the feminine of the same word.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial
from hashlib import sha256
from itertools import permutations
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.measure import Figures, Measure, ends
from benchmarks.texts import labelled, records
from dataset_scripts.models.pipelines.treebanks import read_conllu
from hf_genderfair.actors.actor_analysis import ActorAnalyser
from hf_genderfair.core.counts import share
from hf_genderfair.counterfactual.german.persons import gender_of, is_anybody, reason_to_stay
from hf_genderfair.counterfactual.german.repaired_phrases import repaired_phrase
from hf_genderfair.languages.coreference.gender import decide_gender
from hf_genderfair.languages.coreference.mention import Mention
from hf_genderfair.languages.coreference.mentions import find_mentions
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.documents import AnalysisRequest, documents
from hf_genderfair.languages.gender_fair_forms import gender_fair_forms
from hf_genderfair.languages.german.gender_pairs import PAIR
from hf_genderfair.languages.german.names import ADDRESS, NAME, ORGANISATION, PLACE, WORK
from hf_genderfair.languages.german.non_person_nouns import EXPRESSION, FIRM
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.german.phrases import phrases, phrases_with_gender
from hf_genderfair.languages.german.scope import FAIR, NEUTRAL, GermanOptions, refusal
from hf_genderfair.languages.german.specific_reference import SPECIFIC_REASONS
from hf_genderfair.languages.sentences import WORD, sentence_spans
from hf_genderfair.languages.sentiment import LexiconSentiment
from hf_genderfair.representation.references import german as references

HALVES = ("looked at", "unseen")
QUESTIONS = ("person", "number", "gender", "generic")
LONGEST = 400
"""Sentences of more characters are lists and tables."""

SILENT = frozenset({FAIR, NEUTRAL, NAME, PLACE, ORGANISATION, ADDRESS, WORK, FIRM})
"""Reasons for which a noun is left alone without saying that it is no person; firms are rewritten on demand."""


class Answer(NamedTuple):
    """What one capability says of a noun; None where it says nothing."""

    person: bool | None = None
    number: str | None = None
    gender: str | None = None
    generic: bool | None = None


Answers = dict[int, Answer]
"""By the offset after a noun's last character."""


def rewriting(document: Document) -> Answers:
    """Return the nouns that rewriting makes gender-fair, or leaves with a reason that tells."""
    found: Answers = {}
    for phrase in phrases(document):
        reason = refusal(document, phrase, GermanOptions())
        if reason in SILENT:
            continue
        person = reason is None or reason in SPECIFIC_REASONS
        gender = None if phrase.noun.gender == "common" else phrase.noun.gender
        generic = reason is None if person and gender == "masculine" else None
        found[phrase.end] = Answer(person, phrase.number, gender, generic) if person else Answer(False)
    return found


def reference_answers(document: Document) -> Answers:
    """Return the nouns that references find."""
    found: Answers = {}
    for each in references.find(document):
        if each.kind != "noun" or each.source == "inclusive form":
            continue
        gender = each.gender if each.gender in ("masculine", "feminine") and each.person else None
        found[each.end] = Answer(each.person, "Plur" if each.generic else None, gender, each.generic or None)
    return found


def actors(document: Document) -> Answers:
    """Return the nouns of mentions; names, and titles before them, are left out, since a name has no counterpart.

    A noun for anybody (*jeder Kunde*) is seen as a person, although nobody in particular becomes an actor.
    """
    analysis = ActorAnalyser("evidence", LexiconSentiment("de"), None).analyse(document)
    anybody = {mention.end for mention in find_mentions(document) if mention.kind == "noun" and mention.generic}
    generic = {span.end for span in analysis.generic_masculine}
    nouns = {mention.end: mention for mention in analysis.mentions if mention.kind == "noun"}
    inside = _names(document, [name for name in analysis.mentions if name.kind == "name"])
    found: Answers = {}
    for token in document.tokens:
        if token.end in inside and token.end not in nouns:
            continue
        if token.pos not in ("NOUN", "PROPN") or not token.text[0].isupper():
            continue
        mention = nouns.get(token.end)
        if mention is None:
            found[token.end] = Answer(token.end in generic or token.end in anybody)
            continue
        genders = {"female": "feminine", "male": "masculine"}
        gender = genders.get(decide_gender([item for item in mention.evidence if item.kind != "pronoun"]))
        number = "Plur" if mention.plural else "Sing"
        form = person_form(token.text)
        masculine = form is not None and form.gender == "masculine" and form.generic and not form.epicene
        found[token.end] = Answer(True, number, gender, token.end in generic if masculine else None)
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


def swaps(document: Document) -> Answers:
    """Return the nouns that swaps take for women, men or anybody."""
    found: Answers = {}
    for read in phrases_with_gender(document):
        phrase = repaired_phrase(document, read)
        reason = reason_to_stay(document, phrase)
        if reason in SILENT or reason == EXPRESSION:
            # what has no counterpart may name a person: First Lady
            continue
        if reason is not None:
            found[phrase.end] = Answer(False)
            continue
        person = gender_of(document, phrase)
        gender = {"female": "feminine", "male": "masculine", None: None}[person]
        role = gender == "masculine" and phrase.noun.source != PAIR and phrase.noun.gender == "masculine"
        anybody = is_anybody(document, phrase) if role and phrase.number == "Plur" else None
        found[phrase.end] = Answer(True, phrase.number, gender, anybody)
    return found


CAPABILITIES = {"rewriting": rewriting, "references": reference_answers, "actors": actors, "swaps": swaps}


def compared(document: Document) -> Iterator[tuple[str, str, Any, Any, int]]:
    """Yield pair, question, both values and the end of the noun, for all pairs of answers about a sentence's nouns."""
    forms = [(form.start, form.end) for form in gender_fair_forms(document.text, "de")]
    answers = {
        name: {
            end: answer
            for end, answer in ask(document).items()
            if not any(start < end <= last for start, last in forms)
        }
        for name, ask in CAPABILITIES.items()
    }
    for first, second in permutations(CAPABILITIES, 2):
        for end, answer in answers[first].items():
            other = answers[second].get(end, Answer())
            for question in QUESTIONS:
                values = getattr(answer, question), getattr(other, question)
                once = question != "person" and first > second
                if None in values or once or (question == "person" and not values[0]):
                    continue
                yield f"{first} and {second}", question, *values, end


def drawn(data: Path, half: str, each: int) -> dict[str, list[str]]:
    """Return sentences of each source, by its name."""
    chosen = {}
    for name, texts in _sources(data).items():
        found: dict[str, None] = {}
        rng = random.Random(f"consistency {name}")
        rng.shuffle(texts)
        for text in texts:
            for start, end in sentence_spans(text, "de")[:LONGEST]:
                sentence = " ".join(text[start:end].split())
                unseen = sha256(sentence.encode()).digest()[0] % 2
                if HALVES[unseen] == half and len(sentence) < LONGEST and _concerns(sentence):
                    found[sentence] = None
            if len(found) >= 3 * each:
                break
        chosen[name] = rng.sample(list(found), min(each, len(found)))
    return chosen


def _concerns(sentence: str) -> bool:
    return any(word[0].isupper() and person_form(word) is not None for word in WORD.findall(sentence))


def _sources(data: Path) -> dict[str, list[str]]:
    text = data / "text"
    found = {
        "news": [article for _, article in labelled(text / "gnad10k/articles.csv.xz")],
        "posts": [row["body"] or "" for row in records(text / "one_million_posts" / "posts.jsonl.xz")],
        "speeches": [row["text"] for row in records(text / "germaparl" / "speeches.jsonl.xz")],
        "novels": [row["text"] for row in records(text / "eltec_deu" / "paragraphs.jsonl.xz")],
    }
    for name in ("GSD", "PUD"):
        paths = sorted((data / "treebanks" / f"UD_German-{name}").glob("*.conllu.xz"))
        found[name] = [sentence.text for path in paths for sentence in read_conllu(path, name)]
    return found


def consistency(data: Path, parts: list[str] | None = None, each: int = 200, show: bool = False) -> Figures:
    """Compare rewriting, references, actors and swaps on sentences that were looked at, and on unseen ones.

    FOLDER holds ``text/gnad10k``, ``text/one_million_posts``, ``text/germaparl``, ``text/eltec_deu``,
    ``treebanks/UD_German-GSD`` and ``treebanks/UD_German-PUD``. From each, sentences are drawn in which a word looks
    like a word for persons; a hash of the sentence parts them into the halves, ``looked at`` by the maintainers and
    ``unseen``. ``--show`` prints the words of differences, for those who mend them. Shares have 95 % Wilson intervals,
    which take words for independent.
    """
    for half in parts or HALVES:
        sentences = [sentence for chosen in drawn(data, half, each).values() for sentence in chosen]
        same: dict[tuple[str, str], list[bool]] = {}
        for document in documents(sentences, AnalysisRequest("de")):
            for pair, question, first, second, end in compared(document):
                same.setdefault((pair, question), []).append(first == second)
                if show and first != second:
                    print(
                        half, pair, question, f"{first}/{second}", document.text[max(0, end - 60) : end + 40], sep="\t"
                    )
        on = f"{len(sentences):,} German sentences of six sources, {half}"
        for (pair, question), found in same.items():
            of = partial(Measure, "one answer on a noun", on, len(found), of=f"{question}: {pair}")
            yield of("same", *ends(share(sum(found), len(found))))
