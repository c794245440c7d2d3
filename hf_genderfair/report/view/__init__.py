"""A page to read the rows of a data set in a browser, from files on disk: the text with what columns say of it."""
