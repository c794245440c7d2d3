"""How a neural rewriter is trained on pairs of sentences."""
