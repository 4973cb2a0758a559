"""The tournament over HTTP: pages, routes, files, and the clock of its rounds."""
