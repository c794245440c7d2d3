"""Language pipelines."""
