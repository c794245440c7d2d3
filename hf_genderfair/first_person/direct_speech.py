"""Find the parts of a Polish text that are somebody else's words: quotations, dialogue, quoted posts.

A first-person form in such a part says nothing about who wrote the text. Six marks are read:

* quotation marks of all Polish typographies, nested; ``„`` without an end runs to the end of its line, a single
  straight ``"`` marks nothing;
* dialogue: lines that begin with a dash, without the narrator's insertions ("– Nie wiem – odpowiedziałam.");
* a sentence followed by a dash and a verb of saying in the third person ("Byłem tam - powiedział prezes.");
* a verb of saying in the third person and a colon ("Lekarz powiedział: zrobiłem, co mogłem.");
* speaker labels ("Marek: …", "P: … O: …"), but not headings of the writer's own ("Wniosek: …");
* forum quoting ("> …", "X napisał(a):", ``[quote]``, ``<blockquote>``).

Lines with a dash are dialogue or a list. In novels nearly all of them are dialogue, and set with ``—`` or ``–``. In
reviews and comments a line with ``-`` is nearly always an item of the writer's own list. So a run of such lines is
dialogue when a verb of saying follows a second dash in one of them or ends with a colon the line before; otherwise,
when every line is a whole sentence (capital letter, closing mark) and, where only hyphens are used, at least two lines
long with a question among them, and no line that ends with a colon introduces it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from hf_genderfair.core.resources import resource
from hf_genderfair.first_person.lexicon import UNACCENTED
from hf_genderfair.lexicons.loader import load_lexicon

LEXICON = "pl_direct_speech"

Span = tuple[int, int]

_QUOTE_SET = frozenset("\"'„“”«»‚‘’")
_POST_SET = frozenset("><[")
_LONG_DASH_SET = frozenset("–—")
_DASH_SET = _LONG_DASH_SET | {"-"}
_END_SET = _DASH_SET | {"”"}
_MARK_SET = _QUOTE_SET | _POST_SET | _DASH_SET | {":"}
_MARKS = "\"'„“”«»‚‘’:>–—[<-"
# Every branch begins with another letter, so that the search skips from mark to mark instead of trying each character.
_QUOTE = re.compile('""*|„„*|““*|””*|««*|»»*|,,|' + "|".join(f"{mark}[‚‘’']*" for mark in "‚‘’'"))
_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")
_DASH_LINE = re.compile(r"^[ \t]*(?:([–—]|--)[-–—]*[ \t]*(?=\S)|-[ \t]+(?=\S)|-(?=[A-ZĄĆĘŁŃÓŚŹŻ]))", re.MULTILINE)
_INNER_DASH = re.compile(r"[–—-](?<=[\s.,?!…”\"»][–—-])(?:(?<=-)-)?(?=\s)")
_WORD = re.compile(r"[^\W\d_]+")
_PAST = re.compile(r"\w+(?:ł|ła|ło|li|ły|łem|łam)\b")
# A small letter goes on after an abbreviation (tys. zł) or three dots.
_SENTENCE_END = re.compile(r"[.?!…](?=\s|$)(?!\s*[a-ząćęłńóśźż])|\n")
_CLAUSE_END = re.compile(r"[.?!,;:\n]")
_REPORTED_CLAUSE = re.compile(r"\b[zż]e\b|:")
_NOT_SPACE = re.compile(r"\S")
_COLON = re.compile(r":(?=\s)")
_LABEL = re.compile(
    r"(?:^[ \t]*|(?<=[.?!…][ \t]))([^\W_][\w.-]{0,30}(?: [\w.()-]{1,30}){0,3}) ?:(?=\s|$)", re.MULTILINE
)
_SURNAME = re.compile(
    r"\w{2,}(?:owsk[ia]|ewsk[ia]|ick[ia]|ińsk[ia]|ońsk[ia]|yńsk[ia]|dzk[ia]|wicz|czyk)", re.IGNORECASE
)
_QUOTED_LINE = re.compile(r"^[ \t]*(?:>|&gt;)(?![.:;_<)(]).*", re.MULTILINE)
_WROTE = re.compile(r"^[^\n]{0,80}?\b(?:napisa[łl](?:a|\(a\)|/a)?|pisze)[ \t]*(?::|(?<=\(a\))[ \t]*$)", re.MULTILINE)
_TAG = re.compile(r"\[(/?)quote[^\]\n]{0,200}\]|<(/?)blockquote[^>\n]{0,200}>", re.IGNORECASE)

# Deeper nesting, or a longer sentence or narrator's clause, is no real quotation.
_DEPTH = 8
_LABEL_REACH = 160
_LOOK_BACK = 500
_CLAUSE = 90
# With so many marks, and so dense, a text is noise: no language has a mark in every sixteenth character.
_NOISE_MARKS = 100_000
_NOISE_DENSITY = 16


@dataclass(frozen=True)
class _Words:
    """The word list by kind, folded to lower case without diacritics."""

    speakers: frozenset[str]
    titles: frozenset[str]
    headings: frozenset[str]
    saying: frozenset[str]
    reporting: frozenset[str]


def may_be_foreign(text: str, position: int) -> bool:
    """Return whether `foreign_spans` could cover a position, without false negatives."""
    before = text[:position]
    opened = not _MARK_SET.isdisjoint(before) or any(sign in before for sign in (",,", "&gt;", "napisa", "pisze"))
    return opened or not _END_SET.isdisjoint(text[position:])


def foreign_spans(text: str) -> list[Span]:
    """Return the parts of a text that are another person's words, or words that are only quoted."""
    if _is_noise(text):
        return []
    words = resource(("direct speech", LEXICON), _read_words)
    marks = {mark for mark in _MARK_SET if mark in text}
    spans: list[Span] = []
    if not _QUOTE_SET.isdisjoint(marks) or ",," in text:
        spans += _quotations(text)
    if not _POST_SET.isdisjoint(marks) or "&gt;" in text or "napisa" in text or "pisze" in text:
        spans += _quoted_posts(text)
    if not _DASH_SET.isdisjoint(marks):
        if "\n" in text or text.lstrip()[:1] in _DASH_SET:
            spans += _dialogue(text, words)
        if len(marks & _LONG_DASH_SET) or any(dash in text for dash in ("- ", "-\n", "-\t", "-\xa0")):
            spans += _said_before_dash(text, words)
    if ":" in marks:
        spans += _said_after_colon(text, words)
        spans += _labelled(text, words)
    return merge_spans(spans)


def merge_spans(spans: Iterable[Span]) -> list[Span]:
    """Return the union of spans, sorted and disjoint; empty spans are left out."""
    merged: list[Span] = []
    for start, end in sorted(span for span in spans if span[0] < span[1]):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _is_noise(text: str) -> bool:
    return len(text) >= _NOISE_MARKS and sum(map(text.count, _MARKS)) > max(_NOISE_MARKS, len(text) / _NOISE_DENSITY)


def _read_words() -> _Words:
    kinds: dict[str, set[str]] = {}
    for word, kind in load_lexicon(LEXICON).rows:
        kinds.setdefault(kind, set()).add(_fold(word))
    past = kinds["saying_past"] | kinds["reporting_past"]
    present = kinds["saying_present"]
    first_person = {word + "em" for word in past} | {word + "am" for word in _feminine_stems(past)}
    return _Words(
        speakers=frozenset(kinds["name"] | kinds["role"]),
        titles=frozenset(kinds["title"]),
        headings=frozenset(kinds["heading"]),
        saying=frozenset(_third_person(kinds["saying_past"]) | present),
        reporting=frozenset(_third_person(past) | present | first_person),
    )


def _third_person(past: set[str]) -> set[str]:
    return past | {stem + "a" for stem in _feminine_stems(past)}


def _feminine_stems(past: set[str]) -> set[str]:
    # krzyknął, krzyknęła: without diacritics a turns into e.
    return {word[:-2] + "el" if word.endswith("nal") else word for word in past}


def _fold(word: str) -> str:
    return word.lower().translate(UNACCENTED)


def _line_end(text: str, position: int, limit: int | None = None) -> int:
    end = text.find("\n", position, limit)
    return (len(text) if limit is None else limit) if end < 0 else end


def _after_space(text: str, position: int) -> int:
    found = _NOT_SPACE.search(text, position)
    return found.start() if found else len(text)


# Quotation marks


def _quotations(text: str) -> Iterator[Span]:
    start = 0
    for blank in _BLANK_LINE.finditer(text):
        yield from _match_marks(text, start, blank.start())
        start = blank.end()
    yield from _match_marks(text, start, len(text))


def _match_marks(text: str, start: int, end: int) -> Iterator[Span]:
    """Pair the marks of one paragraph; `opened` holds the marks that wait for their end, innermost last."""
    opened: list[tuple[str, int]] = []
    previous = start
    for match in _QUOTE.finditer(text, start, end):
        mark = match[0][0] if match[0] not in (",,", "''") else match[0]
        before = text[match.start() - 1] if match.start() > start else " "
        after = text[match.end()] if match.end() < end else " "
        opening, closes = _role(mark, before, after)
        found = next((i for i in range(len(opened) - 1, -1, -1) if opened[i][0] in closes), -1)
        if found >= 0 and not (mark in "'’‘" and "\n" in text[opened[found][1] : match.start()]):
            yield opened[found][1], match.end()
            del opened[found:]
        elif opening:
            opened.append((mark, match.start()))
            del opened[:-_DEPTH]
        elif mark == "”" and _ends_speech(text, previous, match.end(), before):
            yield text.rfind("\n", previous, match.start()) + 1 or start, match.end()
        previous = match.end()
    for mark, position in opened:
        if mark in ("„", ",,"):
            yield position, min(end, _line_end(text, position))


def _role(mark: str, before: str, after: str) -> tuple[bool, tuple[str, ...]]:
    """Return whether a mark can open here, and the marks that it can close."""
    left, right = not before.isalnum(), after.isalnum()
    opens = left and (right or not after.isspace()) and (before.isspace() or before in "([{–—-/„“\"'«»,")
    loose = before.isspace() and after.isspace()
    if mark in ("„", ",,"):
        return mark == "„" or opens, ()
    if mark == "«":
        return True, ("»",)
    if mark == "»":
        return True, ("«",)
    if mark == "“":
        return opens or loose, ("„", ",,", "”")
    if mark == "”":
        return opens, () if opens and right else ("„", ",,", "“", "”")
    if mark == '"':
        return opens or loose, () if opens and right else ('"', "„", ",,", "“", "”") if left or not right else ()
    if mark == "''":
        return False, (",,", "„")
    if mark == "‚":
        return opens and right, ()
    return opens and after.isalpha(), () if right or before.isspace() else ("‚", "‘", "'")


def _ends_speech(text: str, previous: int, end: int, before: str) -> bool:
    """Return whether an unpaired ” ends speech that began with its line; otherwise it may mean inches."""
    if previous and "\n" not in text[previous:end]:
        return False
    following = text[end : end + 3].lstrip()
    return before in ".?!…," or (not before.isdigit() and (not following or following[0] in "-–—"))


# Dialogue


def _dialogue(text: str, words: _Words) -> Iterator[Span]:
    run: list[re.Match[str]] = []
    run_end = 0
    for match in _DASH_LINE.finditer(text):
        if run and text[run_end : match.start()].strip():
            yield from _dialogue_run(text, run, words)
            run = []
        run.append(match)
        run_end = _line_end(text, match.end())
    if run:
        yield from _dialogue_run(text, run, words)


def _dialogue_run(text: str, run: list[re.Match[str]], words: _Words) -> Iterator[Span]:
    lines = [(match.end(), _line_end(text, match.end())) for match in run]
    turns = [_turn(text, start, end, words) for start, end in lines]
    introduced, reported = _introduction(text, run[0].start(), words)
    if not (reported or any(certain for _, certain in turns)):
        strong = any(match[1] for match in run)
        whole = all(_is_sentence(text, start, end) for start, end in lines)
        asked = any("?" in text[start:end] for start, end in lines)
        if introduced or not whole or not (strong or (len(run) > 1 and asked)):
            return
    for speech, _ in turns:
        yield from speech


def _turn(text: str, start: int, end: int, words: _Words) -> tuple[list[Span], bool]:
    """Return the spoken spans of a line of dialogue, and whether a verb of saying shows that it is dialogue."""
    speech: list[Span] = []
    spoken, certain, position = True, False, start
    for dash in _INNER_DASH.finditer(text, start, end):
        if not spoken:
            position, spoken = dash.end(), True
            continue
        saying = _opens_with(text, dash.end(), end, words.reporting)
        if saying or _is_narration(text, position, dash.start(), dash.end()):
            speech.append((position, dash.start()))
            spoken, certain = False, certain or saying
    if spoken:
        speech.append((position, end))
    return speech, certain


def _opens_with(text: str, start: int, end: int, known: frozenset[str]) -> bool:
    """Tell whether one of the first three words is in a list; a capital letter there begins a new turn."""
    first = text[start : start + 3].lstrip()
    if not first or first[0].isupper():
        return False
    return any(_fold(word[0]) in known for word in islice(_WORD.finditer(text, start, min(end, start + 60)), 3))


def _is_narration(text: str, start: int, dash: int, after: int) -> bool:
    spoken = text[max(start, dash - 4) : dash].rstrip()
    match = _PAST.match(text, after + 1, after + 40)
    return bool(match and spoken and spoken[-1] in ".?!…," and match[0][0].islower())


def _introduction(text: str, start: int, words: _Words) -> tuple[bool, bool]:
    """Return whether the line before ends with a colon, and whether a verb of saying stands in front of it."""
    before = text[max(0, start - 120) : start].rstrip()
    if not before.endswith(":"):
        return False, False
    said = _WORD.finditer(before, before.rfind("\n") + 1)
    return True, any(_fold(word[0]) in words.reporting for word in said)


def _is_sentence(text: str, start: int, end: int) -> bool:
    line = text[start:end].strip()
    return bool(line) and line.lstrip('„"“…. ')[:1].isupper() and line[-1] in '.?!…”"“;,'


def _said_before_dash(text: str, words: _Words) -> Iterator[Span]:
    """Find a sentence that a dash and a verb of saying in the third person follow."""
    done = 0
    for dash in _INNER_DASH.finditer(text):
        verb = _WORD.match(text, dash.end() + 1)
        if verb is None or verb[0][0].isupper() or _fold(verb[0]) not in words.saying:
            continue
        clause = text[verb.end() : verb.end() + _CLAUSE]
        stop = _SENTENCE_END.search(clause)
        if (stop is None and len(clause) == _CLAUSE) or _REPORTED_CLAUSE.search(clause[: stop and stop.start()]):
            continue
        start = _sentence_start(text, max(done, dash.start() - _LOOK_BACK), dash.start())
        turn = _DASH_LINE.match(text, start)
        start = turn.end() if turn else start
        # Two dashes enclose a remark of the writer's: "premier – byłam przy tym – powiedział, co następuje".
        if not _INNER_DASH.search(text, start, dash.start()):
            yield start, dash.start()
        done = dash.end()


def _sentence_start(text: str, lowest: int, end: int) -> int:
    # The mark right before the dash ("Byłam! – krzyknęła") ends the sentence that is looked for.
    before = text[lowest:end].rstrip(' \t"”»“.?!…,')
    starts = [match.end() for match in _SENTENCE_END.finditer(before)]
    return lowest + (starts[-1] if starts else 0)


def _said_after_colon(text: str, words: _Words) -> Iterator[Span]:
    done = 0
    for colon in _COLON.finditer(text):
        if colon.start() < done:
            continue
        before = text[max(done, colon.start() - 60) : colon.start()]
        last = [_fold(word) for word in _WORD.findall(_CLAUSE_END.split(before)[-1])][-3:]
        if "cytuje" in last or (not words.saying.isdisjoint(last) and not {"ze", "by", "jak"} & set(last)):
            content = _after_space(text, colon.end())
            if text[content : content + 1] in "„”“\"«»‚‘',-–—()":
                continue
            stop = _SENTENCE_END.search(text, content)
            done = stop.start() if stop else len(text)
            yield content, done


# Speaker labels


def _labelled(text: str, words: _Words) -> Iterator[Span]:
    matches = list(_before_colons(text))
    if not matches:
        return
    number = Counter(match[1] for match in matches)
    speakers = {label for label in number if label == "Ja" or _is_speaker(label, words)}
    speakers |= _transcript_labels(number, words)
    labels = [match for match in matches if match[1] in speakers]
    for index, match in enumerate(labels):
        if match[1] == "Ja":
            continue
        following = labels[index + 1].start() if index + 1 < len(labels) else len(text)
        end = _line_end(text, match.end(), following)
        if not text[match.end() : end].strip():
            blank = _BLANK_LINE.search(text, match.end(), following)
            end = blank.start() if blank else following
        yield match.end(), end


def _before_colons(text: str) -> Iterator[re.Match[str]]:
    """Yield possible labels; only the words before a colon are searched."""
    start, colon = 0, text.find(":")
    while colon >= 0:
        yield from _LABEL.finditer(text, max(start, colon - _LABEL_REACH), min(colon + 2, len(text)))
        start, colon = colon + 1, text.find(":", colon + 1)


def _is_speaker(label: str, words: _Words) -> bool:
    parts = re.sub(r"\([^)]*\)", "", label).split()
    folded = [_fold(part).strip(".-") for part in parts]
    if not parts or not parts[0][0].isupper() or folded[0] in words.headings:
        return False
    if len(parts) == 1:
        return folded[0] in words.speakers or _SURNAME.fullmatch(parts[0]) is not None
    named = all(part[0].isupper() for part in parts[1:])
    return named and (folded[0] in words.speakers | words.titles or _SURNAME.fullmatch(parts[-1]) is not None)


def _transcript_labels(number: Counter[str], words: _Words) -> set[str]:
    """Return labels that alternate, and so mark speakers: P and O, or two nicknames that repeat."""
    letters = {label for label in number if len(label) == 1 and label.isupper()}
    nicks = {
        label
        for label, times in number.items()
        if times > 1 and " " not in label and _fold(label) not in words.headings and label != "Ja"
    }
    return (letters if len(letters) > 1 else set()) | (nicks if len(nicks) > 1 else set())


# Quoted posts


def _quoted_posts(text: str) -> Iterator[Span]:
    if ">" in text or "&gt;" in text:
        yield from (match.span() for match in _QUOTED_LINE.finditer(text))
    if "napisa" in text or "pisze" in text:
        yield from _after_wrote(text)
    depth, start = 0, 0
    for tag in _TAG.finditer(text):
        if tag[1] or tag[2]:
            if depth == 1:
                yield start, tag.end()
            depth = max(0, depth - 1)
        else:
            start = start if depth else tag.start()
            depth += 1
    if depth:
        blank = _BLANK_LINE.search(text, start)
        yield start, blank.start() if blank else len(text)


def _after_wrote(text: str) -> Iterator[Span]:
    """Find the block below "X napisał(a):"; where its lines are marked with >, only these are quoted."""
    done = 0
    for match in _WROTE.finditer(text):
        if match.start() < done:
            continue
        if _QUOTED_LINE.match(text, min(_line_end(text, match.end()) + 1, len(text))):
            continue
        blank = _BLANK_LINE.search(text, _after_space(text, match.end()))
        done = blank.start() if blank else len(text)
        yield match.end(), done
