"""Choose a pipeline: the embedded one of a language, or a spaCy pipeline that the user names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Protocol

from hf_genderfair.core.resources import resource
from hf_genderfair.core.settings import language_code
from hf_genderfair.languages.analysis import LAYERS, Analysis


class Pipeline(Protocol):
    """What analyses texts of one language."""

    @property
    def lang(self) -> str:
        """Language code, such as ``de``."""
        ...

    @property
    def name(self) -> str:
        """Name of the pipeline, in messages and reports."""
        ...

    @property
    def layers(self) -> frozenset[str]:
        """What it can give, a part of `LAYERS`."""
        ...

    @property
    def revision(self) -> str:
        """Changes whenever its output can change; part of the state of a transform that uses it."""
        ...

    def analyse(self, texts: Iterable[str], needs: Collection[str] = LAYERS) -> Iterator[Analysis]:
        """Analyse texts."""
        ...


def pipeline(lang: str, name: str | None = None) -> Pipeline:
    """Return the pipeline of a language, loaded once per process.

    Args:
        lang: Language code, such as ``de``; a tag such as ``de-AT`` means its language.
        name: A spaCy pipeline: an installed package such as ``de_core_news_lg``, or a folder. None is the pipeline
            that comes with the package.

    Returns:
        The pipeline.

    Raises:
        MissingDependencyError: spaCy is named and not installed.
        PipelineError: There is no pipeline for the language; the one named is not there, belongs to another language
            or another version of spaCy, or is damaged.

    Example:
        >>> [analysis] = pipeline("en").analyse(["She sings."])
        >>> [token.pos for token in analysis.sentences[0].tokens]
        ['PRON', 'VERB', 'PUNCT']
    """
    lang = language_code(lang) or lang
    if name is None:
        return resource(("pipeline", lang, None), lambda: _embedded(lang))
    path = str(Path(name).resolve()) if Path(name).is_dir() else name
    return resource(("pipeline", lang, path), lambda: _named(lang, name))


def _embedded(lang: str) -> Pipeline:
    from hf_genderfair.languages.embedded import EmbeddedPipeline

    return EmbeddedPipeline(lang)


def _named(lang: str, name: str) -> Pipeline:
    from hf_genderfair.languages.spacy_pipeline import SpacyPipeline

    return SpacyPipeline(lang, name)
