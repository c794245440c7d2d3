"""The gender that a text marks an actor with."""

from as_one_test import as_one_test
from golden import all_rows

from hf_genderfair.languages.coreference.gender import (
    FIRST_NAME,
    MASCULINE_ROLE,
    MORPHOLOGY,
    NOUN,
    PRONOUN,
    SELF_DESCRIPTION,
    TITLE,
    decide_gender,
    deciding_source,
    pronoun_majority,
)
from hf_genderfair.languages.coreference.mention import GenderEvidence


def sign(gender, kind="pronoun", weight=PRONOUN):
    return GenderEvidence(gender, kind, weight, "word")


SHE, HE, THEY = sign("female"), sign("male"), sign("neutral")
MINISTER = sign("male", "morphology", MASCULINE_ROLE)


@as_one_test(
    ("evidence", "gender"),
    [
        ([], "unknown"),
        ([SHE], "female"),
        ([HE], "male"),
        ([THEY], "neutral"),
        ([SHE, HE], "mixed"),
        ([SHE, SHE, SHE, HE], "female"),
        ([THEY, SHE], "mixed"),
        ([sign("female", "title", TITLE)], "female"),
        ([sign("female", "noun", NOUN), MINISTER], "female"),
        ([sign("female", "morphology", MORPHOLOGY)], "female"),
        ([sign("neutral", "self-description", SELF_DESCRIPTION), SHE, SHE], "neutral"),
        ([MINISTER], "unknown"),
        ([MINISTER] * 20, "unknown"),
        ([sign("female", "first name", FIRST_NAME)], "female"),
        ([sign("female", "first name", 0.5 * FIRST_NAME)], "unknown"),
        ([sign("female", "first name", FIRST_NAME), MINISTER], "unknown"),
        ([sign("male", "first name", 0.7 * FIRST_NAME), MINISTER], "male"),
        ([sign("female", "first name", FIRST_NAME), HE], "male"),
    ],
)
def test_the_gender_of_evidence(evidence, gender):
    assert decide_gender(evidence) == gender


@all_rows
def test_the_majority_of_pronouns(she, he, gender):
    assert pronoun_majority([SHE] * she + [HE] * he) == gender


@as_one_test(
    ("evidence", "source"),
    [
        ([], "none"),
        ([MINISTER], "none"),
        ([SHE, sign("female", "noun", NOUN)], "pronouns"),
        ([sign("female", "noun", NOUN), sign("female", "first name", FIRST_NAME)], "words"),
        ([sign("male", "first name", 0.9 * FIRST_NAME), MINISTER], "names"),
        ([sign("neutral", "self-description", SELF_DESCRIPTION), SHE], "self-description"),
        ([SHE, sign("male", "noun", NOUN)], "pronouns"),
    ],
)
def test_on_what_a_gender_rests(evidence, source):
    assert deciding_source(evidence, decide_gender(evidence)) == source
