"""Programs that fit the weights in lexicons; run one with ``python -m dataset_scripts.models.weights.NAME``."""

from pathlib import Path

LEXICONS = Path(__file__).parents[3] / "hf_genderfair" / "lexicons"
