"""A page on which a person judges generated words: one file of HTML that needs neither server nor network."""

from __future__ import annotations

import hashlib
import json
from importlib.resources import files

from jinja2 import Environment, StrictUndefined

from hf_genderfair.representation.word_checks import CRITERIA
from hf_genderfair.representation.word_review import COLUMNS, WordReview

TEMPLATE = "review.html.jinja"
SCRIPT_ESCAPES = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


def review_page(review: WordReview, name: str = "review.tsv") -> str:
    """Write the page of a review.

    The words stand by group, each with buttons to accept and to reject and a field for the reason. The judged review
    is downloaded as the table that `WordReview.from_file` reads; until then the browser keeps the verdicts.

    Args:
        review: The words, with the verdicts that there are already.
        name: File name of the download.

    Returns:
        The page; all text of the review is escaped.

    Example:
        >>> from hf_genderfair.representation.word_review import ReviewWord
        >>> page = review_page(WordReview({"attribute": "age", "groups": "young | old"}, (ReviewWord("old", "</b>"),)))
        >>> "</b>" in page, page.count("://")
        (False, 0)
    """
    data = {
        "name": name,
        "key": f"hf-genderfair review {hashlib.sha256(review.to_text().encode()).hexdigest()[:16]}",
        "head": review.head,
        "columns": list(COLUMNS),
        "rows": [dict(zip(COLUMNS, word.cells, strict=True)) for word in review.words],
    }
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    template = environment.from_string(files("hf_genderfair.representation").joinpath(TEMPLATE).read_text("utf-8"))
    return template.render(
        attribute=review.metadata["attribute"],
        metadata={key: value for key, value in review.metadata.items() if key not in ("attribute", "verdict")},
        groups=review.groups,
        criteria=CRITERIA,
        data=script_json(data),
    )


def script_json(value: object) -> str:
    """Return JSON that can stand in a script element: nothing in it ends the element."""
    return json.dumps(value, ensure_ascii=False).translate(SCRIPT_ESCAPES)
