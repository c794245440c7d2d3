"""One report object; text, Markdown, HTML and the card are renderings of it."""
