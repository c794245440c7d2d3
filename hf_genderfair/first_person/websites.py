"""The website of a URL."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

# Scheme, user and password come first and are left out, as is everything from the port on. IPv6 stands in brackets.
HOST = (
    r"(?i)^\s*(?:(?:[a-z][a-z0-9+.-]*:)?//)?(?:[^/?#@]*@)?"
    r"(?P<host>\[[0-9a-f:.]+\]|[^/?#:@\[\]\s\\]*[^/?#:@\[\]\s\\.])"
    r"\.?(?::\d+)?(?:[/?#]|\s*$)"
)


def websites(urls: pa.Array | pa.ChunkedArray) -> pa.Array | pa.ChunkedArray:
    """Return the host of each URL in lower case, unchanged: ``www.`` stays."""
    return pc.utf8_lower(pc.struct_field(pc.extract_regex(urls.cast(pa.string()), HOST), "host"))
