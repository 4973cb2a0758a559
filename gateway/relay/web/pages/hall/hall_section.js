// The section of the hall: all tables, and above them the door for new ones.

import { h } from "../lib/dom.js";
import { Door } from "./door.js";
import { Hall } from "./hall.js";

export class HallSection {
  constructor(root, { store, now, contact, subscribe }) {
    this.root = root;
    this.scroll = 0;
    const [door, hall] = [h("section", { id: "door", hidden: true }), h("section", { id: "hall" })];
    root.append(door, hall);
    this.door = new Door(door, store, now);
    this.hall = new Hall(hall, store, contact, now, subscribe);
  }

  watched() {
    return this.hall.watched();
  }

  /** `from`: the table that was left, whose card gets the keyboard. */
  show(visible, rest, from) {
    this.hall.show(visible);
    if (!visible) return;
    scrollTo(0, this.scroll);
    this.hall.window.draw();
    if (from) this.hall.window.focus(from, { preventScroll: true });
  }

  leave() {
    this.scroll = scrollY;
  }

  build() {
    this.door.build();
    this.hall.build();
  }

  tick(now) {
    this.door.tick(now);
    this.hall.tick(now);
  }
}
