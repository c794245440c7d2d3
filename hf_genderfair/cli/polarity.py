"""The command ``polarity``."""

from __future__ import annotations

from typing import Annotated

import typer

from hf_genderfair.cli.groups import grouped, language_option
from hf_genderfair.cli.lines import write_objects
from hf_genderfair.cli.origin import Origin
from hf_genderfair.core.transform import text_array
from hf_genderfair.representation.polarity import Tokenization, gender_polarity

PolarityLang = Annotated[str, language_option(("en",), "Language of the texts; the measure is one of English words.")]
Tokens = Annotated[
    Tokenization,
    typer.Option("--tokenization", help="'words' finds the him in “him.”; 'paper' misses it, as published."),
]


@grouped
def polarity(
    lang: PolarityLang,
    origin: Origin,
    tokenization: Tokens = "words",
) -> None:
    """Count English words for men and for women.

    Prints one JSON object for the whole source. Counted are he, him, his, himself, man, men, he's, boy, boys and she,
    her, hers, herself, woman, women, she's, girl, girls (Derner et al. 2025, section 3.1).

    Examples:
        echo "She asked him." | hf-genderfair polarity --lang en
        hf-genderfair polarity --lang en --tokenization paper < lines.txt
        hf-genderfair polarity --lang en articles.parquet
    """
    total = {"male": 0, "female": 0}
    for table in origin.tables():
        found = gender_polarity(
            text_array(table[origin.text_column].combine_chunks(), origin.text_column), tokenization
        )
        total["male"] += found.male
        total["female"] += found.female
    write_objects([total])
