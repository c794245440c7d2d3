"""Turns texts into documents: the view of each, straight apostrophes, and one analysis a text in a chain."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import islice
from typing import NamedTuple, TypeAlias

from hf_genderfair.core.settings import several_texts
from hf_genderfair.core.text_view import TextView, straighten_apostrophes, text_view
from hf_genderfair.languages.analysis import LAYERS, Analysis
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.kept import KeptAnalyses
from hf_genderfair.languages.pipelines import pipeline

Key: TypeAlias = "tuple[str, str | None]"

NOT_ANALYSED = Analysis(())

SENTENCES_AT_ONCE = 1_024
"""Sentences that are documents of their own, held at once."""


class AnalysisRequest(NamedTuple):
    """The analysis that a reader of texts asks for.

    Attributes:
        lang: Language code.
        layers: Layers of the pipeline that are read.
        pipeline_name: A spaCy pipeline in place of the one that comes with the package.

    Example:
        >>> AnalysisRequest("de", frozenset({"pos"})).key
        ('de', None)
    """

    lang: str
    layers: frozenset[str] = frozenset(LAYERS)
    pipeline_name: str | None = None

    @property
    def key(self) -> Key:
        """Language and pipeline: requests that agree in these can share their analyses."""
        return self.lang, self.pipeline_name


class SharedDocuments(NamedTuple):
    """Documents that need no analysis any more, since others have read them, or an analysis was kept.

    Attributes:
        layers: By the key of a request, the layers of all who share.
        known: By the key of a request and the text as given, its document; None where documents are not remembered.
        kept: Kept analyses of a batch.

    Example:
        >>> with shared_documents([AnalysisRequest("de")]):
        ...     first, again = (next(documents(["Es regnet."], AnalysisRequest("de"))) for _ in range(2))
        >>> first is again
        True
    """

    layers: dict[Key, frozenset[str]]
    known: dict[tuple[Key, str], Document] | None
    kept: KeptAnalyses | None

    def has(self, request: AnalysisRequest, text: str) -> bool:
        """Return whether the document of a text needs no analysis."""
        return (request.key, text) in (self.known or ()) or (
            self.kept is not None and self.kept.has(request.lang, text)
        )

    def get(self, request: AnalysisRequest, text: str) -> Document:
        """Return the document of a text that needs no analysis; see `has`."""
        found = self.known.get((request.key, text)) if self.known is not None else None
        if found is None:
            assert self.kept is not None
            found = self.kept.get(text)
            self.remember(request, found)
        return found

    def remember(self, request: AnalysisRequest, document: Document) -> None:
        """Keep a document for the next readers of its text."""
        if self.known is not None:
            self.known[request.key, document.given] = document


NOTHING_SHARED = SharedDocuments({}, None, None)

_shared: ContextVar[SharedDocuments] = ContextVar("shared documents", default=NOTHING_SHARED)


@contextmanager
def shared_documents(requests: Iterable[AnalysisRequest]) -> Iterator[None]:
    """Let all who read documents in this context share them, each analysed with the layers of all."""
    layers: dict[Key, frozenset[str]] = {}
    for request in requests:
        layers[request.key] = layers.get(request.key, frozenset()) | request.layers
    with _sharing(SharedDocuments(layers, {}, None)):
        yield


@contextmanager
def kept_analyses(kept: KeptAnalyses) -> Iterator[None]:
    """Let those who read documents in this context take kept analyses in place of new ones."""
    with _sharing(_shared.get()._replace(kept=kept)):
        yield


@contextmanager
def _sharing(shared: SharedDocuments) -> Iterator[None]:
    token = _shared.set(shared)
    try:
        yield
    finally:
        _shared.reset(token)


def documents(texts: Iterable[str], request: AnalysisRequest) -> Iterator[Document]:
    """Analyse texts, and return them as documents."""
    return (document for document in concerned_documents(texts, request, _all) if document is not None)


def _all(text: str) -> bool:
    return True


def concerned_documents(
    texts: Iterable[str], request: AnalysisRequest, concerns: Callable[[str], bool]
) -> Iterator[Document | None]:
    """Analyse only those texts that concern the reader; the others cost nothing."""
    return _Reader(request, concerns).read(several_texts(texts))


def sentence_documents(sentences: Iterable[TextView], request: AnalysisRequest) -> Iterator[Document]:
    """Analyse sentences, each as a document of its own."""
    # A sentence is cut out of the document of its text where that needs no analysis: our pipelines read sentences one
    # by one, so that what they say of it is the same. A user's pipeline may look beyond it, and is asked again.
    waiting = _cut(sentences, request)
    while some := list(islice(waiting, SENTENCES_AT_ONCE)):
        read = documents((part.text for part, known in some if known is None), request)
        yield from (next(read) if known is None else known for _, known in some)


def _cut(sentences: Iterable[TextView], request: AnalysisRequest) -> Iterator[tuple[TextView, Document | None]]:
    """Yield each sentence with its document, cut out of that of its text; None where it needs an analysis."""
    shared, document = _shared.get(), None
    for part in sentences:
        if request.pipeline_name is not None or not shared.has(request, part.whole):
            yield part, None
            continue
        if document is None or document.given is not part.whole:
            document = shared.get(request, part.whole)
        sentence = document.sentence_at(part.start, part.end)
        if sentence is None:
            yield part, None
        else:
            found = Document(part.text, Analysis((sentence,)), request.lang)
            shared.remember(request, found)
            yield part, found


def normalised_documents(texts: Iterable[str], lang: str) -> Iterator[Document]:
    """Return texts as documents for rules that need no analysis."""
    return (Document(text_view(text), NOT_ANALYSED, lang) for text in several_texts(texts))


class _Reader:
    """Reads texts in order, some of them ahead: those that a pipeline sees together."""

    def __init__(self, request: AnalysisRequest, concerns: Callable[[str], bool]) -> None:
        self.request = request
        self.concerns = concerns
        self.shared = _shared.get()
        self.waiting: deque[TextView | str | None] = deque()

    def read(self, texts: Iterator[str]) -> Iterator[Document | None]:
        layers = self.request.layers | self.shared.layers.get(self.request.key, frozenset())
        for analysis in pipeline(*self.request.key).analyse(self._asked(texts), layers):
            while not isinstance(asked := self.waiting.popleft(), TextView):
                yield self._known(asked)
            document = Document(asked, analysis, self.request.lang)
            self.shared.remember(self.request, document)
            yield document
        yield from (self._known(each) for each in self.waiting if not isinstance(each, TextView))

    def _asked(self, texts: Iterator[str]) -> Iterator[str]:
        """Yield what the pipeline is to read, and let everything wait in its order."""
        for text in texts:
            view = text_view(text)
            if not self.concerns(view.text):
                self.waiting.append(None)
            elif self.shared.has(self.request, text):
                # a kept analysis becomes a document when its turn comes: all at once would fill the memory
                self.waiting.append(text)
            else:
                self.waiting.append(view)
                yield straighten_apostrophes(view.text)

    def _known(self, text: str | None) -> Document | None:
        return None if text is None else self.shared.get(self.request, text)
