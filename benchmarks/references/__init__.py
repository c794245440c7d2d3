"""Words for persons."""
