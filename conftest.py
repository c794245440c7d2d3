"""Leave out the doctests of modules that cannot be imported without their extras, and of pages that need a cluster."""

from importlib.util import find_spec

# tests/scale/test_engines.py runs the examples of these pages
collect_ignore = ["docs/datatrove.md", "docs/ray.md", "docs/spark.md"]
if not find_spec("datatrove"):
    collect_ignore.append("hf_genderfair/scale/datatrove_blocks.py")
