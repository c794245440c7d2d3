"""Exchange of group words of any attribute (Görge et al. 2025, section 4.2.4).

By grammar and word class, or by the paper's base method: every word of a group becomes one of another group.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from hf_genderfair.core.spans import Refusal
from hf_genderfair.counterfactual.collocations import Collocations, neighbours_of
from hf_genderfair.counterfactual.prompted import WordChoice
from hf_genderfair.counterfactual.swap import swap_forms
from hf_genderfair.counterfactual.swapping import Change, SwapOptions, Swapping, draw
from hf_genderfair.counterfactual.word_classes import (
    ADJECTIVE,
    ATTRIBUTE,
    KIN,
    OF_THINGS,
    OTHER,
    PERSON,
    ClassedWord,
    Classes,
    check_target,
    fitting_classes,
    listed_classes,
    names_thing,
    token_indices,
)
from hf_genderfair.languages.clauses import has_dependent
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.english.pronouns import cased
from hf_genderfair.languages.sentence_transform import GroupWord
from hf_genderfair.languages.types import Number
from hf_genderfair.lexicons.word_class import WordClass
from hf_genderfair.lexicons.word_lists import WordList, normalised

CHOSEN_SHARE = 0.8
"""Share of the words that are chosen for their fit; the others are drawn among those that fit, for variety."""

LARGE_FAMILY = 13
"""Fewer children than this may be somebody's."""

PART_OF_MANY = WordClass("closed_classes_en", "part_of_many")
"""Words that stand with *of* before more persons than have one child: *three of my kids*."""

OWNERS = frozenset("my your his her its our their".split())

OFFSPRING = frozenset({"child", "kid", "children", "kids", "infant", "baby", "babies"})
"""Words for offspring as often as for an age."""

WHEN_SOMEBODY_WAS = re.compile(
    r"\b(?:when|while|since|until|though|if) (?:\w+ ){1,2}(?:was|were|am|is|are|be)(?: \w+){0,3} $|"
    r"\b(?:was|were|are|am|is) (?:just|only|still|no|but|no longer) an? $",
    re.IGNORECASE,
)
"""Words before a time of life: *when you were such a kid*, *she was only a teenager*."""

ADDRESSING = WordClass("closed_classes_en", "before_call")

TOGETHER = WordClass("verb_frames_en", "with_family")
"""Words beside which *with children* means one's own."""

GENITIVES = frozenset({"'s", "’s", "'", "’"})

BEARING = WordClass("verb_frames_en", "bearing")
"""Verbs whose object is somebody's offspring: *have two children*."""

STAGES = WordClass("noun_classes_en", "stage_of_life")
"""Words for a stage of life that everybody passes."""

ARGUMENTS = frozenset({"nsubj", "nsubj:pass", "obj", "iobj", "obl", "nmod", "conj"})

STATES = frozenset({"youth"})
"""Words for a time of life or an age group as often as for one person."""

MANY = WordClass("closed_classes_en", "several_youth")
"""Words after which *youth* means several persons."""

PREFIXES = ("anti-", "non-", "pro-", "ex-")
"""Prefixes after which a word is exchanged like any other: *an anti-Muslim slogan*."""

ANOTHER_STAYS, HALF, NO_WORD = "another word stays", "half swap", "no fitting word"
"""Reasons of words that stay for the sake of another word of the sentence, or since the other group has none."""

ORDINALS = WordClass("closed_classes_en", "which_child")


def swap_group(
    document: Document,
    words: Sequence[GroupWord],
    target: str,
    word_list: WordList,
    options: SwapOptions,
    collocations: Collocations | None = None,
    chosen: Mapping[WordChoice, str] | None = None,
) -> Swapping:
    """Exchange the group words of a sentence for fitting words of another group: all of them or none."""
    # A word fits that is the listed counterpart, or of the same class, part of speech and number. Of several, eight in
    # ten times the one is taken that a language model chose, or that goes best with the words around it; otherwise one
    # is drawn. Equal words of a sentence become equal words. Companions, which belong to the group though the list does
    # not hold them (*church* beside *Christian*), go along, and so do modifiers (*young children*). Articles and
    # capitals fit afterwards.
    classes = fitting_classes(word_list)
    check_target(word_list, classes, target)
    groups = {word.group for word in words}
    if len(groups) > 1 or target in groups:
        return Swapping([], [_refusal(word, "both groups") for word in words])
    companions = {group: found_companions(document, words, classes, group) for group in classes.companions}
    own = companions.pop(next(iter(groups), ""), [])
    if any(set(found).difference(own) for found in companions.values()):
        return Swapping([], [_refusal(word, "both groups") for word in words])
    shared = frozenset(word_list.shared_words())
    changes: list[Change] = []
    refusals: list[Refusal] = []
    taken: dict[str, str] = {}
    words = _with_modifiers(document, words, classes)
    for word in words:
        fitting: tuple[str, ...] = ()
        reason = "in two groups" if normalised(word.entry) in shared else _refusal_reason(document, word, classes)
        if reason is None:
            fitting = candidates(document, word, target, word_list)
            reason = None if fitting else NO_WORD
        if reason is not None:
            refusals.append(_refusal(word, reason))
            continue
        key = normalised(word.entry)
        if taken.get(key) not in fitting:
            taken[key] = _choice(document, word, fitting, options, collocations, chosen or {})
        changes += word_changes(document, word.start, word.end, taken[key], 0)
    if not refusals and len(set(taken.values())) < len(taken):
        return Swapping([], [_refusal(word, "double") for word in words])
    for start, end in own:
        row, number = classes.companions[words[0].group][document.text[start:end]]
        forms = _forms(classes, target, row.kind, number)
        if not forms or _in_name(document, *token_indices(document, start, end), is_entity=True):
            refusals.append(Refusal(start, end, "companion word", HALF))
        elif document.text[start:end] not in forms:
            changes += word_changes(document, start, end, forms[0], 0, "companion word")
    if refusals:
        named = {(refusal.start, refusal.end) for refusal in refusals}
        others = [_refusal(word, ANOTHER_STAYS) for word in words if word[:2] not in named]
        return Swapping([], sorted([*refusals, *others]))
    return Swapping(sorted(changes), [])


def _with_modifiers(document: Document, words: Sequence[GroupWord], classes: Classes) -> list[GroupWord]:
    """Return words with the modifiers before them, in place of these where they are words of the group too."""
    # *Young* goes with *young children*, and both words of *Sunni Muslims* become one.
    found: list[GroupWord] = []
    for word in words:
        first, _ = token_indices(document, word.start, word.end)
        before = document.tokens[first - 1] if first > 0 else None
        modifiers = classes.modifiers.get(word.group, ())
        beside = before is not None and document.text[before.end : word.start].isspace()
        if before is not None and beside and not {before.text, before.text.lower()}.isdisjoint(modifiers):
            word = word._replace(start=before.start)
            found = [one for one in found if one.end <= word.start]
        found.append(word)
    return found


def found_companions(
    document: Document, words: Sequence[GroupWord], classes: Classes, group: str
) -> list[tuple[int, int]]:
    """Return the spans of the words that belong to a group though the list does not hold them."""
    if not classes.companions.get(group):
        return []
    spans = (match.span() for match in _companion_pattern(tuple(classes.companions[group])).finditer(document.text))
    return [span for span in spans if not any(word.start < span[1] and span[0] < word.end for word in words)]


@lru_cache(maxsize=100)
def _companion_pattern(forms: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted(forms, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")


def candidates(document: Document, word: GroupWord, target: str, word_list: WordList) -> tuple[str, ...]:
    """Return the words of a group that fit in place of a group word."""
    classes = fitting_classes(word_list)
    key = normalised(word.entry)
    if (word.group, key, target) in classes.counterparts:
        return (classes.counterparts[word.group, key, target],)
    meaning = _meaning(document, word, classes.meanings.get(key, ()))
    if meaning is None:
        return ()
    row, number = meaning
    last = token_indices(document, word.start, word.end)[1]
    head = document.heads[last]
    # Muslim rituals
    things = row.kind == ADJECTIVE and head > last and names_thing(document.tokens[head].text.lower(), word.attribute)
    return (_forms(classes, target, OF_THINGS, number) if things else ()) or _forms(classes, target, row.kind, number)


def _forms(classes: Classes, target: str, kind: str, number: Number) -> tuple[str, ...]:
    """Return the words of a class that a group offers, in the form of a number."""
    forms = (offer.form(number) for offer in classes.offers.get(target, ()) if offer.kind == kind)
    return tuple(form for form in dict.fromkeys(forms) if form)


def _refusal_reason(document: Document, word: GroupWord, classes: Classes) -> str | None:
    """Return why a group word cannot be exchanged in its context; None where it can."""
    first, last = token_indices(document, word.start, word.end)
    key = normalised(word.entry)
    small = any(row.form(number)[0].islower() for row, number in classes.meanings.get(key, ()))
    if _in_name(document, first, last) or (small and _is_titled(document, first)):
        return "name"
    noun = any(row.plural for row, _ in classes.meanings.get(key, ()))
    if noun and _is_address(document, first, last):
        return "address"
    if key in OFFSPRING and _is_kin(document, first, last):
        return None if _owns(document, first, last) else "kin"
    if (
        key in STAGES
        and not _is_many(document, last)
        and (_is_time_of_life(document, first, last) or _is_mass(document, last))
    ):
        return "time of life"
    return "compound" if noun and _is_compound(document, word, last) else None


def _refusal(word: GroupWord, reason: str) -> Refusal:
    return Refusal(word.start, word.end, "group word", reason)


def _choice(
    document: Document,
    word: GroupWord,
    fitting: tuple[str, ...],
    options: SwapOptions,
    collocations: Collocations | None,
    chosen: Mapping[WordChoice, str],
) -> str:
    start, end = word[:2]
    drawn = draw(options.seed, document.text, start)
    if drawn >= CHOSEN_SHARE:
        return fitting[int((drawn - CHOSEN_SHARE) / (1 - CHOSEN_SHARE) * len(fitting))]
    choice = chosen.get(WordChoice(document.text, document.text[start:end], fitting))
    if choice is not None:
        return choice
    ranked = collocations.ranked(fitting, neighbours_of(document.text, start, end)) if collocations else fitting
    return ranked[0]


def _meaning(
    document: Document, word: GroupWord, meanings: Sequence[tuple[ClassedWord, Number]]
) -> tuple[ClassedWord, Number] | None:
    """Return the class of a word in its context: *Muslim* may be a person or stand before a noun."""
    of_group = [(row, number) for row, number in meanings if row.group == word.group]
    kinds = {row.kind for row, _ in of_group}
    if not of_group or (kinds == {OTHER}):
        return of_group[0] if of_group else None
    first, last = token_indices(document, word.start, word.end)
    adjective = _is_adjective(document, last)
    excluded = {KIN} if document.heads[last] > last else {KIN, ATTRIBUTE}
    kin = normalised(word.entry) in OFFSPRING and _is_kin(document, first, last)
    fitting = [
        (row, number)
        for row, number in of_group
        if (row.kind in (ADJECTIVE, ATTRIBUTE)) == adjective and (row.kind == KIN if kin else row.kind not in excluded)
    ]
    if not fitting:
        return None
    row, number = fitting[0]
    return row, "Plur" if _is_many(document, last) else number


def _is_adjective(document: Document, index: int) -> bool:
    """Whether a word is an attributive or predicative adjective."""
    token = document.tokens[index]
    if token.morph.get("Number") == "Plur":
        return False
    following = document.tokens[index + 1] if index + 1 < len(document.tokens) else None
    if token.relation in ("amod", "compound", "nmod:mod") and following is not None:
        return following.pos in ("NOUN", "ADJ", "PROPN")
    determined = has_dependent(document, index, "det")
    # parsers give the article before a noun that looks like an adjective to a later noun
    determined = determined or (index > 0 and document.tokens[index - 1].pos == "DET")
    return not determined and (token.pos == "ADJ" or token.relation in ("xcomp", "acomp"))


def _in_name(document: Document, first: int, last: int, is_entity: bool = False) -> bool:
    """Whether a word is part of a name: an entity covers it, or words with capitals stand beside it."""
    tokens = document.tokens
    start, end = tokens[first].start, tokens[last].end
    # a plural alone is no name, even where the pipeline says so
    plural = is_entity or tokens[last].morph.get("Number") == "Plur"
    covering = [entity for entity in document.entities if entity.start < end and start < entity.end]
    if document.text.isupper() or any(not plural or one.start < start or end < one.end for one in covering):
        return True
    if not tokens[first].text[0].isupper():
        return False
    sentence_start, sentence_end = document.sentences[document.sentence_of[first]]
    after = last + 1 < sentence_end and _is_capital(document, last + 1)
    return after or (first - 1 > sentence_start and _is_capital(document, first - 1))


def _is_titled(document: Document, index: int) -> bool:
    """Whether a word has a capital though it does not begin the sentence: *the Children's Fund*."""
    if document.text.isupper() or not document.tokens[index].text.istitle():
        return False
    start, _ = document.sentences[document.sentence_of[index]]
    return any(token.text[0].isalnum() for token in document.tokens[start:index])


def _is_capital(document: Document, index: int) -> bool:
    token = document.tokens[index]
    return token.text[0].isupper() and token.text != "I"


def _is_kin(document: Document, first: int, last: int) -> bool:
    """Whether a word means offspring: *her children*, *the child of a baker*, *had two kids*."""
    tokens = document.tokens
    for child in document.children[last]:
        token = tokens[child]
        low = token.text.lower()
        if token.relation == "nmod:poss" or (token.pos == "NUM" and _is_small(low)) or low in ORDINALS:
            return True
    if first > 0 and tokens[first - 1].text in GENITIVES:
        return True
    if last + 1 < len(tokens) and tokens[last + 1].text.lower() in ("of", "by", "together", "ago"):
        return True
    head = tokens[document.heads[last]]
    if tokens[last].relation == "conj" and _shares_owner(document, last):
        return True
    if head.lemma.lower() in BEARING and tokens[last].relation in ("obj", "conj"):
        return True
    if any(tokens[child].lemma.lower() in BEARING and _is_clause(document, child) for child in document.children[last]):
        return True
    before = {tokens[index].text.lower() for index in range(max(0, first - 3), first)}
    # with the kids
    below = {document.tokens[child].text.lower() for child in document.children[last]}
    if not below.isdisjoint(("the", "these", "those")) or before.isdisjoint(("with", "without", "having")):
        return False
    return tokens[last].relation != "obl" or head.lemma.lower() in TOGETHER


def _shares_owner(document: Document, last: int) -> bool:
    """Whether a noun belongs to the owner of another before it: *her husband and children*."""
    own = any(document.tokens[child].pos in ("DET", "ADJ", "NUM") for child in document.children[last])
    others = document.children[document.heads[last]]
    return not own and any(document.tokens[child].relation == "nmod:poss" for child in others)


def _is_small(number: str) -> bool:
    """Whether a numeral may count somebody's offspring."""
    return not number[0].isdigit() or (number.isdigit() and int(number) < LARGE_FAMILY)


def _owns(document: Document, first: int, last: int) -> bool:
    """Whether somebody's offspring may become somebody's parents: *she called her children*."""
    tokens = document.tokens
    below = [tokens[child] for child in document.children[last] if child < first]
    owner = [token for token in below if token.relation == "nmod:poss" and token.pos != "PROPN"]
    described = any(token.pos in ("NUM", "ADJ") or token.text in GENITIVES for token in below)
    bears = tokens[document.heads[last]].lemma.lower() in BEARING.as_set - {"leave", "support", "lose"}
    following = tokens[last + 1].text.lower() if last + 1 < len(tokens) else ""
    owned = len(owner) == 1 and owner[0].text.lower() in OWNERS
    before = document.text[: owner[0].start].lower() if owned else ""
    if before.endswith(" of ") and before.removesuffix(" of ").endswith(PART_OF_MANY.as_tuple):
        return False
    return owned and not described and not bears and following not in (*GENITIVES, "of", "by")


def _is_many(document: Document, last: int) -> bool:
    """Whether *youth* means several persons: *our youth*, *500 youth*."""
    token = document.tokens[last]
    if token.lemma.lower() not in STATES or token.morph.get("Number") == "Plur":
        return False
    below = [document.tokens[child] for child in document.children[last] if child < last]
    if any(word.pos == "NUM" or word.text.lower() in MANY for word in below):
        return True
    return {word.relation for word in below} in ({"amod"}, {"compound"}, {"amod", "compound"})


def _is_clause(document: Document, index: int) -> bool:
    """Whether a relative clause with another subject describes a noun: *the children she had*."""
    others = (document.tokens[child] for child in document.children[index])
    subjects = [token.text.lower() for token in others if token.relation == "nsubj"]
    return document.tokens[index].relation in ("acl:relcl", "relcl") and not {"who", "that"} & set(subjects)


def _is_time_of_life(document: Document, first: int, last: int) -> bool:
    """Whether a word means a time of life: *as a child*, *when she was a teenager*."""
    tokens = document.tokens
    before = [tokens[index] for index in range(max(0, first - 4), first)]
    if any(token.text.lower() in ("as", "since", "like") and token.pos != "VERB" for token in before):
        return True
    if WHEN_SOMEBODY_WAS.search(document.text[max(0, tokens[first].start - 80) : tokens[first].start]):
        return True
    below = {tokens[child].relation for child in document.children[last]}
    return "cop" in below and not below.isdisjoint(("mark", "advmod"))


def _is_mass(document: Document, last: int) -> bool:
    """Whether a noun means a time of life or an age group, not one person: *in their youth*, *some youth*."""
    token = document.tokens[last]
    if token.pos != "NOUN" or token.morph.get("Number") != "Sing" or token.relation not in ARGUMENTS:
        return False
    before = {document.tokens[child].text.lower() for child in document.children[last] if child < last}
    if token.lemma.lower() in STATES:
        return before.isdisjoint(("a", "this", "that", "one", "another"))
    return not any(document.tokens[child].pos in ("DET", "PRON", "NUM") for child in document.children[last])


def _is_address(document: Document, first: int, last: int) -> bool:
    """Whether a word addresses somebody: *Sorry, kids, it is late*."""
    tokens = document.tokens
    if tokens[last].relation in ("vocative", "discourse"):
        return True
    before = tokens[first - 1].text.lower() if first > 0 else ""
    after = tokens[last + 1].text if last + 1 < len(tokens) else ""
    if (before == "," and after in (":", ".")) or (first == 0 and after == ":"):
        return True
    return (not before.isalpha() or before in ADDRESSING) and after in (",", "!", "?")


def _is_compound(document: Document, word: GroupWord, last: int) -> bool:
    """Whether a noun is part of a term: *child abuse*, *children's hospital*, *man-child*."""
    start, end = word[:2]
    if document.text[end : end + 1] == "-":
        return True
    if document.text[max(0, start - 1) : start] == "-":
        return not document.text[:start].lower().endswith(PREFIXES)
    token = document.tokens[last]
    if token.pos == "NOUN" and token.relation == "compound":
        return True
    owns = last + 1 < len(document.tokens) and document.tokens[last + 1].text in GENITIVES
    return owns and (token.morph.get("Number") == "Plur" or normalised(word.entry) in OFFSPRING)


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
        article = swap_forms(document.lang).fitting_article(before.text, form)
        if article is not None:
            changes.append(Change(before.start, before.end, article, "article", chain))
    return [*changes, Change(start, end, cased(document.text[start:end], form), rule, chain)]


def _substitute(
    document: Document, word: GroupWord, target: str, word_list: WordList, classes: Classes, seed: int
) -> str | None:
    """Return what a word becomes: a pronoun by its part of speech, the counterpart, or a random word."""
    key = normalised(word.entry)
    first, last = token_indices(document, word.start, word.end)
    pronoun = swap_forms(document.lang).other_pronoun(document.tokens, first, key)
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
