"""The paper's base method: every word of a group becomes one of another group (Görge et al. 2025, section 4.2.4)."""

from __future__ import annotations

from collections.abc import Sequence

from hf_genderfair.core.spans import Refusal
from hf_genderfair.counterfactual.languages import swap_forms
from hf_genderfair.counterfactual.sentences import draw
from hf_genderfair.counterfactual.swapping import Change, SwapOptions, Swapping
from hf_genderfair.counterfactual.word_classes import PERSON, Classes, check_target, listed_classes, token_indices
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.english.pronouns import cased
from hf_genderfair.languages.sentence_transform import GroupWord
from hf_genderfair.languages.types import Number
from hf_genderfair.lexicons.word_lists import WordList, normalised


def swap_base(
    document: Document, words: Sequence[GroupWord], target: str, word_list: WordList, options: SwapOptions
) -> Swapping:
    """Exchange every word of other groups for one of a group, whatever the sentence says."""
    # A word becomes its counterpart where the list has one, else a random word with the same part of speech and number,
    # as far as the list shows these. English *her* and *his* go by their part of speech; capitals are kept, and the
    # articles *a* and *an* fit what follows.
    classes = listed_classes(word_list)
    check_target(word_list, classes, target)
    shared = frozenset(word_list.shared_words())
    changes: list[Change] = []
    refusals: list[Refusal] = []
    for word in words:
        start, end = word[:2]
        if word.group == target:
            continue
        if normalised(word.entry) in shared:
            refusals.append(Refusal(start, end, "group word", "in two groups"))
            continue
        form = _substitute(document, word, target, word_list, classes, options.seed)
        if form is None:
            refusals.append(Refusal(start, end, "group word", "no fitting word"))
            continue
        changes += word_changes(document, start, end, form, len(changes))
    return Swapping(changes, refusals)


def word_changes(
    document: Document, start: int, end: int, form: str, chain: int, rule: str = "group word"
) -> list[Change]:
    """Return the change of a word, after that of its English article where it needs another."""
    first, _ = token_indices(document, start, end)
    changes = []
    # an article before a prefix fits the prefix: an anti-Muslim slogan
    if first > 0 and document.tokens[first].start == start:
        before = document.tokens[first - 1]
        fitting_article = swap_forms(document.lang).fitting_article
        article = fitting_article(before.text, form) if fitting_article is not None else None
        if article is not None:
            changes.append(Change(before.start, before.end, article, "article", chain))
    return [*changes, Change(start, end, cased(document.text[start:end], form), rule, chain)]


def _substitute(
    document: Document, word: GroupWord, target: str, word_list: WordList, classes: Classes, seed: int
) -> str | None:
    """Return what a word becomes: a pronoun by its part of speech, the counterpart, or a random word."""
    key = normalised(word.entry)
    first, last = token_indices(document, word.start, word.end)
    other_pronoun = swap_forms(document.lang).other_pronoun
    pronoun = other_pronoun(document.tokens, first, key) if other_pronoun is not None else None
    if pronoun is not None and pronoun in word_list.groups.get(target, ()):
        return pronoun
    if (word.group, key, target) in classes.counterparts:
        return classes.counterparts[word.group, key, target]
    number: Number = next((number for _, number in classes.meanings.get(key, ())), "Sing")
    offers = classes.offers.get(target, ())
    forms = [row.form(number) for row in offers if row.form(number)]
    if document.tokens[last].pos == "ADJ":
        forms = [row.singular for row in offers if row.kind != PERSON] or forms
    elif number == "Sing":
        forms = [row.singular for row in offers if row.kind == PERSON] or forms
    return forms[int(draw(seed, f"{target} {document.text}", word.start) * len(forms))] if forms else None
