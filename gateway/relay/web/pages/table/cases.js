// What waits for an arbiter at one table: cases to decide, alerts, what players have to notice themselves, penalties.

import { askAct } from "../acts/confirmation.js";
import { penaltyWords } from "../acts/penalties.js";
import { reserved } from "../acts/powers.js";
import { arrange, h, setAttribute, setText } from "../lib/dom.js";
import { message } from "../lib/messages.js";
import { timeOfDay } from "../lib/times.js";
import { language, say, t } from "../lib/words.js";
import { attention } from "../live/attention.js";
import { alertKey, alertsBesides, cases } from "../live/store.js";
import { articleWords } from "../parts/articles.js";

/** Choices about what stands on the board, which the book may reserve. */
const ON_POSITION = new Set(["let_stay", "draw", "replay"]);
const RESULT = { white_wins: "white", black_wins: "black", draw: "draw" };

export class Cases {
  /** `actions` sends what is decided; `leave()` takes the keyboard when the case it was on is gone. */
  constructor(actions, leave) {
    this.actions = actions;
    this.leave = leave;
    this.items = new Map();
    this.cases = h("ul.cases");
    this.facts = h("div.facts");
    this.element = h("div.alerts", {}, this.cases, this.facts);
    if (actions) actions.onpowers = () => this.drawPowers();
  }

  update(table) {
    this.table = table;
    const held = this.cases.contains(document.activeElement);
    const before = this.items;
    this.items = new Map();
    for (const openCase of this.actions ? cases(table) : []) {
      const key = JSON.stringify([openCase, table.state.players, table.state.game]);
      this.items.set(key, before.get(key) ?? this.makeCase(openCase));
    }
    if (this.actions) this.drawPowers();
    arrange(this.cases, [...this.items.values()].map((item) => item.element));
    this.cases.hidden = !this.items.size;
    if (held && !this.cases.contains(document.activeElement)) this.leave();
    this.drawFacts(table);
  }

  makeCase(openCase) {
    const { actions } = this;
    const id = `case-${this.table.state.game}-${openCase.id}`;
    const about = [
      articleWords(openCase.article),
      openCase.side && t("page.concerns", { who: actions.player(openCase.side) }),
      !openCase.roles.includes("arbiter") && t("page.decided_by", { roles: openCase.roles.map((role) => message(`role.${role}`)) }),
      openCase.accepted_by_move && t("page.accepted_by_move", { article: openCase.accepted_by_move }),
    ];
    const deadline = h("p.deadline", { hidden: openCase.deadline == null });
    const { suggested } = attention(openCase); // where the text itself names the choice
    const choices = openCase.choices.map((choice, i) => {
      const why = h("small", { id: `${id}-${choice}` });
      const named = choice === suggested;
      const button = h(
        `button${named ? ".primary" : ""}`,
        { type: "button", "data-choice": choice, "aria-keyshortcuts": String(i + 1), onclick: () => this.decide(openCase, choice) },
        h("span", {}, choiceWords(openCase, choice)),
        named ? h("small.suggested", {}, t("page.suggested")) : null,
        why,
      );
      return { choice, button, why };
    });
    const element = h(
      "li.case",
      { "data-case": openCase.id },
      h("p.case-text", { id }, h("strong", {}, `${t("page.case", { n: openCase.id })} `), say(openCase.text)),
      h("p.article", {}, about.filter(Boolean).join(" · ")),
      deadline,
      h("div.buttons", { role: "group", "aria-labelledby": id }, ...choices.map(({ button }) => button)),
    );
    return { element, openCase, deadline, choices };
  }

  /** Decide the first case by the choice of this number; false if there is none. */
  press(number) {
    const button = this.items.values().next().value?.choices[number - 1]?.button;
    button?.click();
    return Boolean(button);
  }

  /** Choices that another role decides are shown, and say whose they are. */
  drawPowers() {
    for (const { openCase, choices } of this.items.values()) {
      for (const { choice, button, why } of choices) {
        const bar = this.whyNot(openCase, choice);
        setAttribute(button, "aria-disabled", bar ? "true" : null);
        setAttribute(button, "aria-describedby", bar ? why.id : null);
        setText(why, bar);
      }
    }
  }

  /** Whose a choice is, if not this role's; what both players agree to needs no ruling on the position (GN 21.1.1). */
  whyNot(openCase, choice, agreed = false) {
    const { powers } = this.actions;
    if (!powers.knows("decide")) return t("page.not_for_role", { role: powers.role });
    if (choice === "impose" && openCase.penalty) return powers.penalty(openCase.penalty, "decide") ?? "";
    const onPosition = openCase.kind === "position" && ON_POSITION.has(choice) && !(agreed && choice === "let_stay");
    if (openCase.kind !== "appeal" && !onPosition) return "";
    return openCase.roles.includes(powers.role) ? "" : reserved(openCase);
  }

  decide(openCase, choice) {
    const { actions } = this;
    const mayAgree = openCase.kind === "position" && choice === "let_stay";
    const bar = this.whyNot(openCase, choice);
    if (bar && !mayAgree) {
      actions.say(t("page.not_possible", { act: choiceWords(openCase, choice), why: bar }), "bad");
      return;
    }
    const both = h("input", { type: "checkbox", name: "agreed", value: "1" });
    askAct(actions, {
      title: t("page.decide_case", { n: openCase.id }),
      fields: mayAgree ? [h("label.check", {}, both, h("span", {}, t("page.both_agree")))] : [],
      article: `${say(openCase.text)} · ${articleWords(openCase.article)}`,
      gone: () => this.decidedMeanwhile(openCase),
      read: () => {
        const act = { type: "decide", case: openCase.id, charge: openCase.article, choice, ...(both.checked ? { agreed: true } : {}) };
        return { acts: [act], sentence: this.sentence(openCase, choice), barred: this.whyNot(openCase, choice, both.checked) };
      },
    });
  }

  /** What has become of a case that waits no longer: who decided it, and how; empty while it waits. */
  decidedMeanwhile(openCase) {
    if (cases(this.table).some(({ id, article }) => id === openCase.id && article === openCase.article)) return "";
    const line = this.table.entries.findLast(({ what }) => (what.type === "case_decided" || what.type === "case_lapsed") && what.case === openCase.id);
    return line ? t("page.decided_meanwhile", { n: openCase.id, text: line.what.text }) : t("page.case_gone", { n: openCase.id });
  }

  /** What the choice does, and to whom. */
  sentence(openCase, choice) {
    const { actions } = this;
    if (choice === "impose" && openCase.penalty && openCase.side) return penaltyWords(actions, openCase);
    if (RESULT[choice]) return actions.sentence(RESULT[choice]);
    const words = choiceWords(openCase, choice);
    return openCase.side ? t("page.chosen", { choice: words, concerns: t("page.concerns", { who: actions.player(openCase.side) }) }) : words;
  }

  drawFacts(table) {
    const part = table.state?.arbiters ?? {};
    const news = JSON.stringify([part, table.state?.players, language]);
    if (news === this.news) return;
    this.news = news;
    const list = alertsBesides(table);
    const items = list.map((alert) => fact(say(alert.text), [articleWords(alert.article), t("page.since", { time: timeOfDay(alert.since + table.offset) })], alert.announce !== false, undefined, alertKey(alert)));
    if (!list.some((alert) => alert.kind === "flag_down")) {
      items.push(...(part.flags ?? []).map((flag) => fact(t("page.flag_down", { side: flag.side }), [], false)));
    }
    if (part.offer) items.push(fact(t("page.draw_offered", { who: t("page.player", { name: table.state.players[part.offer].name, side: part.offer }) }), [t("page.between_players")], true, "note"));
    const penalties = (part.penalties ?? []).map((each) => h("li", {}, `${say(each.text)} `, h("span.article", {}, [articleWords(each.article), each.by].filter(Boolean).join(" · "))));
    this.facts.replaceChildren(
      ...(items.length ? [h("h3", {}, t("page.alerts")), h("ul.alert-list", {}, ...items)] : []),
      ...(penalties.length ? [h("h3", {}, t("page.penalties")), h("ul.penalties", {}, ...penalties)] : []),
    );
  }

  /** Count down to what decides itself. */
  tick(now) {
    for (const { openCase, deadline } of this.items.values()) {
      if (openCase.deadline == null) continue;
      const at = openCase.deadline + this.table.offset;
      const left = Math.round(Math.max(0, at - now) / 1000) * 1000;
      setText(deadline, t("page.deadline", { time: timeOfDay(at), left_ms: left, choice: choiceWords(openCase, openCase.choices.at(-1)) }));
    }
  }
}

/** A choice in words; a penalty is named. */
function choiceWords(openCase, choice) {
  return t(`choice.${choice}`, { kind: openCase.kind, penalty: openCase.penalty ? message(`penalty.${openCase.penalty}`) : "" });
}

function fact(text, about, announce, kind = announce ? "announced" : "unannounced", key = null) {
  const line = about.filter(Boolean).join(" · ");
  return h(`li.${kind}`, { "data-alert": key }, h("p", {}, text), line ? h("p.article", {}, line) : null, announce ? null : unannouncedMark());
}

const unannouncedMark = () => h("p.unannounced-mark", {}, t("page.not_announced"));
