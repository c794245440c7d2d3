"""Rows of varied Polish text to measure whole recipes on: half of them are web posts.

Sentences are drawn by seed. Of all rows 12 % hold a first-person form; two fifths of the web posts are several posts
run together; one row in 40 repeats an earlier one, and one in 40 does so with other numbers, capitals or letters.
"""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from datetime import date, timedelta
from pathlib import Path

from benchmarks.texts import polish_sentences, table_rows

FORM = re.compile(r"ł(?:[ae]m|abym|bym)\b", re.IGNORECASE)
REPEATED = CHANGED = 0.025
REMEMBERED = 20_000
SITES = ["forum.example.pl", "blog.example.pl", *(f"strona{number}.example.pl" for number in range(400))]
POSTS_HOLD: dict[str, list[str]] = defaultdict(list)
"""What invented posts hold, by kind."""
for _kind, _pattern in table_rows(Path(__file__).with_name("polish_posts.tsv")):
    POSTS_HOLD[_kind].append(json.loads(_pattern))


class _Writer:
    """Draws rows; the same seed and sentences give the same rows."""

    def __init__(self, data: Path, seed: int) -> None:
        self.drawn = random.Random(seed)
        known = [sentence for sentence in polish_sentences(data) if 0 < len(sentence) <= 400]
        self.forms = [sentence for sentence in known if FORM.search(sentence)]
        self.others = [sentence for sentence in known if not FORM.search(sentence)]

    def text(self) -> str:
        """Return a text that repeats none on purpose."""
        drawn = self.drawn
        form = drawn.random() < 0.115
        if drawn.random() >= 0.5:
            return self._post(120, form)
        if drawn.random() >= 0.4:
            start = self._filled(drawn.choice(POSTS_HOLD["separator"])).lstrip() if drawn.random() < 0.1 else ""
            return start + self._signed(150, form)
        separator = drawn.choice(POSTS_HOLD["separator"])
        number = drawn.choice((2, 2, 2, 3, 3, 4))
        spoken = drawn.randrange(number)
        posts = [self._signed(75, form and index == spoken) for index in range(number)]
        heading = self._filled(separator).lstrip() if drawn.random() < 0.5 else ""
        return heading + "".join(
            post + (self._filled(separator) if index < number - 1 else "") for index, post in enumerate(posts)
        )

    def changed(self, text: str) -> str:
        """Return a text that differs in numbers, capitals or letters only."""
        kind = self.drawn.randrange(3)
        if kind == 0:
            return text.upper()
        without_marks = text.translate(str.maketrans("ąćęłńóśźż", "acelnoszz"))
        return without_marks if kind == 1 else f"{text} {self.drawn.randrange(1000)}"

    def url_and_date(self, number: int) -> tuple[str, str | None]:
        """Return where and when a row was written; the time of one in ten is not known."""
        site = SITES[int(len(SITES) * self.drawn.random() ** 3)]
        day = date(2005, 1, 1) + timedelta(self.drawn.randrange(4000))
        return f"http://{site}/{number}.html", None if self.drawn.random() < 0.1 else day.isoformat()

    def _signed(self, length: int, form: bool) -> str:
        drawn = self.drawn
        greeting = drawn.choice(POSTS_HOLD["greeting"]) if drawn.random() < 0.15 else ""
        farewell = self._filled(drawn.choice(POSTS_HOLD["farewell"])) if drawn.random() < 0.15 else ""
        return greeting + self._post(length - len(greeting) - len(farewell), form) + farewell

    def _post(self, length: int, form: bool) -> str:
        drawn = self.drawn
        wanted = drawn.expovariate(1 / length)
        parts = [drawn.choice(self.forms if form else self.others)]
        size = len(parts[0])
        while size < wanted:
            parts.append(drawn.choice(self.others))
            size += len(parts[-1])
        drawn.shuffle(parts)
        if drawn.random() < 0.2:
            parts[-1] += self._filled(drawn.choice(POSTS_HOLD["dated"]))
        return " ".join(parts)

    def _filled(self, pattern: str) -> str:
        drawn = self.drawn
        month = drawn.randrange(12)
        return pattern.format(
            day=drawn.randint(1, 28),
            month=month + 1,
            name=POSTS_HOLD["month"][month],
            year=drawn.randint(2003, 2015),
            hour=drawn.randrange(24),
            minute=drawn.randrange(60),
            number=drawn.randint(2, 999),
            nick=drawn.choice(POSTS_HOLD["nick"]),
        )


def write_rows(data: Path, rows: int, path: Path, seed: int = 0) -> None:
    """Write rows with ``text``, ``url`` and ``date`` as JSON Lines; fewer rows are the beginning of more."""
    writer = _Writer(data, seed)
    drawn = random.Random(seed + 1)
    earlier: list[str] = []
    with path.open("w", encoding="utf-8") as file:
        for number in range(rows):
            kind = drawn.random() if earlier else 1.0
            text = drawn.choice(earlier) if kind < REPEATED + CHANGED else writer.text()
            text = writer.changed(text) if REPEATED <= kind < REPEATED + CHANGED else text
            url, day = writer.url_and_date(number)
            file.write(json.dumps({"text": text, "url": url, "date": day}, ensure_ascii=False) + "\n")
            if len(earlier) < REMEMBERED:
                earlier.append(text)
            else:
                earlier[drawn.randrange(REMEMBERED)] = text
