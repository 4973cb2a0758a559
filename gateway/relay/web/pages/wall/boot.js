// Starts the wall, also where the relay goes away while the page is loading: nobody stands beside a hall's screen.

import { startPage } from "../live/start_page.js";

startPage(() => import("./wall.js"), "/wall");
