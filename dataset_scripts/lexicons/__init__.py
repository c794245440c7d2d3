"""Programs that build word lists from dictionaries; run one with ``python -m dataset_scripts.lexicons.NAME``."""
