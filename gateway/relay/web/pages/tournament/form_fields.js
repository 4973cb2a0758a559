// Small parts of the tournament's forms.

import { h } from "../lib/dom.js";

export const input = (name, more = {}) => h("input", { name, maxlength: 200, autocomplete: "off", ...more });

export const number = (name, more = {}) => h("input", { name, type: "number", inputmode: "numeric", ...more });

export const check = (name, words, checked = false) => h("label.check", {}, h("input", { type: "checkbox", name, checked: Boolean(checked) }), h("span", {}, words));

/** `BH/C1, BH、SB` as a list. */
export const list = (text) => (text ?? "").split(/[,，、;；\s]+/).filter(Boolean);

export const textOf = (data, name) => (data.get(name) ?? "").trim();

/** The reason, if one was typed. */
export const whyOf = (data) => (textOf(data, "why") ? { why: textOf(data, "why") } : {});
