from __future__ import annotations

import pytest
from as_one_test import as_one_test

from hf_genderfair.counterfactual.conflicts import conflict
from hf_genderfair.counterfactual.swapping import Change, Swapping
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.lexicons.loader import load_lexicon

Words = dict[str, tuple[str, str]]
"""Words that are changed, each with what it becomes and the rule."""

HE: Words = {
    "He": ("She", "pronoun"),
    "he": ("she", "pronoun"),
    "his": ("her", "possessive"),
    "him": ("her", "pronoun"),
}
SHE: Words = {"She": ("He", "pronoun"), "she": ("he", "pronoun"), "her": ("his", "possessive")}
ER: Words = {"Er": ("Sie", "pronoun"), "er": ("sie", "pronoun"), "seine": ("ihre", "possessive")}
NIÑO: Words = {"El": ("La", "determiner"), "niño": ("niña", "noun"), "alto": ("alta", "adjective")}

GENDER: list[tuple[str, str, str, Words, str | None]] = [
    ("en", "male", "She is pregnant again.", SHE, "biology"),
    ("en", "female", "He shaved off the beard.", HE, "biology"),
    ("en", "male", "She liked the beard.", SHE, None),
    ("en", "female", "He spoke to the men and women there.", HE, "contrast"),
    ("en", "female", "He calls himself a feminist.", {"He": ("She", "pronoun")}, "statement"),
    ("en", "female", "He threw two touchdowns.", HE, "sport or title"),
    ("en", "female", "He kissed his wife.", HE, "kinship"),
    ("en", "female", "He married her at last.", HE, "kinship"),
    ("en", "female", "He married late.", HE, None),
    ("en", "female", "He cooked for his wife.", HE, "kinship"),
    ("en", "male", "Our wives cooked.", {"wives": ("husbands", "noun")}, None),
    ("en", "male", "His wife cooked.", {"wife": ("husband", "noun")}, "kinship"),
    ("en", "female", "John said he was tired.", HE, "name"),
    ("en", "male", "John said she was tired.", SHE, None),
    ("en", "female", "He called John.", HE, None),
    ("en", "female", "My brother John cooked.", {"brother": ("sister", "noun")}, "name"),
    ("en", "female", "His uncle met an aunt.", {"uncle": ("aunt", "noun")}, "double"),
    ("en", "female", "The nephew and the niece slept.", {"nephew": ("niece", "noun")}, "contrast"),
    ("en", "female", "He forgot his umbrella.", HE, None),
    ("de", "male", "Die Frau ist schwanger.", {"Frau": ("Mann", "noun")}, "biology"),
    ("de", "female", "Er grüßte seine Ehefrau.", ER, "kinship"),
    ("de", "female", "Er grüßte seine Frau.", ER, "kinship"),
    ("de", "female", "Er grüßte eine Frau.", ER, None),
    ("de", "female", "Er sprach über Feminismus.", ER, "statement"),
    ("de", "female", "Thomas sagte, dass er müde ist.", ER, "name"),
    ("de", "female", "Er vergaß seine Tasche.", ER, None),
    ("es", "male", "La mujer está embarazada.", {"mujer": ("hombre", "noun")}, "biology"),
    ("es", "female", "Los hombres y mujeres duermen.", {"hombres": ("mujeres", "noun")}, "contrast"),
    ("es", "female", "El niño es muy alto.", NIÑO, None),
]
GROUPS: list[tuple[str, str, str, str, str | None]] = [
    ("age", "old", "The teenagers were at school.", "teenagers", "young life"),
    ("age", "old", "The 16-year-old teenager laughed.", "teenager", "age"),
    ("age", "old", "A teenager, 17, laughed.", "teenager", "age"),
    ("age", "old", "The teenagers attend Lincoln High.", "teenagers", "young life"),
    ("age", "young", "The pensioner paid his mortgage.", "pensioner", "old life"),
    ("age", "old", "The teenagers and the clowns laughed.", "teenagers", "contrast"),
    ("age", "old", "A teenager named Ada laughed at the clown.", "teenager", "named"),
    ("age", "old", "Loud teenagers in the park.", "teenagers", "heading"),
    ("age", "old", "The teenagers laughed at the clown.", "teenagers", None),
    ("age", "old", "The comedy with the teenagers was rated PG.", "teenagers", "rating"),
    ("age", "old", "Several teenagers saw her at MHS.", "teenagers", "young life"),
    ("age", "old", "Teenagers sang at the choir audition.", "Teenagers", "young life"),
    ("age", "old", "The teenager was caned.", "teenager", "trial"),
    ("age", "middle", "The elderly therapist laughed.", "elderly", "fixed expression"),
    ("age", "old", "An adolescent driver waved.", "adolescent", None),
    ("age", "old", "He is that kid who always waved.", "kid", "type of person"),
    ("age", "old", "The other teenagers waved.", "teenagers", "part"),
    ("age", "old", "It keeps the kids happy.", "kids", "young life"),
    ("age", "old", "The film shows teenagers on a boat.", "teenagers", "work of art"),
    ("age", "young", "The wrinkled pensioner waved.", "pensioner", "old life"),
    ("age", "old", "The Miller kids waved.", "kids", "named"),
    ("age", "old", "Adolescents often laugh at clowns.", "Adolescents", None),
    ("religion", "islam", "The Christians sang in the church.", "Christians", "religion"),
    ("religion", "christianity", "Muslims fasted in Ramadan.", "Muslims", "religion"),
    ("religion", "islam", "The Christians were called terrorists.", "Christians", "harm"),
    ("religion", "islam", "Many Christians live in Egypt.", "Christians", "named"),
    ("religion", "islam", "A Christian carpet was sold.", "Christian", "fixed expression"),
    ("religion", "islam", "A Christian family moved in.", "Christian", None),
    ("religion", "islam", "Christians often laugh.", "Christians", None),
    ("religion", "islam", "The Christians settled on the coast.", "Christians", "historical"),
    ("religion", "islam", "Some Christians settled on the coast.", "Christians", None),
    ("religion", "islam", "The Christian waved at us.", "Christian", "fixed expression"),
    ("religion", "islam", "Christian women run the shop.", "Christian", None),
    ("religion", "islam", "A Christian family moved to Lagos.", "Christian", None),
    ("religion", "islam", "The Christian family moved to Lagos.", "Christian", "named"),
    ("religion", "islam", "Anna is a Christian.", "Christian", None),
    ("religion", "judaism", "Christians love money.", "Christians", "harm"),
    ("trade", "land", "The sailor is pregnant and at school.", "sailor", None),
]


@pytest.fixture(scope="module")
def documents() -> dict[tuple[str, str], Document]:
    texts = [(lang, text) for lang, _, text, _, _ in GENDER] + [("en", text) for _, _, text, _, _ in GROUPS]
    found = {}
    for lang in ("de", "en", "es"):
        own = [text for other, text in texts if other == lang]
        for text, analysis in zip(own, pipeline(lang).analyse(own), strict=True):
            found[lang, text] = Document(text, analysis, lang)
    return found


def swapping_of(document: Document, words: Words) -> Swapping:
    changes = [
        Change(token.start, token.end, *words[token.text], 0) for token in document.tokens if token.text in words
    ]
    assert changes
    return Swapping(changes, [])


@as_one_test(("lang", "to", "text", "words", "reason"), GENDER)
def test_gender(
    lang: str,
    to: str,
    text: str,
    words: Words,
    reason: str | None,
    documents: dict[tuple[str, str], Document],
) -> None:
    document = documents[lang, text]
    assert conflict(document, swapping_of(document, words), to, "gender") == reason


@as_one_test(("attribute", "to", "text", "word", "reason"), GROUPS)
def test_other_attributes(
    attribute: str,
    to: str,
    text: str,
    word: str,
    reason: str | None,
    documents: dict[tuple[str, str], Document],
) -> None:
    document = documents["en", text]
    assert conflict(document, swapping_of(document, {word: ("…", "group word")}), to, attribute) == reason


def test_nothing_changed_is_no_conflict(documents: dict[tuple[str, str], Document]) -> None:
    document = documents["en", "She is pregnant again."]
    assert conflict(document, Swapping([], []), "male", "gender") is None


def test_the_lexicon_has_known_targets() -> None:
    targets = {
        "gender": {"any", "female", "male"},
        "age": {"any", "young", "middle", "old"},
        "religion": {"any", "judaism"},
    }
    rows = load_lexicon("counterfactual_conflicts").rows
    assert {lang for lang, *_ in rows} == {"de", "en", "es"}
    for _, attribute, target, kind, word in rows:
        assert target in targets[attribute], word
        assert kind
        assert word == word.strip()
