"""What is true of the roles of persons in each language."""
