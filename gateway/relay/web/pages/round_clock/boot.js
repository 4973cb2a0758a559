// Starts the hall's clock, also where the relay goes away while the page is loading.

import { startPage } from "../live/start_page.js";

startPage(() => import("./clock_page.js"), "/clock");
