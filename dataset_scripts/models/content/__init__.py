"""How the model of what a sentence says of a group is made."""
