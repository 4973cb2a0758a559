// What lies beside the board: pieces to crown with or to put back, and the place for what is taken.

import { h, s, setText } from "/pages/lib/dom.js";
import { t } from "/pages/lib/words.js";
import { pieceName } from "./words.js";

export class Reserve {
  constructor(place, hand) {
    this.place = place;
    this.hand = hand;
    this.aside = h("button.put-aside", { type: "button", disabled: true, onclick: () => hand.drop() }, t("virtual.put_aside"));
  }

  begin(about) {
    const sides = [...about.reserve].reduce((all, piece) => {
      (all[piece === piece.toUpperCase() ? 0 : 1] ??= []).push(piece);
      return all;
    }, []);
    this.hand.show(about.start); // so that it is known who draws pieces
    this.place.replaceChildren(
      h("h2", {}, t("virtual.reserve")),
      ...sides.map((pieces) => h("div.pieces", {}, ...pieces.map((piece) => this.button(piece)))),
      this.aside,
    );
  }

  button(piece) {
    const drawing = s("svg", { class: "board", viewBox: "0 0 1 1", "aria-hidden": "true" });
    drawing.append(this.hand.board.family.piece(piece));
    const take = () => {
      this.hand.from = null;
      this.hand.hold(piece);
    };
    const button = h("button.spare", { type: "button", "aria-label": t("virtual.take", { piece: pieceName(piece) }), title: pieceName(piece) }, drawing);
    button.addEventListener("pointerdown", (event) => {
      if (!event.isPrimary || event.button !== 0) return;
      event.preventDefault();
      button.releasePointerCapture?.(event.pointerId); // a finger would hold on to the button
      take();
      this.hand.carry(event, true);
    });
    button.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      take();
      this.hand.place.focus();
    });
    return button;
  }

  show(piece) {
    this.aside.disabled = piece === null;
    setText(this.aside, piece === null ? t("virtual.put_aside") : t("virtual.put_aside_this", { piece: pieceName(piece) }));
  }
}
