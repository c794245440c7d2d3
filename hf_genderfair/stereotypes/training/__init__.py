"""Training of the model of what a sentence says of a group."""
