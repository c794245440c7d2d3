"""The command ``normalise``."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from hf_genderfair.cli.edits import edited_fields, edited_line
from hf_genderfair.cli.groups import grouped, language_option
from hf_genderfair.cli.options import JsonLines
from hf_genderfair.cli.origin import Origin
from hf_genderfair.cli.rewrite import Form
from hf_genderfair.cli.runner import print_found
from hf_genderfair.rewriting.languages import LANGUAGES
from hf_genderfair.rewriting.normalise import normalising_edits

NormalisedLang = Annotated[str, language_option(LANGUAGES)]


@grouped
def normalise(lang: NormalisedLang, origin: Origin, form: Form = "star", jsonl: JsonLines = False) -> None:
    """Write gender-fair forms in one spelling.

    German words in any spelling, such as Lehrer/-innen, LehrerInnen or Lehrerinnen und Lehrer, get the form asked for;
    in English, he or she is becomes they are. What is no gender-fair form stays. Prints one line for each text; with
    --jsonl the new text and the edits on the old one, by which it can be undone.

    Examples:
        echo "Die Lehrer/innen und die Studentinnen und Studenten" | hf-genderfair normalise --lang de
        hf-genderfair normalise --lang de --form pair --jsonl < lines.txt
    """
    edits = partial(normalising_edits, lang=lang, form=form)
    print_found(origin, jsonl, partial(map, edits), edited_line, edited_fields)
