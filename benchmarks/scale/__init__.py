"""Chains, scale and start-up."""
