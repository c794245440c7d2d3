"""Effects on models."""
