"""Stereotypes: sentences that may hold one, its linguistic indicators and its strength (Görge et al. 2025)."""
