"""Generic masculines: masculine nouns for persons without reference to a specific man.

Only the form decides: a plural, a singular after *jeder* or *kein*, a noun for a class. Plurals for groups of men, such
as the *Spieler* of a team, cannot be recognised and are counted too.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from hf_genderfair.actors.mention import Mention
from hf_genderfair.languages.clauses import has_word_below
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.english import person_forms as english_forms
from hf_genderfair.languages.gender_fair_forms import GenderFairForm
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.role_nouns import role_nouns
from hf_genderfair.lexicons.word_class import WordClass

WINDOW = 60
"""Number of tokens around a noun that are searched, since a table of a megabyte may be segmented as one sentence."""

NAME_RELATIONS = ("flat", "appos")

MAN_WORDS = WordClass("generic_masculine_en", "generic_masculine")
NO_OFFICES = WordClass("generic_masculine_en", "no_office")
ENGLISH_QUANTIFIERS = frozenset("every each any no".split())
PRO_FORMS = frozenset("everyone everybody anyone anybody nobody no-one".split())
HE = frozenset("he his himself".split())
OTHERS = WordClass("generic_masculine_en", "personal_pronoun")


def generic_masculine(
    document: Document, mentions: Sequence[Mention], forms: Sequence[GenderFairForm]
) -> list[tuple[int, int]]:
    """Find the generic masculines of a text.

    German: nouns for persons that have a feminine counterpart, in their masculine form, in the plural (*viele Ärzte*,
    *die Franzosen*), in the non-specific singular (*jeder Schüler*, *kein Arzt*, *pro Einwohner*, *ein Patient muss*),
    and for a class (*der Steuerzahler*). Not found are parts of gender-fair forms, nouns beside their own feminine
    form, persons with a name or a gendered pronoun, nouns with male meaning (*Väter*), epicene nouns (*Gäste*,
    *Mitglieder*, *die Deutschen*), and first parts of compounds (*Lehrerzimmer*). English: *mankind*, *manpower*; nouns
    in *-man* in the plural or after *every*, *any*, *no*; *he* and *his* of *everyone* or *every student*.

    Args:
        document: The text.
        mentions: Its mentions; other mentions of its actor show whether a singular is specific.
        forms: Its gender-fair forms.

    Returns:
        Start and end offset of each noun, or English pronoun, in order.

    Example:
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "Viele Lehrer und jeder Schüler kennen Minister Habeck."
        >>> document = Document(text, next(pipeline("de").analyse([text])), "de")
        >>> [text[start:end] for start, end in generic_masculine(document, [], [])]
        ['Lehrer', 'Schüler']
    """
    if document.lang == "de":
        found = _german(document, _specific(mentions))
    elif document.lang == "en":
        tokens = document.tokens
        indices = _english(document, _specific(mentions), _named(mentions))
        found = [(tokens[index].start, tokens[index].end) for index in indices]
    else:
        return []
    free = _Outside([(form.start, form.end) for form in forms])
    return [span for span in found if free.holds(*span)]


class _Outside:
    """Tests whether spans lie outside of other spans, which are in order and do not overlap."""

    def __init__(self, spans: Sequence[tuple[int, int]]) -> None:
        self.starts = [start for start, _ in spans]
        self.ends = [end for _, end in spans]

    def holds(self, start: int, end: int) -> bool:
        index = bisect_right(self.ends, start)
        return index == len(self.starts) or self.starts[index] >= end


def _specific(mentions: Sequence[Mention]) -> set[int]:
    """Return the heads of mentions of actors that have a name, or a pronoun or noun that shows a gender."""
    known = {
        mention.actor
        for mention in mentions
        if mention.actor >= 0
        and (mention.kind == "name" or any(item.kind in ("pronoun", "title") for item in mention.evidence))
    }
    return {mention.head for mention in mentions if mention.actor in known}


def _named(mentions: Sequence[Mention]) -> set[int]:
    """Return the heads of mentions of actors that have a name."""
    named = {mention.actor for mention in mentions if mention.actor >= 0 and mention.kind == "name"}
    return {mention.head for mention in mentions if mention.actor in named}


def _german(document: Document, specific: set[int]) -> list[tuple[int, int]]:
    """Return the masculine role nouns of which anybody is meant; of singulars, not those with a known actor."""
    return [
        (phrase.start, phrase.end)
        for head, (phrase, reason) in role_nouns(document).items()
        if reason is None
        and phrase.noun.gender == "masculine"
        and (phrase.number == "Plur" or head not in specific)
        and not _beside_feminine(document, phrase)
    ]


def _beside_feminine(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether the feminine form of the same noun stands in the same sentence."""
    first, last = document.sentences[document.sentence_of[phrase.head]]
    first, last = max(first, phrase.head - WINDOW), min(last, phrase.head + WINDOW)
    women = phrase.noun.feminine.lower() + "nen"
    return any(token.text.lower() == women for token in document.tokens[first:last])


def _english(document: Document, specific: set[int], named: set[int]) -> list[int]:
    persons = _persons(document)
    found: list[int] = []
    for index, token in enumerate(document.tokens):
        if token.pos not in ("NOUN", "PRON", "DET"):
            continue
        low = token.text.lower()
        if low in HE:
            if index not in named and _has_nonspecific_antecedent(document, index):
                found.append(index)
        elif token.pos == "NOUN" and (
            low in MAN_WORDS or (index not in specific and _is_nonspecific_office(document, index, low))
        ):
            found.append(index)
    return [index for index in found if not _has_name(document, index, persons)]


def _is_nonspecific_office(document: Document, index: int, low: str) -> bool:
    if not low.endswith(("man", "men")) or low in NO_OFFICES or low.endswith("examen"):
        return False
    form = english_forms.person_form(low)
    if form is None or form.gender != "masculine":
        return False
    return form.plural or _has_quantifier(document, index)


def _has_nonspecific_antecedent(document: Document, index: int) -> bool:
    """Return whether *he* or *his* refers to *everyone* or *every student*, and to no other person of the sentence."""
    first = max(document.sentences[document.sentence_of[index]][0], index - WINDOW)
    nobody = False
    for earlier in range(first, index):
        token = document.tokens[earlier]
        low = token.text.lower()
        if low in PRO_FORMS:
            nobody = nobody or token.relation.startswith("nsubj")
            continue
        form = english_forms.person_form(token.text) if token.pos == "NOUN" else None
        if token.pos == "PROPN" or (low in OTHERS and not (nobody and low in HE)) or (form and form.gender != "none"):
            return False
        if form and not form.plural:
            if not _has_quantifier(document, earlier):
                return False
            nobody = nobody or token.relation.startswith("nsubj")
    return nobody


def _has_quantifier(document: Document, index: int) -> bool:
    return has_word_below(document, index, ENGLISH_QUANTIFIERS)


def _persons(document: Document) -> frozenset[int]:
    """Return the offsets at which names of persons start."""
    return frozenset(entity.start for entity in document.entities if entity.type == "PER")


def _has_name(document: Document, index: int, persons: frozenset[int]) -> bool:
    """Return whether a noun is the title of a name or stands beside one."""
    tokens = document.tokens
    if index + 1 < len(tokens) and tokens[index + 1].start in persons:
        return True
    if tokens[index].relation.startswith(NAME_RELATIONS) and tokens[document.heads[index]].pos == "PROPN":
        return True
    return any(
        tokens[child].pos == "PROPN" and tokens[child].relation.startswith(NAME_RELATIONS)
        for child in document.children[index]
    )
