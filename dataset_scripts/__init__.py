"""Programs that make data sets, word lists and models."""
