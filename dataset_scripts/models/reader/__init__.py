"""What a reader of persons learns from: the decisions of the rules, written down."""
