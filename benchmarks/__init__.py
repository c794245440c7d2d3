"""What the library is worth, measured: a folder for each capability, and one runner."""
