"""The gender that a text marks an actor with."""

from analysed import read
from golden import all_rows

from hf_genderfair.languages.coreference import mention as weights
from hf_genderfair.languages.coreference.mention import GenderEvidence, decide_gender, deciding_source, pronoun_majority
from hf_genderfair.languages.coreference.resolution import mentions_of_anybody

PRONOUNS = {"she": "female", "he": "male", "they": "neutral"}


def sign(words):
    """Return evidence such as ``she``, ``minister`` or ``male first name 0.7``, of which a share counts."""
    if words in PRONOUNS:
        return GenderEvidence(PRONOUNS[words], "pronoun", weights.PRONOUN, "word")
    if words == "minister":
        return GenderEvidence("male", "morphology", weights.MASCULINE_ROLE, "word")
    gender, _, kind = words.partition(" ")
    kind, _, share = kind.partition(" 0")
    weight = getattr(weights, kind.upper().replace(" ", "_").replace("-", "_"))
    return GenderEvidence(gender, kind, float(share or 1) * weight, "word")


@all_rows
def test_the_gender_of_evidence(gender, signs):
    assert decide_gender([sign(words) for words in signs]) == gender


@all_rows
def test_the_majority_of_pronouns(she, he, gender):
    assert pronoun_majority([sign("she")] * she + [sign("he")] * he) == gender


@all_rows
def test_on_what_a_gender_rests(source, signs):
    evidence = [sign(words) for words in signs]
    assert deciding_source(evidence, decide_gender(evidence)) == source


@all_rows
def test_the_genders_of_persons(lang, text, expected):
    mentions, _ = mentions_of_anybody(read(text, lang))
    actors = {text[mention.start : mention.end]: mention.actor for mention in mentions}
    evidence = {of: [item for own in mentions if own.actor == of for item in own.evidence] for of in actors.values()}
    found = {name: decide_gender(evidence[actor]) for name, actor in actors.items()}
    assert {name: found.get(name) for name in expected} == expected
