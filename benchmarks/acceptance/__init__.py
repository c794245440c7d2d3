"""The acceptance run: every command on real texts of every language, as a user calls it, and what must hold of it."""
