"""The pipelines that come with the package: German, English, Spanish and Catalan."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain, repeat
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hf_genderfair.core.errors import PipelineError
from hf_genderfair.core.resources import pipeline_device, require, resource
from hf_genderfair.core.settings import several_texts
from hf_genderfair.languages.analysis import LAYERS, Analysis, Entity, Sentence, Token, check_needs
from hf_genderfair.languages.german.verbs import LEXICON as GERMAN_VERBS
from hf_genderfair.languages.german.verbs import verb_lemma
from hf_genderfair.languages.model_file import Model, file_digest, read_model
from hf_genderfair.languages.network import Inventory, Network, Numbers, SentenceWords
from hf_genderfair.languages.tokens import EXCEPTIONS, PATTERNS, TokenisedSentence, tokenise
from hf_genderfair.languages.tokens import VERSION as TOKENS_VERSION
from hf_genderfair.lexicons.loader import load_lexicon

if TYPE_CHECKING:
    from hf_genderfair.languages.torch_network import TorchNetwork


def apply_script(form: str, script: str) -> str:
    """Return the lemma that a script makes of a form; the form itself where the script cuts more than there is."""
    # A script is ``case,cut,add,cut,add``, for the front and the end. Case is ``l`` for a lemma in lower case, ``t``
    # for one with a capital first letter, ``k`` where letters stay as they are.
    case, front, front_add, back, back_add = script.split(",")
    if int(front) + int(back) >= len(form):
        return form
    kept = form[int(front) : len(form) - int(back)]
    if case != "k":
        kept = kept.lower()
    lemma = front_add + kept + back_add
    return lemma[:1].upper() + lemma[1:] if case == "t" else lemma


MODELS = Path(__file__).parent / "models"

CHARACTERS_AT_ONCE = 250_000
"""So much text is read ahead: the network is faster with many sentences, sorted by their length."""

KNOWN_LEMMAS = 200_000

AGENT_PREPOSITIONS = {"de": {"von", "vom"}, "en": {"by"}, "es": {"por"}, "ca": {"per", "pel", "pels"}}
"""What the agent of a passive stands with. Agents are too few in the treebanks to be learnt."""

VERBS = ("VERB", "AUX")
"""Parts of speech whose German lemmas are repaired: the network knows few irregular and prefixed forms."""

PASSIVE = frozenset({"nsubj:pass", "csubj:pass", "aux:pass"})


class EmbeddedPipeline:
    """A compact network of the package, trained on open treebanks.

    Attributes:
        lang: Language code.
        name: ``embedded``.
        layers: All of ``LAYERS``.
        revision: Digests of the model file, of the rules for tokens and their version, and of the German verbs.

    Example:
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> (analysis,) = pipeline("de").analyse(["Die Ärztin half ihm."])
        >>> [(token.text, token.pos) for token in analysis.sentences[0].tokens]
        [('Die', 'DET'), ('Ärztin', 'NOUN'), ('half', 'VERB'), ('ihm', 'PRON'), ('.', 'PUNCT')]
    """

    name = "embedded"
    layers = frozenset(LAYERS)

    def __init__(self, lang: str) -> None:
        """Find the model of a language."""
        self.lang = lang
        self.path = MODELS / f"{lang}.npz"
        if not self.path.exists():
            known = ", ".join(sorted(path.stem for path in MODELS.glob("*.npz")))
            raise PipelineError(
                f"there is no embedded pipeline for {lang!r} (there are: {known}); name a spaCy pipeline of your own"
            )

    @cached_property
    def revision(self) -> str:
        """What identifies the pipeline for a cache."""
        read = (PATTERNS, EXCEPTIONS, GERMAN_VERBS) if self.lang == "de" else (PATTERNS, EXCEPTIONS)
        return "-".join([file_digest(self.path), TOKENS_VERSION, *(load_lexicon(name).digest for name in read)])

    def analyse(self, texts: Iterable[str], needs: Collection[str] = LAYERS) -> Iterator[Analysis]:
        """Return the analysis of each text, in order."""
        return self._analyse(several_texts(texts), check_needs(needs, self.name, self.layers))

    def _analyse(self, texts: Iterator[str], needs: frozenset[str]) -> Iterator[Analysis]:
        for batch in _batches(texts):
            # no model is read where there is no text
            yield from self._reader().read(list(tokenise(batch, self.lang)), needs)

    def _reader(self) -> _Reader:
        device = pipeline_device()
        key = ("embedded pipeline", self.lang, self.revision, device)
        return resource(key, lambda: _Reader(self.path, device))


def _batches(texts: Iterable[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    characters = 0
    for text in texts:
        batch.append(text)
        # an empty text takes its row too
        characters += len(text) + 1
        if characters >= CHARACTERS_AT_ONCE:
            yield batch
            batch, characters = [], 0
    if batch:
        yield batch


class _Reader:
    """Turns the numbers of the network into analyses."""

    def __init__(self, path: Path, device: str | None) -> None:
        model = read_model(path)
        facts = model.facts
        self.pos: list[str] = facts["pos"]
        self.names: list[str] = [name for name, _ in facts["features"]]
        self.values: list[list[str]] = [values for _, values in facts["features"]]
        self.exceptions: Mapping[str, str] = facts["exceptions"]
        self.scripts: list[str] = facts["scripts"]
        self.relations: list[str] = facts["relations"]
        self.verbs = {self.pos.index(pos) for pos in VERBS} if facts["lang"] == "de" else set()
        self.agent_prepositions = AGENT_PREPOSITIONS[facts["lang"]]
        self.entities: list[str] = facts["entities"]
        inventory = Inventory(tuple(map(len, self.values)), self.relations.index("root"))
        self.network = _network(model, inventory, device)
        # one thread: small products gain nothing from more, and processes that share a machine lose
        self.threads = require("threadpoolctl", "nlp").ThreadpoolController()
        self.morphs = _Memory(self._morph)
        self.lemmas = _Memory(self._lemma)

    def read(self, documents: list[list[TokenisedSentence]], needs: Collection[str]) -> Iterator[Analysis]:
        words = [[SentenceWords(tuple(s.forms), tuple(s.spaces)) for s in document] for document in documents]
        # headings, greetings and lines of forms stand in a batch again and again
        distinct = list(dict.fromkeys(chain.from_iterable(words)))
        computed = {*needs, "pos"} if self.verbs and "lemma" in needs else needs
        with self.threads.limit(limits=1, user_api="blas"):
            numbers = dict(zip(distinct, self.network.annotate(distinct, computed), strict=True))
        for document, own in zip(documents, words, strict=True):
            yield Analysis(
                tuple(self._sentence(s, numbers[each], "pos" in needs) for s, each in zip(document, own, strict=True))
            )

    def _sentence(self, sentence: TokenisedSentence, numbers: Numbers, with_pos: bool) -> Sentence:
        count = len(sentence.forms)
        blank = [""] * count
        tokens = map(
            tuple.__new__,
            repeat(Token),
            zip(
                sentence.forms,
                sentence.starts,
                sentence.ends,
                blank if numbers.pos is None or not with_pos else [self.pos[number] for number in numbers.pos.tolist()],
                blank if numbers.script is None else self._lemmas(sentence.forms, numbers),
                [_NO_FEATURES] * count if numbers.features is None else self._morphs(numbers.features),
                range(count) if numbers.head is None else numbers.head.tolist(),
                blank if numbers.relation is None else self._relations(sentence.forms, numbers),
                strict=True,
            ),
        )
        entities = () if numbers.entity is None else tuple(self._entities(sentence, numbers.entity.tolist()))
        return Sentence(sentence.starts[0], sentence.ends[-1], tuple(tokens), entities)

    def _relations(self, forms: list[str], numbers: Numbers) -> list[str]:
        """Return relations; an oblique with the preposition of agents under a passive verb is its agent."""
        assert numbers.head is not None
        assert numbers.relation is not None
        heads = numbers.head.tolist()
        relations = [self.relations[number] for number in numbers.relation.tolist()]
        passive = {head for head, relation in zip(heads, relations, strict=True) if relation in PASSIVE}
        if not passive:
            return relations
        marked = {
            head
            for head, relation, form in zip(heads, relations, forms, strict=True)
            if relation == "case" and form.lower() in self.agent_prepositions
        }
        for index in marked:
            if relations[index] == "obl" and heads[index] in passive:
                relations[index] = "obl:agent"
        return relations

    def _lemmas(self, forms: list[str], numbers: Numbers) -> list[str]:
        assert numbers.script is not None
        if len(self.lemmas) > KNOWN_LEMMAS:
            self.lemmas.clear()
        verbs: Iterable[bool] = repeat(False, len(forms))
        if self.verbs:
            assert numbers.pos is not None
            verbs = map(self.verbs.__contains__, numbers.pos.tolist())
        return list(map(self.lemmas.__getitem__, zip(forms, numbers.script.tolist(), verbs, strict=True)))

    def _lemma(self, key: tuple[str, int, bool]) -> str:
        form, script, is_german_verb = key
        lemma = self.exceptions.get(form.lower()) or apply_script(form, self.scripts[script])
        return verb_lemma(form, lemma) if is_german_verb else lemma

    def _morphs(self, features: NDArray[np.int64]) -> list[Mapping[str, str]]:
        # the numbers of a word as one value of bytes
        keys = np.ascontiguousarray(features, dtype=np.uint8).view(f"V{features.shape[1]}")[:, 0]
        return list(map(self.morphs.__getitem__, keys.tolist()))

    def _morph(self, key: bytes) -> Mapping[str, str]:
        pairs = zip(self.names, self.values, key, strict=True)
        return MappingProxyType({name: values[number] for name, values, number in pairs if number})

    def _entities(self, sentence: TokenisedSentence, tags: list[int]) -> Iterator[Entity]:
        """Yield runs of one type: two names without anything between them are rarer than a name cut in two."""
        if not any(tags):
            return
        first = kind = None
        for index, number in enumerate([*tags, 0]):
            own = self.entities[number].partition("-")[2]
            if first is not None and own != kind:
                yield Entity(sentence.starts[first], sentence.ends[index - 1], str(kind))
                first = None
            if own and first is None:
                first, kind = index, own


def _network(model: Model, inventory: Inventory, device: str | None) -> Network | TorchNetwork:
    """Return the network in numpy, or in torch where there is a device."""
    if device is None:
        return Network(model.weights, model.lexicons, inventory)
    from hf_genderfair.languages.torch_network import TorchNetwork

    return TorchNetwork(model.weights, model.lexicons, inventory, device)


class _Memory(dict[Any, Any]):
    """Values that are computed when they are asked for the first time."""

    def __init__(self, compute: Callable[[Any], Any]) -> None:
        super().__init__()
        self.compute = compute

    def __missing__(self, key: Any) -> Any:
        self[key] = value = self.compute(key)
        return value


_NO_FEATURES: Mapping[str, str] = MappingProxyType({})
