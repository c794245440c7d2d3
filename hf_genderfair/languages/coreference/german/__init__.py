"""What is true of the actors of German texts."""
