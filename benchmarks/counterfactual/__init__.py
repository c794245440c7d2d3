"""Counterfactuals."""
