// How a person is named.

import { t } from "../lib/words.js";

/** "GM Ton Sijbrands": a person's name with the title; of somebody without a name, the side. */
export const nameOf = (person, side) => [person?.title, person?.name || (side ? t(`side.${side}`) : "")].filter(Boolean).join(" ");

/** Who did something: a person by name; the record has a player's own stopping of the clock by the side. */
export const whoDid = (by) => (by === "white" || by === "black" ? t(`side.${by}`) : by);

/** "NED · 2434": what else the event knows. */
export const detailsOf = (person) => [person?.federation, person?.rating, person?.club].filter(Boolean).join(" · ");
