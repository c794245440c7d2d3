"""The columns of the actor analysis: lists of what was found, and integers that are sums over them."""

from __future__ import annotations

from datasets import Features, List, Value

from hf_genderfair.core.meanings import SPAN_MEANINGS, with_fields
from hf_genderfair.languages.types import PERSON_GENDERS

QUANTITIES: dict[str, str] = {
    "actors": "Number of single persons",
    "mentions": "Number of mentions: named and pronouns",
    "named": "Mentions by name or noun",
    "pronouns": "Mentions by pronoun",
    "subjects": "Mentions as subject of an active clause",
    "passive_subjects": "Mentions as subject of a passive clause, to whom something is done",
    "agents": "Mentions as agent of a passive clause (by her, von ihr)",
    "objects": "Mentions as direct object",
    "dative_objects": "Mentions as indirect object",
    "direct_quotes": "Direct quotes",
    "indirect_quotes": "Indirect quotes",
    "feminine_coded": "Feminine-coded words in predications",
    "masculine_coded": "Masculine-coded words in predications",
    "predications": "Predications that have a sentiment",
    "sentiment": "Sum of the sentiment of predications, in thousandths",
}
"""What is counted for each gender, and its meaning."""

COUNT_COLUMNS: tuple[str, ...] = tuple(f"{gender}_{quantity}" for gender in PERSON_GENDERS for quantity in QUANTITIES)
"""Columns such as ``female_actors``: one for each gender and quantity."""

TEXT_COUNTS: dict[str, str] = {
    "groups": "Number of groups of persons; they are in no count of a gender.",
    "group_mentions": "Mentions of groups.",
    "quotes_unattributed": "Quotes without a speaker who is a single person.",
    "gender_fair_total": "Number of gender-fair forms.",
    "generic_masculine_total": "Number of generic masculines.",
}

EVIDENCE = {"gender": Value("string"), "kind": Value("string"), "weight": Value("float32"), "word": Value("string")}

ACTOR = {
    "name": Value("string"),
    "gender": Value("string"),
    "group": Value("bool"),
    "evidence": List(EVIDENCE),
    **{quantity: Value("int32") for quantity in QUANTITIES if quantity != "actors"},
}

MENTION = {
    "start": Value("int32"),
    "end": Value("int32"),
    "actor": Value("int32"),
    "kind": Value("string"),
    "role": Value("string"),
}

QUOTE = {
    "start": Value("int32"),
    "end": Value("int32"),
    "kind": Value("string"),
    "speaker_start": Value("int32"),
    "speaker_end": Value("int32"),
    "actor": Value("int32"),
}

WORD = {
    "start": Value("int32"),
    "end": Value("int32"),
    "actor": Value("int32"),
    "pos": Value("string"),
    "lemma": Value("string"),
}

CODED_WORD = {
    "start": Value("int32"),
    "end": Value("int32"),
    "actor": Value("int32"),
    "coding": Value("string"),
}

FORM = {"start": Value("int32"), "end": Value("int32"), "form": Value("string")}

SPAN = {"start": Value("int32"), "end": Value("int32")}

ACTOR_FEATURES = Features(
    {
        "actors": List(ACTOR),
        "actor_mentions": List(MENTION),
        "quotes": List(QUOTE),
        "actor_words": List(WORD),
        "coded_words": List(CODED_WORD),
        "gender_fair_forms": List(FORM),
        "generic_masculine": List(SPAN),
        **{column: Value("int32") for column in (*COUNT_COLUMNS, *TEXT_COUNTS)},
        "actors_method": Value("string"),
    }
)
"""All columns that `ActorMetrics` adds."""

_ACTOR = {"actor": "Index of the actor in actors; null where there is none."}

ACTOR_MEANINGS = {
    **with_fields(
        "actors",
        "Persons and groups of a text: fullest name, gender with its evidence, and quantities for each.",
        {
            "name": "Fullest name, or noun, by which the text mentions the actor.",
            "gender": "Gender as the text marks it: female, male, neutral, mixed or unknown.",
            "group": "Whether it is a group of persons.",
            "evidence": "What shows the gender.",
            "evidence.gender": "Gender that it shows.",
            "evidence.kind": "pronoun, title, noun, morphology or first name.",
            "evidence.weight": "How much it counts for that gender.",
            "evidence.word": "The word of the text.",
            **{name: f"{text}." for name, text in QUANTITIES.items() if name != "actors"},
        },
    ),
    **with_fields(
        "actor_mentions",
        "Each name, noun and pronoun for a person: place, index of its actor, kind and syntactic role.",
        {**SPAN_MEANINGS, **_ACTOR, "kind": "name, noun or pronoun.", "role": "Syntactic role, such as subject."},
    ),
    **with_fields(
        "quotes",
        "Direct and indirect quotes: place, the words that name the speaker, and the actor's index; null where "
        "there is none.",
        {
            **SPAN_MEANINGS,
            "kind": "direct or indirect.",
            "speaker_start": "Offset of the words that name the speaker; null where there are none.",
            "speaker_end": "Offset after their last character.",
            **_ACTOR,
        },
    ),
    **with_fields(
        "actor_words",
        "Adjectives, nouns and verbs of the clauses about an actor: place, actor, part of speech, lemma.",
        {**SPAN_MEANINGS, **_ACTOR, "pos": "Part of speech, as Universal Dependencies name it.", "lemma": "Lemma."},
    ),
    **with_fields(
        "coded_words",
        "Gender-coded words of the clauses about an actor: place, actor, feminine or masculine.",
        {**SPAN_MEANINGS, **_ACTOR, "coding": "feminine or masculine."},
    ),
    **with_fields(
        "gender_fair_forms",
        "Forms for all genders and their kind: pair, colon, star, participle, ….",
        {**SPAN_MEANINGS, "form": "Kind of the form."},
    ),
    **with_fields("generic_masculine", "Masculine role nouns that mean no specific man.", SPAN_MEANINGS),
    **{f"female_{name}": f"{text}; male_, neutral_, mixed_ and unknown_ alike." for name, text in QUANTITIES.items()},
    **{f"{gender}_{name}": f"As female_{name}." for gender in PERSON_GENDERS[1:] for name in QUANTITIES},
    **TEXT_COUNTS,
    "actors_method": "Version, pipeline, coreference, sentiment and rule for genders that made these columns.",
}
