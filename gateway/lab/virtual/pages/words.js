// Names at the virtual table: sides by their seats; squares and pieces as on every board.

export { pieceName, squareName } from "/pages/boards/names.js";

/** Who sits where; whoever began with White sits on the left, and may hold Black after a swap. */
export const SIDES = { left: "white", right: "black" };

export function seat(swapped) {
  [SIDES.left, SIDES.right] = swapped ? ["black", "white"] : ["white", "black"];
}
