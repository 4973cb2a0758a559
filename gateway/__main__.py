"""`python -m gateway` is `flagfall`."""

from gateway.cli import main

main()
