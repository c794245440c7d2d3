"""Fit the weights of `hf_genderfair.languages.coreference.english_pronouns` on GAP and LitBank.

    python -m dataset_scripts.models.weights.pronouns --data FOLDER [--groups] [--out FILE]

FOLDER is read by `dataset_scripts.models.weights.coreference`. The model is that of `log_linear`: the right
antecedents of a pronoun together against all others, with a quadratic penalty. What is not known stays open: where the
pronoun stands for neither name of a GAP row, any other actor is right. Decisions about earlier pronouns are features of
later ones, so that examples are made anew with the weights of the round before. Both sources are openly licensed (GAP
Apache-2.0, LitBank CC BY 4.0); no other data are fitted on, and one of five pages and books is kept out, to measure on.
Needs the extra ``balance`` (scipy).
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import NamedTuple, TypeVar

from dataset_scripts.models.weights import LEXICONS
from dataset_scripts.models.weights.coreference import (
    Chains,
    GapRow,
    Span,
    is_kept_out,
    read_gap,
    read_litbank,
)
from dataset_scripts.models.weights.log_linear import Choice, fit
from hf_genderfair.languages.coreference.english_candidates import (
    NEW,
    lowest,
    possible_groups,
    possible_persons,
)
from hf_genderfair.languages.coreference.english_pronouns import decide
from hf_genderfair.languages.coreference.mention import Mention, Quote
from hf_genderfair.languages.coreference.mentions import find_mentions
from hf_genderfair.languages.coreference.name_merging import merge_names
from hf_genderfair.languages.coreference.quotes.spans import direct_quotes
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.lexicons.loader import load_lexicon

PENALTY = 2.0
LITBANK = 0.2
"""Weight of a pronoun of LitBank; a novel has thousands, a row of GAP one."""

GROUP = 1.0
"""Weight of a pronoun for a group, which LitBank alone has; their features have weights of their own."""

ROUNDS = 3

HEAD = """# version: 1
# source: fitted by dataset_scripts/models/weights/pronouns.py on GAP (Apache-2.0) and LitBank (CC BY 4.0)
# licence: Apache-2.0
# date: {date}
# columns: feature weight
"""

Gold = TypeVar("Gold", GapRow, Chains)


class Text(NamedTuple):
    """A text as the resolution reads it.

    Attributes:
        document: The text with its analysis.
        mentions: Its names and nouns for persons, with their actors.
        possible: What else may be a person or a group.
        quotes: Its direct quotes.
    """

    document: Document
    mentions: list[Mention]
    possible: list[Mention]
    quotes: list[Quote]

    def own_mentions(self) -> list[Mention]:
        """Return new copies of the mentions."""
        return [replace(mention) for mention in self.mentions]


def read_texts(golds: Iterable[Gold]) -> list[tuple[Gold, Text]]:
    """Parse texts and find their mentions."""
    rows = list(golds)
    done = []
    analyses = pipeline("en").analyse([row.text for row in rows])
    for row, analysis in zip(rows, analyses, strict=True):
        document = Document(row.text, analysis, "en")
        mentions = [mention for mention in find_mentions(document) if not mention.seen]
        merge_names(document, mentions)
        possible = possible_persons(document, mentions)
        possible += possible_groups(document, mentions, lowest(possible) - 1)
        done.append((row, Text(document, mentions, possible, direct_quotes(document))))
    return done


def overlaps(mention: Mention, span: Span) -> bool:
    """Return whether a mention and a gold span share a character."""
    return mention.start < span[1] and span[0] < mention.end


def gap_examples(texts: Iterable[tuple[GapRow, Text]], weights: Mapping[str, float]) -> list[Choice]:
    """Return a choice for each row whose right antecedent is among the options."""
    examples = []
    for row, text in texts:
        named = [*text.mentions, *text.possible]
        first, second = ({m.actor for m in named if overlaps(m, span) and not m.plural} for span in row.names)
        for mention, options, _ in decide(text.document, text.own_mentions(), text.quotes, weights):
            if mention.start == row.pronoun[0]:
                if any(row.gold):
                    allowed = first - second if row.gold[0] else second - first
                else:
                    allowed = {option.actor for option in options} - first - second
                right = [option.actor in allowed for option in options]
                if any(right):
                    examples.append(Choice([option.features for option in options], right))
    return examples


def chain_of(gold: Chains, mention: Mention) -> int | None:
    """Return the chain of the smallest gold mention that holds a mention, of a pronoun the same one."""
    if mention.kind == "pronoun":
        return gold.mentions.get((mention.start, mention.end))
    around = [span for span in gold.mentions if span[0] <= mention.start and mention.end <= span[1]]
    return gold.mentions[min(around, key=lambda span: span[1] - span[0])] if around else None


def litbank_examples(texts: Iterable[tuple[Chains, Text]], weights: Mapping[str, float]) -> list[Choice]:
    """Return a choice for each pronoun: right is an actor most of whose mentions so far are in its chain."""
    examples = []
    for gold, text in texts:
        chains: dict[int, Counter[int]] = {}
        for mention in (*text.mentions, *text.possible):
            chain = chain_of(gold, mention)
            if chain is not None:
                chains.setdefault(mention.actor, Counter())[chain] += 1
        for mention, options, _ in decide(text.document, text.own_mentions(), text.quotes, weights):
            chain = gold.mentions.get((mention.start, mention.end))
            if chain is None:
                continue
            mostly = {actor for actor, counts in chains.items() if counts.most_common(1)[0][0] == chain}
            right = [option.actor in mostly for option in options]
            right = right if any(right) else [option.actor == NEW for option in options]
            if any(right) and (mention.start, mention.end) in gold.persons:
                weight = GROUP if mention.plural else LITBANK
                examples.append(Choice([option.features for option in options], right, weight))
            chains.setdefault(mention.actor, Counter())[chain] += 1
    return examples


def shipped() -> dict[str, float]:
    """Return the weights that come with the package."""
    return {feature: float(weight) for feature, weight in load_lexicon("pronoun_weights_en").rows}


def _of_groups(weights: Mapping[str, float], of_groups: bool) -> dict[str, float]:
    return {name: weight for name, weight in weights.items() if name.startswith("group: ") == of_groups}


def main() -> None:
    """Fit and write the weights."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with coreference/")
    out = LEXICONS / "pronoun_weights_en.tsv"
    parser.add_argument("--out", type=Path, default=out)
    parser.add_argument("--groups", action="store_true", help="fit the weights of groups alone and keep the others")
    options = parser.parse_args()
    pages = (row for part in ("development", "validation") for row in read_gap(options.data, part))
    gap = read_texts(row for row in pages if not is_kept_out(row.page))
    litbank = read_texts(book for book in read_litbank(options.data) if not is_kept_out(book.name))
    weights = shipped()
    for number in range(ROUNDS):
        examples = [*gap_examples(gap, weights), *litbank_examples(litbank, weights)]
        weights = fit(examples, PENALTY)
        if options.groups:
            weights = _of_groups(shipped(), False) | _of_groups(weights, True)
        print(f"round {number + 1}: {len(examples):,} pronouns, {len(weights)} weights")
    rows = "".join(f"{feature}\t{weight:.2f}\n" for feature, weight in sorted(weights.items()))
    options.out.write_text(HEAD.format(date=date.today().isoformat()) + rows, encoding="utf-8")


if __name__ == "__main__":
    main()
