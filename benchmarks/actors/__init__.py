"""Who acts and is quoted."""
