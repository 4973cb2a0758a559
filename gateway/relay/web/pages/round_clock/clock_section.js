// The section of the round clock on the desk: it runs here, and every change of plan shows its timetable before it is done.

import { h, setText } from "../lib/dom.js";
import { registerKeys } from "../lib/keys.js";
import { request } from "../lib/requests.js";
import { untilClock } from "../lib/times.js";
import { t } from "../lib/words.js";
import { clockAt } from "../live/round_clock.js";
import { setEventClock } from "../bridge/event_clock.js";
import { ClockFace, localTime } from "./clock_face.js";
import { PlanForm } from "./plan_form.js";
import { timetableParts } from "./timetable_list.js";

const MINUTE = 60_000;
const PREVIEW_MS = 250; // after the last key

export class ClockSection {
  constructor(root, { store, present }) {
    this.root = root;
    this.store = store;
    this.present = present;
    this.reply = h("p.reply.bad", { role: "alert" });
    store.addEventListener("round_clock", () => {
      this.refresh();
      if (this.visible && !this.typed) this.drawForm(); // the plan may have come late, or a colleague have changed it
    });
    registerKeys("round_clock.title", [
      { keys: ["s"], words: "round_clock.key_start", run: () => this.toggle() },
      { keys: ["+"], words: "round_clock.more", run: () => this.act({ type: "add", ms: MINUTE }) },
      { keys: ["-"], words: "round_clock.less", run: () => this.act({ type: "add", ms: -MINUTE }) },
    ], () => this.visible && this.may && Boolean(this.store.roundClock?.plan));
  }

  get may() {
    return Boolean(this.store.hello?.rights.includes("round_clock"));
  }

  show(visible) {
    this.visible = visible;
    if (visible) this.build();
    else this.root.replaceChildren();
  }

  build() {
    if (!this.visible) return;
    this.face = new ClockFace(t, 8);
    this.buttons = h("div.buttons.clock-buttons");
    this.unsure = h("p.banner.bad", { hidden: true }, t("round_clock.unsure"));
    this.planning = h("div.clock-planning");
    this.log = h("ol.clock-log");
    this.state = "";
    this.root.classList.add("clock-section");
    const links = h("p.clock-links", {}, h("a", { href: "/clock", target: "_blank" }, t("round_clock.open_full")));
    const record = h("details", {}, h("summary", {}, t("round_clock.record")), this.log);
    record.addEventListener("toggle", () => record.open && this.loadRecord());
    this.record = record;
    this.root.replaceChildren(h("h2.aside", {}, t("round_clock.title")), this.unsure, h("div.clock-columns", {}, h("div.clock-present", {}, this.face.element, this.buttons, this.reply, links), this.planning), this.may ? record : h("span"));
    this.refresh();
    this.drawForm();
  }

  refresh() {
    if (!this.visible || !this.buttons) return;
    this.unsure.hidden = !this.store.roundClock?.unsure;
    this.state = "";
    this.tick();
    if (this.record.open) this.loadRecord();
  }

  tick() {
    if (!this.visible || !this.face) return;
    const clock = this.store.roundClock;
    const now = this.present();
    this.face.draw(clock, now);
    const { state, place } = clockAt(clock, now);
    const key = `${state} ${place}`;
    if (key === this.state) return;
    this.state = key;
    this.drawButtons(state);
  }

  /** Start and stop are one button in one place; what cannot be done now cannot be pressed. */
  drawButtons(state) {
    const focused = document.activeElement?.dataset.clock;
    const button = (name, words, act, able = true, kind = "button") => h(kind, { type: "button", "data-clock": name, disabled: !able, onclick: act }, t(words));
    const there = state !== "none" && state !== "over";
    const runs = state === "runs";
    const buttons = this.may && state !== "none"
      ? [
          button("toggle", runs ? "round_clock.stop" : "round_clock.start", () => this.toggle(), there, "button.primary"),
          button("less", "round_clock.less", () => this.act({ type: "add", ms: -MINUTE }), there),
          button("more", "round_clock.more", () => this.act({ type: "add", ms: MINUTE }), there),
          button("skip", "round_clock.skip", () => this.act({ type: "skip" }), there),
          button("undo", "round_clock.undo", () => this.act({ type: "undo" })),
          button("remove", "round_clock.remove", () => this.act({ type: "remove" })),
        ]
      : [];
    this.buttons.replaceChildren(...buttons);
    if (focused) this.buttons.querySelector(`[data-clock="${focused}"]`)?.focus();
  }

  toggle() {
    const { state } = clockAt(this.store.roundClock, this.present());
    if (state !== "over" && state !== "none") this.act({ type: state === "runs" ? "pause" : "start" });
  }

  async act(act) {
    const { ok, why } = await request("POST", "/api/round-clock/acts", { act });
    setText(this.reply, ok ? "" : why);
    return ok;
  }

  /** A plan is typed, what would follow is shown, and then it is done. */
  drawForm() {
    if (!this.may) return;
    const { roundClock: clock } = this.store;
    this.typed = false; // something that the next word of the relay must not take away
    this.form = new PlanForm(clock?.plan, () => ((this.typed = true), this.previewLater()));
    this.why = h("input", { type: "text", name: "why", maxlength: 300, autocomplete: "off" });
    this.startAt = h("input", { type: "time", name: "start" });
    this.preview = h("div.clock-preview", { role: "status" });
    this.doChange = h("button.primary", { type: "button", onclick: () => this.carryOut("change") }, t("round_clock.do_change"));
    this.doSet = h("button", { type: "button", onclick: () => this.carryOut("set") }, t("round_clock.do_set"));
    const start = h("button", { type: "button", onclick: () => this.startLater() }, t("round_clock.do_start_at"));
    this.byEvent = h("div.buttons", { hidden: true }, h("button", { type: "button", onclick: () => setEventClock(this.eventPlan, this.present, Boolean(this.store.roundClock?.plan), (why) => setText(this.reply, why)) }, t("bridge_desk.clock_set")));
    this.planning.replaceChildren(
      h("h3", {}, t("round_clock.plan")),
      this.byEvent,
      this.form.element,
      h("label.field", {}, h("span", {}, t("round_clock.why")), this.why),
      this.preview,
      h("div.buttons", {}, this.doChange, this.doSet),
      h("div.clock-start-at", {}, h("label.field", {}, h("span", {}, t("round_clock.form_start")), this.startAt), start),
    );
    this.showPreview();
    this.loadEventPlan();
  }

  /** A bridge event has a plan of its own, by its regulations. */
  async loadEventPlan() {
    const { ok, content } = await request("GET", "/api/bridge");
    this.eventPlan = ok ? content.clock_plan : null;
    this.byEvent.hidden = !this.eventPlan;
  }

  /** What the form asks for. */
  asked(type) {
    const plan = this.form.plan();
    if (!plan) return null;
    const wish = this.form.wish();
    const act = { type, plan, ...(this.why.value.trim() ? { why: this.why.value.trim() } : {}) };
    return type === "change" && wish !== null ? { ...act, finish: Math.round(this.present() + wish) } : act;
  }

  get kind() {
    return this.store.roundClock?.plan ? "change" : "set";
  }

  previewLater() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.showPreview(), PREVIEW_MS);
  }

  async showPreview() {
    this.doChange.hidden = this.kind === "set";
    const act = this.asked(this.kind);
    if (!act) {
      this.preview.replaceChildren(h("p.bad", {}, t("round_clock.form_wrong")));
      return;
    }
    const { ok, content, why } = await request("POST", "/api/round-clock/preview", { act });
    if (!ok) {
      this.preview.replaceChildren(h("p.bad", {}, why));
      return;
    }
    this.preview.replaceChildren(h("h4", {}, t("round_clock.preview")), ...timetableParts(content, this.present()));
  }

  async carryOut(type) {
    let act = this.asked(type);
    if (!act) return this.showPreview();
    if (type === "set" && !(await this.act(act))) return;
    // A wished finish needs a clock that is there.
    if (type === "set" && this.form.wish() !== null) act = this.asked("change");
    else if (type === "set") return this.afterwards();
    if (await this.act(act)) this.afterwards();
  }

  afterwards() {
    this.drawForm();
  }

  async startLater() {
    const until = untilClock(this.startAt.value);
    if (until === null) return this.startAt.focus();
    await this.act({ type: "start", start: Math.round(this.present() + until) });
  }

  async loadRecord() {
    const { ok, content } = await request("GET", "/api/round-clock/entries");
    if (!ok) return;
    const now = this.present();
    const lines = content.entries.toReversed().map(({ at, by, act }) => h("li", {}, h("time", {}, localTime(at, now)), h("span", { dir: "auto" }, [by, t(ACTS[act.type]), act.why].filter(Boolean).join(" · "))));
    this.log.replaceChildren(...lines);
  }
}

const ACTS = { set: "clock_act.set", change: "clock_act.change", start: "clock_act.start", pause: "clock_act.pause", add: "clock_act.add", skip: "clock_act.skip", undo: "clock_act.undo", remove: "clock_act.remove" };
