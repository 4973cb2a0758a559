"""Access: accounts and sessions of arbiters."""
