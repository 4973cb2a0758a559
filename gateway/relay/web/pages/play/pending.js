// The request that is on its way: kept in this browser until it is known what became of it, so that a lost line, a relay that
// died or a page that was closed neither loses nor doubles it. Under its id the table enters it once, however often it is sent.

import { h } from "../lib/dom.js";
import { newId } from "../lib/ids.js";
import { recall, remember } from "../lib/settings.js";
import { say, t } from "../lib/words.js";
import { describe } from "../parts/entries.js";

export class Pending {
  /** `place` is where it is kept; `send(request)` sends one again, `onchange` is told when it has come or gone. */
  constructor(place, send, onchange) {
    this.place = place;
    this.onchange = onchange;
    this.kept = read(place);
    this.unanswered = Boolean(this.kept); // one that was left by an earlier page had no answer
    this.words = h("p");
    const again = h("button.primary", { type: "button", onclick: () => send(this.kept.request) }, "");
    const leave = h("button", { type: "button", onclick: () => this.forget() }, "");
    this.buttons = [[again, "page.send_again"], [leave, "play.leave_it"]];
    this.element = h("section.pending", { hidden: true, role: "alert" }, this.words, h("div.buttons", {}, leave, again));
  }

  /** The id of a request; of the one that waits already, the one it has. */
  begin(game, side, request) {
    const same = this.kept?.game === game && JSON.stringify(this.kept.request) === JSON.stringify(request);
    this.keep({ game, side, request, id: same ? this.kept.id : newId() });
    this.unanswered = false;
    return this.kept.id;
  }

  /** No answer came: only the table's own list can tell, unless it has done so already. */
  leaveOpen() {
    this.unanswered = Boolean(this.kept);
    this.onchange();
  }

  forget() {
    this.keep(null);
    this.unanswered = false;
    this.onchange();
  }

  /** The table's list has come: how the request ended, as the list has it, or `gone` with the game; null while it is open. */
  settle({ game, asked = [] }) {
    if (!this.kept) return null;
    const found = asked.find(({ command }) => command === this.kept.id);
    if (!found && game === this.kept.game) return null;
    this.forget();
    return found ?? { gone: true };
  }

  draw(online) {
    this.element.hidden = !this.unanswered;
    if (!this.unanswered) return;
    this.words.textContent = t("play.no_word", { request: say(describe("act", { type: "enter_request", side: this.kept.side, request: this.kept.request })) });
    for (const [button, words] of this.buttons) button.textContent = t(words);
    this.buttons[0][0].disabled = !online;
  }

  keep(value) {
    this.kept = value;
    remember(this.place, JSON.stringify(value));
  }
}

function read(place) {
  try {
    return JSON.parse(recall(place) ?? "null");
  } catch {
    return null; // written by another version
  }
}
