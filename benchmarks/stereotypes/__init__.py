"""Stereotypes."""
