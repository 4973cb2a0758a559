"""Small computers made of namespaces, each with a Debian of its own: what installing and a hall are tried on."""
