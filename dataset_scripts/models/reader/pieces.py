"""The pieces into which words of texts are cut, the most frequent first: what the reader keeps of the vocabulary.

    python -m dataset_scripts.models.reader.pieces FOLDER > pieces.txt

FOLDER holds the public sets. Pieces that no text has follow by their probability, as far as they are in Latin letters.
"""

from __future__ import annotations

import json
import lzma
import re
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from dataset_scripts.models.pipelines.teacher import PackedEncoder, Pieces, load_packed_encoder
from dataset_scripts.models.reader.examples import EDITED
from dataset_scripts.models.reader.windows import INVENTED

SETS = (
    "treebanks/UD_*-GSD/*.conllu.xz",
    "treebanks/UD_*-PUD/*.conllu.xz",
    "treebanks/UD_*-AnCora/*.conllu.xz",
    "treebanks/UD_*-EWT/*.conllu.xz",
    "treebanks/UD_*-ISDT/*.conllu.xz",
    "treebanks/UD_*-Bosque/*.conllu.xz",
)
NOVELS = "text/eltec_*/*.jsonl.xz"
TWINS = "counterfactual/mt_geneval/sentences/dev/*.*.*"
OTHER_SCRIPTS = ("Russian", "Czech", "Ukrainian")
LINES_A_FILE = 8000
CHUNK = re.compile(r"\w+|[^\w\s]")
LATIN = re.compile(r"▁?[\u0020-\u024f\u2010-\u2044€]+")


def texts(data: Path) -> Iterator[str]:
    """Yield text that may be learned from, in the languages that the reader reads."""
    for path in (found for files in SETS for found in sorted(data.glob(files))):
        if not any(name in path.parent.name for name in OTHER_SCRIPTS):
            yield from (line[9:] for line in _lines(path) if line.startswith("# text = "))
    for path in sorted(data.glob(NOVELS)):
        yield from (json.loads(line)["text"] for line in islice(_lines(path), LINES_A_FILE))
    for path in (*sorted(data.glob(TWINS)), *sorted(INVENTED.glob("*.tsv")), *sorted(EDITED.glob("*.tsv"))):
        yield path.read_text(encoding="utf-8")


def _lines(path: Path) -> list[str]:
    return lzma.decompress(path.read_bytes()).decode().splitlines()


def by_frequency(packed: PackedEncoder, read: Iterator[str]) -> list[int]:
    """Return the numbers of pieces: single letters, those of the texts by how frequent they are, others by chance."""
    pieces, chunks, counts = Pieces(packed), Counter[str](), Counter[int]()
    for text in read:
        chunks.update(CHUNK.findall(text))
    for chunk, number in chunks.items():
        for piece in (*pieces.word(f"▁{chunk}"), *pieces.word(chunk)):
            counts[piece] += number
    latin = [number for number, (piece, _) in enumerate(packed.pieces) if LATIN.fullmatch(piece)]
    letters = [number for number in latin if len(packed.pieces[number][0]) == 1]
    rest = sorted(latin, key=lambda number: -packed.pieces[number][1])
    return list(dict.fromkeys([*letters, *(number for number, _ in counts.most_common()), *rest]))


if __name__ == "__main__":
    print(*by_frequency(load_packed_encoder(), texts(Path(sys.argv[1]))), sep="\n")
