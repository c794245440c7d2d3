"""The sentences of a test file are analysed together: alone, each takes twenty times as long, and gets the same."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path

from hf_genderfair.languages import embedded
from hf_genderfair.languages.analysis import Analysis
from hf_genderfair.languages.tokens import TokenisedSentence, tokenise

ALONE = 3
"""After how many texts of a language that came alone all sentences of the file are analysed."""

LONGEST = 500
"""Characters of what may be a sentence."""


@cache
def sentences_of(file):
    """Return what may be a sentence in a test file and in the tables that it names; none where networks are tested."""
    source = file.read_text(encoding="utf-8")
    if "network" in source or "embedded" in source:
        return []
    texts = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)]
    for table in file.parent.glob("*.tsv"):
        if table.stem == file.stem or table.name in source:
            for line in table.read_text(encoding="utf-8").splitlines():
                texts += [cell.replace("\\n", "\n").replace("⏎", "\n") for cell in line.split("\t")]
    return [text for text in dict.fromkeys(texts) if isinstance(text, str) and _may_be_sentence(text)]


def _may_be_sentence(text):
    halves_of_signs = any("\ud800" <= character <= "\udfff" for character in text)
    return " " in text and len(text) <= LONGEST and not halves_of_signs


class TogetherReader(embedded._Reader):
    """Analyses the sentences of the test file that runs at once when the first of them come alone."""

    file: Path | None = None

    def __init__(self, path: Path, device: str | None) -> None:
        super().__init__(path, device)
        self.lang = path.stem
        self.known: dict[tuple[str, frozenset[str]], Analysis] = {}
        self.alone: dict[tuple[Path | None, frozenset[str]], int] = {}

    def read(self, documents: list[list[TokenisedSentence]], needs: Collection[str]) -> Iterator[Analysis]:
        if len(documents) != 1 or self.file is None:
            return super().read(documents, needs)
        layers = frozenset(needs)
        place = self.file, layers
        self.alone[place] = self.alone.get(place, 0) + 1
        if self.alone[place] == ALONE:
            together = list(tokenise(sentences_of(self.file), self.lang))
            found = super().read(together, needs)
            self.known = {(str(one), layers): analysis for one, analysis in zip(together, found, strict=True)}
        known = self.known.get((str(documents[0]), layers))
        return super().read(documents, needs) if known is None else iter([known])


embedded._Reader = TogetherReader  # type: ignore[misc]
