"""The gender of the writer from first-person forms (Graliński et al. 2016)."""
