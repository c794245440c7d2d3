"""Sources, published folders, cards, publishing, and loading what was published."""
