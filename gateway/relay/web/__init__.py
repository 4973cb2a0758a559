"""REST, WebSocket and pages. Open `application.py`.

What a reader comes for has a folder: `desk`, `event`, `tournament`, `bridge`, `players`, `people`, `enrolment`, `feeds`
and the `public`'s window; `pages` are the files that browsers load. What all of them stand on lies here.
"""
