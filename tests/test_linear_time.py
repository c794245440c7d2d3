"""Work grows with the length of a text, not with its square: eight times the text takes about eight times as long."""

import re
import time

import pyarrow as pa
import pytest
from golden import all_rows, golden_rows

from benchmarks.languages.growth import repeated_forms
from hf_genderfair.core.spans import (
    Edit,
    edit_text,
    markup_spans,
    protected_spans,
    restore_text,
    unprotected,
    without_emphasis,
)
from hf_genderfair.core.text_view import column_view
from hf_genderfair.first_person.direct_speech import foreign_spans
from hf_genderfair.first_person.posts import find_all_posts
from hf_genderfair.first_person.reasons import FragmentReasons
from hf_genderfair.first_person.tagger import FirstPerson
from hf_genderfair.languages.analysis import Analysis, Sentence, Token
from hf_genderfair.languages.coreference.linking import link
from hf_genderfair.languages.coreference.mentions import find_mentions
from hf_genderfair.languages.coreference.name_merging import merge_names
from hf_genderfair.languages.coreference.quotes.spans import indirect_quotes
from hf_genderfair.languages.coreference.resolution import unlinked_mentions
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.pronouns import pronouns_with_antecedents
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.quotation_marks import marked_spans
from hf_genderfair.languages.reader.reading import read
from hf_genderfair.languages.romance.persons import find as romance_persons
from hf_genderfair.languages.sentence_transform import GroupWord, candidate_sentence
from hf_genderfair.representation.references import polish
from hf_genderfair.rewriting.transform import GenderFair

SHORT, TIMES = 10_000, 8
"""Characters of the short text, and how many times as long the long one is."""


def seconds(work, text):
    """Return the processor time that work on a text takes."""
    start = time.process_time()
    work(text)
    return time.process_time() - start


def check(work, unit, prepare=str, short=SHORT):
    """Fail where the work on the long text takes much more than its length says: 64 times as long if quadratic."""
    one, many = (prepare(unit * (length // len(unit) + 1)) for length in (short, TIMES * short))
    work(prepare(unit))
    assert grows(work, one, many, TIMES), unit


def grows(work, one, many, times):
    """Return whether a text that is so many times as long as another takes not much more time than that."""
    allowed = 2.5 * times * min(seconds(work, one), seconds(work, one)) + 0.05
    # something else may have slowed the first run of the long text down
    return seconds(work, many) < allowed or seconds(work, many) < allowed


def reasons(unit, quoted):
    """Return the work of giving reasons for a text of which each unit begins with a form."""

    def work(text):
        forms = [
            {"start": start, "end": start + 1, "gender": "male", "status": "ok", "quoted": quoted}
            for start in range(0, len(text), len(unit))
        ]
        FragmentReasons()({"text": [text], "first_person": [1], "first_person_expressions": [forms]})

    return work


READERS = {
    "column": ("", lambda text: column_view(pa.array([text]))),
    "protected": ("", protected_spans),
    "markup": ("", markup_spans),
    "emphasis": ("", without_emphasis),
    "FirstPerson": ("pl", lambda text: FirstPerson()({"text": [text]})),
}
"""What reads a text, and of which language."""


@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.whole)])
@pytest.mark.parametrize("name", READERS)
def test_repeated_forms(name, every):
    lang, work = READERS[name]
    for form in list(repeated_forms())[::every]:
        if form.lang in ("", lang):
            many = form.text(5 * SHORT)
            # what takes so little cannot grow with the square
            assert seconds(work, many) < 0.1 or grows(work, form.text(SHORT // 2), many, 10), form


def test_edits_beside_what_is_protected():
    def work(text):
        edits = [Edit(match.start(), match.end(), "er", "sie", "", "") for match in re.finditer("er", text)]
        assert len(unprotected(text, edits)) == len(edits)

    check(work, "er www.a.de ")


def posts(text):
    find_all_posts(pa.array([text], pa.large_string()))


MARKS = [
    unit.format(mark)
    for mark in ("„", "“", '"', "'", "«", "»", "‘", "``")
    for unit in ("{}", "{} ", "{}a", "a{}b ", " {}a ", "\n{}a.")
]
WORK = {
    "posts": (posts, golden_rows(__file__, "POSTS"), SHORT),
    "direct speech": (foreign_spans, golden_rows(__file__, "SPEECH"), SHORT),
    "marks of quotes": (lambda text: marked_spans(text, "en"), MARKS, 2_000),
    "Polish references": (polish.find, ["\u0301", "a\u200d", "a-", "a.", "a/", "a@", "`a", "xY3+/"], 1_000),
}
"""What reads a text, units of the texts that it reads, and the characters of the short one."""


@pytest.mark.parametrize("name", WORK)
def test_texts_of_one_unit(name):
    work, units, short = WORK[name]
    for unit in units:
        check(work, unit, short=short)


@pytest.mark.parametrize("quoted", [False, True])
def test_reasons_of_fragments(quoted):
    for unit in golden_rows(__file__, "REASONS"):
        check(reasons(unit, quoted), unit)


def test_group_words_of_sentences():
    def work(text):
        starts = range(0, len(text) - 10, 10)
        words = [GroupWord(start, start + 3, "gender", "female") for start in starts]
        for start in starts:
            assert candidate_sentence(0, text, (start, start + 10), words).words == (words[0],)

    check(work, "She left. ")


def analysed(lang):
    """Return what prepares a text for what reads its analysis."""
    return lambda text: Document(text, next(iter(pipeline(lang).analyse([text]))), lang)


def mentions_of(lang):
    """Return what prepares a text for the resolution of its pronouns."""

    def prepare(text):
        document = analysed(lang)(text)
        mentions = find_mentions(document)
        merge_names(document, mentions)
        return document, mentions

    return prepare


def prepared_to_link(lang):
    """Return what prepares a text for the linking of its mentions."""

    def prepare(text):
        document = analysed(lang)(text)
        document.derived(read)
        return document, *unlinked_mentions(document)

    return prepare


def named_and_reported(text):
    """Pairs of names that are of two persons are as many as the names, and a report ends with its sentence."""
    merge_names(*text)
    indirect_quotes(text[0], [], text[1])


ENGLISH = "Ada Hill met Robert Dunn in Leeds. He gave her a map. The boys lost their keys and they went home. "
GERMAN = "Hans Groß grüßte Petra Klein und sie gab ihm ihren Hut und "
PERSONS = "Mayor Ada Hill met Robert Dunn in Leeds. The mayor gave him a map. His sister laughed. "
REPORT = "Ada Hill met Robert Dunn, he said. He gave her a map. "
ANALYSED = {
    "words for both genders": (romance_persons, "l@s ", analysed("es"), 1_000),
    "English pronouns": (lambda text: link(*text), ENGLISH, prepared_to_link("en"), 2_000),
    "German pronouns in one sentence": (lambda text: link(*text), GERMAN, prepared_to_link("de"), 3_000),
    "persons of mentions": (lambda text: link(*text), PERSONS, prepared_to_link("en"), 1_000),
    "names and reports": (named_and_reported, REPORT, mentions_of("en"), 1_500),
}


TAKE_LONG = {"words for both genders", "German pronouns in one sentence"}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.whole] * (name in TAKE_LONG)) for name in ANALYSED]
)
def test_analysed_texts(name):
    check(*ANALYSED[name])


def heap(text):
    """Return pronouns without a full stop, all under the first: one sentence, as a long list may be read."""
    tokens, end = [], 0
    for word in text.split():
        tokens.append(Token(word, end, end + len(word), "PRON", word, {}, 0, "nsubj" if tokens else "root"))
        end += len(word) + 1
    return Document(text, Analysis((Sentence(0, len(text), tuple(tokens), ()),)), "de")


def test_german_pronouns_in_one_sentence():
    check(lambda document: pronouns_with_antecedents(document, [], [], "all"), "er sie ihn seine ", heap, 5_000)


@all_rows
def test_rewriting_of_one_line(lang, unit, change):
    rewriter = GenderFair(lang, scope="all")

    def work(text):
        (found,) = rewriter.find([text])
        assert edit_text(text, found.edits).count(change) == text.count(unit)
        assert restore_text(edit_text(text, found.edits), found.edits) == text

    check(work, unit, short=2_500)
