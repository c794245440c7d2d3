"""What people say of their own gender: *Ada Hale, who is nonbinary*, *Ada Hale (they/them)*, *Pronomen: sie/ihr*.

It is evidence of those of whom it is said, and outranks all other: a word for a gender what pronouns say.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from hf_genderfair.languages.clauses import SUBJECTS, begins_clause, dependents, subjects
from hf_genderfair.languages.coreference.mention import GENDERS, SELF_DESCRIPTION, STRONG, GenderEvidence, Mention
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.types import PersonGender
from hf_genderfair.lexicons.loader import load_lexicon

KINDS = ("identity", "name_identity", "pronouns", "hint")
"""Kinds of phrases that describe somebody by themselves, or hint that a text speaks of somebody's gender."""

HINTS = ("hint", "past", "quoted")
"""Kinds of those that only hint; past: what somebody was taken for (*raised as a boy*); quoted: pronouns as words."""

OTHER_WORDS = ("denial", "as", "article", "both", "first_person")
"""Kinds of words around them."""

STEPS = 6
"""Most words between a description and the predicate whose subject it describes."""

NEAR = 2
"""Number of sentences before a description in which it is looked for whom it describes."""

BOTH = 2
"""Number of persons of whom *both* is said."""

GAP = r"(?:[\s-]|: )+"
"""What may stand between the words of a phrase: *non-binary*, *Pronomen: keine*."""

PART_BEFORE, PART_AFTER = re.compile(r"[\n|·•,–—] ?\Z"), re.compile(r"\s*(?:[\n|·•,–—]|\Z)")
"""What divides the parts of a signature: *Ada Hale | she/her | Leeds*."""

ENCLOSED, CLOSING = re.compile(r"[(\[“„\"«»‘‚]\Z"), tuple(')]”“"»«’‘')
"""What may enclose pronouns: *Ada Hale (they/them)*, *“they/them”*."""

BESIDE = re.compile(r"[\s,(\[|–—-]+\Z")
"""What stands between a name and its pronouns, or what is said of it."""

MODIFYING = frozenset({"amod", "compound", "flat", "nmod", "nmod:poss"})
"""Relations of words that describe the noun with them, and nobody else: *nonbinary rights*."""

DESCRIBING = MODIFYING | frozenset({"acl", "acl:relcl", "advcl", "advmod", "appos", "conj", "obl", "obl:arg", "xcomp"})
"""Those and the relations of words that say as what somebody lives or is seen: *identifies as nonbinary*."""


ARGUMENTS = SUBJECTS | {"obj", "iobj", "obl", "obl:arg"}
"""Relations of what does something, or to which something is done."""

MORE = ("acl", "acl:relcl", "nmod")
"""Relations of words behind a noun that tell more of it."""

OTHERS: Mapping[PersonGender, PersonGender] = {"female": "male", "male": "female"}

TOLD = ("ccomp", "acl", "acl:relcl")
"""Relations of what somebody tells to the verb of telling, or to whom it is told."""


class SelfDescription(NamedTuple):
    """Words of a text by which somebody tells of their own gender, as offsets.

    Attributes:
        start: Offset of the first character.
        end: Offset after the last one.
        kind: ``identity``, ``name_identity``, ``pronouns`` or one of `HINTS`.
        genders: What they show, by word.
    """

    start: int
    end: int
    kind: str
    genders: Mapping[str, PersonGender]

    def tokens(self, document: Document) -> range:
        """Return the indexes of its tokens."""
        first, last = (bisect_left(document.tokens, at, key=lambda token: token.start) for at in (self.start, self.end))
        return range(min(first, last - 1), last)


class _Forms(NamedTuple):
    phrases: re.Pattern[str]
    by_phrase: Mapping[str, tuple[str, PersonGender]]
    neither: re.Pattern[str]
    either: re.Pattern[str]
    denied: re.Pattern[str]
    not_kin: re.Pattern[str]
    past: re.Pattern[str]
    gendered: Mapping[str, PersonGender]
    any_gendered: re.Pattern[str]
    lists: re.Pattern[str]
    single: re.Pattern[str]
    used: re.Pattern[str]
    renamed: re.Pattern[str]
    pronouns: Mapping[str, PersonGender]
    named: re.Pattern[str]
    label: re.Pattern[str]
    words: Mapping[str, frozenset[str]]


def self_descriptions(document: Document) -> list[SelfDescription]:
    """Return the words of a text by which somebody tells of their own gender."""
    return [said for said in document.derived(_descriptions_and_hints) if said.kind not in HINTS]


def gender_hints(document: Document) -> list[SelfDescription]:
    """Return the words that only hint that a text speaks of somebody's gender: *the wrong pronouns for Ada Hale*."""
    return [said for said in document.derived(_descriptions_and_hints) if said.kind in HINTS]


def words_of_no_person(document: Document) -> list[tuple[int, int]]:
    """Return the offsets of words that name nobody of their own, but tell of somebody's gender: *raised as a boy*."""
    said = document.derived(_descriptions_and_hints)
    return [(each.start + 1, each.end) for each in said if each.kind != "hint"]


def is_other_name_between(document: Document, start: int, end: int) -> bool:
    """Whether words between two names say that the second is the other name of whom the first names."""
    return _forms(document.lang).renamed.fullmatch(document.text, start, end) is not None


def listed_pronouns(document: Document) -> frozenset[int]:
    """Return the tokens that only say which pronouns somebody uses, and stand for nobody."""
    listed = [said for said in document.derived(_descriptions_and_hints) if said.kind in ("pronouns", "quoted")]
    offsets = {offset for said in listed for offset in range(said.start, said.end)}
    return frozenset(index for index, token in enumerate(document.tokens) if token.start in offsets)


def leave_out_denied(document: Document, mentions: Sequence[Mention]) -> None:
    """Take away the evidence of nouns that are denied of somebody: *She is my child, not my daughter*."""
    denial = _forms(document.lang).words["denial"]
    for mention in mentions:
        if mention.kind == "noun" and mention.evidence and document.tokens[mention.head].relation not in ARGUMENTS:
            below = document.children[mention.head]
            if any(document.tokens[child].text.lower() in denial for child in below if child < mention.head):
                mention.evidence = ()


def add_self_descriptions(document: Document, mentions: Sequence[Mention], kinds: Sequence[str]) -> None:
    """Add what people say of themselves to the evidence of the mentions of whom it is said."""
    found = self_descriptions(document)
    if not found:
        return
    covered = titled_mentions(mentions)
    for said in found:
        weight = STRONG if said.kind == "pronouns" else SELF_DESCRIPTION
        new = [GenderEvidence(gender, "self-description", weight, word) for word, gender in said.genders.items()]
        for mention in of_whom(document, mentions, covered, said) or ():
            if mention.kind in kinds and not mention.plural:
                mention.evidence = (*mention.evidence, *new)


def titled_mentions(mentions: Sequence[Mention]) -> dict[int, Mention]:
    """Return the mention that each token is part of, titles included: *nonbinary painter Max Hale* describes Max."""
    titled = {index: name for name in mentions for title in name.titles for index in range(*title)}
    return {index: mention for mention in mentions for index in mention.tokens} | titled


def _descriptions_and_hints(document: Document) -> list[SelfDescription]:
    forms = _forms(document.lang)
    found = [*_of_words(document, forms), *_of_gendered_words(document, forms), *_of_pronouns(document, forms)]
    once = {said[:3]: said for said in found}
    return [once[place] for place in sorted(once)]


def _of_words(document: Document, forms: _Forms) -> Iterator[SelfDescription]:
    """Yield what phrases tell by themselves."""
    for match in forms.phrases.finditer(document.text):
        kind, gender = next(forms.by_phrase[key] for key in _stems(_key(match[0])) if key in forms.by_phrase)
        yield SelfDescription(*match.span(), kind, {match[0]: gender})


def _of_gendered_words(document: Document, forms: _Forms) -> Iterator[SelfDescription]:
    """Yield what is denied, asked or was once said of somebody with words for women or men."""
    if not forms.any_gendered.search(document.text):
        return
    for match in forms.neither.finditer(document.text):
        genders = {forms.gendered[word.casefold()] for word in match.groups()}
        said = SelfDescription(*match.span(), "identity", {match[0]: "neutral"})
        if len(genders) > 1 and _is_said_of_somebody(document, said):
            yield said
    for match in forms.either.finditer(document.text):
        # 'Are you a man or a woman? Max Hale smiled.'
        genders = {forms.gendered[word.casefold()] for word in match.groups()}
        said = SelfDescription(*match.span(), "hint", {match[0]: "neutral"})
        if len(genders) > 1 and _is_asked(document, said.tokens(document)[-1]):
            yield said
    for match in forms.denied.finditer(document.text):
        other = OTHERS[forms.gendered[match[1].casefold()]]
        said = SelfDescription(*match.span(1), "hint", {match[0]: other})
        if _is_said_of_somebody(document, said):
            yield said
    for match in forms.not_kin.finditer(document.text):
        yield SelfDescription(*match.span(), "hint", {match[0]: "neutral"})
    for match in forms.past.finditer(document.text):
        said = SelfDescription(*match.span(), "past", {match[0]: "neutral"})
        if document.tokens[said.tokens(document)[-1]].relation not in MODIFYING:
            yield said


def _of_pronouns(document: Document, forms: _Forms) -> Iterator[SelfDescription]:
    """Yield the pronouns that people use, or of which a text speaks."""
    for match in forms.named.finditer(document.text):
        yield SelfDescription(*match.span(1), "quoted", {match[1]: "neutral"})
    for match in (*forms.single.finditer(document.text), *forms.used.finditer(document.text)):
        said = SelfDescription(*match.span(1), "pronouns", {match[1]: forms.pronouns[match[1].casefold()]})
        behind = document.tokens[said.tokens(document).stop :][:1]
        # 'the tools he uses they made'
        if not any(token.pos in ("VERB", "AUX") for token in behind):
            yield said
    for match in forms.lists.finditer(document.text):
        listed = {forms.pronouns[word.casefold()]: word for word in match[0].split("/")}
        if _is_list(document, match, several=len(listed) > 1):
            shown = {match[0] if len(listed) == 1 else word: gender for gender, word in listed.items()}
            yield SelfDescription(*match.span(), "pronouns", shown)


def _is_said_of_somebody(document: Document, said: SelfDescription) -> bool:
    """Whether a word for a gender tells no more than that: *is not a man*, but not *is not a man of words*."""
    last = said.tokens(document)[-1]
    argument = document.tokens[last].relation in ARGUMENTS - {"obl"}
    return not argument and all(child < last for child in dependents(document, last, *MORE))


def _is_list(document: Document, match: re.Match[str], several: bool) -> bool:
    """Whether pronouns between strokes are those of somebody: beside a word that says so, or in brackets."""
    # *he/she* stands for anybody.
    text, label = document.text, _forms(document.lang).label
    before = text[max(0, match.start() - 20) : match.start()]
    if label.search(before) or label.match(text, match.end()):
        return True
    listed = match[0].split("/")
    if len(listed) == 2 and _forms(document.lang).pronouns[listed[0].casefold()] == "neutral":
        return True
    if ENCLOSED.search(before) and text[match.end() : match.end() + 1] in CLOSING:
        return not several or before.rstrip("([ ")[-1:].isalpha()
    parted = PART_BEFORE.search(before) is not None and PART_AFTER.match(text, match.end()) is not None
    return parted and not several


def of_whom(
    document: Document, mentions: Sequence[Mention], covered: Mapping[int, Mention], said: SelfDescription
) -> Sequence[Mention] | None:
    """Return the mentions of the persons who describe themselves so; none where it cannot be told."""
    sentence = document.sentence_of[said.tokens(document)[0]]
    start = document.tokens[document.sentences[max(0, sentence - NEAR)][0]].start
    first, last = (bisect_left(mentions, at, key=lambda mention: mention.start) for at in (start, said.start))
    before = [mention for mention in mentions[first:last] if mention.end <= said.start]
    between = document.text[before[-1].end : said.start] if before else ""
    label = _forms(document.lang).label
    apart = said.kind == "pronouns" or between.strip()
    if before and apart and BESIDE.fullmatch(label.sub(" ", between).replace(":", " ")):
        return before[-1:]
    at = said.tokens(document)[-1]
    if said.kind == "pronouns":
        bracketed = document.text[: said.start].endswith(("(", "["))
        return None if bracketed else _who_uses(document, before, covered, at)
    found = _described(document, covered, at, said.start)
    if found is None or (said.kind not in HINTS and _is_asked(document, at)):
        return None
    both = _named_together(document, before, said)
    if both:
        return both
    found = found or _before_phrase(document, covered, said.start)
    own = subjects(document, at)
    if not found and own and all(_is_neutral(document, index) and index not in covered for index in own):
        # 'Ada Hale paints. They are the first nonbinary chair.'
        found = _last_subject(document, before, document.sentence_of[at] - 1)
    return [mention for mention in found if said.kind != "name_identity" or mention.kind == "name"]


def speaks_of_oneself(document: Document, said: SelfDescription) -> bool:
    """Whether the subject of a description is the writer or speaker: *I use they/them*."""
    return _is_first_person(document, _clause_subjects(document, said.tokens(document)[-1]))


def _clause_subjects(document: Document, at: int) -> Sequence[int]:
    """Return the subjects of the clause in which a word stands."""
    return next((found for above in (at, *document.ancestors(at)) if (found := subjects(document, above))), ())


def _is_first_person(document: Document, indexes: Sequence[int]) -> bool:
    first_person = _forms(document.lang).words["first_person"]
    return any(document.tokens[index].text.lower() in first_person for index in indexes)


def _is_asked(document: Document, at: int) -> bool:
    """Whether a word stands in a question, which leaves open what it asks."""
    return document.tokens[document.sentences[document.sentence_of[at]][1] - 1].text == "?"


def _named_together(document: Document, before: Sequence[Mention], said: SelfDescription) -> Sequence[Mention]:
    """Return the two whom a sentence names before what it says of both: *Ada Hale and Max Bell, both nonbinary*."""
    first = said.tokens(document)[0]
    sentence = document.sentence_of[first]
    near = document.tokens[max(first - STEPS, document.sentences[sentence][0]) : first]
    if not any(token.text.lower() in _forms(document.lang).words["both"] for token in near):
        return []
    names = [each for each in before if each.kind == "name" and document.sentence_of[each.head] == sentence]
    return names if len({name.actor for name in names}) == BOTH else []


def _who_uses(
    document: Document, before: Sequence[Mention], covered: Mapping[int, Mention], at: int
) -> Sequence[Mention]:
    """Return who uses some pronouns: the subject, else whom a sentence names last."""
    own = _clause_subjects(document, at)
    if _is_first_person(document, own):
        return [covered[index] for index in own if index in covered and covered[index].kind == "pronoun"]
    known = [covered[index] for index in own if index in covered]
    return known or _last_subject(document, before, document.sentence_of[at])


def _last_subject(document: Document, before: Sequence[Mention], sentence: int) -> Sequence[Mention]:
    """Return whom a sentence names last, subjects first; else whom the sentence before it names."""
    named = [mention for mention in before if mention.kind != "pronoun"]
    for place in (sentence, sentence - 1):
        near = [mention for mention in named if document.sentence_of[mention.head] == place]
        if near:
            return ([mention for mention in near if mention.role in ("subject", "possessor")] or near)[-1:]
    return []


def _before_phrase(document: Document, covered: Mapping[int, Mention], start: int) -> Sequence[Mention]:
    """Return the subject of the copula right before a phrase of several words, which parsers take apart."""
    verb = bisect_left(document.tokens, start, key=lambda token: token.start) - 1
    if verb < 0 or document.tokens[verb].pos != "AUX":
        return []
    return [covered[index] for index in subjects(document, verb) if index in covered]


def _described(document: Document, covered: Mapping[int, Mention], at: int, start: int) -> Sequence[Mention] | None:
    """Return whom a word for a gender describes: the noun with it, or those of whom its predicate is said."""
    tokens, words = document.tokens, _forms(document.lang).words
    seen_as, passed = _is_seen_as(document, at, start), {at}
    for _ in range(STEPS):
        if at in covered and not seen_as:
            return [covered[at]]
        below = [index for index in document.children[at] if tokens[index].start < start]
        relation, above = tokens[at].relation, document.heads[at]
        around = {form for index in (at, above, *below) for form in (tokens[index].lemma, tokens[index].text.lower())}
        if not words["denial"].isdisjoint(around):
            return None
        own = [index for index in subjects(document, at) if index in covered]
        # 'Bell is nonbinary; Holt is not', which parsers take for one predicate
        own = [index for index in own if tokens[index].start < start] or own
        if own:
            objects = [index for index in dependents(document, at, "obj") if index in covered and index not in passed]
            of = [index for index in objects if covered[index].kind != "pronoun"] or own
            joined = [index for index in dependents(document, of[0], "conj") if tokens[index].start < start]
            return [covered[index] for index in (*of, *joined) if index in covered]
        describes = relation in DESCRIBING and (relation not in MODIFYING or above in covered)
        if relation in TOLD and any(_is_neutral(document, index) for index in subjects(document, at)):
            # 'Ada told the crowd that they are nonbinary', which parsers take for clauses about the crowd too
            above = above if relation == "ccomp" else document.heads[above]
            return [covered[index] for index in subjects(document, above) if index in covered]
        if any(tokens[index].pos == "PRON" for index in subjects(document, at)):
            # for whom it stands is told where pronouns are resolved
            return []
        if above == at or not (describes or seen_as):
            thing = relation in MODIFYING and above not in covered and tokens[above].relation in ARGUMENTS
            return None if thing else []
        seen_as = seen_as and not begins_clause(document, at)
        at = above
        passed.add(at)
    return []


def _is_neutral(document: Document, index: int) -> bool:
    """Whether a word is a pronoun for all genders."""
    return _forms(document.lang).pronouns.get(document.tokens[index].text.lower()) == "neutral"


def _is_seen_as(document: Document, at: int, start: int) -> bool:
    """Whether words stand behind *as*, and tell of whom the predicate tells: *lives as a nonbinary person*."""
    words, tokens = _forms(document.lang).words, document.tokens
    while at and tokens[at].start > start:
        at -= 1
    if tokens[at].text.lower() in words["as"]:
        return True
    at -= 1
    while at > 0 and tokens[at].text.lower() in words["article"]:
        at -= 1
    return at >= 0 and tokens[at].text.lower() in words["as"]


def _stems(key: str) -> Iterator[str]:
    """Yield a phrase without the letters that may be its ending."""
    return (key[: len(key) - cut] for cut in range(3))


def _key(phrase: str) -> str:
    return re.sub(GAP, " ", phrase.casefold())


@lru_cache(maxsize=8)
def _forms(lang: str) -> _Forms:
    rows = load_lexicon(f"self_descriptions_{lang}").rows
    by_phrase = {_key(phrase): (kind, GENDERS[gender]) for phrase, kind, gender in rows if kind in KINDS}
    pronouns = {phrase: GENDERS[gender] for phrase, kind, gender in rows if kind == "pronoun"}

    def any_of(*kinds: str) -> str:
        return "|".join(phrase.replace(" ", GAP) for phrase, kind, _ in rows if kind in kinds)

    def whole(pattern: str) -> re.Pattern[str]:
        return re.compile(rf"(?<!\w){pattern}(?!\w)", re.IGNORECASE)

    endings = any_of("ending")
    phrases = "|".join(
        phrase.replace(" ", GAP) + (f"(?:{endings})?" if endings and by_phrase[phrase][0] == "identity" else "")
        for phrase in sorted(by_phrase, key=len, reverse=True)
    )
    words = "|".join(sorted(pronouns, key=len, reverse=True))
    labels, neopronouns = any_of("label"), any_of("neopronoun")
    gendered = {phrase.casefold(): GENDERS[gender] for phrase, kind, gender in rows if kind in ("gendered", "kin")}
    denial, joining, owner, child = any_of("neither"), any_of("nor", "neither"), any_of("owner"), any_of("child")
    word = rf"(?:(?:{any_of('as', 'article')}) ){{0,2}}({'|'.join(gendered)})"
    owned = rf"(?:(?:{owner}) )?{word}"
    kin = rf"(?:{denial}) (?:{owner}) (?:{any_of('kin')})"
    taken_for = rf"(?:(?:{any_of('article')}) )?(?:{any_of('gendered')})"
    return _Forms(
        phrases=whole(rf"(?:{phrases})(?!,? (?:{any_of('instead')})\b)"),
        by_phrase=by_phrase,
        neither=whole(rf"(?:{denial})(?: been)? {owned},?(?: (?:{joining})){{1,2}} {owned}"),
        either=whole(rf"{word} (?:{joining}) {word}"),
        denied=whole(rf"(?:{denial}) {word}"),
        not_kin=whole(rf"(?:{kin}(?=[^.!?]{{1,40}}\b(?:{child})\b)|(?:{child})\b[^.!?]{{1,40}}\b{kin})"),
        past=whole(
            rf"(?:(?:{any_of('born')}) (?:(?:{any_of('as')}) )?{taken_for}"
            rf"|(?:{any_of('raised')})(?: \w+){{0,3}} (?:{any_of('as')}) {taken_for}"
            rf"|(?:{any_of('as')}) {taken_for}(?: \w+){{0,3}} (?:{any_of('raised', 'born')}))"
        ),
        gendered=gendered,
        any_gendered=whole(rf"(?:{'|'.join(gendered)})"),
        lists=re.compile(rf"(?<![\w/])(?:{words})(?:/(?:{words})){{1,3}}(?![\w/])", re.IGNORECASE),
        single=re.compile(rf"\b(?:(?:{labels}): ?|(?:{neopronouns}) )({words})(?![\w/])", re.IGNORECASE),
        used=re.compile(rf"\b(?:{any_of('using')})(?: \w+)? ({any_of('used')})(?![\w/])", re.IGNORECASE),
        renamed=re.compile(rf",? [(–-]?(?:{any_of('renamed')}) ", re.IGNORECASE),
        pronouns=pronouns,
        named=re.compile(rf"[“„\"«»‘‚]({words})[,.]?[”“\"«»’‘]", re.IGNORECASE),
        label=re.compile(rf"\W*\b(?:{labels}|{neopronouns})\b\W*", re.IGNORECASE),
        words={name: frozenset(phrase for phrase, kind, _ in rows if kind == name) for name in OTHER_WORDS},
    )
