"""Leave out the doctests of a module that cannot be imported without its extra."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("datatrove") else ["hf_genderfair/scale/datatrove_blocks.py"]
