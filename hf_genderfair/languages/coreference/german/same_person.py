"""German mentions that are of one person by where they stand: titles that share a name, headlines, openings of texts.

*Der Chef der Agentur, Karl Weise*; *der Kanzler und Parteichef Karl Weise*; *Chemiker verurteilt. Ein Chemiker …*.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hf_genderfair.languages.clauses import dependents, has_dependent, prepositions
from hf_genderfair.languages.coreference.descriptions import (
    ANYBODY,
    FITS,
    Descriptions,
    Person,
    Role,
    fit,
    is_same_role,
)
from hf_genderfair.languages.coreference.gender import ENOUGH, decide_gender
from hf_genderfair.languages.coreference.german.nouns_beside import said_beside
from hf_genderfair.languages.coreference.german.predicates import COPULAS
from hf_genderfair.languages.coreference.mention import GenderEvidence, Mention, Pair, Titles
from hf_genderfair.languages.coreference.names.titles import TokenRange, word_start
from hf_genderfair.languages.coreference.roles import leader
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import first_name_gender
from hf_genderfair.languages.german.animacy_evidence import speaks
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.types import grammatical_gender

SUBJECT_ROLES = ("subject", "passive_subject")

AND = frozenset({"und", "sowie"})

GENITIVES = ("s", "’", "'")

DASHES = frozenset("– — -".split())

HEADLINES = 2
"""Number of the first sentences that may be headlines."""

REACH = 4
"""Largest distance of a headline or an opening from the mention that takes it up, in sentences."""

FAR = 8
"""Largest distance of a definite noun of an opening from the name that has the same role, in sentences."""

TOLD_OF = frozenset("anybody politics business arts science church".split())
"""Classes of roles of whom a text tells, and not only beside somebody else, as of doctors and policemen."""

ACCUSED = frozenset({"suspect"})
"""Classes of roles of whom a text tells who is not its source."""

YEARS = ("der", "31", "Jahre", "alte")
"""Words before a noun that tell an age in years."""

AMONG_OTHERS = frozenset({("unter", "anderem"), ("vor", "allem")})
"""Adverbs that parsers take for prepositions of the predicate: *war unter anderem Trainer*."""

LONGEST_PHRASE = 6
"""Largest number of nouns between a name and the role to which it belongs."""

ONE_PERSON = ("female", "male")


def said_together(
    document: Document, mentions: Sequence[Mention], titles: Titles, at_token: Mapping[int, int]
) -> Iterator[Pair]:
    """Find nouns and names of one person in the same sentence."""
    nouns = {
        token_index: index
        for token_index, index in at_token.items()
        if mentions[index].kind == "noun" and not mentions[index].plural
    }
    for index, mention in enumerate(mentions):
        if mention.kind != "name" or mention.plural:
            continue
        found = [_sharing(document, titles[index]), *_apposed(document, mention, titles[index])]
        if not titles[index]:
            found += _owning(document, mention, at_token)
        role = next((nouns[token_index] for token_index in found if token_index in nouns), None)
        if role is not None:
            yield role, index
        yield from ((index, other) for other in _predicates(document, mentions, index))
        if role is None and index + 1 < len(mentions) and _is_added(document, mention, mentions[index + 1]):
            yield index, index + 1
    yield from said_beside(document, mentions, titles, at_token)


def _apposed(document: Document, mention: Mention, titles: Sequence[TokenRange]) -> Iterator[int]:
    """Find the words to which a name, or its title, may be the apposition: *der Chef der Bank, Ute Kroll*."""
    # Parsers attach names to any word before them; a full name between commas belongs to what stands before it.
    tokens, heads = document.tokens, document.heads
    head = titles[-1][1] - 1 if titles else mention.head
    first = titles[0][0] if titles else mention.head
    while first > 0 and (tokens[first].start > mention.start or tokens[first - 1].pos in ("ADJ", "DET")):
        first -= 1
    if first == 0 or tokens[first - 1].text != ",":
        return
    if tokens[head].relation == "appos" and tokens[heads[head]].pos != "PROPN":
        yield from _phrase(document, heads[head])
    if tokens[head].relation == "appos" or _is_enclosed(document, mention):
        yield from _phrase(document, first - 2)


def _owning(document: Document, mention: Mention, at_token: Mapping[int, int]) -> list[int]:
    """Find the roles whose party or place stands before a full name: *die Chefin der CDU Ute Kroll*."""
    tokens = document.tokens
    first = mention.head
    while first > 0 and tokens[first].start > mention.start:
        first -= 1
    before = first - 1
    full = " " in document.text[mention.start : mention.end] and any(
        item.kind == "first name" for item in mention.evidence
    )
    if not full or before < 0 or before in at_token or tokens[before].pos not in ("NOUN", "PROPN"):
        return []
    return _phrase(document, before)[:-1]


def _predicates(document: Document, mentions: Sequence[Mention], index: int) -> Iterator[int]:
    """Find the predicates of a name right before its copula, which parsers miss: *Bode war lange Zeit der Sprecher*."""
    tokens = document.tokens
    copula = mentions[index].head
    while copula + 1 < len(tokens) and tokens[copula].start < mentions[index].end:
        copula += 1
    if copula == len(tokens) or tokens[copula].pos != "AUX" or tokens[copula].lemma not in COPULAS:
        return
    end = document.sentences[document.sentence_of[copula]][1]
    last = next((place for place in range(copula, end) if _ends_clause(document, place)), end)
    if any(token.pos == "VERB" for token in tokens[copula:last]):
        return
    found = False
    for other in range(index + 1, len(mentions)):
        noun = mentions[other]
        if noun.head >= last:
            break
        if noun.kind != "noun" or noun.plural:
            continue
        if _may_be_predicate(document, noun.head) and not (found and has_dependent(document, noun.head, "det")):
            found = True
            yield other


def _ends_clause(document: Document, index: int) -> bool:
    """Whether a sign, or a conjunction before another verb, ends a clause: *war Trainer und ging dann*."""
    tokens = document.tokens
    if tokens[index].pos == "PUNCT":
        return tokens[index].text != "-"
    return tokens[index].text in AND and index + 1 < len(tokens) and tokens[index + 1].pos in ("VERB", "AUX")


def _may_be_predicate(document: Document, index: int) -> bool:
    """Whether a noun may be nominative: *war der Sprecher*, but not *war der Frau bekannt*."""
    tokens = document.tokens
    among_others = index > 1 and tuple(token.text for token in tokens[index - 2 : index]) in AMONG_OTHERS
    if among_others:
        return True
    if tokens[index].relation in ("nmod", "nmod:poss", "obl", "iobj") or prepositions(document, index):
        return False
    article = next((tokens[child] for child in dependents(document, index, "det", "det:poss")), None)
    if article is None:
        return True
    low = article.text.lower()
    feminine = low.endswith("er") and tokens[index].morph.get("Gender") == "Fem"
    return not low.endswith(("em", "en", "es")) and not feminine


def _is_added(document: Document, mention: Mention, noun: Mention) -> bool:
    """Whether a definite noun behind the verb says who a name was: *Sie haben Karl Bode gewählt, den Erfinder*."""
    tokens = document.tokens
    article = next(iter(dependents(document, noun.head, "det")), 0)
    alone = noun.kind == "noun" and not noun.plural and tokens[article].morph.get("Definite") == "Def"
    if not alone or article < 2 or tokens[article - 1].text != "," or tokens[article - 2].pos not in ("VERB", "AUX"):
        return False
    near = document.sentence_of[mention.head] == document.sentence_of[noun.head]
    return near and document.heads[noun.head] in (article - 2, document.heads[article - 2], mention.head)


def _phrase(document: Document, index: int) -> list[int]:
    """Return the word whose genitives end with a word, and these genitives."""
    tokens, heads = document.tokens, document.heads
    found = [index]
    while len(found) <= LONGEST_PHRASE and not _is_owned_person(document, index):
        if tokens[index].relation not in ("nmod", "nmod:poss", "appos", "flat", "punct") or heads[index] > index:
            break
        index = heads[index]
        found.insert(0, index)
    return found


def _is_owned_person(document: Document, index: int) -> bool:
    """Whether a noun is somebody's relative or colleague: *die Tochter seines Chefs*, not *die Chefin seines Büros*."""
    owned = has_dependent(document, index, "det:poss")
    return (
        owned and person_form(document.tokens[index].text, grammatical_gender(document.tokens[index].morph)) is not None
    )


def _is_enclosed(document: Document, mention: Mention) -> bool:
    """Whether a full name stands between commas and in no list, to whatever the parser attaches it."""
    tokens, index = document.tokens, mention.head
    while index + 1 < len(tokens) and tokens[index].end < mention.end:
        index += 1
    if index + 2 >= len(tokens) or tokens[index + 1].text not in (",", ")"):
        return False
    listed = tokens[index + 2].pos == "PROPN" or tokens[index + 2].text in AND
    return " " in document.text[mention.start : mention.end] and not listed


def _sharing(document: Document, titles: Sequence[TokenRange]) -> int | None:
    """Return the role before *und* that shares article and name with another: *der Kanzler und Chef Karl Bode*."""
    # Without an article, it opens the sentence or follows its verb: *So sagte Kanzler und Parteichef Karl Bode*.
    tokens = document.tokens
    if not titles:
        return None
    before = titles[0][0] - 1
    while before > 0 and tokens[before].pos == "ADJ":
        before -= 1
    if before < 1 or tokens[before].text not in AND:
        return None
    start = word_start(document, before)
    opens = start == document.sentences[document.sentence_of[before]][0]
    opens = opens or tokens[start - 1].pos in ("VERB", "AUX", "SCONJ", "CCONJ")
    shared = opens or has_dependent(document, before - 1, "det") or _has_article(document, start - 1, "Def")
    return before - 1 if shared else None


def told_of(
    document: Document, mentions: Sequence[Mention], titles: Titles, descriptions: Descriptions
) -> Iterator[Pair]:
    """Find nouns and names of one person by what they tell of it and where the text begins to tell of it."""
    yield from headlines(document, mentions, titles, descriptions)
    yield from _repeated(document, mentions)
    yield from introduced_below(document, mentions, descriptions)
    yield from named_below(document, mentions, titles, descriptions)
    yield from _named_after(document, mentions, titles, descriptions)
    yield from _named_alone(document, mentions, titles, descriptions)


def headlines(
    document: Document, mentions: Sequence[Mention], titles: Titles, descriptions: Descriptions
) -> Iterator[Pair]:
    """Find nouns without article in headlines, and the first mention of the same role or age behind them."""
    for index, mention in enumerate(mentions):
        if not _is_headline(document, mention):
            continue
        for other in range(index + 1, len(mentions)):
            later = mentions[other]
            if not 0 < document.sentence_of[later.head] - document.sentence_of[mention.head] <= REACH:
                continue
            same = any(
                is_same_role(own, role) or (own.office and own.office == role.office)
                for own in descriptions.roles[index]
                for role in descriptions.roles[other]
            )
            aged = set(descriptions.ages[index]) & set(descriptions.ages[other])
            if not later.plural and (same or aged):
                yield index, other
                break


def _repeated(document: Document, mentions: Sequence[Mention]) -> Iterator[Pair]:
    """Find nouns of the first headline that its sentence, or one of the next, repeats: *Unfall mit einem Toten*."""
    # Both have the indefinite article; the headline has no verb.
    tokens = document.tokens
    first, last = document.sentences[0] if document.sentences else (0, 0)
    if any(token.morph.get("VerbForm") == "Fin" for token in tokens[first:last]):
        return
    single = [index for index, each in enumerate(mentions) if each.kind == "noun" and not each.plural]
    for place, index in enumerate(single):
        head = mentions[index].head
        if head >= last or not _has_article(document, head, "Ind"):
            continue
        for other in single[place + 1 :]:
            later = mentions[other].head
            near = 0 < document.sentence_of[later] <= REACH and _has_article(document, later, "Ind")
            if near and tokens[later].text == tokens[head].text:
                yield index, other
                break


def _is_headline(document: Document, mention: Mention) -> bool:
    """Whether a noun is the subject of a headline, where articles are left out: *Bürgermeister tritt zurück*."""
    noun = mention.kind == "noun" and not mention.plural and mention.role not in ("predicate", "vocative")
    first = noun and document.sentence_of[mention.head] < HEADLINES
    return first and not has_dependent(document, mention.head, "det", "det:poss")


def introduced_below(document: Document, mentions: Sequence[Mention], descriptions: Descriptions) -> Iterator[Pair]:
    """Find definite nouns of the first sentences whose name follows with the same role as title."""
    # *Kritik am Minister. Bonn – Die von Finanzminister Karl Bode …*: the noun may be the end of the title, and only
    # one name has it.
    for index, mention in enumerate(mentions):
        first = document.sentence_of[mention.head]
        if first >= HEADLINES:
            break
        if mention.kind != "noun" or mention.plural or not is_definite(document, mention.head):
            continue
        (role,) = descriptions.roles[index]
        names = [
            other
            for other in range(index + 1, len(mentions))
            if mentions[other].kind == "name" and 0 < document.sentence_of[mentions[other].head] - first <= FAR
            if any(is_same_role(role, title) for title in _roles(document, mentions, other, descriptions))
        ]
        if len({mentions[other].end - mentions[other].start for other in names}) == 1:
            yield index, names[0]


def _roles(document: Document, mentions: Sequence[Mention], index: int, descriptions: Descriptions) -> list[Role]:
    """Return the roles of a name's titles, and of the apposition behind it: *Karl Bode, Bürgermeister in Bonn*."""
    roles = list(descriptions.roles[index])
    after = index + 1
    if after < len(mentions) and mentions[after].kind == "noun":
        apposed = document.tokens[mentions[after].head].relation == "appos"
        if apposed and document.heads[mentions[after].head] == mentions[index].head:
            roles += descriptions.roles[after]
    return roles


def is_definite(document: Document, index: int) -> bool:
    """Return whether a noun has a definite article or the genitive of a name before it: *Nordlands Präsident*."""
    tokens = document.tokens
    owner = tokens[index - 1] if index else tokens[index]
    # parsers take genitives for adjectives
    named = owner.pos == "PROPN" or (owner.pos == "ADJ" and tokens[index].morph.get("Gender") != "Neut")
    owned = named and owner.text[0].isupper() and owner.text.endswith(GENITIVES) and document.heads[index - 1] == index
    return owned or any(tokens[child].morph.get("Definite") == "Def" for child in document.children[index])


def named_below(
    document: Document, mentions: Sequence[Mention], titles: Titles, descriptions: Descriptions
) -> Iterator[Pair]:
    """Find nouns of headlines whose name begins the text below: *38-Jähriger verliert. Bonn – Karl Bode hat …*."""
    # The headline is the first mention. The name is the first one below it, the subject of one of the next two
    # sentences, in full, and its roles fit the headline.
    single = [index for index, mention in enumerate(mentions) if not mention.plural and not mention.generic]
    if not single or mentions[single[0]].kind != "noun" or mentions[single[0]].role not in SUBJECT_ROLES:
        return
    headline = mentions[single[0]]
    below = _first_below(document, mentions, single)
    if below is None:
        return
    name = mentions[below]
    own, place = document.sentence_of[headline.head], document.sentence_of[name.head]
    full = name.kind == "name" and " " in document.text[name.start : name.end] and name.role in SUBJECT_ROLES
    genders = {decide_gender(strong_evidence([mention])) for mention in (headline, name)}
    if not full or place - own > HEADLINES or genders.issuperset(ONE_PERSON):
        return
    (role,) = descriptions.roles[single[0]]
    roles = _roles(document, mentions, below, descriptions)
    level = fit(role, Person(set(roles), set(), set(), True)) if roles else FITS
    if _is_headline(document, headline):
        # 'Bonnerin gewinnt. Die erfahrene Läuferin Ada Bode …'
        first = titles[below][0][0] if titles[below] else name.head
        described = document.tokens[first - 1].pos != "DET" and is_definite(document, document.heads[name.head])
        meant = level >= FITS or (level == ANYBODY and described)
    else:
        told = own == 0 and role.kind_class in TOLD_OF and _has_dateline(document, own + 1, place)
        meant = level >= FITS and told and is_definite(document, headline.head)
    if meant:
        yield single[0], below


def _first_below(document: Document, mentions: Sequence[Mention], single: Sequence[int]) -> int | None:
    """Return the first person below the sentence of the first one whom that sentence does not name."""
    own = document.sentence_of[mentions[single[0]].head]
    called = {index: document.text[mentions[index].start : mentions[index].end] for index in single}
    beside = {called[index] for index in single if document.sentence_of[mentions[index].head] == own}
    below = (index for index in single if document.sentence_of[mentions[index].head] > own)
    return next((index for index in below if called[index] not in beside), None)


def _has_dateline(document: Document, first: int, last: int) -> bool:
    """Whether one of some sentences begins with a place and a dash, as the first one below the headlines."""
    return any(
        document.tokens[index].text in DASHES and document.tokens[index - 1].pos == "PROPN"
        for start, end in document.sentences[first : last + 1]
        for index in range(start + 1, min(start + LONGEST_PHRASE, end))
    )


def aged_article(document: Document, mention: Mention) -> str:
    """Return the article before an age in years, which parsers attach to the years: *der 31 Jahre alte Chef*."""
    tokens = document.tokens
    first = mention.head
    while first > 0 and tokens[first].start > mention.start:
        first -= 1
    before = tokens[max(0, first - len(YEARS)) : first]
    aged = tuple(token.text for token in before[2:]) in (YEARS[2:], (YEARS[2], "alten"))
    return before[0].text.lower() if aged and before[1].pos == "NUM" else ""


def _named_alone(
    document: Document, mentions: Sequence[Mention], titles: Titles, descriptions: Descriptions
) -> Iterator[Pair]:
    """Find the only surname without first name or role, behind the only noun for a known person: *Der Chef …, Bode*."""
    # The text tells of nobody else by noun or by surname alone before it, so that it must have been about him already.
    names = [mention for mention in mentions if mention.kind == "name"]
    full = {
        word
        for mention in names
        if " " in (name := document.text[mention.start : mention.end])
        for word in name.split()
    }
    bare = [
        index
        for index, mention in enumerate(mentions)
        if mention.kind == "name" and not titles[index] and not mention.plural
        if (name := document.text[mention.start : mention.end]) not in full and " " not in name
    ]
    called = {document.text[mentions[index].start : mentions[index].end] for index in bare}
    first = mentions[bare[0]] if bare else None
    if first is None or first.role in ("possessor", "other"):
        return
    speaking = speaks(document, leader(document, first.head))
    if len(called) != 1 and not speaking:
        return
    if any(first_name_gender(name, "de") is not None for name in called):
        return
    nouns = [
        index
        for index in range(bare[0])
        if mentions[index].kind == "noun" and not mentions[index].plural and not mentions[index].generic
    ]
    near = [
        index
        for index in nouns
        if document.sentence_of[first.head] - document.sentence_of[mentions[index].head] <= REACH
    ]
    if len({descriptions.roles[index][0].word for index in near}) != 1:
        return
    (role,) = descriptions.roles[near[0]]
    verb = document.heads[leader(document, first.head)]
    reports = document.tokens[verb].relation == "parataxis" or has_dependent(document, verb, "ccomp", "parataxis")
    if reports and role.kind_class in ACCUSED:
        # 'Der Angeklagte schwieg. Er habe Angst, sagt Bode': his lawyer, who was named before
        return
    if _is_known(document, mentions[near[0]], role) and (len(called) == 1 or role.kind in ("office", "leader")):
        yield near[0], bare[0]


def _is_known(document: Document, mention: Mention, role: Role) -> bool:
    """Whether a definite noun for an occupation or an origin takes up somebody whom the text named before it begins."""
    definite = is_definite(document, mention.head) and not has_dependent(document, mention.head, "acl:relcl")
    return definite and role.kind_class in TOLD_OF | ACCUSED and mention.role != "predicate"


def _named_after(
    document: Document, mentions: Sequence[Mention], titles: Titles, descriptions: Descriptions
) -> Iterator[Pair]:
    """Find who gets a name with the definite article: *Ein Soldat floh. Der 23-jährige Karl B. hatte Angst*."""
    # Somebody new was introduced shortly before it, nobody else was, and the name says no more than an age or an
    # origin.
    named = set()
    for index, mention in enumerate(mentions):
        if mention.kind != "name" or mention.plural:
            continue
        name = document.text[mention.start : mention.end]
        first = titles[index][0][0] if titles[index] else mention.head
        told = all(role.dimension == "person" for role in descriptions.roles[index])
        aged = bool(descriptions.ages[index] or descriptions.roles[index])
        known = name.split()[-1] in named
        named.add(name.split()[-1])
        if known or not told or not aged or not _has_article(document, first, "Def"):
            continue
        before = [
            other
            for other in range(index)
            if 0 < document.sentence_of[mention.head] - document.sentence_of[mentions[other].head] <= HEADLINES
            if mentions[other].kind == "noun" and not mentions[other].plural and not mentions[other].generic
        ]
        new = [other for other in before if _has_article(document, mentions[other].head, "Ind")]
        ages = {age for other in new for age in descriptions.ages[other]}
        if len(new) == 1 and not (ages and descriptions.ages[index] and not ages & set(descriptions.ages[index])):
            yield new[0], index


def _has_article(document: Document, first: int, kind: str) -> bool:
    """Whether an article, definite or not, stands before a word, with adjectives and parts of it between them."""
    tokens = document.tokens
    while first > 0 and tokens[first - 1].pos in ("ADJ", "NUM", "PROPN", "PUNCT") and tokens[first - 1].text != ",":
        first -= 1
    return first > 0 and tokens[first - 1].morph.get("Definite") == kind


def strong_evidence(mentions: Sequence[Mention]) -> list[GenderEvidence]:
    """Return the evidence of gender of mentions of one person that is enough by itself."""
    items = [item for mention in mentions if not mention.plural for item in mention.evidence]
    return [item for item in items if item.weight >= ENOUGH]
