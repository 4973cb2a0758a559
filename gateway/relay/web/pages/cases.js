// What waits for an arbiter at one table: cases to decide, alerts, what players have to notice themselves, penalties.

import { arrange, h, setText } from "./dom.js";
import { penaltyWords, timeWords } from "./forms.js";
import { timeOfDay } from "./log.js";
import { alerts, proposals } from "./store.js";
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
    for (const proposal of this.actions ? proposals(table) : []) {
      const key = JSON.stringify([proposal, table.glance.players, table.glance.game]);
      this.items.set(key, before.get(key) ?? this.makeCase(proposal));
    }
    arrange(this.cases, [...this.items.values()].map((item) => item.element));
    this.cases.hidden = !this.items.size;
    if (held && !this.cases.contains(document.activeElement)) this.leave();
    this.drawFacts(table);
  }

  makeCase(proposal) {
    const { actions } = this;
    const id = `case-${this.table.glance.game}-${proposal.id}`;
    const other = language === "zh" ? "en" : "zh";
    const about = [
      proposal.article,
      proposal.side && `${w.concerns} ${actions.player(proposal.side)}`,
      !proposal.roles.includes("arbiter") && `${w.decidedBy} ${proposal.roles.map((role) => w.role[role] ?? role).join(", ")}`,
      proposal.accepted_by_move && `${w.acceptedByMove} (${proposal.accepted_by_move})`,
    ];
    const deadline = h("p.deadline", { hidden: proposal.deadline == null });
    const choices = proposal.choices.map((choice) =>
      h("button", { type: "button", "data-choice": choice, onclick: () => this.decide(proposal, choice) }, choiceWords(proposal, choice)),
    );
    const element = h(
      "li.case",
      { "data-case": proposal.id },
      h("p.case-text", { id }, h("strong", {}, `${w.case} ${proposal.id}: `), say(proposal.text)),
      h("p.other", { lang: other === "zh" ? "zh-Hans" : "en" }, proposal.text[other]),
      h("p.article", {}, about.filter(Boolean).join(" · ")),
      proposal.silent && !says(say(proposal.text)) ? silentMark() : null,
      deadline,
      h("div.buttons", { role: "group", "aria-labelledby": id }, ...choices),
    );
    return { element, proposal, deadline };
  }

  decide(proposal, choice) {
    const act = { type: "decide", proposal: proposal.id, choice };
    this.actions.confirm(act, `${w.decideCase} ${proposal.id}`, this.sentence(proposal, choice), `${say(proposal.text)} · ${proposal.article}`);
  }

  /** What the choice does, and to whom. */
  sentence(proposal, choice) {
    const { actions } = this;
    if (choice === "impose" && proposal.penalty && proposal.side) return penaltyWords(actions, proposal);
    if (RESULT[choice]) return actions.sentence(RESULT[choice]);
    const whom = proposal.side ? `${w.concerns} ${actions.player(proposal.side)}` : "";
    return [choiceWords(proposal, choice), whom].filter(Boolean).join(" – ");
  }

  drawFacts(table) {
    const part = table.glance?.arbiters ?? {};
    const news = JSON.stringify([part, table.glance?.players, language]);
    if (news === this.news) return;
    this.news = news;
    const list = alerts(table);
    const items = list.map((alert) => fact(say(alert.text), [alert.article, `${w.since} ${timeOfDay(alert.since + table.offset)}`], alert.silent));
    if (!list.some((alert) => alert.kind === "flag_down")) {
      items.push(...(part.flags ?? []).map((flag) => fact(`${w[flag.side]}: ${w.flagDown}`, [], true)));
    }
    if (part.offer) items.push(fact(`${w.drawOffered}: ${table.glance.players[part.offer]} (${w[part.offer]})`, [w.betweenPlayers], false, "note"));
    items.push(...(part.counters ?? []).map(({ article, count, limit }) => fact(`${w.counters}: ${count} / ${limit}`, [article], true)));
    const penalties = (part.penalties ?? []).map((each) => h("li", {}, `${say(each.text)} `, h("span.article", {}, [each.article, each.by].filter(Boolean).join(" · "))));
    this.facts.replaceChildren(
      ...(items.length ? [h("h3", {}, w.alerts), h("ul.alert-list", {}, ...items)] : []),
      part.differing?.length ? h("p.article", {}, w.differs) : "",
      ...(penalties.length ? [h("h3", {}, w.penalties), h("ul.penalties", {}, ...penalties)] : []),
    );
  }

  /** Count down to what decides itself. */
  tick(now) {
    for (const { proposal, deadline } of this.items.values()) {
      if (proposal.deadline == null) continue;
      const at = proposal.deadline + this.table.offset;
      const left = timeWords(Math.max(0, at - now));
      setText(deadline, `${w.deadline} ${timeOfDay(at)} (${left}), ${w.thenDecided}: ${choiceWords(proposal, proposal.choices.at(-1))}`);
    }
  }
}

/** A choice in words; a penalty is named. */
function choiceWords(proposal, choice) {
  const words = w.choice[choice] ?? choice.replaceAll("_", " "); // a newer table may know more choices
  return choice === "impose" && proposal.penalty ? `${words}: ${w.penalty[proposal.penalty] ?? proposal.penalty}` : words;
}

function fact(text, about, silent, kind = silent ? "silent" : "open") {
  const line = about.filter(Boolean).join(" · ");
  return h(`li.${kind}`, {}, h("p", {}, text), line ? h("p.article", {}, line) : null, silent && !says(text) ? silentMark() : null);
}

/** Many a table's sentence begins with it. */
const says = (text) => text.startsWith(w.notAnnounced);
const silentMark = () => h("p.silent-mark", {}, w.notAnnounced);
