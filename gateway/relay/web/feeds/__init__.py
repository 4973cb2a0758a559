"""Games and results for others' programs: files, folders, streams, and what is pushed."""
