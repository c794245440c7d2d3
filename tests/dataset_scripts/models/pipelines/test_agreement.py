"""Noun phrases must agree after the correction, and what the rules do not decide must stay."""

from golden import all_rows

from dataset_scripts.models.pipelines.agreement import correct_nouns, determiner_cases
from dataset_scripts.models.pipelines.treebanks import TrainingSentence, Word
from dataset_scripts.models.pipelines.word_lists import GENDER_NAMES
from hf_genderfair.languages.word_features import WordClasses

NOUNS = {"Brief": "Masc", "Frau": "Fem", "Haus": "Neut", "Straße": "Fem"}
LEXICON = WordClasses.build({form: GENDER_NAMES.index(gender) for form, gender in NOUNS.items()}, backs_off=True)


def phrase(*words):
    """Build a sentence from (form, pos, relation, head, features)."""
    return TrainingSentence("de_gsd", tuple(Word(f, True, p, dict(m), f, h, r) for f, p, r, h, m in words))


def cases(sentence):
    (corrected,) = correct_nouns([sentence], LEXICON)
    return [(word.form, word.morph.get("Gender"), word.morph.get("Case")) for word in corrected.words]


WRONG = {"Gender": "Masc", "Case": "Dat", "Number": "Sing"}
VERB = ("schickt", "VERB", "root", 0, {})


@all_rows
def test_prepositions_and_articles_decide(preposition, article, noun, gender, case):
    sentence = phrase(
        VERB, (preposition, "ADP", "case", 3, {}), (article, "DET", "det", 3, WRONG), (noun, "NOUN", "obl", 0, WRONG)
    )
    found = cases(sentence)
    assert found[3] == (noun, gender or "Masc", case)
    assert found[2][1:] == found[3][1:]


@all_rows
def test_determiners(form, morph, expected):
    assert determiner_cases(form, morph) == expected
