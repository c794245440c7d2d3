"""English texts about women as texts about men, and the other way round."""
