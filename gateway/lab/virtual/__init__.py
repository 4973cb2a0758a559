"""A table in the browser: `table.py` is what a person does to it, `app.py` the page, `hall.py` the rest of the hall."""
