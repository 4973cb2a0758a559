"""Printed forms: what stands on them (pure), and the page or PDF that is printed. Open `printed_form.py`."""
