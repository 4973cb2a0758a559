// The words of a wall, in one language or in two side by side.

import { h } from "../lib/dom.js";
import { Catalogue } from "../lib/messages.js";

export class WallWords {
  constructor(catalogues) {
    this.catalogues = catalogues;
  }

  static async load(languages) {
    const load = async (code) => {
      const response = await fetch(`/api/texts/${code}.json`);
      if (!response.ok) throw new Error(`${code}: ${response.status}`);
      return new Catalogue(code, await response.json());
    };
    return new WallWords(await Promise.all(languages.map(load)));
  }

  /** Spans of the same text, one a language. */
  spans(key, args = {}) {
    return this.catalogues.map((catalogue) => h("span.words", { lang: tag(catalogue.language) }, catalogue.text(key, args)));
  }

  /** The same as one text. */
  text(key, args = {}) {
    return this.catalogues.map((catalogue) => catalogue.text(key, args)).join(" · ");
  }
}

const tag = (code) => (code === "zh" ? "zh-Hans" : code);
