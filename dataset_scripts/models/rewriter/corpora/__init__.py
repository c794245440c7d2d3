"""Parallel data for rewriters: gender-fair text, biased sources made from it, filters."""
