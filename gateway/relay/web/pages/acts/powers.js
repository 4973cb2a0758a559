// What may not be done, before anybody clicks: by this role under the rulebook, or at this moment. The referee's own
// words: powers of `/api/rulebooks/{name}`, `not_now` of the table's state.

import { message } from "../lib/messages.js";
import { say, t } from "../lib/words.js";

/** Roles by the names that older keys have for them. */
const ALIASES = {
  "chief arbiter": "chief",
  "deputy chief arbiter": "deputy",
  "organising committee": "committee",
  "appeals committee": "appeals",
  "result clerk": "clerk",
};
const books = new Map(); // rulebook -> {articles, powers}, asked for once

/** A rulebook's articles and powers; none if they cannot be had: the referee knows them all the same. */
export function rulebook(name) {
  const nothing = { articles: [], powers: [] };
  if (!name) return Promise.resolve(nothing);
  if (!books.has(name)) {
    const asked = fetch(`/api/rulebooks/${encodeURIComponent(name)}`).then((response) => (response.ok ? response.json() : nothing));
    books.set(name, asked.catch(() => (books.delete(name), nothing)));
  }
  return books.get(name);
}

export class Powers {
  /** `hello()` tells as whom we are signed in; `changed()` is called once the rulebook is there. */
  constructor(hello, changed) {
    this.hello = hello;
    this.changed = changed;
    this.book = null;
    this.list = [];
  }

  get role() {
    const role = this.hello()?.role ?? "";
    return ALIASES[role] ?? role;
  }

  update(state) {
    if (this.book === state.rulebook) return;
    this.book = state.rulebook;
    rulebook(state.rulebook).then(({ powers }) => {
      this.list = powers ?? [];
      this.changed();
    });
  }

  /** Whether the role may do such an act under one rulebook or another. */
  knows(act) {
    const acts = this.hello()?.acts;
    return !acts || acts.includes(act);
  }

  /** Why this role may not do it, in words; empty if it may. What an act does not say yet holds nobody up. */
  whyNotRole(act, state) {
    if (!this.knows(act.type)) return t("page.not_for_role", { role: this.role });
    const fitting = this.list.filter((power) => power.act === act.type && fits(power, act, state));
    const power = fitting.at(-1);
    if (!power || power.roles.includes(this.role)) return "";
    if (this.role === "clerk" && act.type === "set_result") return ""; // what a clerk has copied wrongly, a clerk puts right
    return reserved(power);
  }

  /** Whom a penalty is reserved to, in words; null where the book has no such penalty, empty where the role may impose it. */
  penalty(penalty, act = "penalise") {
    if (!this.list.length) return "";
    const power = this.list.filter((each) => each.act === act && each.penalty === penalty).at(-1);
    if (!power) return null;
    return power.roles.includes(this.role) ? "" : reserved(power);
  }

  /** Why this moment does not allow it, in words; empty if it does. */
  whyNotNow(type, state) {
    const bar = state.arbiters?.not_now?.find(({ act }) => act === type);
    return bar ? withArticle(say(bar.why), bar.article) : "";
  }
}

function fits(power, act, state) {
  return (
    (!power.penalty || power.penalty === act.penalty) &&
    (!power.result || power.result === act.result) &&
    (!power.under || power.under === act.article) &&
    (!power.over || Boolean(state.result))
  );
}

/** "only for the chief arbiter (GN 16.3)". */
export function reserved({ roles, article }) {
  return withArticle(t("refusal.wrong_role", { roles: roles.map((role) => message(`role.${role}`)) }), article);
}

const withArticle = (text, article) => (article ? t("page.with_article", { text, article }) : text);
