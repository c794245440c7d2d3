"""The noun phrases about persons in a German text, decided once for all who ask, and their words for all genders."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.core.text_view import like
from hf_genderfair.languages.clauses import clause_of, has_copula, subject_of
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.agreement import (
    CONTRACTIONS,
    POSSESSIVE_STEMS,
    Forms,
    adjective_forms,
    declension_after,
    determiner,
    determiner_forms,
    is_plural_word,
    nominalised_forms,
)
from hf_genderfair.languages.german.noun_phrase import (
    HYPHENS,
    JOINING,
    QUOTES,
    fits,
    is_neuter,
    members,
    names_person,
    ruling_article,
)
from hf_genderfair.languages.german.nouns import (
    INTERNAL_I,
    KNOWN_NOUNS,
    ONE_WORD,
    agent_noun,
    in_order,
    may_be_agent,
    noun_forms,
    role_noun,
)
from hf_genderfair.languages.german.number_and_case import case_and_number
from hf_genderfair.languages.german.person_forms import PARADIGM_CELLS, person_form
from hf_genderfair.languages.german.person_phrase import GenderedWord, PersonPhrase, RoleNoun
from hf_genderfair.languages.reader.reading import SURE, read
from hf_genderfair.languages.types import CASES, Case, GrammaticalGender, Number, PairedGender, grammatical_gender
from hf_genderfair.lexicons.loader import load_lexicon

PAIR = "pair"
"""Value of `RoleNoun.source` for nouns of the lexicon of pairs."""

Cells = dict[tuple[Case, Number], str]

SHORTEST_PREFIX = 2


class GenderPair(NamedTuple):
    """A word for women and its counterpart, with their forms.

    Attributes:
        feminine: Nominative singular of the word for women.
        masculine: Nominative singular of the word for men.
        feminine_forms: Its form in each case and number.
        masculine_forms: The same of the word for men.
        neuter: Whether the word for women is a neuter.

    Example:
        >>> gender_noun("Grafen").masculine_forms["Dat", "Sing"]
        'Grafen'
    """

    feminine: str
    masculine: str
    feminine_forms: Cells
    masculine_forms: Cells
    neuter: bool


class PairEntry(NamedTuple):
    """A form of the lexicon.

    Attributes:
        pair: The pair to which it belongs.
        gender: Whether it is of the word for women or of the one for men.
        cells: The cases and numbers in which the word stands so.

    Example:
        >>> pair_entry("Stiefmüttern")[1].cells
        (('Dat', 'Plur'),)
    """

    pair: GenderPair
    gender: PairedGender
    cells: tuple[tuple[Case, Number], ...]


class PairLexicon(NamedTuple):
    """The lexicon in the shape in which words are looked up, in lower case but for `parts`.

    Attributes:
        whole: Words by each of their forms.
        tails: Those that end compounds.
        parts: First parts of compounds by gender, with their counterparts.
        left: Words that look like them and stay.
        lengths: Of the tails, the longest first.

    Example:
        >>> pair_lexicon().parts["masculine"]["Herren"]
        'Damen'
    """

    whole: dict[str, PairEntry]
    tails: dict[str, PairEntry]
    parts: dict[PairedGender, dict[str, str]]
    left: frozenset[str]
    lengths: tuple[int, ...]


def _cells(cell: str) -> Cells:
    """Decline a noun from its nominative, genitive and plural."""
    forms = cell.split()
    lemma, plural = forms[0], forms[-1]
    genitive = forms[1] if len(forms) > 2 else lemma
    oblique = genitive if genitive.endswith("n") and not lemma.endswith("n") else lemma
    several = plural if plural[-1] in "nsi" else plural + "n"
    singular = dict(zip(CASES, (lemma, genitive, oblique, oblique), strict=True))
    return {(case, "Sing"): form for case, form in singular.items()} | {
        (case, "Plur"): several if case == "Dat" else plural for case in CASES
    }


def _spellings(cells: Cells) -> Iterator[tuple[str, tuple[Case, Number]]]:
    """Yield each form in small letters; genitives in *-s* and *-es* both."""
    for cell, form in cells.items():
        yield form.lower(), cell
        if cell == ("Gen", "Sing") and form.endswith("s") and form != cells["Nom", "Sing"]:
            lemma = cells["Nom", "Sing"].lower()
            other = lemma + "s" if form.endswith("es") else lemma + "es"
            if not lemma.endswith(("s", "e", "en", "er", "el")) or other == lemma + "s":
                yield other, cell


def _read() -> PairLexicon:
    whole: dict[str, PairEntry] = {}
    tails: dict[str, PairEntry] = {}
    left: set[str] = set()
    parts: dict[PairedGender, dict[str, str]] = {"feminine": {}, "masculine": {}}
    for masculine, feminine, kind, *_ in load_lexicon("gender_pairs_de").rows:
        if kind == "part":
            parts["feminine"][feminine], parts["masculine"][masculine] = masculine, feminine
            continue
        if kind == "left":
            word = feminine.lower()
            left |= {word + ending for ending in ("", "s", "es", "n", "en")}
            if word.endswith("mann"):
                left |= {word.removesuffix("mann") + several for several in ("männer", "männern")}
            continue
        women, men = _cells(feminine), _cells(masculine)
        neuter = len(feminine.split()) > 2
        pair = GenderPair(women["Nom", "Sing"], men["Nom", "Sing"], women, men, neuter)
        for gender, cells in (("feminine", women), ("masculine", men)):
            back = kind.startswith("one way back")
            if kind.startswith("one way") and back == (gender == "feminine"):
                continue
            readings: dict[str, set[tuple[Case, Number]]] = {}
            for form, cell in _spellings(cells):
                readings.setdefault(form, set()).add(cell)
            for form, found in readings.items():
                entry = PairEntry(pair, gender, in_order(frozenset(found)))  # type: ignore[arg-type]
                whole.setdefault(form, entry)
                if kind.endswith("tail"):
                    tails.setdefault(form, entry)
    lengths = tuple(sorted({len(form) for form in tails}, reverse=True))
    return PairLexicon(whole, tails, parts, frozenset(left), lengths)


def pair_lexicon() -> PairLexicon:
    """Return the pairs; read once per process."""
    return resource(("German gender pairs",), _read)


@lru_cache(maxsize=KNOWN_NOUNS)
def pair_entry(word: str) -> tuple[str, PairEntry] | None:
    """Return what stands before the listed word at the end of a noun, and its entry; None for other words."""
    low = word.lower()
    known = pair_lexicon()
    if not word[:1].isupper() or low in known.left:
        return None
    if low in known.whole:
        return "", known.whole[low]
    for length in known.lengths:
        start = len(low) - length
        entry = known.tails.get(low[start:]) if start >= SHORTEST_PREFIX else None
        if entry is not None:
            return (word[:start], entry) if any(letter in "aeiouäöüy" for letter in low[:start]) else None
    return None


def gender_noun(word: str) -> GenderPair | None:
    """Return the pair to which a written noun belongs whose meaning has a gender."""
    found = pair_entry(word)
    return found[1].pair if found else None


@lru_cache(maxsize=KNOWN_NOUNS)
def person_noun(word: str, tagged: GrammaticalGender | None = None) -> RoleNoun | None:
    """Interpret a written noun as a word for a woman or a man, by its meaning or as a role noun."""
    found = pair_entry(word)
    if found is None:
        noun = role_noun(word, tagged)
        # Hauptfrau is no captain
        left = noun is not None and noun.feminine.endswith("frau") and word.lower() in pair_lexicon().left
        return None if left else noun
    prefix, (pair, gender, cells) = found
    masculine, feminine = pair.masculine, pair.feminine
    if prefix and not prefix.endswith("-"):
        masculine, feminine = masculine.lower(), feminine.lower()
    return RoleNoun(gender, cells, prefix + masculine, prefix + feminine, "person", PAIR)


def is_neuter_pair(noun: RoleNoun) -> bool:
    """Return whether the word for women is a neuter: *Mädchen* beside *Junge*."""
    pair = gender_noun(noun.feminine.capitalize()) if noun.source == PAIR else None
    return pair is not None and pair.neuter


OTHER = "other"
"""Value of `RoleNoun.source` for words without counterpart: *Person*, *Gast*, *Kind*."""


@lru_cache(maxsize=KNOWN_NOUNS)
def noun_for_persons(word: str, tagged: GrammaticalGender | None = None) -> RoleNoun | None:
    """Interpret a written noun as a word for persons: as a role noun, as a word for a woman or a man, or as another."""
    if not ONE_WORD.fullmatch(word) or INTERNAL_I.search(word):
        return None
    noun = role_noun(word, tagged)
    if noun is not None:
        return noun
    noun = person_noun(word, tagged)
    if noun is not None:
        return noun._replace(gender="neuter") if noun.gender == "feminine" and is_neuter_pair(noun) else noun
    form = person_form(word, tagged)
    if form is None:
        return None
    weak = form.gender == "masculine" and form.number is None and word.endswith("n")
    cells = tuple(
        (case, number)
        for case, number in PARADIGM_CELLS
        if form.number in (None, number) and not (weak and (case, number) == ("Nom", "Sing"))
    )
    gender: GrammaticalGender = "none" if form.gender == "common" and form.number == "Plur" else form.gender
    return RoleNoun(gender, cells, word, word, form.sense, OTHER)


FEMININE_DATIVES = {"von": "vom", "bei": "beim"}
"""Prepositions that fuse with the masculine article: *von der* of women is *vom* of men."""


def person_phrases(document: Document) -> dict[int, PersonPhrase]:
    """Return every noun that may stand for a person, with its case, its number and the words that agree with it."""
    found: dict[int, PersonPhrase] = {}
    known: dict[int, tuple[Case, Number]] = {}
    tokens = document.tokens
    for first, head, noun in _nouns(document):
        belonging = members(document, first, head, noun)
        if is_neuter(document, noun, belonging, head):
            continue
        decided = case_and_number(document, head, noun, belonging, known)
        if decided is None:
            continue
        gender, case, number = decided
        known[head] = case, number
        start = tokens[head].end - len(_written(document.text[tokens[first].start : tokens[head].end]))
        found[head] = PersonPhrase(
            head, start, tokens[head].end, noun, belonging.determiner, belonging.adjectives, case, number, gender
        )
    return found


def phrases(document: Document) -> list[PersonPhrase]:
    """Return the phrases of role nouns: *Arzt*, but neither *Mutter* nor *Person*."""
    return [phrase for phrase in document.derived(person_phrases).values() if phrase.noun.source not in (PAIR, OTHER)]


def phrases_with_gender(document: Document) -> list[PersonPhrase]:
    """Return the phrases of words for women or men, by their meaning or as role nouns, as `person_noun` reads them."""
    found = []
    for phrase in document.derived(person_phrases).values():
        written = document.text[phrase.start : phrase.end]
        noun = person_noun(written, grammatical_gender(document.tokens[phrase.head].morph))
        if noun is not None:
            found.append(phrase._replace(noun=noun))
    return found


def _nouns(document: Document) -> Iterator[tuple[int, int, RoleNoun]]:
    """Yield the indices of the first and last token of each noun for persons, and what it says."""
    tokens, in_small_letters = document.tokens, document.text.islower()
    for head, token in enumerate(tokens):
        if token.text[0] in HYPHENS and (elided := _elided(document, head)) is not None:
            yield head, head, elided
            continue
        if in_small_letters and _is_surely_role(document, head):
            noun = noun_for_persons(token.text.capitalize())
            if noun is not None:
                yield head, head, noun
            continue
        if token.pos not in ("NOUN", "PROPN", "ADJ"):
            continue
        if head + 1 < len(tokens) and tokens[head + 1].start == token.end and tokens[head + 1].text[0] in HYPHENS:
            # a first part: US-, or Lehrer- und Schülerschaft
            continue
        first = _first_part(document, head)
        written = _written(document.text[tokens[first].start : token.end])
        aged = token.pos == "NOUN" and written[:1].isdigit()
        if not token.text[0].isupper() and not aged:
            continue
        tagged = grammatical_gender(token.morph)
        noun = noun_for_persons(written, tagged)
        if noun is None and first == head and tagged in ("masculine", None) and may_be_agent(written):
            noun = agent_noun(written) if _is_surely_role(document, head) else None
        if noun is not None and (token.pos == "NOUN" or _is_noun(document, head, noun)):
            yield first, head, noun


def _is_surely_role(document: Document, index: int) -> bool:
    """Return whether the reader surely sees a noun for somebody's role that ends at a token."""
    reading = document.derived(read)
    number = reading.mention_of[index]
    mention = reading.mentions[number] if number >= 0 else None
    return mention is not None and (mention.kind, mention.last) == ("role", index) and mention.certainty >= SURE


def _elided(document: Document, head: int) -> RoleNoun | None:
    """Read a word that leaves out the first part of the noun before it: *-händler* in *Autofahrer und -händler*."""
    tokens = document.tokens
    word = tokens[head].text[1:]
    joined = head > 1 and tokens[head - 1].text in (*JOINING, ",")
    joined = joined and (tokens[head - 2].pos in ("NOUN", "PROPN") or tokens[head - 2].text[0] in HYPHENS)
    noun = role_noun(word.capitalize()) if joined and word[:1].islower() else None
    if noun is None or noun.sense == "mostly_thing":
        return None
    hyphen = tokens[head].text[0]
    return noun._replace(masculine=hyphen + noun.masculine.lower(), feminine=hyphen + noun.feminine.lower())


def _written(word: str) -> str:
    """Return what stands behind the last quote in a word: *Philosoph* of *Regime-"Philosoph*."""
    if QUOTES.isdisjoint(word):
        return word
    return word[max(word.rfind(quote) for quote in QUOTES) + 1 :]


def _first_part(document: Document, head: int) -> int:
    """Return the index of the first token of a word with hyphens: *SPD* of *SPD-Abgeordneter*."""
    tokens = document.tokens
    first = head
    while (
        first
        and tokens[first - 1].end == tokens[first].start
        and (tokens[first].text in HYPHENS or tokens[first - 1].text[-1] in HYPHENS)
        and (tokens[first - 1].text in HYPHENS or tokens[first - 1].text[0].isalnum())
    ):
        first -= 1
    return first if tokens[first].text not in HYPHENS else head


def _is_noun(document: Document, head: int, noun: RoleNoun) -> bool:
    """Return whether a word that is tagged as a name or an adjective is a role noun after all."""
    tokens = document.tokens
    before = tokens[head - 1] if head else None
    after = tokens[head + 1] if head + 1 < len(tokens) else None
    if tokens[head].pos == "ADJ":
        article = before is not None and before.pos == "DET"
        if article and (after is None or after.pos not in ("NOUN", "PROPN", "ADJ")):
            return True
        # der Münchner Thomas Meyer, but not the Münchner Flughafen
        return noun.gender != "common" and after is not None and names_person(document, head + 1)
    if noun.gender in ("feminine", "neuter"):
        return True
    if before is not None and before.end == tokens[head].start and document.entity_at(tokens[head].start) is None:
        # der Nokia-Boss
        first = _first_part(document, head)
        before = tokens[first - 1] if first else None
    if before is None or before.end == tokens[head].start:
        return False
    known = determiner(before.text.lower())
    if is_plural_word(before.text) or (known is not None and before.pos in ("DET", "ADP") and fits(known, noun)):
        return True
    if before.pos in ("ADJ", "NUM") and document.heads[head - 1] == head:
        return True
    return (after is None or after.pos != "PROPN") and _says_what_one_is(document, head)


def _says_what_one_is(document: Document, head: int) -> bool:
    """Return whether a word tells what somebody is or works as: *Er ist Franzose*, *Sie arbeitet als Koch*."""
    tokens, before = document.tokens, document.tokens[head - 1]
    if before.text.lower() == "als":
        return before.relation == "case"
    predicate = has_copula(document, head) or tokens[document.heads[head]].lemma == "werden"
    subject = subject_of(document, clause_of(document, head)) if predicate else -1
    return subject >= 0 and subject != head and tokens[subject].text.lower() in ("er", "sie")


def phrase_words(document: Document, phrase: PersonPhrase, number_of_phrase: int) -> list[GenderedWord]:
    """Write the noun of a phrase and what agrees with it for all genders."""
    tokens = document.tokens
    first = phrase.first
    while tokens[first].start > phrase.start:
        # SPD-Vorsitzende
        first -= 1
    article = ruling_article(document, phrase.determiner, first, phrase.head)
    words: list[GenderedWord | None] = []
    if phrase.determiner >= 0:
        words.append(_determiner_word(document, phrase, number_of_phrase))
    noun_gender = phrase.noun.gender
    for index in phrase.adjectives:
        token = tokens[index]
        forms = adjective_forms(token.text, phrase.case, phrase.number, declension_after(article))
        # what agrees with the other gender only is an error, or no adjective
        if forms is None or token.text == {"masculine": forms.feminine, "feminine": forms.masculine}.get(noun_gender):
            continue
        words.append(_word(token.start, token.end, forms, "adjective", phrase, number_of_phrase))
    words.append(_noun_word(document, phrase, article, number_of_phrase))
    return [word for word in words if word is not None]


def _word(
    start: int, end: int, forms: Forms | None, rule: str, phrase: PersonPhrase, number: int
) -> GenderedWord | None:
    if forms is None or forms.masculine == forms.feminine:
        return None
    reason = "a word for persons" if rule in ("noun", "nominalised") else "agrees with a word for persons"
    return GenderedWord(start, end, *forms, rule, reason, number, phrase.number == "Plur")


def _determiner_word(document: Document, phrase: PersonPhrase, number: int) -> GenderedWord | None:
    token = document.tokens[phrase.determiner]
    low = token.text.lower()
    if phrase.number == "Plur":
        return None
    if low == "der" and phrase.case == "Dat" and phrase.determiner:
        before = document.tokens[phrase.determiner - 1]
        short = FEMININE_DATIVES.get(before.text.lower())
        if short:
            written = document.text[before.start : token.end]
            masculine = like(short, before.text)
            forms = Forms(masculine, written, f"{masculine}*{written[0].lower() + written[1:]}")
            return _word(before.start, token.end, forms, "contraction", phrase, number)
    rule = "determiner"
    if low in CONTRACTIONS or low == "zur":
        rule = "contraction"
    elif low.startswith((*POSSESSIVE_STEMS, "euer")):
        rule = "possessive"
    forms_here = determiner_forms(token.text, phrase.case, phrase.number)
    return _word(token.start, token.end, forms_here, rule, phrase, number)


def _noun_word(document: Document, phrase: PersonPhrase, article: str, number: int) -> GenderedWord | None:
    written = document.text[phrase.start : phrase.end]
    if phrase.noun.gender == "common":
        forms = nominalised_forms(phrase.noun, phrase.case, phrase.number, article)
        rule = "nominalised"
    else:
        forms = noun_forms(phrase.noun, phrase.case, phrase.number)
        rule = "noun"
    if len(written) > 1 and written.isupper():
        forms = Forms(*(form.upper() for form in forms))
    elif written.islower() and forms is not None:
        forms = Forms(*(form[:1].lower() + form[1:] for form in forms))
    return _word(phrase.start, phrase.end, forms, rule, phrase, number)
