"""Spanish and Catalan words for persons, and the words that agree with them."""
