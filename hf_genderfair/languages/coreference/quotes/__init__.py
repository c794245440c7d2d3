"""Direct and indirect quotes, and their speakers."""
