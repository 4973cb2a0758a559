"""People over HTTP: accounts, invitations, signing in."""
