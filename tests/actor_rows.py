"""Rows with the columns of the actor analysis, made by hand for tests."""

import random

from datasets import Dataset, Features, Value

from hf_genderfair.actors.columns import ACTOR_FEATURES, COUNT_COLUMNS, QUANTITIES, TEXT_COUNTS
from hf_genderfair.balancing.equilibrium import COUNT_COLUMNS as BALANCED
from hf_genderfair.languages.types import PERSON_GENDERS

NAMELESS = {
    "name": None,
    "gender_evidence": "none",
    "evidence": [],
    "roles": [],
    "uncertain": False,
    **{quantity: 0 for quantity in QUANTITIES if quantity != "actors"},
}


def masculine_noun():
    """Return the evidence of a German masculine noun, which marks no gender."""
    return [{"gender": "male", "kind": "morphology", "weight": 0.5, "word": "Lehrer"}]


def person(gender, group=False, gender_evidence="none", evidence=(), **quantities):
    """Return an actor; whoever is not said to be mentioned otherwise is named once."""
    if not {"named", "pronouns"} & set(quantities):
        quantities["named"] = 1
    quantities["mentions"] = quantities.get("named", 0) + quantities.get("pronouns", 0)
    shown = {"gender": gender, "gender_evidence": gender_evidence, "evidence": list(evidence), "group": group}
    return {**NAMELESS, **shown, **quantities}


def text(*actors, words=(), **counts):
    """Return a row; words are of the form (actor, part of speech, lemma)."""
    row = {name: [] for name in ("actor_mentions", "quotes", "coded_words", "gender_fair_forms", "generic_masculine")}
    row["actors"] = list(actors)
    row["actor_words"] = [
        {"start": place, "end": place + 1, "actor": actor, "pos": pos, "lemma": lemma}
        for place, (actor, pos, lemma) in enumerate(words)
    ]
    row.update(dict.fromkeys(COUNT_COLUMNS, 0))
    for actor in actors:
        if not actor["group"]:
            row[f"{actor['gender']}_actors"] += 1
            for quantity in QUANTITIES:
                row[f"{actor['gender']}_{quantity}"] += actor.get(quantity, 0)
    row.update({name: counts.get(name, 0) for name in TEXT_COUNTS})
    row["groups"] = sum(actor["group"] for actor in actors)
    row["actors_method"] = "by hand"
    return row


def corpus(rows, **columns):
    """Return a data set of texts, with further columns of any type."""
    columns = {
        name: (values, Value("string")) if isinstance(values, list) else values for name, values in columns.items()
    }
    features = Features({**ACTOR_FEATURES, **{name: kind for name, (_, kind) in columns.items()}})
    values = {name: [row[name] for row in rows] for name in ACTOR_FEATURES}
    return Dataset.from_dict({**values, **{name: given for name, (given, _) in columns.items()}}, features)


def random_texts(number, seed=0):
    """Return texts with persons of all genders, twice as many men as women."""
    rng = random.Random(seed)
    return [random_text(rng) for _ in range(number)]


def random_text(rng):
    actors = []
    for gender in rng.choices([*PERSON_GENDERS, "male"], k=rng.choice([0, 1, 1, 2, 3])):
        named, predications = rng.randint(1, 6), rng.randint(0, 3)
        counts = {"named": named, "pronouns": rng.randint(0, 3), "subjects": rng.randint(0, named)}
        counts |= {"objects": rng.randint(0, 1), "passive_subjects": rng.randint(0, 1)}
        counts |= {"direct_quotes": rng.randint(0, 2), "indirect_quotes": rng.randint(0, 1)}
        counts |= {"feminine_coded": rng.randint(0, 2), "masculine_coded": rng.randint(0, 2)}
        sentiment = sum(rng.randint(-1000, 1000) for _ in range(predications))
        actors.append(person(gender, rng.random() < 0.1, predications=predications, sentiment=sentiment, **counts))
    lemmas = {"ADJ": ("alt", "jung", "neu"), "NOUN": ("Haus", "Geld", "Kind"), "VERB": ("sagen", "gehen", "sehen")}
    words = [
        (rng.randrange(len(actors)), pos, rng.choice(lemmas[pos]))
        for pos in lemmas
        for _ in range(rng.randint(0, 3) if actors else 0)
    ]
    return text(
        *actors, words=words, gender_fair_total=rng.choice([0, 0, 2]), generic_masculine_total=rng.choice([0, 1])
    )


def counted(counts, **columns):
    """Return rows with counts of women, of men, and of mentions of each."""
    return Dataset.from_dict({name: [row[place] for row in counts] for place, name in enumerate(BALANCED)} | columns)
