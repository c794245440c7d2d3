"""*I* and *ich* inside of direct quotes belong to who speaks."""

import pytest
from analysed import read as read_german

from hf_genderfair.languages.coreference.mention import Mention, Quote
from hf_genderfair.languages.coreference.resolution import pronouns_of_speakers
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline


def read(text, lang):
    return read_german(text) if lang == "de" else Document(text, next(iter(pipeline(lang).analyse([text]))), lang)


def found(text, lang, quotes, known=()):
    return [(text[m.start : m.end], m.actor) for m in pronouns_of_speakers(read(text, lang), known, quotes)]


@pytest.mark.parametrize(
    ("lang", "text", "said", "expected"),
    [
        ("en", '"I sold my boat", said Ada Hill. I was there.', "I sold my boat", ["I", "my"]),
        ("de", "„Ich liebe meine Arbeit“, sagte sie mir.", "Ich liebe meine Arbeit", ["Ich", "meine"]),
    ],
)
def test_quoted_first_person_belongs_to_the_speaker(lang, text, said, expected):
    start = text.index(said)
    quotes = [Quote(start, start + len(said), "direct", actor=4)]
    assert found(text, lang, quotes) == [(word, 4) for word in expected]
    assert [word for word, _ in found(text, lang, quotes, [Mention(start, start + 3, 1, "pronoun")])] == expected[1:]


def test_an_inner_quote_has_its_own_speaker():
    text = "„Er rief: ‚Ich gehe.‘ Ich blieb.“"
    inner = text.index("Ich gehe")
    quotes = [Quote(1, len(text) - 1, "direct", actor=0), Quote(inner, inner + 9, "direct", actor=1)]
    assert found(text, "de", quotes) == [("Ich", 1), ("Ich", 0)]


@pytest.mark.parametrize("quotes", [[], [Quote(1, 9, "direct")], [Quote(1, 9, "indirect", actor=0)]])
def test_without_speaker_or_outside_of_direct_quotes_nothing_is_found(quotes):
    assert found("„Ich gehe“, sagte ich.", "de", quotes) == []
