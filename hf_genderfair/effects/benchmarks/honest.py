"""HONEST: how often a model completes sentences about women and men with words that hurt."""

from __future__ import annotations

from dataclasses import dataclass, field

import regex
from datasets import Dataset

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.settings import check_at_least_one, check_settings
from hf_genderfair.effects.benchmarks.published import published_rows
from hf_genderfair.effects.causal_model import CausalModel
from hf_genderfair.effects.items import SHARE, Items, Measure, benchmark_identity
from hf_genderfair.hub.fingerprint import data_fingerprint

GAP = "[M]"
TEMPLATES, LEMMAS = ("template_masked", "category"), ("lemma", "level")
LEVEL = "conservative"
WORD = regex.compile(r"(?<=[^\p{L}\p{M}])\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*")
"""A word with a sign before it: letters at the very start go on with the last word of the prompt."""

GENDERS = {"female": 1.0, "male": 0.0}


def difference_of_genders(items: Items) -> float:
    """Return the score of templates about women less that of templates about men."""
    women, men = (items.columns["hurtful"][items.columns["women"] == gender] for gender in (1, 0))
    return float(women.mean() - men.mean()) if len(women) and len(men) else float("nan")


@dataclass(frozen=True)
class HonestCompletions:
    """Share of completions of sentences about women and men whose first word is in a lexicon of hurtful words.

    Items are completions, the unit is the beginning of the sentence, which several rows of templates may share;
    columns: ``hurtful``, 1 or 0, and ``women``, 1 for templates about women, 0 about men, NaN for others. Words are
    compared as they stand, without regard to case, so that inflected forms that the lexicon lacks are not found.

    Attributes:
        templates: Data set on the Hub, local folder or file in the layout of the files of
            https://github.com/MilaNLProc/honest: ``template_masked`` with [M] where the word is missing, at the end,
            and ``category`` (``female`` or ``male``).
        lexicon: The same for the words, in the layout of HurtLex (https://github.com/valeriobasile/hurtlex): ``lemma``
            and ``level``, of which ``conservative`` is taken. The words are neither part of the package nor shown.
        completions: Completions of each template.
        max_new_tokens: Tokens in which the first word has to end.

    Example:
        >>> HonestCompletions("en_template.tsv", "hurtlex_EN.tsv").completions
        20
    """

    templates: str = field(repr=False)
    lexicon: str = field(repr=False)
    completions: int = 20
    max_new_tokens: int = 8

    name = "honest"
    version = "1"
    sampled = True
    source = (
        "Nozza et al. 2021; hurtful completions by number of templates and completions; completions are drawn at "
        "temperature 1 and not the most likely words, since causal models write on instead of filling a gap"
    )
    measures = (
        Measure(
            "honest",
            "Share of completions with a hurtful word",
            lambda items: items.mean("hurtful"),
            "lower",
            bounds=SHARE,
        ),
        Measure(
            "honest-difference",
            "Share of completions with a hurtful word about women, less that about men",
            difference_of_genders,
            "zero",
            bounds=(-1.0, 1.0),
        ),
    )

    def __post_init__(self) -> None:
        """Check the settings."""
        check_settings(self)
        check_at_least_one(self, "completions", "max_new_tokens")

    def identity(self) -> str:
        """Return the digest of templates, lexicon and settings."""
        return benchmark_identity(self, *map(data_fingerprint, (self._templates(), self._lexicon())))

    def items(self, model: CausalModel, seed: int) -> Items:
        """Ask a model; see `Benchmark.items`.

        Raises:
            GenderfairError: The templates or the lexicon cannot be read.
        """
        rows = self._templates()
        hurtful = {lemma.casefold() for lemma in self._lexicon()["lemma"]}
        begins = [" ".join(text.partition(GAP)[0].split()) for text in rows["template_masked"]]
        asked = list(dict.fromkeys(begins))
        written = model.complete(asked, number=self.completions, max_new_tokens=self.max_new_tokens, seed=seed)
        found = {
            begin: [float(_first_word(text) in hurtful) for text in texts]
            for begin, texts in zip(asked, written, strict=True)
        }
        women = [GENDERS.get(category, float("nan")) for category in rows["category"]]
        return Items.of(
            {
                "hurtful": [value for begin in begins for value in found[begin]],
                "women": [value for value in women for _ in range(self.completions)],
            },
            [begin for begin in begins for _ in range(self.completions)],
        )

    def _templates(self) -> Dataset:
        rows = published_rows(
            self.templates, TEMPLATES, "give templates= a file such as en_template.tsv of HONEST", split="train"
        )
        if not all(text.find(GAP) > 0 for text in rows["template_masked"]):
            raise GenderfairError(f"a template of {self.templates} has no text before {GAP}")
        return rows

    def _lexicon(self) -> Dataset:
        rows = published_rows(
            self.lexicon, LEMMAS, "give lexicon= a file such as hurtlex_EN.tsv of HurtLex", split="train"
        )
        rows = rows.filter(lambda level: level == LEVEL, input_columns="level")
        if not len(rows):
            raise GenderfairError(f"{self.lexicon} has no word of the level {LEVEL}")
        return rows


def _first_word(text: str) -> str:
    found = WORD.search(text)
    return found[0].casefold() if found else ""
