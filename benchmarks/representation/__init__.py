"""Who is represented."""
