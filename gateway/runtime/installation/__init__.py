"""Installing on a computer: versions side by side, the services of a role. Open `installer.py` first."""
