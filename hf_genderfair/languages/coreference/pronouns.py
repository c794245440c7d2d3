"""Pronouns of the third person that stand for persons, as the reader sees them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import count

from hf_genderfair.languages.clauses import clause_of, subject_of
from hf_genderfair.languages.coreference.languages import actor_rules
from hf_genderfair.languages.coreference.mention import GENDERS, PRONOUN, GenderEvidence, Mention, Role
from hf_genderfair.languages.coreference.name_words import HONORIFIC
from hf_genderfair.languages.coreference.roles import POSSESSORS, role_of
from hf_genderfair.languages.coreference.rules import PronounForm
from hf_genderfair.languages.coreference.self_descriptions import listed_pronouns, titled_mentions
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.reader.reading import ANYBODY, SEVERAL, SeenMention, read

LIKELY = 0.5

MAY_BE = 0.35
"""Least probability of a person at a pronoun of a single gender that the reader does not take for a mention."""

ONE = (1.0, 0.0, 0.0)
"""Reference of a pronoun of which it is known that it is for one particular person."""

CLAUSES_OF_NOUNS = frozenset({"acl:relcl", "acl"})


def find_pronouns(document: Document, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the pronouns for others than who speaks and is spoken to, in order, each with a number of its own."""
    # reflexives have the number of the subject of their clause, relatives that of the noun which theirs describes
    at = titled_mentions(mentions)
    numbers = count(max((mention.actor for mention in mentions), default=-1) + 1)
    for pronoun in _personal(document, at):
        pronoun.actor = next(numbers) if pronoun.actor < 0 else pronoun.actor
        at[pronoun.head] = pronoun
    for pronoun in _bound(document, at):
        at[pronoun.head] = pronoun
    return sorted((each for each in at.values() if each.kind == "pronoun"), key=lambda pronoun: pronoun.start)


def _personal(document: Document, at: Mapping[int, Mention]) -> Iterator[Mention]:
    """Yield personal, possessive and demonstrative pronouns."""
    rules, reading = actor_rules(document.lang), document.derived(read)
    forms, listed = document.derived(rules.pronouns), document.derived(listed_pronouns)
    last: Mention | None = None
    for index in range(len(document.tokens)):
        if index in at and not at[index].plural:
            last = at[index]
        form = forms.get(index)
        if index in at or index in listed or form is None or form.kind not in ("personal", "neutral"):
            continue
        number = reading.mention_of[index]
        seen = reading.mentions[number] if number >= 0 else None
        if form.kind == "neutral":
            # the reader has hardly met them
            pronoun = _pronoun(document, index, None, form.shows)
            pronoun.actor = last.actor if last is not None else -1
            yield pronoun
        elif _is_of_person(document, index, seen, form, rules.least_of_pronoun):
            title = rules.words.title(document.tokens[index + 1].text) if index + 1 < len(document.tokens) else None
            # 'Her Grace' is no pronoun
            if title is None or title.kind != HONORIFIC:
                yield _pronoun(document, index, seen, form.shows)


def _is_of_person(document: Document, index: int, seen: SeenMention | None, form: PronounForm, least: float) -> bool:
    """Return whether a pronoun is for a person; one of a single gender, as *er*, is where it may be."""
    if seen is None:
        return len(form.shows) == 1 and document.derived(read).persons[index] >= MAY_BE
    return seen.kind == "pronoun" and seen.first == index and seen.certainty >= least


def _pronoun(document: Document, index: int, seen: SeenMention | None, shows: Collection[str]) -> Mention:
    token = document.tokens[index]
    reference = seen.reference if seen is not None else ONE
    told = seen.gender if seen is not None and seen.gender in shows else next(iter(shows)) if len(shows) == 1 else ""
    either = "plural" in shows and told == "neutral"
    several = reference[SEVERAL] > LIKELY if either else told == "plural" or ("plural" in shows and not told)
    gender = None if several else GENDERS.get(told)
    evidence = (GenderEvidence(gender, "pronoun", PRONOUN, token.text),) if gender else ()
    possessive = token.pos == "DET" or token.relation in POSSESSORS
    role: Role = "possessor" if possessive else role_of(document, index)
    found = Mention(token.start, token.end, index, "pronoun", several, evidence, role)
    found.generic, found.any_number = reference[ANYBODY] > LIKELY, either and not several
    return found


def _bound(document: Document, at: Mapping[int, Mention]) -> Iterator[Mention]:
    """Yield reflexives, and pronouns that begin relative clauses."""
    for index, form in document.derived(actor_rules(document.lang).pronouns).items():
        if index in at or form.kind not in ("reflexive", "relative"):
            continue
        above = _described(document, index, at)
        if form.kind == "reflexive":
            above = at.get(subject_of(document, clause_of(document, index)))
        if above is not None:
            token = document.tokens[index]
            # 'Kim Bode, die lacht', but 'die Person, die lacht'
            shows = form.shows if form.kind == "reflexive" or above.kind == "name" else ()
            gender = GENDERS.get(next(iter(shows))) if len(shows) == 1 else None
            evidence = (GenderEvidence(gender, "pronoun", PRONOUN, token.text),) if gender and not above.plural else ()
            role: Role = "other" if form.kind == "reflexive" and not shows else role_of(document, index)
            yield Mention(token.start, token.end, index, "pronoun", above.plural, evidence, role, above.actor)


def _described(document: Document, index: int, at: Mapping[int, Mention]) -> Mention | None:
    """Return the noun that the clause of a relative pronoun describes."""
    tokens, heads = document.tokens, document.heads
    clauses = (above for above in document.ancestors(index) if tokens[above].relation in CLAUSES_OF_NOUNS)
    found = next((at.get(heads[clause]) for clause in clauses), None)
    if found is None and index > 1 and tokens[index - 1].text == ",":
        found = at.get(index - 2)
    return found if found is not None and found.start < tokens[index].start else None
