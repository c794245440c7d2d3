"""Gender polarity of English text: how often words for men and for women occur (Derner et al. 2025, section 3.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from datasets import Features, Value

from hf_genderfair.core.counts import Share, share
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.settings import choose, language_code, texts_or_none
from hf_genderfair.core.text_view import column_view
from hf_genderfair.core.transform import Transform, text_array
from hf_genderfair.lexicons.loader import lexicon_digest, load_lexicon

Tokenization = Literal["words", "paper"]

LEXICON = "group_words_gender_polarity"
GENDERS = ("female", "male")
PAPER_APOSTROPHES = "[‘’´`]"
APOSTROPHES = "[‘’´`ʼ＇]"
ADDRESS = r"(?:https?://|www\.)\S+"
# s/he and (wo)men are words for both genders, and in neither list.
BOTH = r"\b(?:s/|wo/)(?:he|m[ae]n)\b|\((?:s|wo)\)(?:he|m[ae]n)\b"
# A hyphen inside a word holds it together (man-made is not a man), two of them are a dash.
BETWEEN_WORDS = r"(?:[^\p{L}\p{M}\p{N}_'\-]|--)+"


def polarity_words() -> dict[str, list[str]]:
    """Return the counted words by gender: nine for each."""
    lexicon = load_lexicon(LEXICON)
    group, word = map(lexicon.metadata["columns"].split().index, ("group", "word"))
    return {gender: [row[word] for row in lexicon.rows if row[group] == gender] for gender in GENDERS}


@dataclass(frozen=True)
class Polarity:
    """Words for men and for women in a text, and their ratio G_M : G_F.

    The interval takes words for independent; words of one document are not, so that it is too narrow for a set of
    long documents. `estimate_representation` over the columns of `GenderPolarity` allows for that.

    Attributes:
        male: Number of male words.
        female: Number of female words.

    Example:
        >>> polarity = Polarity(male=32, female=23)
        >>> round(polarity.ratio, 2), [round(limit, 2) for limit in polarity.interval]
        (1.39, [0.82, 2.36])
        >>> Polarity(male=2, female=0).ratio is None
        True
    """

    male: int
    female: int

    @property
    def share(self) -> Share:
        """Share of male words among both, with its Wilson interval."""
        return share(self.male, self.male + self.female)

    @property
    def ratio(self) -> float | None:
        """Male words to one female word; None where there is no female word."""
        return self.male / self.female if self.female else None

    @property
    def interval(self) -> tuple[float | None, float | None]:
        """Limits of the ratio, from those of the share; None where there is no word or no upper limit."""
        low, high = self.share.low, self.share.high
        return (odds(low), odds(high))


def gender_polarity(texts: pa.Array | Iterable[str | None], tokenization: Tokenization = "words") -> Polarity:
    """Count the English words for men and for women of several texts.

    Male are *he, him, his, himself, man, men, he's, boy, boys*, female *she, her, hers, herself, woman, women, she's,
    girl, girls*: each counts once where it is a whole token, in any case. The measure counts these words only: no
    names, no other nouns, no persons of other genders.

    Args:
        texts: Texts, also as an Arrow array; None counts nothing.
        tokenization: What a token is. ``words``: letters, digits, apostrophes and single hyphens, so that *him.* is
            found and *women's* and *man-made* are other words; *s/he*, *(wo)men* and addresses of websites are
            skipped. ``paper``: what stands between white space, as published, so that *him.* is missed.

    Returns:
        The numbers of words.

    Raises:
        GenderfairError: The tokenization is not offered, or there is a single text in place of several.

    Example:
        >>> gender_polarity(["He’s tall; she saw him."])
        Polarity(male=2, female=1)
        >>> gender_polarity(["He’s tall; she saw him."], tokenization="paper")
        Polarity(male=1, female=1)
    """
    if isinstance(texts, pa.ChunkedArray):
        texts = texts.combine_chunks()
    array = texts if isinstance(texts, pa.Array) else pa.array(list(texts_or_none(texts)), pa.large_string())
    counts = _counts(text_array(array, "texts"), tokenization)
    return Polarity(male=int(counts["male"].sum()), female=int(counts["female"].sum()))


@dataclass(frozen=True)
class GenderPolarity(Transform):
    """Counts the English words for men and for women of each text; see `gender_polarity`.

    Adds ``polarity_female`` and ``polarity_male``, 0 where there is no text.

    Attributes:
        lang: Language; ``en``. The measure does not carry over to languages with grammatical gender.
        text_column: Column of text.
        tokenization: ``words``, or ``paper`` to count as published.

    Example:
        >>> from datasets import Dataset
        >>> rows = Dataset.from_dict({"text": ["She asked him.", "It rains."]})
        >>> rows = rows.map(GenderPolarity(), batched=True)
        >>> rows["polarity_female"][:], rows["polarity_male"][:]
        ([1, 0], [1, 0])
    """

    lang: str = "en"
    text_column: str = "text"
    tokenization: Tokenization = "words"

    version = "4"

    def __post_init__(self) -> None:
        """Check the values."""
        super().__post_init__()
        if language_code(self.lang) != "en":
            raise GenderfairError(
                f"gender polarity counts English words, not those of {self.lang!r}: use person references instead"
            )
        object.__setattr__(self, "lang", "en")

    def inputs(self) -> tuple[str, ...]:
        """Return the text column."""
        return (self.text_column,)

    def features(self) -> Features:
        """Return ``polarity_female`` and ``polarity_male``."""
        return Features({f"polarity_{gender}": Value("int32") for gender in GENDERS})

    def digest(self) -> str:
        """Return the digest of the lexicon."""
        return lexicon_digest("GenderPolarity", self.lang)

    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> dict[str, pa.Array]:
        """Count a batch; see `Transform.annotate`."""
        texts = text_array(columns[self.text_column], self.text_column)
        counts = _counts(texts, self.tokenization)
        return {f"polarity_{gender}": pa.array(counts[gender]) for gender in GENDERS}


def _counts(texts: pa.Array, tokenization: Tokenization) -> dict[str, np.ndarray[tuple[int], np.dtype[np.int32]]]:
    """Return for each gender the number of its words in each text."""
    choose("tokenization", tokenization, get_args(Tokenization))
    words = polarity_words()
    # the paper counts what stands there
    texts = texts if tokenization == "paper" else column_view(texts).texts
    # Arrow does not always divide off white space at the very end, so it is trimmed, or a plain space is looked for.
    rows = pc.utf8_split_whitespace(pc.utf8_trim_whitespace(pc.utf8_lower(pc.fill_null(texts, ""))))
    tokens, owners = rows.flatten(), pc.list_parent_indices(rows)
    # Few tokens hold a listed word; other matches within these boundaries are removed below.
    candidates = pc.match_substring_regex(tokens, rf"\b(?:{'|'.join(words['female'] + words['male'])})\b")
    tokens, owners = tokens.filter(candidates), owners.filter(candidates)
    if tokenization == "paper":
        tokens = pc.replace_substring_regex(tokens, PAPER_APOSTROPHES, "'")
    else:
        for pattern, replacement in ((ADDRESS, " "), (BOTH, " "), (APOSTROPHES, "'"), (BETWEEN_WORDS, " ")):
            tokens = pc.replace_substring_regex(tokens, pattern, replacement)
        parts = pc.split_pattern(tokens, " ")
        tokens, owners = pc.utf8_trim(parts.flatten(), "'-"), owners.take(pc.list_parent_indices(parts))
    counts = {}
    for gender in GENDERS:
        hits = owners.filter(pc.is_in(tokens, pa.array(words[gender], tokens.type)))
        counts[gender] = np.bincount(hits.to_numpy(zero_copy_only=False), minlength=len(texts)).astype(np.int32)
    return counts


def odds(part: float | None) -> float | None:
    """Return a share as a ratio to what is left; None where nothing is."""
    return None if part is None or part == 1 else part / (1 - part)
