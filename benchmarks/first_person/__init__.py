"""First-person forms."""
