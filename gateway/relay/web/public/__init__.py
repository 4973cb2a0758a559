"""The public's pages and answers."""
