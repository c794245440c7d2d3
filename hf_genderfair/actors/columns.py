"""The columns of the actor analysis: lists of what was found, and integers that are sums over them."""

from __future__ import annotations

from datasets import Features, List, Value

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

TEXT_COUNTS = tuple("groups group_mentions quotes_unattributed gender_fair_total generic_masculine_total".split())

EVIDENCE = {"gender": Value("string"), "kind": Value("string"), "weight": Value("float32"), "word": Value("string")}

ACTOR = {
    "name": Value("string"),
    "gender": Value("string"),
    "gender_evidence": Value("string"),
    "group": Value("bool"),
    "evidence": List(EVIDENCE),
    "roles": List(Value("string")),
    "uncertain": Value("bool"),
    **{quantity: Value("int32") for quantity in QUANTITIES if quantity != "actors"},
}

SPAN = {"start": Value("int32"), "end": Value("int32")}

MENTION = {
    **SPAN,
    "actor": Value("int32"),
    "kind": Value("string"),
    "role": Value("string"),
}

QUOTE = {
    **SPAN,
    "kind": Value("string"),
    "speaker_start": Value("int32"),
    "speaker_end": Value("int32"),
    "actor": Value("int32"),
}

WORD = {
    **SPAN,
    "actor": Value("int32"),
    "pos": Value("string"),
    "lemma": Value("string"),
}

CODED_WORD = {**SPAN, "actor": Value("int32"), "coding": Value("string")}

FORM = {**SPAN, "form": Value("string")}

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

WORD_CLASSES = ("ADJ", "NOUN", "VERB")
"""Parts of speech of the words that are kept of clauses."""

COUNT_MEANINGS = {
    **{f"actors.{name}": f"{text}." for name, text in QUANTITIES.items() if name != "actors"},
    **{f"female_{name}": f"{text}; male_, neutral_, mixed_ and unknown_ alike." for name, text in QUANTITIES.items()},
    **{f"{gender}_{name}": f"As female_{name}." for gender in PERSON_GENDERS[1:] for name in QUANTITIES},
}
"""What the columns and fields of `QUANTITIES` mean."""
