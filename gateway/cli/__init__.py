"""The `flagfall` command, one module for each subcommand."""
