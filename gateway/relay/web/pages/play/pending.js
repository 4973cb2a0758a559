// Requests that are on their way: each is kept in this browser until it is known what became of it, so that a lost line, a relay
// that died or a page that was closed neither loses nor doubles it. Under its id the table enters it once, however often it is
// sent.

import { h } from "../lib/dom.js";
import { newId } from "../lib/ids.js";
import { recall, remember } from "../lib/settings.js";
import { say, t } from "../lib/words.js";
import { describe } from "../parts/entries.js";

export class Pending {
  /** `place` is where they are kept; `send(kept)` sends one again, `onchange` is told when one has come or gone. */
  constructor(place, send, onchange) {
    this.place = place;
    this.send = send;
    this.onchange = onchange;
    this.all = read(place).map((each) => ({ ...each, unanswered: true })); // what an earlier page left had no answer
    this.element = h("section.pending", { hidden: true, role: "alert" });
  }

  /** The request under its id: the one that waits already, if it is the same. Null while that is still being sent. */
  begin(game, side, request) {
    const same = this.all.find((each) => each.game === game && JSON.stringify(each.request) === JSON.stringify(request));
    if (same && !same.unanswered) return null;
    const kept = same ?? { id: newId(), game, side, request };
    kept.unanswered = false;
    this.keep(same ? this.all : [...this.all, kept]);
    return kept;
  }

  /** Whether it is still not known what became of it. */
  has(kept) {
    return this.all.includes(kept);
  }

  /** No answer came: only the table's own list can tell. */
  leaveOpen(kept) {
    kept.unanswered = true;
    this.onchange();
  }

  forget(kept) {
    this.keep(this.all.filter((each) => each !== kept));
    this.onchange();
  }

  /** The table's list has come: how requests ended, as the list has it, or `gone` with the game. */
  settle({ game, asked = [] }) {
    const ended = this.all.map((kept) => [kept, asked.find(({ command }) => command === kept.id)]).filter(([kept, found]) => found || kept.game !== game);
    for (const [kept] of ended) this.forget(kept);
    return ended.map(([, found]) => found ?? { gone: true });
  }

  draw(online) {
    const open = this.all.filter((each) => each.unanswered);
    const drawn = JSON.stringify([open.map(({ id }) => id), online, document.documentElement.lang]);
    if (drawn === this.drawn) return; // a button must not change under the finger
    this.drawn = drawn;
    this.element.hidden = !open.length;
    this.element.replaceChildren(...open.map((kept) => this.one(kept, online)));
  }

  one(kept, online) {
    const request = say(describe("act", { type: "enter_request", side: kept.side, request: kept.request }));
    return h(
      "div",
      { "data-command": kept.id },
      h("p", {}, t("play.no_word", { request })),
      h(
        "div.buttons",
        {},
        h("button", { type: "button", onclick: () => this.forget(kept) }, t("play.leave_it")),
        h("button.primary", { type: "button", disabled: !online, onclick: () => this.send(kept) }, t("page.send_again")),
      ),
    );
  }

  keep(all) {
    this.all = all;
    remember(this.place, JSON.stringify(all.map(({ id, game, side, request }) => ({ id, game, side, request }))));
  }
}

function read(place) {
  try {
    const kept = JSON.parse(recall(place) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return []; // written by another version
  }
}
