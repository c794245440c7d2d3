"""Record which lexicons each transform reads, and write the table of the package: ``record_readers.py --write``.

What is read stays in caches of the process, so that a second transform would not read it again. Therefore each
transform runs, for each of its languages, in a process of its own: a fork of this one, which has imported the package
and read no lexicon. It annotates sentences of the golden tables, with each setting in turn; ``--all`` takes all
sentences, which is slow and reads the same.
"""

import gc
import os
import pickle
import re
import sys
import tempfile
import traceback
import typing
import warnings
from dataclasses import replace
from functools import cache
from pathlib import Path

import spacy
from golden import golden_rows
from scripted_generator import ScriptedGenerator
from spacy.tokenizer import Tokenizer

import hf_genderfair.lexicons
from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.balancing.flags import AsymmetryFlags
from hf_genderfair.core import resources
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.transform import Transform
from hf_genderfair.counterfactual.transform import Counterfactual
from hf_genderfair.first_person.duplicates import NormalisedHash
from hf_genderfair.first_person.neutral import Neutralise
from hf_genderfair.first_person.posts import Posts
from hf_genderfair.first_person.reasons import FragmentReasons
from hf_genderfair.first_person.tagger import FirstPerson
from hf_genderfair.languages import embedded, tokens
from hf_genderfair.languages.analyse import Analyse
from hf_genderfair.languages.identification import Language
from hf_genderfair.lexicons import loader
from hf_genderfair.lexicons.loader import lexicon_names
from hf_genderfair.lexicons.word_lists import WordList, word_list_names
from hf_genderfair.representation.group_words import GroupWords
from hf_genderfair.representation.polarity import GenderPolarity
from hf_genderfair.representation.references.transform import LANGUAGES as REFERENCE_LANGUAGES
from hf_genderfair.representation.references.transform import GeneratedReferences, PersonReferences
from hf_genderfair.rewriting.forms import FORMS
from hf_genderfair.rewriting.neural import NeuralRewriter, gender_changes
from hf_genderfair.rewriting.rules import Rewriting
from hf_genderfair.rewriting.transform import GenderFair
from hf_genderfair.stereotypes.transform import StereotypeEdits, Stereotypes

TABLE = Path(hf_genderfair.lexicons.__file__).with_name("readers.tsv")
GOLDEN = golden_rows(__file__, "GOLDEN")
"""The golden tables: their language, or none where the first column names it, and their column of sentences."""

EVERY = 1 if "--all" in sys.argv else 8
"""One sentence of so many is taken."""

FEW = 20
MARKS = re.compile(r"\[\[|\]\]|\|\w+(?=⟧)|[⟦⟧]")
ALSO = golden_rows(__file__, "ALSO")
"""Sentences for what the golden tables lack."""

TRADES = WordList.from_groups("trade", {"female": ["Kellnerin", "camarera"], "male": ["Kellner", "camarero"]})
ANY = WordList.from_groups("any", {"old": ["old", "alten", "viejos"], "young": ["young", "jungen", "jóvenes"]})
MODEL = ScriptedGenerator((("", ("word - P, M",)),))
LISTS = ("gender", "age", "religion")


class ScriptedRewriter(NeuralRewriter):
    """Writes the same sentence for every other, which is checked."""

    revision = "scripted"

    def rewrite(self, texts, lang, rank=None):
        written = "Die Student*innen und jede*r Lehrer*in kommen, and the nurse said that they sing."
        return [Rewriting(gender_changes(text, written, lang), []) for text in texts]


RUNS = (
    *((ActorMetrics, {"lang": lang}) for lang in ("de", "en")),
    *((Analyse, {"lang": lang}) for lang in ("ca", "de", "en", "es")),
    (AsymmetryFlags, {}),
    *((Counterfactual, {"lang": "en", "attribute": name, "generator": MODEL}) for name in LISTS),
    *((Counterfactual, {"lang": lang, "generator": MODEL}) for lang in ("de", "es")),
    *((Counterfactual, {"lang": lang, "attribute": TRADES, "method": "base"}) for lang in ("de", "es")),
    *((Counterfactual, {"lang": lang, "attribute": ANY, "method": "base"}) for lang in ("de", "es")),
    (FirstPerson, {}),
    (FragmentReasons, {}),
    *((GenderFair, {"lang": "de", "form": form, "scope": "all"}) for form in FORMS),
    (GenderFair, {"lang": "en", "scope": "all"}),
    *((GenderFair, {"lang": lang, "quotations": False}) for lang in ("de", "en")),
    *((GenderFair, {"lang": lang, "model": ScriptedRewriter("any")}) for lang in ("de", "en")),
    (GenderPolarity, {}),
    *((GeneratedReferences, {"lang": lang, "generator": MODEL, "runs": 1}) for lang in ("ca", "de", "es", "pl")),
    *((GroupWords, {"attribute": name}) for name in word_list_names()),
    (Language, {}),
    (Neutralise, {}),
    (NormalisedHash, {}),
    *((PersonReferences, {"lang": lang}) for lang in REFERENCE_LANGUAGES),
    (Posts, {}),
    (StereotypeEdits, {}),
    *((Stereotypes, {"lang": lang, "attributes": (*LISTS, "any")}) for lang in ("de", "en", "es")),
    *((Stereotypes, {"lang": lang, "attributes": "any", "sentences": "all"}) for lang in ("de", "en", "es")),
    *(
        (Stereotypes, {"lang": lang, "attributes": "any", "sentences": "all", "method": "rules"})
        for lang in ("de", "en", "es")
    ),
    *((Stereotypes, {"lang": lang, "generator": MODEL}) for lang in ("de", "en", "es")),
)
"""What runs. Built in the process that runs it, since some transforms read a list when they are made."""

MAKERS = ((GroupWords, {"attribute": (*LISTS, TRADES, ANY)}), (FirstPerson, {}), (ActorMetrics, {}), (Stereotypes, {}))
"""What makes the columns that others read."""


def cases():
    """Return what runs, by name and language; each pair gets a process."""
    several = {}
    for kind, settings in RUNS:
        lang = settings.get("lang", getattr(kind, "lang", None))
        several.setdefault((kind.__name__, lang or ""), []).append((kind, settings))
    return dict(sorted(several.items()))


def transforms(runs):
    """Return what a process runs: the first with each choice of its settings, then the others."""
    first, *others = [kind(**settings) for kind, settings in runs]
    hints = typing.get_type_hints(type(first))
    return [first, *(other for name in hints for other in varied(first, name, hints[name])), *others]


def varied(transform, name, hint):
    """Yield a transform with the other choices of a setting; none where any value will do."""
    choices = typing.get_args(hint) if typing.get_origin(hint) is typing.Literal else ()
    for value in (True, False) if hint is bool else choices:
        if value != getattr(transform, name):
            yield from offered(transform, {name: value})


def offered(transform, settings):
    """Yield a transform with other settings, where they are offered together."""
    try:
        yield replace(transform, **settings)
    except GenderfairError:
        return


@cache
def sentences():
    """Return sentences of the golden tables by language, and those that stand above."""
    found = {}
    for lang, text in ALSO:
        found.setdefault(lang, {})[text] = None
    for name, lang, column in GOLDEN:
        lines = (Path(__file__).parent / name).read_text(encoding="utf-8").splitlines()
        rows = [line.split("\t") for line in lines if line and not line.startswith(("#", "lang\t"))]
        for row in rows[::EVERY]:
            found[lang or row[0]][MARKS.sub("", row[column])] = None
    return {lang: list(texts) for lang, texts in found.items()}


def texts_of(lang):
    """Return the sentences of a language, some of several where any language will do."""
    known = sentences()
    return known[lang] if lang else [*known["pl"], *known["de"][:FEW], *known["en"][:FEW]]


def lexicon_and_part_names():
    """Return the names of all lexicons, and of the parts of those that have some."""
    names = lexicon_names()
    return [*names, *(f"{name}_{part}" for name in names for part in loader._read(name).parts)]


def lexicons_read():
    """Return the names of the lexicons that this process has read."""
    return sorted(key[1] for key in resources._built if key[0] == "lexicon")


def in_a_fork(work, *arguments):
    """Return what a function returns in a fork of this process."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        try:
            with os.fdopen(writing, "wb") as answer:
                pickle.dump(work(*arguments), answer)
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
    os.close(writing)
    with os.fdopen(reading, "rb") as answer:
        content = answer.read()
    if os.waitpid(child, 0)[1]:
        sys.exit("a transform failed")
    return pickle.loads(content)


def with_columns(rows, runs):
    """Return rows with all columns that transforms read."""
    for name in {name: None for transform in transforms(runs) for name in transform.inputs()}:
        if name not in rows:
            maker = next(run for run in MAKERS if name in run[0](**run[1]).features())
            rows |= maker[0](**maker[1], overwrite=True)(with_columns(rows, [maker]))
    return rows


@spacy.registry.tokenizers("white_space")
def white_space():
    """Return what builds a tokeniser quickly, without the rules of a language."""
    return lambda nlp: Tokenizer(nlp.vocab)


@spacy.Language.factory(
    "parser_of_nouns",
    assigns=["token.pos", "token.morph", "token.lemma", "token.dep", "token.head", "doc.sents", "doc.ents"],
)
class ParserOfNouns:
    """Takes all words for nouns that depend on the first, a name; its labels are those of the last scheme."""

    labels = ("nsubj", "case")

    def __init__(self, nlp, name):
        self.name = name

    def __call__(self, doc):
        for token in doc:
            token.pos_, token.lemma_, token.head, token.dep_ = "NOUN", token.text, doc[0], "nsubj"
            token.set_morph({"Number": "Sing"})
        doc[0].dep_, doc[0].ent_type_ = "ROOT", "PERSON"
        return doc


def with_spacy(transform, folder):
    """Yield a transform with a spaCy pipeline, if it takes one, or if a transform that it uses does."""
    inner = {name: value for name, value in transform.configuration().items() if isinstance(value, Transform)}
    settings = {name: other for name, value in inner.items() for other in with_spacy(value, folder)}
    if hasattr(transform, "pipeline_name"):
        place = Path(folder, transform.language())
        if not place.exists():
            nlp = spacy.blank(place.name, config={"nlp": {"tokenizer": {"@tokenizers": "white_space"}}})
            nlp.add_pipe("parser_of_nouns")
            nlp.to_disk(place)
        settings["pipeline_name"] = str(place)
    if settings:
        yield from offered(transform, settings)


def read_by(runs, rows, folder):
    """Return the names of the lexicons that transforms read, from being made on."""
    # the record that is being made is not the one that warns
    warnings.simplefilter("ignore", RuntimeWarning)
    for transform in transforms(runs):
        transform({name: rows[name] for name in transform.inputs()})
    for kind, settings in runs:
        for transform in with_spacy(kind(**settings), folder):
            transform({name: rows[name][:FEW] for name in transform.inputs()})
    return lexicons_read()


class OnceReader(embedded._Reader):
    """Analyses what the runs of a process all read once."""

    def __init__(self, path, device):
        super().__init__(path, device)
        self.known = {}

    def read(self, documents, needs):
        key = str(documents), frozenset(needs)
        if key not in self.known:
            self.known[key] = list(super().read(documents, needs))
        return iter(self.known[key])


def prepare():
    """Do once what all forks would do: parse the lexicons, without reading any yet, and load networks."""
    lexicons = {name: loader._read(name) for name in lexicon_and_part_names()}
    loader._read = lexicons.__getitem__
    for lexicon in lexicons.values():
        assert lexicon.rows
    embedded._Reader, tokens._Tokeniser = cache(OnceReader), cache(tokens._Tokeniser)
    for path in sorted(embedded.MODELS.glob("*.npz")):
        embedded._Reader(path, None)
        tokens._Tokeniser(path.stem)
    for name in lexicons_read():
        # tokenisers are shared, what they read is not: each run asks for the revision of its pipeline, which reads it
        del resources._built["lexicon", name]
    # a fork that collects garbage copies all that it shares
    gc.disable()
    assert lexicons_read() == []


def record():
    """Return the names of the lexicons that each transform reads, by name and language."""
    prepare()
    found, columns = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        for (name, lang), runs in cases().items():
            rows = columns.get(lang) or dict.fromkeys(("text", "url"), texts_of(lang))
            columns[lang] = in_a_fork(with_columns, rows, runs)
            found[name, lang] = in_a_fork(read_by, runs, columns[lang], folder)
    return found


def main():
    """Print the rows of the table, or write it."""
    rows = "".join(f"{name}\t{lang}\t{' '.join(names)}\n" for (name, lang), names in record().items())
    if "--write" in sys.argv:
        head = [line for line in TABLE.read_text(encoding="utf-8").splitlines(keepends=True) if line.startswith("#")]
        TABLE.write_text("".join(head) + rows, encoding="utf-8")
    else:
        sys.stdout.write(rows)


if __name__ == "__main__":
    main()
