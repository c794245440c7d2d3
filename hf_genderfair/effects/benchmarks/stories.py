"""Stories that models write: the gender of their persons (Derner et al. 2025), and how much they differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Protocol

import numpy as np
import regex
from numpy.typing import NDArray

from hf_genderfair.core.pretrained import load_pretrained, model_origin
from hf_genderfair.core.resources import EXTRA, require, worker_device
from hf_genderfair.core.settings import choose, public_name
from hf_genderfair.effects.causal_model import CausalModel
from hf_genderfair.effects.evaluation import SHARE, Floats, Items, Measure, benchmark_identity
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.representation.polarity import GenderPolarity
from hf_genderfair.representation.references.transform import PersonReferences

PAPER_ENCODER = "sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2"
WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")


class TextEncoder(Protocol):
    """Anything that makes vectors of texts; its ``repr`` tells it from others.

    Example:
        >>> class Lengths:
        ...     def __repr__(self):
        ...         return "Lengths"
        ...
        ...     def __call__(self, texts):
        ...         return np.array([[len(text), 1.0] for text in texts])
        >>> encoder: TextEncoder = Lengths()
        >>> encoder(["tea"]).tolist()
        [[3.0, 1.0]]
    """

    def __call__(self, texts: Sequence[str], /) -> NDArray[Any]:
        """Return one vector, a row, for each text."""


@dataclass(frozen=True)
class SentenceEncoder:
    """A sentence encoder of transformers: the mean of the vectors of the tokens of a text.

    Attributes:
        identity: What tells it from others: name and commit, or digest of its files.
        model: The encoder.
        tokeniser: Its tokeniser.
        prefix: What is put before each text, such as ``query: `` for encoders of the E5 family.
        longest: Tokens of a text that are read.
        batch: Number of texts that go through the encoder together.

    Example:
        >>> from transformers import BertConfig, BertModel
        >>> from hf_genderfair.effects.training import scratch_model
        >>> tokeniser = scratch_model(["Hot tea."], size="tiny").tokeniser
        >>> config = BertConfig(
        ...     vocab_size=300, hidden_size=8, num_hidden_layers=1, num_attention_heads=1, intermediate_size=8
        ... )
        >>> SentenceEncoder("tiny", BertModel(config).eval(), tokeniser)(["Tea.", "Hot tea."]).shape
        (2, 8)
    """

    identity: str
    model: Any = field(repr=False, compare=False)
    tokeniser: Any = field(repr=False, compare=False)
    prefix: str = ""
    longest: int = 128
    batch: int = field(default=32, repr=False, compare=False)

    @classmethod
    def load(
        cls, name: str = PAPER_ENCODER, *, revision: str | None = None, prefix: str = "", device: str | None = None
    ) -> SentenceEncoder:
        """Load an encoder from a folder or from the Hub.

        Args:
            name: Folder, or name on the Hub; that of Derner et al. (2025) unless another is given.
            revision: Branch, tag or commit on the Hub.
            prefix: What is put before each text.
            device: Such as ``cuda:1``; None for the accelerator of the process if there is one, else the CPU.

        Raises:
            GenerationError: There is no such model.
        """
        kind = "folder or a sentence encoder of the Hub"
        tokeniser = load_pretrained("AutoTokenizer", name, kind=kind, revision=revision or "main")
        model = load_pretrained("AutoModel", name, kind=kind, revision=revision or "main")
        identity = f"{public_name(name)}@{model_origin(name, revision, None)}"
        return cls(identity, model.to(worker_device(None, device)).eval(), tokeniser, prefix)

    def __call__(self, texts: Sequence[str], /) -> NDArray[Any]:
        """Return one vector, a row, for each text."""
        torch = require("torch", EXTRA)
        rows = [
            self.tokeniser(self.prefix + text, truncation=True, max_length=self.longest)["input_ids"] for text in texts
        ]
        vectors = []
        for first in range(0, len(rows), self.batch):
            batch = rows[first : first + self.batch]
            width = max(1, *map(len, batch))
            mask = torch.tensor([[1] * len(row) + [0] * (width - len(row)) for row in batch], device=self.model.device)
            ids = torch.tensor([row + [0] * (width - len(row)) for row in batch], device=self.model.device)
            with torch.inference_mode():
                states = self.model(input_ids=ids, attention_mask=mask).last_hidden_state.float()
            sums = (states * mask[:, :, None]).sum(dim=1)
            vectors.append((sums / mask.sum(dim=1, keepdim=True).clamp(min=1)).cpu().numpy())
        return np.concatenate(vectors) if vectors else np.zeros((0, 1))


def embedding_columns(vectors: NDArray[Any]) -> dict[str, Floats]:
    """Return vectors of length 1 as columns ``e0``, ``e1``, …."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit = np.divide(vectors, lengths, where=lengths > 0, out=np.zeros(vectors.shape, np.float64))
    return {f"e{number}": column for number, column in enumerate(unit.T)}


def semantic_diversity(items: Items) -> float:
    """Return 1 less the mean cosine of two different items (Derner et al. 2025, appendix F); NaN below two items."""
    # All pairs together are told by the sum of the vectors: its square is the sum of all cosines, those of each item
    # with itself included. An item that is drawn twice for an interval is two items that are alike, which lowers the
    # value by as much in all models that are compared.
    number = len(items)
    if number < 2:
        return float("nan")
    vectors = [items.columns[f"e{place}"] for place in range(sum(name[1:].isdigit() for name in items.columns))]
    whole = sum(float(column.sum()) ** 2 for column in vectors)
    own = sum(float(column @ column) for column in vectors)
    return 1 - (whole - own) / (number * (number - 1))


def lexical_columns(texts: Sequence[str]) -> dict[str, Floats]:
    """Return the number of pairs of neighbouring words of each text, and of those that differ from each other."""
    pairs = [list(pairwise(WORD.findall(text.lower()))) for text in texts]
    return {
        "pairs_of_words": np.array([len(row) for row in pairs], np.float64),
        "different_pairs": np.array([len(set(row)) for row in pairs], np.float64),
    }


def lexical_diversity(items: Items) -> float:
    """Return the share of different ones among the pairs of words within each text; NaN where there is no pair."""
    # This is distinct-2 (Li et al. 2016) of each text, weighted by its length: it falls where a model repeats itself
    # within a text, and does not see that texts are alike.
    pairs = float(items.columns["pairs_of_words"].sum())
    return float(items.columns["different_pairs"].sum()) / pairs if pairs else float("nan")


PROMPTS = "benchmark_prompts_stories"
LANGUAGES = {"ca": "va", "en": "en", "es": "es"}
"""Languages of the prompts, and how the paper calls them."""

REFERENCES = ("person_masculine", "person_feminine")
POLARITY = ("polarity_male", "polarity_female")
FEWEST = 10
"""The paper has ten prompts."""


def male_share(items: Items, columns: tuple[str, str]) -> float:
    """Return the share of male words among male and female ones; NaN without any."""
    male, female = (float(items.columns[name].sum()) for name in columns)
    return male / (male + female) if male + female else float("nan")


@dataclass(frozen=True)
class StoryReferences:
    """Masculine and feminine words for persons in stories that a model writes after ten prompts (Derner et al. 2025).

    In Spanish and Valencian (``ca``) the words of `PersonReferences` count, in English those of `GenderPolarity` as in
    the paper, and beside them those of `PersonReferences`. Words of the prompt are left out. The measure is the share
    of masculine words, which has a value where no feminine word occurs: a share s is the ratio s / (1 - s) of the
    paper. Items are one for each story, the unit is the prompt, so that intervals are over prompts; columns: the
    counts, named as the transforms name them, ``pairs_of_words`` and ``different_pairs`` for lexical diversity, and
    ``e0``, ``e1``, … for semantic diversity.

    Attributes:
        lang: ``ca``, ``en`` or ``es``.
        samples: Number of stories of each prompt.
        max_new_tokens: Longest story in tokens, without the prompt.
        temperature: Sampling temperature; the paper does not give it.
        encoder: Makes vectors of stories, such as `SentenceEncoder`; None measures no semantic diversity.

    Raises:
        GenderfairError: There are no prompts in this language.

    Example:
        >>> from hf_genderfair.effects.training import scratch_model
        >>> model = scratch_model(["She told him a story."], size="tiny")
        >>> benchmark = StoryReferences("en", samples=2, max_new_tokens=3)
        >>> items = benchmark.items(model, seed=0)
        >>> benchmark.name, len(items), items.units
        ('stories-en', 20, 10)
    """

    lang: str = "es"
    samples: int = 10
    max_new_tokens: int = 100
    temperature: float = 1.0
    encoder: TextEncoder | None = None

    version = "1"
    sampled = True
    source = (
        "Derner et al. 2025, section 5, appendices F and G; here a share in place of a ratio, persons by rules in "
        "place of a language model, and words beside punctuation count"
    )

    def __post_init__(self) -> None:
        """Check the language."""
        choose("lang", self.lang, list(LANGUAGES))

    @property
    def name(self) -> str:
        """Short identifier, with the code of the paper: ``stories-es``, ``stories-va`` or ``stories-en``."""
        return f"stories-{LANGUAGES[self.lang]}"

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The figures."""
        found = [
            Measure(
                self.name,
                "Share s of masculine words among gendered words for persons in stories; M:F is s : (1 - s)",
                lambda items: male_share(items, POLARITY if self.lang == "en" else REFERENCES),
                "half",
                FEWEST,
                SHARE,
            )
        ]
        if self.lang == "en":
            title = "The same share over all nouns and pronouns for persons, not only the 18 words of gender polarity"
            found.append(
                Measure(
                    f"{self.name}-references", title, lambda items: male_share(items, REFERENCES), "half", FEWEST, SHARE
                )
            )
        title = "Share of different pairs of words in stories (distinct-2 within a story)"
        found.append(Measure(f"{self.name}-distinct", title, lexical_diversity, "none", FEWEST, SHARE))
        if self.encoder is not None:
            title = "Semantic diversity of stories: 1 less the mean cosine of two of them"
            found.append(Measure(f"{self.name}-diversity", title, semantic_diversity, "none", FEWEST))
        return tuple(found)

    def identity(self) -> str:
        """Return the digest of settings, prompts, the method of counting and the encoder."""
        counting = PersonReferences(self.lang), GenderPolarity()
        return benchmark_identity(
            self, load_lexicon(PROMPTS).digest, *(f"{how.version}-{how.digest()}" for how in counting)
        )

    def items(self, model: CausalModel, seed: int) -> Items:
        """Ask a model; see `Benchmark.items`."""
        prompts = [prompt for lang, prompt in load_lexicon(PROMPTS).rows if lang == self.lang]
        stories = model.complete(
            prompts, number=self.samples, max_new_tokens=self.max_new_tokens, temperature=self.temperature, seed=seed
        )
        asked = [prompt for prompt in prompts for _ in range(self.samples)]
        written = [text for found in stories for text in found]
        whole = [prompt + text for prompt, text in zip(asked, written, strict=True)]
        columns = self._reference_columns(asked, whole) | lexical_columns(written)
        if self.lang == "en":
            # no prompt holds one of these words, unless a story makes one of its last word
            counts = GenderPolarity()({"text": whole})
            columns |= {name: np.array(counts[name], np.float64) for name in POLARITY}
        if self.encoder is not None:
            columns |= embedding_columns(self.encoder(written))
        return Items.of(columns, asked)

    def _reference_columns(self, prompts: Sequence[str], whole: Sequence[str]) -> dict[str, Floats]:
        """Count the words for persons behind the prompts, which are read for their grammar only."""
        counts = np.zeros((len(whole), 2))
        for row, (prompt, found) in enumerate(zip(prompts, PersonReferences(self.lang).find(whole), strict=True)):
            persons = [word.gender for word in found if word.person and word.end > len(prompt)]
            counts[row] = persons.count("masculine"), persons.count("feminine")
        return dict(zip(REFERENCES, counts.T, strict=True))
