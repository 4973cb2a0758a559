// How a person is named.

import { t } from "../lib/words.js";

/** "GM Ton Sijbrands": a person's name with the title; of somebody without a name, the side. */
export const nameOf = (person, side) => [person?.title, person?.name || (side ? t(`side.${side}`) : "")].filter(Boolean).join(" ");

/** "NED · 2434": what else the event knows. */
export const detailsOf = (person) => [person?.federation, person?.rating, person?.club].filter(Boolean).join(" · ");
