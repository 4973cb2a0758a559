// What waits for an arbiter at one table: cases to decide, alerts, what players have to notice themselves, penalties.

import { penaltyWords } from "../acts/forms.js";
import { arrange, h, setText } from "../lib/dom.js";
import { message } from "../lib/messages.js";
import { timeOfDay } from "../lib/times.js";
import { language, say, t } from "../lib/words.js";
import { alertKey, alerts, cases } from "../live/store.js";

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
    arrange(this.cases, [...this.items.values()].map((item) => item.element));
    this.cases.hidden = !this.items.size;
    if (held && !this.cases.contains(document.activeElement)) this.leave();
    this.drawFacts(table);
  }

  makeCase(openCase) {
    const { actions } = this;
    const id = `case-${this.table.state.game}-${openCase.id}`;
    const about = [
      openCase.article,
      openCase.side && t("page.concerns", { who: actions.player(openCase.side) }),
      !openCase.roles.includes("arbiter") && t("page.decided_by", { roles: openCase.roles.map((role) => message(`role.${role}`)) }),
      openCase.accepted_by_move && t("page.accepted_by_move", { article: openCase.accepted_by_move }),
    ];
    const deadline = h("p.deadline", { hidden: openCase.deadline == null });
    const choices = openCase.choices.map((choice) =>
      h("button", { type: "button", "data-choice": choice, onclick: () => this.decide(openCase, choice) }, choiceWords(openCase, choice)),
    );
    const element = h(
      "li.case",
      { "data-case": openCase.id },
      h("p.case-text", { id }, h("strong", {}, `${t("page.case", { n: openCase.id })} `), say(openCase.text)),
      h("p.article", {}, about.filter(Boolean).join(" · ")),
      deadline,
      h("div.buttons", { role: "group", "aria-labelledby": id }, ...choices),
    );
    return { element, openCase, deadline };
  }

  decide(openCase, choice) {
    const act = { type: "decide", case: openCase.id, charge: openCase.article, choice };
    this.actions.confirm(act, t("page.decide_case", { n: openCase.id }), this.sentence(openCase, choice), `${say(openCase.text)} · ${openCase.article}`);
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
    const list = alerts(table);
    const items = list.map((alert) => fact(say(alert.text), [alert.article, t("page.since", { time: timeOfDay(alert.since + table.offset) })], alert.announce !== false, undefined, alertKey(alert)));
    if (!list.some((alert) => alert.kind === "flag_down")) {
      items.push(...(part.flags ?? []).map((flag) => fact(t("page.flag_down", { side: flag.side }), [], false)));
    }
    if (part.offer) items.push(fact(t("page.draw_offered", { who: t("page.player", { name: table.state.players[part.offer].name, side: part.offer }) }), [t("page.between_players")], true, "note"));
    items.push(...(part.counters ?? []).map(({ article, count, limit }) => fact(t("page.counter", { count, limit }), [article], false)));
    const penalties = (part.penalties ?? []).map((each) => h("li", {}, `${say(each.text)} `, h("span.article", {}, [each.article, each.by].filter(Boolean).join(" · "))));
    this.facts.replaceChildren(
      ...(items.length ? [h("h3", {}, t("page.alerts")), h("ul.alert-list", {}, ...items)] : []),
      part.differing?.length ? h("p.article", {}, t("page.differs")) : "",
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
