"""The command line: one file a capability."""
