"""The pictures that chats and search engines show of a link, one for each family of games: drawn by our own boards."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Page

from gateway.games import registry

__all__ = ["CARDS", "draw_cards"]

CARDS = {
    "chess": ("chess", "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"),
    "draughts": ("draughts-international", "W:W27,28,31-39,41-50:B1-13,15,16,18,19,20,23"),
    "stones": ("gomoku", "B:Bh8,i9,j8,g9,k7:Wh9,i8,g8,h7,j10"),
}
"""By the name of the card, the rules and what stands on the board."""

_DRAW = """async ({ rules, rows, cols, board, times }) => {
  const { Board } = await import("/pages/boards/index.js");
  const drawn = new Board();
  drawn.update({ rules, rows, cols, board, path: [], taken: [] }, "");
  const put = (element, style) => Object.assign(element.style, style) && element;
  const card = put(document.createElement("div"), { position: "fixed", inset: "0", zIndex: "99", display: "grid",
    gridTemplateColumns: "630px 1fr", alignItems: "center", justifyItems: "center", background: "#1c3b30" });
  put(drawn.svg, { width: "550px", height: "550px", borderRadius: "8px" });
  const clocks = put(document.createElement("div"), { display: "grid", gap: "48px" });
  for (const [text, running] of times) {
    const clock = put(document.createElement("div"), { font: "700 112px ui-monospace, monospace", padding: "12px 36px",
      borderRadius: "20px", textAlign: "right", color: running ? "#1c3b30" : "#dfe9e4",
      background: running ? "#f5f4f0" : "#2c5546" });
    clock.textContent = text;
    clocks.append(clock);
  }
  card.append(drawn.svg, clocks);
  document.body.append(card);
}"""


async def draw_cards(page: Page, url: str, folder: Path) -> None:
    """Draw every card at a relay's page, and save it."""
    for name, (rules, text) in CARDS.items():
        await page.set_viewport_size({"width": 1200, "height": 630})
        await page.goto(f"{url}/desk")
        game = registry.find(rules)
        board = game.recorded_position(text).board()
        drawing = {"rules": rules, "rows": game.rows, "cols": game.cols, "board": board}
        await page.evaluate(_DRAW, drawing | {"times": [["12:34", False], ["9:58", True]]})
        await page.screenshot(path=folder / f"{name}.png")
