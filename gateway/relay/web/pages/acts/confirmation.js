// The one dialog of every act: what it will do in words, the reason, and what is known once it is sent. It stays open with
// all that was typed until it is known that the table has done it or refused it.

import { field } from "../lib/dialog.js";
import { h, setText, toggle } from "../lib/dom.js";
import { newId } from "../lib/ids.js";
import { t } from "../lib/words.js";
import { whyFinal } from "./undo.js";

/** Acts upon what stands: the record must say why. */
const EXPLAINED = new Set(["overturn", "set_position", "void"]);
/** Acts that change what stands: the event may want a reason for each. */
const CHANGES = new Set([...EXPLAINED, "set_result", "correct_colours", "retract_moves", "adjust_time", "replace_clock", "penalise"]);

function needsReason(acts, state) {
  return acts.some(({ type }) => EXPLAINED.has(type) || (type === "set_result" && Boolean(state.result)) || (state.arbiters?.reasons_required && CHANGES.has(type)));
}

/**
 * Ask, then send. `read(data)` makes of the form's fields `{acts, sentence, barred}`, or null while something is missing;
 * `gone()` says why there is nothing left to do, if that is so; `then()` is called when all is done.
 */
export function askAct(actions, { title, fields = [], read, article = "", gone = () => "", then = () => {}, wide = false, live = null }) {
  const { game } = actions.table.state;
  const sentence = h("p.sentence", { role: "status" });
  const final = h("p.final.muted", { hidden: true }); // what has no way back
  const barred = h("p.barred", { role: "status", hidden: true });
  const why = h("input", { type: "text", name: "why", maxlength: 500, autocomplete: "off" });
  const reason = field("", why);
  const reply = h("p.reply", { role: "status" });
  const cancel = h("button.cancel", { type: "button" }, t("page.cancel"));
  const yes = h("button.primary", { type: "submit" }, t("page.confirm"));
  const form = h("form", {}, h("h2", { id: "dialog-title" }, title), h("p.where", {}, actions.where), ...fields, sentence, article ? h("p.article", {}, article) : null, final, barred, reason, reply, h("div.buttons", {}, cancel, yes));
  const dialog = h("dialog.act", { "aria-labelledby": "dialog-title" }, form);
  toggle(dialog, "wide", wide);
  let busy = false;
  let ids = null; // of what was sent and is not known to be done
  let sentActs = "";

  const current = () => read(new FormData(form));
  const draw = () => {
    const { state } = actions.table;
    const over = state.game === game ? gone() : t("page.other_game");
    const asked = over ? null : current();
    setText(sentence, asked?.sentence ?? "");
    sentence.hidden = !asked?.sentence;
    const forGood = asked?.acts.map(whyFinal).find(Boolean);
    setText(final, forGood ? t(forGood) : "");
    final.hidden = !forGood;
    const bar = over || asked?.barred || "";
    setText(barred, bar);
    barred.hidden = !bar;
    const required = needsReason(asked?.acts ?? [], state);
    why.required = required;
    if (required) why.pattern = ".*\\S.*"; // spaces are no reason
    else why.removeAttribute("pattern");
    setText(reason.firstElementChild, t(required ? "page.why_required" : "page.why"));
    yes.disabled = Boolean(bar) || busy;
  };
  const close = () => dialog.open && dialog.close();

  form.addEventListener("input", draw);
  form.addEventListener("change", draw);
  cancel.addEventListener("click", close);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (busy) return;
    if (actions.table.state.game !== game) {
      close();
      actions.say(t("page.other_game"), "bad");
      return;
    }
    const asked = current();
    if (!asked || asked.barred || gone()) {
      draw();
      return;
    }
    const acts = asked.acts.map((act) => ({ ...act, why: why.value.trim() }));
    if (JSON.stringify(acts) !== sentActs) ids = acts.map(newId); // the same ones again are the same commands
    sentActs = JSON.stringify(acts);
    busy = true;
    draw();
    setText(reply, t("page.sending"));
    const outcome = await actions.send(acts, ids);
    busy = false;
    if (outcome.known) {
      ids = null; // a line that comes before the dialog has gone is no news
      close();
      if (outcome.done) then();
      return;
    }
    reply.className = "reply bad";
    setText(reply, outcome.words);
    setText(yes, t("page.send_again"));
    draw();
  });
  // The table goes on while somebody reads and types. A line may tell that what was sent without an answer was done.
  const listen = ({ detail: { table } }) => {
    if (table.name !== actions.name) return;
    draw();
    const known = busy || !ids ? [] : ids.map((id) => table.entries.find(({ what }) => what.type === "acted" && what.command === id));
    if (!known.length || known.includes(undefined)) return;
    close();
    actions.tellKnown(known);
  };
  actions.store.addEventListener("table", listen);
  dialog.addEventListener("close", () => {
    actions.store.removeEventListener("table", listen);
    dialog.remove();
    actions.asking(false);
  });
  document.body.append(dialog);
  live?.(draw, form);
  draw();
  actions.asking(true);
  dialog.showModal();
  return dialog;
}
