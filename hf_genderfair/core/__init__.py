"""The house's ground floor: transforms, counts, edits, resources and errors; imports nothing of the package."""
