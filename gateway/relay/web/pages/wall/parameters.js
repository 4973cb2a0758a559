// What the address of a wall asks for: `/wall?tables=t1-t8,t12&per=6&seconds=20&language=both&theme=dark&show=boards,results,pairings,standings`.
// `sees=public` shows what the public sees where that is later than on the screens in the hall.
// Pure. What does not fit is left at its default: a wall shows something in any case.

const RANGE = /^([a-z_-]*)(\d+)-\1(\d+)$/;
const SHOWN = ["boards", "clocks", "results", "pairings", "standings"];
const MOST = 2000; // tables of a range, as many as a hall has

/** {tables, per, seconds, languages, theme, sees, show}; `tables` null: all; `per` 0: as many as fit. */
export function parameters(query, known = ["en", "zh"], wish = "en") {
  const given = new URLSearchParams(query);
  const show = list(given.get("show")).filter((each) => SHOWN.includes(each));
  const theme = given.get("theme");
  return {
    tables: given.has("tables") ? list(given.get("tables")).flatMap(expand) : null,
    per: whole(given.get("per"), 0, 1, 60),
    seconds: whole(given.get("seconds"), 20, 3, 3600),
    languages: languagesOf(given.get("language"), known, wish),
    theme: ["dark", "light"].includes(theme) ? theme : "dark",
    sees: given.get("sees") === "public" ? "public" : "screens", // whoever may not is shown what the public sees
    show: show.length ? show : ["boards", "results", "pairings", "standings"],
  };
}

const list = (text) => (text ?? "").toLowerCase().split(",").map((part) => part.trim()).filter(Boolean);

/** `t3-t5` is t3, t4, t5. */
function expand(part) {
  const [, prefix, from, to] = RANGE.exec(part) ?? [];
  if (from === undefined) return [part];
  const count = Math.min(MOST, Number(to) - Number(from) + 1);
  return Array.from({ length: Math.max(0, count) }, (_, i) => `${prefix}${Number(from) + i}`);
}

function whole(text, otherwise, least, most) {
  const number = Number(text);
  return text && Number.isInteger(number) && number >= least && number <= most ? number : otherwise;
}

function languagesOf(text, known, wish) {
  if (text === "both") return known.includes("zh") ? ["zh", "en"] : known.slice(0, 2);
  return [known.includes(text) ? text : known.includes(wish) ? wish : "en"];
}
