"""Options that would be ignored: what each needs to have an effect, in one table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import typer


class Idle(NamedTuple):
    """Options, by their parameters; when they have no effect; that in words; what to do else than to leave them out."""

    options: tuple[str, ...]
    when: Callable[[Mapping[str, Any]], bool]
    why: str
    instead: str = ""


def _lacks(option: str) -> Callable[[Mapping[str, Any]], bool]:
    return lambda given: not given[option]


def _has_one_form(given: Mapping[str, Any]) -> bool:
    # the table of options is read by commands that need no language
    from hf_genderfair.core.settings import language_code
    from hf_genderfair.rewriting.languages import REWRITING_RULES

    rules = REWRITING_RULES.get(language_code(given["lang"]) or "")
    return rules is not None and len(rules.forms) == 1


GIVEN = ("COMMANDLINE", "ENVIRONMENT", "PROMPT")
"""Where the value of an option comes from that was given."""

WITHOUT_OUT = "without --out"
NAME_A_FOLDER = "name a folder with --out"
PRINTS_LINES = (
    Idle(("as_json",), _lacks("out"), WITHOUT_OUT, "use --jsonl for one JSON object a text"),
    Idle(("overwrite", "license", "num_proc", "tables"), _lacks("out"), WITHOUT_OUT, NAME_A_FOLDER),
    Idle(("jsonl",), lambda given: given["out"] is not None, "with --out, which writes a data set"),
)
ANNOTATES = (*PRINTS_LINES, Idle(("columns",), _lacks("out"), WITHOUT_OUT, NAME_A_FOLDER))

LABELLING = (
    ("context", "diacritics", "count_quoted", "num_proc"),
    "where rows are labelled already, as by the column first_person",
    "remove that column",
)
"""Options that say how rows are labelled, for `refuse_given` once the rows are open."""

RULES: dict[str, tuple[Idle, ...]] = {
    "tag": ANNOTATES,
    "neutralise": ANNOTATES,
    "posts": PRINTS_LINES,
    "dedupe": PRINTS_LINES,
    "filter": ANNOTATES,
    "analyse": (*PRINTS_LINES, Idle(("needs",), lambda given: given["out"] is not None, "with --out: all is kept")),
    **dict.fromkeys(("actors", "biased", "swap"), ANNOTATES),
    "stereotypes": (
        *ANNOTATES,
        Idle(("edition",), lambda given: given["sentences"] == "all", "with --sentences all, which reads no word list"),
    ),
    "rewrite": (
        *ANNOTATES,
        Idle(("form",), _has_one_form, "with --lang en: English they has no such forms"),
        Idle(("form",), lambda given: given["model"] is not None, "with --model: models write the star"),
        Idle(
            ("scope", "quotations", "organisations", "reflexive", "nouns", "pipeline_name"),
            lambda given: given["model"] is not None,
            "with --model, which rewrites without the rules",
        ),
    ),
    "audit": (
        Idle(("overwrite", "columns", "tables"), _lacks("out"), WITHOUT_OUT, NAME_A_FOLDER),
        Idle(
            ("license", "title"),
            lambda given: given["out"] is None and not given["as_json"],
            "without --out or --json",
            NAME_A_FOLDER,
        ),
        Idle(("paired",), _lacks("against"), "without --against", "name the other source with --against"),
        Idle(("by",), _lacks("actors"), "without --actors", "measure who appears with --actors"),
    ),
    "balance": (
        Idle(
            ("min_flags", "min_cases", "subject_object", "direct_indirect", "named_pronoun", "sentiment"),
            lambda given: given["flags"] == "none",
            "without --flags",
            "give --flags default",
        ),
    ),
    "normalise": (*ANNOTATES, Idle(("form",), _has_one_form, "with --lang en: English has one spelling")),
    "counterfactual": (
        Idle(
            ("parts",),
            lambda given: given["sided"] == "one",
            "without twins, which belong into one part",
            "give --sided two",
        ),
        Idle(("fewest",), lambda given: given["probability"] is not None, "with --probability, which decides alone"),
        Idle(
            ("engine", "shards", "device", "push_to", "private"),
            lambda given: given["parts"] is not None,
            "with --parts, which needs all rows at once",
        ),
    ),
    "corpus": (Idle(("seed",), _lacks("challenge"), "without --challenge", "name a folder with --challenge"),),
    "references": (
        *ANNOTATES,
        Idle(("runs", "seed", "repair"), _lacks("model"), "without --model", "name the model that is to be asked"),
        Idle(("details",), _lacks("jsonl"), "without --jsonl", "give --jsonl too"),
        Idle(("lang_column",), lambda given: given["model"] is not None, "with --model, which is asked of every row"),
    ),
}
"""By the name of the command."""


def refuse_idle_options(ctx: Any) -> None:
    """Refuse an option that was given and would have no effect."""
    for rule in RULES.get(str(ctx.command.name), ()):
        if rule.when(ctx.params):
            refuse_given(ctx, rule.options, rule.why, rule.instead)


def refuse_given(ctx: Any, options: Sequence[str], why: str, instead: str = "") -> None:
    """Refuse options that have no effect, if they were given."""
    sources = {name: ctx.get_parameter_source(name) for name in options if name in ctx.params}
    given = [name for name, source in sources.items() if source and source.name in GIVEN]
    if given:
        flag = next(each.opts[0] for each in ctx.command.params if each.name == given[0])
        advice = f", or {instead}" if instead else ""
        raise typer.BadParameter(f"{flag} has no effect {why}: leave it out{advice}", ctx=ctx)
