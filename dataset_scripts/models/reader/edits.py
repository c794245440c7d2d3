"""The edits that the reader tells: those that edited sentences have most.

    python -m dataset_scripts.models.reader.edits > dataset_scripts/models/reader/edits.txt

The list is fixed once a reader has learned it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

from dataset_scripts.models.reader.examples import EDITED, read_words
from hf_genderfair.languages.reader.reading import edit_between

LEAST = 40
"""Words that have an edit, at least."""


def edits(path: Path, lang: str) -> Iterator[str]:
    """Yield the edits between what the sentences of a file are with women, and with men, in both directions."""
    for line in path.read_text(encoding="utf-8").splitlines():
        women, men = (read_words(text, lang).forms for text in line.split("\t")[1:])
        for kind, start, end, first, last in SequenceMatcher(None, women, men, autojunk=False).get_opcodes():
            if kind == "replace" and end - start == last - first:
                for one, other in zip(women[start:end], men[first:last], strict=True):
                    yield from (edit_between(one, other), edit_between(other, one))


def main() -> None:
    """Print the edits, the most frequent first."""
    counts = Counter(edit for path in sorted(EDITED.glob("*.tsv")) for edit in edits(path, path.stem))
    print(*(edit for edit, number in counts.most_common() if edit and number >= LEAST), sep="\n")


if __name__ == "__main__":
    main()
