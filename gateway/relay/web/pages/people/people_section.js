// The section of people: one's own account, and for those who may, everybody else's: invite, change a role, keep out.

import { ask, askUntil, buttons, closing, field, select } from "../lib/dialog.js";
import { h, setText } from "../lib/dom.js";
import { request } from "../lib/requests.js";
import { dateAndTime, timeOfDay } from "../lib/times.js";
import { language, t } from "../lib/words.js";
import { minutesOf } from "../parts/delay.js";

const ROLES = ["arbiter", "deputy", "acting-chief", "chief", "committee", "appeals", "clerk", "operator", "screen"];
const MEANINGS = { clerk: "page.role_is_clerk", operator: "page.role_is_operator", screen: "page.role_is_screen", committee: "page.role_is_committee" };
const DAYS = [1, 3, 7, 14];
const DELAY_MAX_MINUTES = 360;
const roleWords = (role) => t(`role.${role}`);

export class PeopleSection {
  constructor(root, { store }) {
    this.root = root;
    this.store = store;
    this.people = null;
    this.reply = h("p.reply", { role: "status" });
    this.visible = false;
    store.addEventListener("delays", () => this.build());
  }

  show(visible) {
    this.visible = visible;
    if (visible) this.load();
    else this.root.replaceChildren();
  }

  get manages() {
    return this.store.hello?.rights.includes("people");
  }

  async load() {
    if (this.manages) {
      const { ok, content, why } = await request("GET", "/api/people");
      this.people = ok ? content : null;
      if (!ok) this.tell(why, false);
    }
    this.build();
  }

  build() {
    const { hello } = this.store;
    if (!this.visible || !hello?.role) return this.root.replaceChildren();
    const parts = [h("div.people-head", {}, h("h2", {}, t("page.section_people")), ...this.tools(hello)), this.reply, this.own(hello)];
    if (hello.rights.includes("delay") && this.store.delays) parts.push(this.delays());
    if (this.manages && this.people) parts.push(this.list(hello), this.invitations());
    this.root.classList.add("people");
    this.root.replaceChildren(...parts);
  }

  tools({ rights }) {
    const tools = [];
    if (rights.includes("cards")) tools.push(h("a.button", { href: `/print/players?language=${language}`, target: "_blank", rel: "noopener" }, t("page.player_cards")));
    if (this.manages) tools.push(h("button.primary", { type: "button", onclick: () => this.invite() }, t("page.invite")));
    return [h("div.buttons", {}, ...tools)];
  }

  own(hello) {
    const account = !this.people || this.people.people.some(({ name, account: has }) => has && name === hello.name);
    return h(
      "section.own",
      {},
      h("h3", {}, t("page.you_are", { who: t("page.who", hello) })),
      h("p.muted", {}, t(hello.acts.length ? (hello.sees === "arbiters" ? "page.role_may_act" : "page.role_may_copy") : "page.role_may_watch")),
      h(
        "div.buttons",
        {},
        account ? h("button", { type: "button", onclick: () => this.password() }, t("page.password_change")) : null,
        h("button", { type: "button", onclick: () => this.everywhere() }, t("page.sign_out_everywhere")),
      ),
    );
  }

  list(hello) {
    const head = ["page.name", "page.role", "page.person_state", "page.person_acts"].map((key) => h("th", { scope: "col" }, t(key)));
    const rows = this.people.people.map((person) => this.person(person, hello));
    return h("div.scroll", { tabindex: "0", role: "region", "aria-label": t("page.people_list") }, h("table.list", {}, h("caption.aside", {}, t("page.people_list")), h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...rows)));
  }

  person(person, hello) {
    const { name, role, account, disabled, sessions, by } = person;
    const own = name === hello.name;
    const state = disabled ? t("page.person_disabled") : sessions ? t("page.person_signed_in", { n: sessions }) : t("page.person_away");
    const button = (key, act) => h("button.quiet", { type: "button", onclick: act, "aria-label": t("page.for_person", { act: t(key), name }) }, t(key));
    const acts = [];
    if (account && !own) {
      acts.push(button("page.role_change", () => this.changeRole(person)));
      acts.push(button("page.invite_again", () => this.invited({ account: name })));
      acts.push(button(disabled ? "page.person_enable" : "page.person_disable", () => this.disable(person)));
    }
    if (sessions && !own) acts.push(button("page.sign_out", () => this.change({ name, sign_out: true })));
    return h(
      "tr",
      { class: disabled && "off" },
      h("th", { scope: "row", dir: "auto" }, name, own ? h("small.muted", {}, ` ${t("page.person_you")}`) : null),
      h("td", {}, t("page.role_name", { role }), h("small.muted", {}, account ? t("page.person_invited_by", { by }) : t("page.person_by_link"))),
      h("td", {}, state),
      h("td", {}, h("div.buttons", {}, ...acts)),
    );
  }

  invitations() {
    const rows = this.people.invitations.map(({ id, role, account, by, until }) => {
      const words = account ? t("page.invitation_for", { account, by }) : t("page.invitation_open", { role, by });
      return h(
        "li",
        {},
        h("span", {}, words, h("small.muted", {}, t("page.invited_until", { time: dateAndTime(until) }))),
        h("button.quiet", { type: "button", onclick: () => this.withdraw(id), "aria-label": t("page.for_person", { act: t("page.withdraw"), name: words }) }, t("page.withdraw")),
      );
    });
    return h("section.invitations", {}, h("h3", {}, t("page.invitations")), rows.length ? h("ul", {}, ...rows) : h("p.muted", {}, t("page.no_invitations")));
  }

  /** How far behind the hall others are shown it. */
  delays() {
    const rows = Object.entries(this.store.delays).map(([audience, { delay, stands_until: until }]) => {
      const stands = until ? t("page.delay_stands", { time: timeOfDay(until).slice(0, 5) }) : "";
      const change = { type: "button", onclick: () => this.changeDelay(audience, delay), "aria-label": t("page.delay_for", { audience }) };
      return h(
        "li",
        {},
        h("span", {}, t("page.delay_for", { audience }), h("small.muted", {}, [t("page.delay_value", { minutes: minutesOf(delay) }), stands].filter(Boolean).join(" · "))),
        h("button.quiet", change, t("page.delay_change")),
      );
    });
    return h("section.invitations.delays", {}, h("h3", {}, t("page.delay")), h("p.muted", {}, t("page.delay_about")), h("ul", {}, ...rows));
  }

  // What is done -----------------------------------------------------------------------------------------------------

  invite() {
    const roles = select("role", ROLES.map((role) => [role, roleWords(role)]));
    const meaning = h("small.muted", { role: "status" });
    const explain = () => setText(meaning, t(MEANINGS[roles.value] ?? "page.role_is_arbiter"));
    roles.addEventListener("change", explain);
    explain();
    const days = select("days", DAYS.map((n) => [n, t("page.days", { n })]));
    days.value = "7";
    const form = h("form", { method: "dialog" }, h("h2", {}, t("page.invite")), field(t("page.role"), roles), meaning, field(t("page.invitation_lasts"), days), buttons(t("page.invite_make")));
    ask(form, (data) => this.invited({ role: data.get("role"), days: Number(data.get("days")) }));
  }

  async invited(body) {
    const { ok, content, why } = await request("POST", "/api/invitations", body);
    if (!ok) return this.tell(why, false);
    await this.load();
    const code = new DOMParser().parseFromString(content.svg, "image/svg+xml").documentElement;
    const copied = h("small.muted", { role: "status" });
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(content.link);
        setText(copied, t("page.copied"));
      } catch {
        setText(copied, t("page.copy_by_hand")); // beyond this computer a browser wants https for it
      }
    };
    const form = h(
      "form",
      { method: "dialog" },
      h("h2", {}, t("page.invited")),
      h("p", {}, t("page.invited_then")),
      h("div.qr", { role: "img", "aria-label": t("page.invitation_code") }, document.importNode(code, true)),
      h("code.claim", {}, content.link),
      h("div.buttons", {}, h("button", { type: "button", onclick: copy }, t("page.copy")), copied),
      closing(t("page.claim_done")),
    );
    ask(form, () => {});
  }

  changeRole(person) {
    const roles = select("role", ROLES.map((role) => [role, roleWords(role)]));
    roles.value = person.role;
    const form = h("form", { method: "dialog" }, h("h2", {}, t("page.role_change_for", { name: person.name })), field(t("page.role"), roles), h("p.muted", {}, t("page.signs_in_again")), buttons(t("page.role_change")));
    ask(form, (data) => this.change({ name: person.name, role: data.get("role") }));
  }

  disable({ name, disabled }) {
    if (disabled) return this.change({ name, disabled: false });
    const form = h("form", { method: "dialog" }, h("h2", {}, t("page.disable_for", { name })), h("p", {}, t("page.disable_then")), buttons(t("page.person_disable")));
    ask(form, () => this.change({ name, disabled: true }));
  }

  changeDelay(audience, delay) {
    const minutes = h("input", { name: "minutes", type: "number", required: true, min: 0, max: DELAY_MAX_MINUTES, step: 1, value: minutesOf(delay) });
    const form = h("form", { method: "dialog" }, h("h2", {}, t("page.delay_for", { audience })), field(t("page.delay_minutes"), minutes), h("p.muted", {}, t("page.delay_then")), buttons(t("page.delay_change")));
    askUntil(form, async (data) => {
      const wanted = Number(data.get("minutes"));
      const { ok, why } = await request("PATCH", "/api/delays", { [audience]: wanted * 60_000 });
      if (ok) this.tell(t("page.delay_changed", { audience, minutes: wanted }), true);
      return why;
    });
  }

  password() {
    const secret = (name, autocomplete) => h("input", { name, type: "password", required: true, autocomplete, maxlength: 200 });
    const form = h(
      "form",
      { method: "dialog" },
      h("h2", {}, t("page.password_change")),
      field(t("page.password_old"), secret("old", "current-password")),
      field(t("page.password_new"), secret("new", "new-password"), t("page.password_hint")),
      field(t("page.password_again"), secret("again", "new-password")),
      h("p.muted", {}, t("page.password_then")),
      buttons(t("page.password_set")),
    );
    askUntil(form, async (data) => {
      if (data.get("new") !== data.get("again")) return { why: t("page.password_differs"), field: "again" };
      const { ok, why } = await request("PUT", "/api/me/password", { old: data.get("old"), new: data.get("new") });
      if (ok) this.tell(t("page.password_changed"), true);
      return why;
    });
  }

  everywhere() {
    const form = h("form", { method: "dialog" }, h("h2", {}, t("page.sign_out_everywhere")), h("p", {}, t("page.sign_out_then")), buttons(t("page.sign_out_everywhere")));
    ask(form, async () => {
      const { ok, why } = await request("POST", "/api/me/sign-out");
      if (ok) location.replace("/");
      else this.tell(why, false);
    });
  }

  async change(body) {
    const { ok, why } = await request("PATCH", "/api/people", body);
    this.tell(ok ? t("page.person_changed", { name: body.name }) : why, ok);
    if (ok) await this.load();
  }

  async withdraw(id) {
    const { ok, why } = await request("DELETE", `/api/invitations/${id}`);
    this.tell(ok ? t("page.withdrawn") : why, ok);
    if (ok) await this.load();
  }

  tell(words, good) {
    this.reply.className = `reply ${good ? "good" : "bad"}`;
    setText(this.reply, words);
  }
}
