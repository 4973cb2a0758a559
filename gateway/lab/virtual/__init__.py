"""A table in the browser. Open `virtual_table.py` for what hands do to it, `page.py` for what shows it."""
