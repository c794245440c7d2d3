"""What is true of the actors of English texts."""
