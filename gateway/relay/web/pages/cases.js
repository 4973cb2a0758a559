// What waits for an arbiter at one table: cases to decide, alerts, what players have to notice themselves, penalties.

import { arrange, h, setText } from "./dom.js";
import { penaltyWords, timeWords } from "./forms.js";
import { timeOfDay } from "./log.js";
import { alertKey, alerts, cases } from "./store.js";
import { language, say, w } from "./words.js";

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
    const other = language === "zh" ? "en" : "zh";
    const about = [
      openCase.article,
      openCase.side && `${w.concerns} ${actions.player(openCase.side)}`,
      !openCase.roles.includes("arbiter") && `${w.decidedBy} ${openCase.roles.map((role) => w.role[role] ?? role).join(", ")}`,
      openCase.accepted_by_move && `${w.acceptedByMove} (${openCase.accepted_by_move})`,
    ];
    const deadline = h("p.deadline", { hidden: openCase.deadline == null });
    const choices = openCase.choices.map((choice) =>
      h("button", { type: "button", "data-choice": choice, onclick: () => this.decide(openCase, choice) }, choiceWords(openCase, choice)),
    );
    const element = h(
      "li.case",
      { "data-case": openCase.id },
      h("p.case-text", { id }, h("strong", {}, `${w.case} ${openCase.id}: `), say(openCase.text)),
      h("p.other", { lang: other === "zh" ? "zh-Hans" : "en" }, openCase.text[other]),
      h("p.article", {}, about.filter(Boolean).join(" · ")),
      openCase.announce === false && !says(say(openCase.text)) ? unannouncedMark() : null,
      deadline,
      h("div.buttons", { role: "group", "aria-labelledby": id }, ...choices),
    );
    return { element, openCase, deadline };
  }

  decide(openCase, choice) {
    const act = { type: "decide", case: openCase.id, choice };
    this.actions.confirm(act, `${w.decideCase} ${openCase.id}`, this.sentence(openCase, choice), `${say(openCase.text)} · ${openCase.article}`);
  }

  /** What the choice does, and to whom. */
  sentence(openCase, choice) {
    const { actions } = this;
    if (choice === "impose" && openCase.penalty && openCase.side) return penaltyWords(actions, openCase);
    if (RESULT[choice]) return actions.sentence(RESULT[choice]);
    const whom = openCase.side ? `${w.concerns} ${actions.player(openCase.side)}` : "";
    return [choiceWords(openCase, choice), whom].filter(Boolean).join(" – ");
  }

  drawFacts(table) {
    const part = table.state?.arbiters ?? {};
    const news = JSON.stringify([part, table.state?.players, language]);
    if (news === this.news) return;
    this.news = news;
    const list = alerts(table);
    const items = list.map((alert) => fact(say(alert.text), [alert.article, `${w.since} ${timeOfDay(alert.since + table.offset)}`], alert.announce !== false, undefined, alertKey(alert)));
    if (!list.some((alert) => alert.kind === "flag_down")) {
      items.push(...(part.flags ?? []).map((flag) => fact(`${w[flag.side]}: ${w.flagDown}`, [], false)));
    }
    if (part.offer) items.push(fact(`${w.drawOffered}: ${table.state.players[part.offer].name} (${w[part.offer]})`, [w.betweenPlayers], true, "note"));
    items.push(...(part.counters ?? []).map(({ article, count, limit }) => fact(`${w.counters}: ${count} / ${limit}`, [article], false)));
    const penalties = (part.penalties ?? []).map((each) => h("li", {}, `${say(each.text)} `, h("span.article", {}, [each.article, each.by].filter(Boolean).join(" · "))));
    this.facts.replaceChildren(
      ...(items.length ? [h("h3", {}, w.alerts), h("ul.alert-list", {}, ...items)] : []),
      part.differing?.length ? h("p.article", {}, w.differs) : "",
      ...(penalties.length ? [h("h3", {}, w.penalties), h("ul.penalties", {}, ...penalties)] : []),
    );
  }

  /** Count down to what decides itself. */
  tick(now) {
    for (const { openCase, deadline } of this.items.values()) {
      if (openCase.deadline == null) continue;
      const at = openCase.deadline + this.table.offset;
      const left = timeWords(Math.max(0, at - now));
      setText(deadline, `${w.deadline} ${timeOfDay(at)} (${left}), ${w.thenDecided}: ${choiceWords(openCase, openCase.choices.at(-1))}`);
    }
  }
}

/** A choice in words; a penalty is named. */
function choiceWords(openCase, choice) {
  const words = w.choice[choice] ?? choice.replaceAll("_", " "); // a newer table may know more choices
  return choice === "impose" && openCase.penalty ? `${words}: ${w.penalty[openCase.penalty] ?? openCase.penalty}` : words;
}

function fact(text, about, announce, kind = announce ? "open" : "unannounced", key = null) {
  const line = about.filter(Boolean).join(" · ");
  return h(`li.${kind}`, { "data-alert": key }, h("p", {}, text), line ? h("p.article", {}, line) : null, !announce && !says(text) ? unannouncedMark() : null);
}

/** Many a table's sentence begins with it. */
const says = (text) => text.startsWith(w.notAnnounced);
const unannouncedMark = () => h("p.unannounced-mark", {}, w.notAnnounced);
