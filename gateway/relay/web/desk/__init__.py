"""The arbiter's desk over HTTP: tables, acts, the queue, sectors, the delay."""
