"""Printed forms: what stands on them (pure), and the page that is printed, in any language. Open `score_sheet.py`."""
