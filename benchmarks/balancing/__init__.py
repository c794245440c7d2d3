"""Balancing."""
