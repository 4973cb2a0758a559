// Acts of an event from the desk: what would follow is shown, then it is done. A refusal names the field that it is about.

import { askUntil, buttons } from "./dialog.js";
import { h } from "./dom.js";
import { request } from "./requests.js";
import { say } from "./words.js";

export class Acting {
  /** `path` has `/preview` and `/acts`; `done(why)` is called after each act; `fields` has, by the key of a refusal or of a kind of them, the field. */
  constructor(path, done, fields = {}) {
    this.path = path;
    this.done = done;
    this.fields = fields;
  }

  /** Show what would follow, and do it if that is wanted. Gives why not, where it cannot be done. */
  async propose(act, title) {
    const answer = await request("POST", `${this.path}/preview`, { act });
    if (!answer.ok) {
      if (!document.querySelector("dialog[open]")) await this.done(answer.why);
      return this.refusal(answer);
    }
    const form = h("form", { method: "dialog" }, h("h2", {}, title), h("ul", {}, ...answer.content.effects.map((effect) => h("li", { dir: "auto" }, say(effect)))), buttons(title));
    setTimeout(() => askUntil(form, () => this.send(act))); // after the form before it has closed
    return "";
  }

  /** Do it; gives why not. */
  async send(act) {
    return this.answer(await request("POST", `${this.path}/acts`, { act }));
  }

  async answer(answer) {
    await this.done(answer.ok ? "" : answer.why);
    return answer.ok ? "" : this.refusal(answer);
  }

  /** Why not, and beside which field that is said. */
  refusal({ why, content }) {
    const key = content?.message?.key ?? "";
    const found = this.fields[key] ?? this.fields[key.split(".")[0]];
    const field = typeof found === "function" ? found(content.message.args ?? {}) : found;
    return field ? { why, field, args: content.message.args ?? {} } : why;
  }
}
