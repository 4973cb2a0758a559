// Messages in, sentences out: the templates of `gateway/texts/template.py`, read and rendered as `catalogue.py` does.
// Rendering never fails: what a catalogue lacks is shown as key and arguments.

const DEEPEST = 8; // messages inside messages
const FORMATS = { clock: [""], seconds: [""], list: ["", "or", "and"], name: null, words: null };
const WORD = /\s*([A-Za-z_][\w-]*)\s*/y;
const CASE = /\s*(=\d+|[A-Za-z_][\w-]*)\s*\{/y;
const NOTATION = /(?<![a-z0-9-])[a-z][a-z-]+(?![a-z0-9-])/g; // `shared` in `shared 40m`, nothing in `5x30s`
const RELATION = /^n(?:\s*%\s*(\d+))?\s*(!?=)\s*(\d+(?:\.\.\d+)?(?:,\d+(?:\.\.\d+)?)*)$/;

export const message = (key, args = {}) => ({ key, args });

export class Catalogue {
  constructor(language, texts) {
    this.language = language;
    this.texts = texts;
    this.plural = readRules(texts["language.plural"] ?? "one: n = 1");
    this.templates = new Map();
  }

  /** The sentence of a message. */
  render(given) {
    return this.write(given, 0);
  }

  /** The sentence of a key about these arguments. */
  text(key, args = {}) {
    return this.write({ key, args }, 0);
  }

  write(given, depth) {
    const template = this.template(given.key);
    if (!template || depth > DEEPEST) return plain(given);
    return this.parts(template, given.args ?? {}, depth, null);
  }

  template(key) {
    if (!this.templates.has(key)) {
      let found = null;
      try {
        if (Object.hasOwn(this.texts, key)) found = parse(this.texts[key]);
      } catch (error) {
        console.warn(key, error.message);
      }
      this.templates.set(key, found);
    }
    return this.templates.get(key);
  }

  parts(template, args, depth, number) {
    return template.map((part) => this.part(part, args, depth, number)).join("");
  }

  part(part, args, depth, number) {
    if (typeof part === "string") return part;
    if (part.hash) return String(number);
    if (part.cases) return this.chosen(part, args, depth, number);
    if (!Object.hasOwn(args, part.name)) return `{${part.name}}`;
    return this.format(part, args[part.name], depth);
  }

  chosen({ name, kind, cases }, args, depth, number) {
    const value = Object.hasOwn(args, name) ? args[name] : "";
    let chosen = "other";
    if (kind === "select") chosen = selector(value);
    else if (typeof value === "number") {
      number = value;
      chosen = `=${value}` in cases ? `=${value}` : this.plural(Math.abs(value));
    }
    return this.parts(Object.hasOwn(cases, chosen) ? cases[chosen] : cases.other, args, depth, number);
  }

  format({ kind, style }, value, depth) {
    if (kind === "clock" && typeof value === "number") return clock(value);
    if (kind === "seconds" && typeof value === "number") return seconds(value);
    if (kind === "name" && typeof value !== "object") return this.named(style, String(value), depth);
    if (kind === "words" && typeof value === "string") return value.replace(NOTATION, (word) => this.named(style, word, depth));
    if (Array.isArray(value)) {
      const between = this.texts.list ?? ", ";
      const last = style ? (this.texts[`list.${style}`] ?? between) : between;
      const parts = value.map((each) => this.value(each, depth));
      const final = parts.pop() ?? "";
      return parts.join(between) + (parts.length ? last : "") + final;
    }
    return this.value(value, depth);
  }

  named(style, value, depth) {
    const key = `${style}.${value}`;
    return Object.hasOwn(this.texts, key) ? this.write({ key }, depth + 1) : value;
  }

  value(value, depth) {
    return typeof value === "object" && value !== null && !Array.isArray(value) ? this.write(value, depth + 1) : String(value);
  }
}

/** As a clock shows it; parts of a second do not count. */
export function clock(ms) {
  const two = (n) => String(n).padStart(2, "0");
  const total = Math.floor(Math.abs(ms) / 1000);
  const [hours, minutes, rest] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  return (ms < 0 ? "-" : "") + (hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`);
}

/** Seconds with a tenth where there is one. */
function seconds(ms) {
  const tenths = Math.floor(Math.abs(ms) / 100);
  return (ms < 0 ? "-" : "") + Math.floor(tenths / 10) + (tenths % 10 ? `.${tenths % 10}` : "");
}

/** What a select looks at. */
function selector(value) {
  if (value === "" || value?.length === 0) return "none";
  return typeof value === "object" && !Array.isArray(value) ? value.key.slice(value.key.lastIndexOf(".") + 1) : String(value);
}

/** A message in no language. */
function plain({ key, args = {} }) {
  const value = (each) => (Array.isArray(each) ? `[${each.map(value).join(", ")}]` : typeof each === "object" ? plain(each) : String(each));
  const inner = Object.entries(args).map(([name, each]) => `${name}=${value(each)}`);
  return inner.length ? `${key}(${inner.join(", ")})` : key;
}

// Templates -----------------------------------------------------------------------------------------------------------

export function parse(text) {
  return new Reader(text).template(false, false);
}

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  template(inPlural, nested) {
    const parts = [];
    let plain = "";
    while (this.at < this.text.length) {
      const letter = this.text[this.at];
      if (letter === "'") {
        plain += this.quoted();
        continue;
      }
      if (letter === "}") break;
      this.at++;
      if (letter === "{" || (letter === "#" && inPlural)) {
        if (plain) parts.push(plain);
        plain = "";
        parts.push(letter === "{" ? this.argument() : { hash: true });
      } else plain += letter;
    }
    if (nested === this.at >= this.text.length) throw this.error(nested ? "a brace is missing" : "there is a brace too many");
    if (plain) parts.push(plain);
    return parts;
  }

  quoted() {
    const after = this.text[this.at + 1];
    if (after === "'") {
      this.at += 2;
      return "'";
    }
    if (after !== "{" && after !== "}" && after !== "#") {
      this.at++;
      return "'";
    }
    const end = this.text.indexOf("'", this.at + 1);
    if (end < 0) throw this.error("a quoted brace has no closing apostrophe");
    const kept = this.text.slice(this.at + 1, end);
    this.at = end + 1;
    return kept;
  }

  argument() {
    const name = this.word("the name of an argument");
    if (this.ended()) return { name, kind: "", style: "" };
    const kind = this.word("a format");
    if (kind === "plural" || kind === "select") return this.choice(name, kind);
    if (!Object.hasOwn(FORMATS, kind)) throw this.error(`there is no format '${kind}'`);
    const style = this.ended() ? "" : this.word("a style");
    if (FORMATS[kind] ? !FORMATS[kind].includes(style) : !style) throw this.error(`${kind} has no style '${style}'`);
    if (style && !this.ended()) throw this.error("a brace is missing");
    return { name, kind, style };
  }

  choice(name, kind) {
    if (this.ended()) throw this.error("the case 'other' is missing");
    const cases = {};
    for (let found; (found = this.match(CASE)); this.at++) {
      if (Object.hasOwn(cases, found) || (found[0] === "=" && kind === "select")) throw this.error(`the case '${found}' cannot stand here`);
      cases[found] = this.template(kind === "plural", true);
    }
    if (!cases.other) throw this.error("the case 'other' is missing");
    this.at += this.text.slice(this.at).search(/\S|$/);
    if (!this.ended()) throw this.error("a case or a brace is missing");
    return { name, kind, cases };
  }

  match(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at = pattern.lastIndex;
    return found?.[1];
  }

  word(what) {
    const found = this.match(WORD);
    if (found === undefined) throw this.error(`${what} is missing`);
    return found;
  }

  ended() {
    const letter = this.text[this.at++];
    if (letter !== "}" && letter !== ",") throw this.error("a comma or a brace is missing");
    return letter === "}";
  }

  error(what) {
    return new Error(`${what}, at character ${this.at + 1} of '${this.text}'`);
  }
}

// Plurals -------------------------------------------------------------------------------------------------------------

function readRules(text) {
  const rules = text.split(";").filter((part) => part.trim()).map(readRule);
  return (n) => rules.find(([, holds]) => holds(n))?.[0] ?? "other";
}

function readRule(text) {
  const [form, condition = ""] = text.split(":");
  const ways = condition.split(" or ").map((way) => way.split(" and ").map(readRelation));
  return [form.trim(), (n) => ways.some((way) => way.every((holds) => holds(n)))];
}

function readRelation(text) {
  const found = RELATION.exec(text.trim());
  if (!found) throw new Error(`'${text.trim()}' is no rule for plurals, as 'n % 10 = 2..4' is`);
  const [, modulus, sign, ranges] = found;
  const spans = ranges.split(",").map((each) => each.split("..").map(Number));
  return (n) => {
    const value = modulus ? n % Number(modulus) : n;
    return spans.some(([low, high = low]) => low <= value && value <= high) === (sign === "=");
  };
}
