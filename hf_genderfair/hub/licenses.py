"""Identifiers of licences on the Hub."""

from __future__ import annotations

import difflib

from hf_genderfair.core.errors import LicenseError
from hf_genderfair.lexicons.loader import load_lexicon

UNKNOWN_LICENSE = "unknown"
OTHER_LICENSE = "other"
LISTED_AT = "https://huggingface.co/docs/hub/repositories-licenses"


def check_license(text: str) -> str:
    """Return the Hub's identifier of a licence."""
    kind, divided, named = str(text).partition(":")
    identifier, name = kind.strip().lower(), " ".join(named.split())
    known = [row[0] for row in load_lexicon("hub_licences").rows]
    if identifier == OTHER_LICENSE:
        if not name or not name.isprintable():
            raise LicenseError("another licence needs a name: use 'other:NAME'")
        return f"{OTHER_LICENSE}:{name}"
    if identifier in known and not divided:
        return identifier
    nearest = _nearest("-".join(identifier.split()), known)
    hint = f"did you mean {', '.join(nearest)}?" if nearest else f"see {LISTED_AT};"
    raise LicenseError(f"licence {text!r} is not one that the Hub knows: {hint} for another one use 'other:NAME'")


def license_metadata(license: str) -> dict[str, str]:
    """Return the metadata of a card for a licence of `check_license`."""
    kind, divided, name = license.partition(":")
    return {"license": kind, "license_name": name} if divided and kind == OTHER_LICENSE else {"license": license}


def _nearest(identifier: str, known: list[str]) -> list[str]:
    """Return identifiers that begin like it, the newest versions first, or else similar ones."""
    longer = [other for other in sorted(known, reverse=True) if identifier and other.startswith(identifier)]
    return sorted(longer, key=len)[:3] or difflib.get_close_matches(identifier, known)
