"""Everyday inputs, each with what is right: what a user types first, and what texts as they come hold."""
