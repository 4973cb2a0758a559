"""The vocabulary of the gateway: sides, instants, results, articles, ids. Imports nothing of ours; open any file."""
