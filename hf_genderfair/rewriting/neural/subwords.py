"""Pieces of words for neural rewriters: one vocabulary for sources and targets, exact in both directions."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from pathlib import Path

from hf_genderfair.core.resources import require
from hf_genderfair.core.texts import several_texts

EXTRA = "models"
STAR = "*"
"""The sign of gender-fair forms is always a piece of its own, so that a form costs one decision."""

ENDING = "innen"
"""The ending of gender-fair plurals is a piece of its own too: it is never learnt as part of a rare word."""

FILE = "subwords.model"
PAD, END, UNKNOWN = 0, 1, 2
SPACE = "▁"
KNOWN_WORDS = 500_000
"""Number of words whose pieces are cached."""


class Subwords:
    r"""A SentencePiece vocabulary (Kudo & Richardson 2018) that restores every text exactly.

    Words are divided at spaces and never across them, each on its own. Characters outside the vocabulary (rare signs,
    emoji, line ends) are written in bytes.

    Attributes:
        model: The serialised SentencePiece model.

    Example:
        >>> subwords = Subwords.train(["Alle Lehrer*innen kamen."] * 9, size=300)
        >>> subwords.decode(subwords.encode("Die  Lehrer*innen 🙂\n"))
        'Die  Lehrer*innen 🙂\n'
    """

    def __init__(self, model: bytes) -> None:
        """Read a model."""
        sentencepiece = require("sentencepiece", EXTRA)
        self.model = model
        self._processor = sentencepiece.SentencePieceProcessor(model_proto=model)
        size = len(self._processor)
        self._bytes = [self._processor.piece_to_id(f"<0x{byte:02X}>") for byte in range(256)]
        texts = [self._processor.id_to_piece(piece).replace(SPACE, " ").encode() for piece in range(size)]
        for byte, piece in enumerate(self._bytes):
            texts[piece] = bytes([byte])
        for piece in (PAD, END, UNKNOWN):
            texts[piece] = b""
        self._texts = texts
        self._space = self._processor.piece_to_id(SPACE)
        self._known: dict[str, tuple[int, ...]] = {}

    def __len__(self) -> int:
        """Return the number of pieces."""
        return len(self._texts)

    @classmethod
    def train(cls, texts: Iterable[str], size: int = 8000) -> Subwords:
        """Learn a vocabulary."""
        sentencepiece = require("sentencepiece", EXTRA)
        written = io.BytesIO()
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=several_texts(texts),
            model_writer=written,
            model_type="unigram",
            vocab_size=size,
            hard_vocab_limit=False,
            byte_fallback=True,
            normalization_rule_name="identity",
            remove_extra_whitespaces=False,
            user_defined_symbols=[STAR, ENDING],
            pad_id=PAD,
            eos_id=END,
            unk_id=UNKNOWN,
            bos_id=-1,
            num_threads=1,
            minloglevel=2,
        )
        return cls(written.getvalue())

    @classmethod
    def load(cls, folder: Path) -> Subwords:
        """Read the vocabulary in a model's folder."""
        return cls((folder / FILE).read_bytes())

    def save(self, folder: Path) -> None:
        """Write the vocabulary into a model's folder."""
        (folder / FILE).write_bytes(self.model)

    def encode(self, text: str) -> list[int]:
        """Return the pieces of a text, without an end."""
        return [piece for word in text.split(" ") for piece in self.word(word)] if text else []

    def word(self, word: str) -> tuple[int, ...]:
        """Return the pieces of a run of characters without a space, with the space before it."""
        pieces = self._known.get(word)
        if pieces is None:
            pieces = tuple(self._processor.encode(word)) if word else (self._space,)
            if self._bytes_of(pieces) != b" " + word.encode():
                pieces = (self._space, *(self._bytes[byte] for byte in word.encode()))
            if len(self._known) >= KNOWN_WORDS:
                self._known.clear()
            self._known[word] = pieces
        return pieces

    def decode(self, pieces: Sequence[int]) -> str:
        """Return the text of pieces; invalid UTF-8 becomes the replacement character."""
        return self._bytes_of(pieces).decode("utf-8", errors="replace").removeprefix(" ")

    def _bytes_of(self, pieces: Sequence[int]) -> bytes:
        return b"".join(map(self._texts.__getitem__, pieces))
