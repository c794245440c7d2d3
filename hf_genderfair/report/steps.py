"""Transforms as steps of a report, and versions of the software."""

from __future__ import annotations

import datasets
import pyarrow as pa

from hf_genderfair import __version__
from hf_genderfair.core.private import public_value
from hf_genderfair.core.transform import Transform
from hf_genderfair.report.report import Step


def describe_step(transform: Transform, rows_in: int | None, rows_out: int | None) -> Step:
    """Describe a transform as a step of a report."""
    parameters = {name: _named(value) for name, value in transform.configuration().items() if name != "overwrite"}
    if transform.digest():
        parameters["lexicons"] = transform.digest()
    return Step(type(transform).__name__, transform.version, parameters, rows_in, rows_out)


def _named(value: object) -> object:
    return repr(value) if isinstance(getattr(value, "digest", None), str) else public_value(value)


def software_versions() -> dict[str, str]:
    """Return the versions of the software behind a report, by name."""
    return {"hf-genderfair": __version__, "datasets": datasets.__version__, "pyarrow": pa.__version__}
