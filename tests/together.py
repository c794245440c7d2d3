"""The sentences of a test file are analysed together: alone, each takes twenty times as long, and gets the same."""

import ast
from collections.abc import Iterable
from functools import cache
from itertools import chain, islice

from hf_genderfair.core.resources import resource
from hf_genderfair.core.text_view import straighten_apostrophes
from hf_genderfair.languages.analysis import LAYERS
from hf_genderfair.languages.embedded import EmbeddedPipeline

LANGUAGES = ("ca", "de", "en", "es")
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
    sentences = [text for text in texts if isinstance(text, str) and _may_be_sentence(text)]
    # a pipeline gets them with straight apostrophes
    return list(dict.fromkeys(map(straighten_apostrophes, sentences)))


def _may_be_sentence(text):
    halves_of_signs = any("\ud800" <= character <= "\udfff" for character in text)
    return " " in text and len(text) <= LONGEST and not halves_of_signs


class TogetherPipeline:
    """The pipeline of a language, which analyses the sentences of a test file when the first of them come alone."""

    name = EmbeddedPipeline.name
    layers = EmbeddedPipeline.layers

    def __init__(self, lang):
        self.lang = lang
        self.own = EmbeddedPipeline(lang)
        self.known = {}
        self.alone = {}
        self.file = None

    @property
    def revision(self):
        return self.own.revision

    def analyse(self, texts, needs=LAYERS):
        if isinstance(texts, str) or not isinstance(texts, Iterable):
            return self.own.analyse(texts, needs)
        texts = iter(texts)
        first = list(islice(texts, 2))
        if len(first) != 1 or not isinstance(first[0], str):
            return self.own.analyse(chain(first, texts), needs)
        layers = frozenset(needs)
        place = self.file, layers
        self.alone[place] = self.alone.get(place, 0) + 1
        if self.alone[place] == ALONE:
            together = sentences_of(self.file) if self.file else []
            self.known = {
                (text, layers): found for text, found in zip(together, self.own.analyse(together, needs), strict=True)
            }
        known = self.known.get((first[0], layers))
        return self.own.analyse(first, needs) if known is None else iter([known])


def analyse_together(file):
    """Let the sentences of a test file be analysed together."""
    for lang in LANGUAGES:
        pipeline = resource(("pipeline", lang, None), lambda lang=lang: TogetherPipeline(lang))
        if isinstance(pipeline, TogetherPipeline):
            pipeline.file = file
