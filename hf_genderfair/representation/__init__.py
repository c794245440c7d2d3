"""Who is represented: group words, demographic representation, gender polarity, person references (Görge, Derner)."""
