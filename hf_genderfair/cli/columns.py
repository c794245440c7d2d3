"""The command ``columns``, and what every column means."""

from __future__ import annotations

from typing import Annotated

import typer
from datasets import Features, Value

from hf_genderfair.actors.columns import QUANTITIES, TEXT_COUNTS
from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.balancing.flags import AsymmetryFlags
from hf_genderfair.cli.lines import json_line
from hf_genderfair.cli.options import AsJson
from hf_genderfair.cli.output import print_text
from hf_genderfair.counterfactual.transform import Counterfactual
from hf_genderfair.counterfactual.twins import SWAPPED, TWIN
from hf_genderfair.first_person.duplicates import NormalisedHash
from hf_genderfair.first_person.neutral import Neutralise
from hf_genderfair.first_person.posts import SOURCE_FEATURES, Posts
from hf_genderfair.first_person.reasons import FragmentReasons
from hf_genderfair.first_person.tagger import FirstPerson
from hf_genderfair.generation.local import LocalGenerator
from hf_genderfair.hub.fingerprint import describe_columns
from hf_genderfair.hub.lines import PROBLEM
from hf_genderfair.languages.analyse import Analyse
from hf_genderfair.languages.identification import Language
from hf_genderfair.languages.types import PERSON_GENDERS
from hf_genderfair.report.render import table_markdown
from hf_genderfair.report.report import Table
from hf_genderfair.representation.group_words import GroupWords
from hf_genderfair.representation.polarity import GenderPolarity
from hf_genderfair.representation.references.generated import GeneratedReferences
from hf_genderfair.representation.references.transform import PersonReferences
from hf_genderfair.rewriting.corpora.gender_class import GenderClass
from hf_genderfair.rewriting.corpora.gender_control import GenderTags
from hf_genderfair.rewriting.corpora.noise import PairNoise
from hf_genderfair.rewriting.corpora.prompting import Continuations
from hf_genderfair.rewriting.corpora.round_trip import RoundTrip, RoundTripPairs
from hf_genderfair.rewriting.corpora.rule_pairs import BackwardPairs, FairText, ForwardPairs
from hf_genderfair.rewriting.corpora.translators import SeqToSeqTranslator
from hf_genderfair.rewriting.transform import GenderFair
from hf_genderfair.stereotypes.removal import StereotypeEdits
from hf_genderfair.stereotypes.transform import Stereotypes

TEXT_TRANSFORMS = (
    PersonReferences(lang_column="language"),
    ActorMetrics(lang_column="language"),
    GenderFair(lang_column="language"),
    Stereotypes(lang_column="language"),
    Counterfactual(lang_column="language"),
    Analyse(lang_column="language"),
)
"""Those that can tell rows of several languages apart."""

TRANSFORMS = (
    Language(),
    Posts(),
    FirstPerson(),
    Neutralise(),
    FragmentReasons(),
    NormalisedHash(),
    GenderPolarity(),
    GroupWords(),
    GeneratedReferences("es", LocalGenerator("any")),
    AsymmetryFlags(),
    GenderClass(),
    FairText(),
    BackwardPairs(),
    ForwardPairs(GenderFair()),
    RoundTrip(SeqToSeqTranslator("any"), SeqToSeqTranslator("any")),
    RoundTripPairs("masculine"),
    PairNoise("de"),
    Continuations(LocalGenerator("any")),
    GenderTags("german", "english"),
    StereotypeEdits(),
    *TEXT_TRANSFORMS,
)
REASON = Value("string")
ALIKE = frozenset(f"{gender}_{quantity}" for gender in PERSON_GENDERS[1:] for quantity in QUANTITIES)
"""Columns that are those of another gender once more; one line explains them all."""


def _without_alike(features: Features) -> Features:
    return Features({name: kind for name, kind in features.items() if name not in ALIKE})


ADDED_BY: dict[str, Features] = {
    "open_source": Features({PROBLEM: REASON}),
    "isolate_posts": Features(SOURCE_FEATURES),
    **{type(transform).__name__: _without_alike(transform.features()) for transform in TRANSFORMS},
    "apply_counterfactuals": Features({**SWAPPED, **TWIN}),
    "duplicate_reasons": Features({"duplicate_reason": REASON}),
    "challenge_sets": Features({"challenge_reason": REASON}),
    "balance": Features({"balance_reason": REASON, "balance_step": REASON}),
    "balance_weights": Features({"balance_weight": Value("float64")}),
    "hf-genderfair corpus": Features({"reason": REASON, "step": Value("string")}),
}
COLUMNS = {
    PROBLEM: "Why a row could not be read as it stands (invalid_encoding, invalid_json, missing_text, not_text, "
    "invalid_value, too_long); null where it could.",
    "language": "Language of the text as its beginning shows it; null where it is short or unclear.",
    "text_analysis": "The analysis of the text for the transforms after it, as numbers; see Analyse.",
    **{
        each.reason_column: f"Why {type(each).__name__} left the row alone (its language is another, or unknown); null "
        "where it did not. Only with lang_column."
        for each in TEXT_TRANSFORMS
    },
    "source_row": "Row of the source that the post is from.",
    "source_start": "First character of the post in the text of that row.",
    "source_end": "Character after its last one.",
    "posts": "Where the posts of a text lie, with author and date as written.",
    "first_person": "Gender that a writer's own first-person forms carry.",
    "first_person_expressions": "Each form: place, gender, construction, counterpart of the other gender, status "
    "(ok, marginal, surname; asymmetric never decides the label), whether it is quoted.",
    "first_person_edits": "Edits that put each feminine form into its masculine counterpart; see apply_edits.",
    "fragment_reason": "Why the text should be left out of a corpus; null where it stays.",
    "text_hash": "Equal for texts with the same letters, whatever their case and diacritics; null without text.",
    "polarity_female": "English words for women: she, her, woman, …; see gender_polarity.",
    "polarity_male": "English words for men: he, him, man, …; see gender_polarity.",
    "gender_words": "Words that name a group, with the entry of the list; other attributes alike: age_words, ….",
    "gender_female": "Number of words for this group; other groups alike: age_young, ….",
    "gender_male": "Number of words for this group.",
    "gender_sentences": "Sentences with at least one of these words.",
    "gender_sentences_total": "Number of all sentences of the text, with such words or without.",
    "person_references": "Nouns and pronouns: place, kind (noun, name, pronoun), whether they stand for persons, "
    "grammatical gender, whether epicene or a masculine plural for everybody, what decided, and the word "
    "written out where the text shortens it.",
    "person_masculine": "Number of masculine words for persons; a masculine word is no man.",
    "person_feminine": "Number of feminine words for persons.",
    "person_neuter": "Number of neuter words for persons.",
    "person_epicene": "Number of words for persons that have one gender for all: Spanish persona, German Mitglied.",
    "person_generic": "Number of masculine plurals that may stand for everybody; counted as masculine too.",
    "person_runs": "For each run of a language model: words for persons and others by gender, sentences, "
    "words skipped, and how much could not be read.",
    "person_unread": "What a language model answered and became no reference, with the place of its sentence.",
    "actors": "Persons and groups of a text: fullest name, gender with its evidence, and quantities for each.",
    "actor_mentions": "Each name, noun and pronoun for a person: place, index of its actor, kind and syntactic role.",
    "quotes": "Direct and indirect quotes: place, the words that name the speaker, and the actor's index; null where "
    "there is none.",
    "actor_words": "Adjectives, nouns and verbs of the clauses about an actor: place, actor, part of speech, lemma.",
    "coded_words": "Gender-coded words of the clauses about an actor: place, actor, feminine or masculine.",
    "gender_fair_forms": "Forms for all genders and their kind: pair, colon, star, participle, ….",
    "generic_masculine": "Masculine role nouns that mean no specific man.",
    **{f"female_{name}": f"{text}; male_, neutral_, mixed_ and unknown_ alike." for name, text in QUANTITIES.items()},
    **TEXT_COUNTS,
    "actors_method": "Version, pipeline, coreference, sentiment and rule for genders that made these columns.",
    "asymmetry": "For each indicator that has a case: value of women and of men, effect with interval, flag.",
    **{
        f"asymmetry_{name}": f"Whether women and men differ in {text}; null: unknown."
        for name, text in {
            "sentiment": "what is said of them",
            "subject_object": "acting and being acted upon",
            "direct_indirect": "being quoted and reported",
            "named_pronoun": "being named",
        }.items()
    },
    "asymmetry_flags": "How many of the four flags fire.",
    "asymmetry_reason": "The flags that fire, where they are enough to leave out the text; null otherwise.",
    "rewriting_edits": "Edits that make the text fair to all genders, with rule and reason; see apply_edits.",
    "rewriting_refusals": "Words that have a gender-fair form and are left as they are, with the reason.",
    "rewriting_edited": "Number of edits.",
    "rewriting_refused": "Number of words left as they are.",
    "gender_class": "What a sentence is for the data of a rewriter: gender_fair, biased, non_gendered or other.",
    "gender_fair_kinds": "Kinds of the gender-fair forms of the sentence.",
    "fair_text": "The text with every gender-fair form in the form of targets.",
    "target": "The gender-fair sentence that a rewriter is to write.",
    "sources": "The sentences it is to be written from: text, kind (masculine, feminine, gender_fair, …), method.",
    "pair_reason": "Why a sentence makes no pair; null where it does.",
    "pivot": "The sentence in the other language.",
    "round_trip": "The sentence there and back.",
    "noise_reason": "Which filter a pair does not pass; null where it passes all.",
    "continuations": "What a language model wrote after the prompt, once for each run.",
    "tagged_examples": "Examples that teach a translator to obey a gender tag.",
    "tag_reason": "Why a row makes no such example; null where it does.",
    "stereotypes": "Sentences that may hold a stereotype: place, label with its place, attribute and group, linguistic "
    "indicators, score, whether to remove them, whether somebody is quoted, what decided; also sentences whose answer "
    "cannot be read.",
    "stereotypes_examined": "Number of sentences that were examined.",
    "stereotypes_potential": "Number of those that may hold a stereotype.",
    "stereotypes_remove": "Number of those above the threshold.",
    "stereotypes_unread": "Number of those whose answer could not be read.",
    "stereotypes_too_long": "Number of sentences that were not examined since they are too long.",
    "stereotype_edits": "Edits that delete the sentences above the threshold with their white space; see apply_edits.",
    "stereotypes_leave_empty": "Whether nothing is left of the text then.",
    "counterfactual_sentences": "Each sentence with words of a group, once a group: place, group and group it would be "
    "about, number of words, reason why it stays (null: it may be swapped), whether it is quoted, the draw by which "
    "plans choose, and the name that sentence and twin share.",
    "counterfactual_edits": "Edits that swap the words of sentences, with rule, direction and pair.",
    "counterfactual_accepted": "Number of sentences that may be swapped.",
    "counterfactual_refused": "Number of sentences that stay, counted once a group.",
    "counterfactual_swapped": "Number of sentences that were swapped.",
    "counterfactual_pair": "Name that a row and its twin share; null where there is no twin.",
    "counterfactual_twin": "Whether the row is the twin.",
    "balance_reason": "Why a row was left out; on the rows left out only.",
    "balance_step": "'text level' (a reason that was there before) or 'corpus level'; on the rows left out only.",
    "balance_weight": "Weight that brings both ratios of women to men into the range.",
    "duplicate_reason": "'duplicate' where text_hash came before; null where the text stays.",
    "challenge_reason": "Why a row is in none of the challenge sets; on the rows left out only.",
    "reason": "Why a row was left out; on the rows left out only.",
    "step": "Which step left it out; on the rows left out only.",
}


def columns_table() -> Table:
    """Return every column the library adds: by which transform, its type and its meaning.

    Returns:
        The table that ``hf-genderfair columns`` prints.
    """
    rows = [
        [name, column, kind, COLUMNS[column]]
        for name, features in ADDED_BY.items()
        for column, kind in describe_columns(features).items()
    ]
    note = "Offsets are Unicode code points into the text, the end exclusive."
    return Table("columns", "Columns", ["added by", "column", "type", "meaning"], [list(row) for row in rows], note)


def columns(
    markdown: Annotated[bool, typer.Option("--markdown", help="Print a table in Markdown.")] = False,
    as_json: AsJson = False,
) -> None:
    """List the columns that are added, and their meaning.

    Examples:
        hf-genderfair columns
        hf-genderfair columns --json
    """
    table = columns_table()
    if as_json:
        typer.echo(json_line([dict(zip(table.columns, row, strict=True)) for row in table.rows]))
    elif markdown:
        typer.echo(table_markdown(table), nl=False)
    else:
        print_text(_plain(table))


def _plain(table: Table) -> str:
    lines, last = [], None
    for transform, column, kind, meaning in table.rows:
        lines += [] if transform == last else ["", f"{transform}"]
        lines += [f"  {column}", f"    {kind}", f"    {meaning}"]
        last = transform
    return "\n".join([*lines[1:], "", table.note])
