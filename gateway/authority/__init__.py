"""The hall's authority: who has a certificate, and what it says. Open `certificates.py` first."""
