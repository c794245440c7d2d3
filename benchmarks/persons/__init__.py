"""What a reader sees in a text, labelled on text that no rule was made on."""
