"""Let mkdocstrings show the section ``Example:`` of a docstring as code: it knows ``Examples:`` alone."""

from __future__ import annotations

import re
from typing import Any

from griffe import Docstring, Extension, Object


class ExampleSections(Extension):
    """Renames the section before docstrings are read."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Rename the section of a docstring.

        Args:
            obj: What the docstring is about.
        """
        if isinstance(obj.docstring, Docstring):
            obj.docstring.value = re.sub(r"^Example:$", "Examples:", obj.docstring.value, flags=re.MULTILINE)
