"""How a data set was made: transforms as steps of a report, and the software behind them."""

from __future__ import annotations

import datasets
import pyarrow as pa

from hf_genderfair import __version__
from hf_genderfair.core.transform import Transform
from hf_genderfair.report.report import Step


def describe_step(transform: Transform, rows_in: int | None, rows_out: int | None) -> Step:
    """Return the step of a report that a transform is.

    Args:
        transform: The transform.
        rows_in: Rows before.
        rows_out: Rows that stay after it and the split by its reasons.

    Returns:
        Name, version and all parameters, data with a digest by their short form; ``lexicons`` is the digest of the
        word lists.
    """
    parameters = {name: _named(value) for name, value in transform.configuration().items() if name != "overwrite"}
    if transform.digest():
        parameters["lexicons"] = transform.digest()
    return Step(type(transform).__name__, transform.version, parameters, rows_in, rows_out)


def _named(value: object) -> object:
    return repr(value) if isinstance(getattr(value, "digest", None), str) else value


def software_versions() -> dict[str, str]:
    """Return name and version of the software that makes a report."""
    return {"hf-genderfair": __version__, "datasets": datasets.__version__, "pyarrow": pa.__version__}
