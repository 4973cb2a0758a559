// Articles of a rulebook: the citation, and what the article is about. An article without a number is cited by words.

import { h } from "../lib/dom.js";
import { knows, t } from "../lib/words.js";

/** What an article is about; empty where no catalogue knows it. */
export const articleTitle = (cite) => (cite && knows(`article.${cite}`) ? t(`article.${cite}`) : "");

/** How an article is cited: "FIDE 7.5.5"; empty for none. */
export const citation = (cite) => (cite ? t("citation.of", { article: cite }) : "");

/** "FIDE 7.5.5 · Illegal moves: time, then the game". */
export const articleWords = (cite) => [citation(cite), articleTitle(cite)].filter(Boolean).join(" · ");

/** A citation that tells its title to whoever points at it or listens. */
export function articleChip(cite) {
  const title = articleTitle(cite);
  return h("span.article", { title: title || null }, citation(cite), title ? h("span.aside", {}, ` (${title})`) : null);
}
