"""Swapping the gender of persons in German text."""
