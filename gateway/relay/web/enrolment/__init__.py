"""Devices that join the hall: claims, certificates, and the wheels they install."""
