// Names at the virtual table: sides by their seats; squares and pieces as on every board.

export { pieceName, squareName } from "/pages/boards/names.js";

export const SIDES = { left: "white", right: "black" };
