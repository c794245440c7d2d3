"""One transform of each kind and in many configurations, without what training and commands import."""

from dataclasses import MISSING
from importlib import import_module
from inspect import ismodule

from datasets.fingerprint import Hasher
from scripted_generator import ScriptedGenerator

import hf_genderfair
from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.balancing.flags import AsymmetryFlags
from hf_genderfair.counterfactual.transform import Counterfactual
from hf_genderfair.first_person.duplicates import NormalisedHash
from hf_genderfair.first_person.neutral import Neutralise
from hf_genderfair.first_person.posts import Posts
from hf_genderfair.first_person.reasons import FragmentReasons
from hf_genderfair.first_person.tagger import FirstPerson
from hf_genderfair.languages.analyse import Analyse
from hf_genderfair.languages.chain import Chain
from hf_genderfair.languages.identification import Language
from hf_genderfair.lexicons.prompts import PromptTemplate
from hf_genderfair.lexicons.word_lists import WordList
from hf_genderfair.representation.group_words import GroupWords
from hf_genderfair.representation.polarity import GenderPolarity
from hf_genderfair.representation.references.transform import GeneratedReferences, PersonReferences
from hf_genderfair.rewriting.transform import GenderFair
from hf_genderfair.stereotypes.transform import StereotypeEdits, Stereotypes

PLAIN = (
    ActorMetrics,
    Analyse,
    AsymmetryFlags,
    Counterfactual,
    FirstPerson,
    FragmentReasons,
    GenderFair,
    GenderPolarity,
    GroupWords,
    Language,
    Neutralise,
    NormalisedHash,
    PersonReferences,
    Posts,
    StereotypeEdits,
    Stereotypes,
)
TRANSFORMS = [kind() for kind in PLAIN]
CONFIGURED = [
    ActorMetrics("en"),
    ActorMetrics("de", gender="pronoun-majority"),
    ActorMetrics("de", lang_column="language"),
    Analyse("de"),
    AsymmetryFlags(mode="paper"),
    Chain(GroupWords(), PersonReferences("de"), GenderFair()),
    Chain(Language(), PersonReferences("de", lang_column="language"), GenderFair("en", lang_column="language")),
    Chain(GroupWords(), Stereotypes(), Counterfactual(remove_stereotypes=True), Analyse("en")),
    Counterfactual("de", names="swap"),
    Counterfactual("en", lang_column="language"),
    Counterfactual("en", method="base", source="male", remove_stereotypes=True, id_column="url"),
    Counterfactual("en", "age", generator=ScriptedGenerator((("hat", ("INVALID", None)),))),
    FirstPerson(context="none"),
    FirstPerson(context="adjacent"),
    FirstPerson(quoted="count"),
    FirstPerson(diacritics="required"),
    FirstPerson(diacritics="optional"),
    NormalisedHash(bits=128),
    FragmentReasons(min_words=4, max_words=9, min_characters=3, max_characters=80),
    FragmentReasons(excluded_sites=("spam.example",)),
    GenderPolarity(tokenization="paper"),
    GeneratedReferences("pl", ScriptedGenerator((("rower", ("rowerzystka - P, F\nrower - N, M", "?")),)), runs=2),
    GeneratedReferences(
        "ca", ScriptedGenerator((("hat", ("hat - N, M",)),)), prompt=PromptTemplate("Noms: <SENTENCE>")
    ),
    GenderFair("en", scope="all"),
    GenderFair("de", form="pair", quotations=False, organisations=True),
    GroupWords(("gender", "age", "religion")),
    GroupWords(WordList.from_groups("trip", {"away": ["went", "shop"], "home": ["came back", "home"]})),
    PersonReferences("pl", lang_column="language"),
    Stereotypes("en", lang_column="language"),
    Stereotypes("es", ("any",), sentences="all", longest=6, split=True),
    Stereotypes("en", ("religion", "gender"), ScriptedGenerator((("him", ("no", None)),)), threshold={"gender": 0.5}),
]


def describe(transform):
    changed = {
        name: value
        for name, value in transform.configuration().items()
        if value != getattr(type(transform), name, MISSING)
    }
    if isinstance(transform, Chain):
        changed = {"links": "+".join(type(link).__name__ for link in transform.links)}
    return "-".join([type(transform).__name__, *(f"{name}={value}" for name, value in changed.items())])


def kind_named(name):
    """Return a class by its name, if it is public, or else by its module and name, with a colon between."""
    module, _, name = name.rpartition(":")
    public = (getattr(hf_genderfair, each) for each in hf_genderfair.__all__)
    places = [import_module(module)] if module else [hf_genderfair, *filter(ismodule, public)]
    return next(getattr(place, name) for place in places if hasattr(place, name))


NAMED = {describe(transform): transform for transform in TRANSFORMS + CONFIGURED}


def hashes():
    """Return the fingerprint of every transform, by name."""
    return {name: Hasher.hash(transform) for name, transform in NAMED.items()}
