// The sections of the page that have a link at the top. A new one is a module with a class, and one line here.
//
// `new Section(root, context)` makes it in its own element; `context` has `store`, `now()` (the time that is shown), `present()` (the relay's), `contact(table)`,
// `counted()`, to be called when something else waits in it, and `subscribe()`, to be called when it shows other tables: `watched()` names those that it needs whole, `followed()` those of which it needs the lines. The page calls `show(visible, rest)` when the address changes, `build()` when language or role
// changes, and `tick(now)` ten times a second while it is shown. A section may count what waits in it: `count()`.

import { HallSection } from "./hall/hall_section.js";
import { QueueSection } from "./queue/queue_section.js";
import { RoundSection } from "./round/round_section.js";
import { AuditSection } from "./people/audit_section.js";
import { PeopleSection } from "./people/people_section.js";
import { TournamentSection } from "./tournament/tournament_section.js";
import { ClockSection } from "./round_clock/clock_section.js";
import { BridgeSection } from "./bridge/bridge_section.js";
import { PushesSection } from "./pushes/pushes_section.js";

/** Name in the address, key of its title, class, and who may open it. */
export const SECTIONS = [
  { name: "hall", title: "page.section_hall", make: HallSection, allowed: () => true },
  { name: "queue", title: "page.section_queue", make: QueueSection, allowed: (store) => store.hello?.sees === "arbiters" },
  { name: "round", title: "page.section_round", make: RoundSection, allowed: (store) => store.hello?.sees === "arbiters" },
  { name: "tournament", title: "page.section_tournament", make: TournamentSection, allowed: () => true },
  { name: "clock", title: "round_clock.title", make: ClockSection, allowed: ({ hello }) => Boolean(hello?.rights.includes("round_clock")) },
  { name: "bridge", title: "bridge_desk.section", make: BridgeSection, allowed: (store) => store.hello?.sees === "arbiters" || Boolean(store.hello?.rights.includes("results")) },
  { name: "pushes", title: "page.section_pushes", make: PushesSection, allowed: ({ hello }) => Boolean(hello?.rights.includes("pushes")) },
  { name: "people", title: "page.section_people", make: PeopleSection, allowed: ({ signedIn }) => signedIn },
  { name: "audit", title: "page.section_audit", make: AuditSection, allowed: ({ hello }) => Boolean(hello?.rights.includes("audit")) },
];
