"""Adapters for the coreference resolution of other libraries, to be used in place of our own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Protocol

from hf_genderfair.core.errors import MissingDependencyError
from hf_genderfair.core.pretrained import model_origin
from hf_genderfair.core.resources import resource
from hf_genderfair.core.settings import public_name
from hf_genderfair.languages.coreference.resolution import Span


class Coreference(Protocol):
    """A coreference resolver.

    Implementations are frozen dataclasses of plain configuration, so that a transform with one can be pickled and
    hashed.
    """

    @property
    def revision(self) -> str:
        """Changes whenever the output can change; part of the state of a transform that uses it."""
        ...

    def clusters(self, texts: Sequence[str], rank: int | None) -> list[list[list[Span]]]:
        """Return the clusters of each text."""
        ...


@dataclass(frozen=True)
class FastCoreference:
    """fastcoref (Otmazgin et al. 2022), for English; ``pip install fastcoref``.

    Attributes:
        model: Name on the Hub or folder of the model.

    Example:
        >>> FastCoreference().model
        'biu-nlp/f-coref'
    """

    model: str = "biu-nlp/f-coref"

    @property
    def revision(self) -> str:
        """Return program, version and model, with its commit or the digest of its files.

        Raises:
            GenerationError: There is no such model.
        """
        return f"fastcoref {_version('fastcoref')} {public_name(self.model)}@{model_origin(self.model)}"

    def clusters(self, texts: Sequence[str], rank: int | None) -> list[list[list[Span]]]:
        """Return the clusters of each text; see `Coreference.clusters`."""
        program = _load("fastcoref")
        model = resource(
            ("coreference", self.revision, rank), lambda: program.FCoref(self.model, enable_progress_bar=False)
        )
        return [
            [list(map(tuple, cluster)) for cluster in found.get_clusters(as_strings=False)]
            for found in model.predict(texts=list(texts))
        ]


@dataclass(frozen=True)
class Coreferee:
    """coreferee (Hudson 2021) in a spaCy pipeline, for English and German; ``pip install coreferee`` and its models.

    Attributes:
        pipeline_name: A spaCy pipeline that coreferee supports, such as ``de_core_news_lg``.

    Example:
        >>> Coreferee("de_core_news_lg").pipeline_name
        'de_core_news_lg'
    """

    pipeline_name: str

    @property
    def revision(self) -> str:
        """Return program, version and pipeline."""
        return f"coreferee {_version('coreferee')} {public_name(self.pipeline_name)} {_version(self.pipeline_name)}"

    def clusters(self, texts: Sequence[str], rank: int | None) -> list[list[list[Span]]]:
        """Return the clusters of each text; see `Coreference.clusters`."""
        _load("coreferee")
        nlp = resource(("coreference", self.pipeline_name), self._pipeline)
        return [
            [[self._span(doc, mention) for mention in chain] for chain in doc._.coref_chains] for doc in nlp.pipe(texts)
        ]

    def _pipeline(self) -> Any:
        nlp = _load("spacy").load(self.pipeline_name)
        nlp.add_pipe("coreferee")
        return nlp

    @staticmethod
    def _span(doc: Any, mention: Any) -> Span:
        tokens = [doc[index] for index in mention.token_indexes]
        return tokens[0].idx, tokens[-1].idx + len(tokens[-1])


@dataclass(frozen=True)
class StanzaCoreference:
    """The coreference of Stanza (Liu et al. 2024); ``pip install stanza`` and its models.

    Attributes:
        lang: Language code.

    Example:
        >>> StanzaCoreference("de").lang
        'de'
    """

    lang: str

    @property
    def revision(self) -> str:
        """Return program, version and language."""
        return f"stanza {_version('stanza')} {self.lang}"

    def clusters(self, texts: Sequence[str], rank: int | None) -> list[list[list[Span]]]:
        """Return the clusters of each text; see `Coreference.clusters`."""
        program = _load("stanza")
        nlp = resource(
            ("coreference", "stanza", self.lang, rank),
            lambda: program.Pipeline(self.lang, processors="tokenize,coref", download_method=None, verbose=False),
        )
        return [
            [[self._span(doc, mention) for mention in chain.mentions] for chain in doc.coref] for doc in map(nlp, texts)
        ]

    @staticmethod
    def _span(doc: Any, mention: Any) -> Span:
        words = doc.sentences[mention.sentence].words[mention.start_word : mention.end_word]
        return words[0].start_char, words[-1].end_char


def _version(package: str) -> str:
    try:
        return version(package.replace("_", "-"))
    except PackageNotFoundError as error:
        raise MissingDependencyError(f"{package} is not installed: pip install {package}") from error


def _load(package: str) -> Any:
    try:
        return import_module(package)
    except ImportError as error:
        raise MissingDependencyError(f"{package} cannot be imported ({error}): pip install {package}") from error
