"""Who is who: accounts and sessions of arbiters."""
