"""The bridge event over HTTP: pages, routes, files."""
