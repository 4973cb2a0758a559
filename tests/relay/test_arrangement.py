"""Children of a page's element, put in another order: as few as can be are moved, and the keyboard stays."""

from __future__ import annotations

import itertools
import random

import pytest

from tests.browsing import open_visits

from .conftest import Relay

pytestmark = pytest.mark.browser

_ARRANGE = """async (orders) => {
  const { arrange } = await import("/pages/lib/dom.js");
  const list = document.createElement("div");
  document.body.append(list);
  const made = new Map();
  const button = (name) => Object.assign(document.createElement("button"), { name });
  const child = (name) => made.get(name) ?? made.set(name, button(name)).get(name);
  return orders.map(([before, after, held]) => {
    list.replaceChildren(...before.map(child));
    document.activeElement.blur();
    if (held != null) child(held).focus();
    const put = [];
    list.insertBefore = (each, place) => {
      put.push(each.name);
      return Node.prototype.insertBefore.call(list, each, place);
    };
    arrange(list, after.map(child));
    delete list.insertBefore;
    return [[...list.children].map(({ name }) => name), put, document.activeElement.name ?? null];
  });
}"""


def longest_kept(before: list[str], after: list[str], held: str | None) -> int:
    """How many can stay where they are, found by trying all choices."""
    both = [name for name in after if name in before]
    for size in range(len(both), 0, -1):
        for chosen in itertools.combinations(both, size):
            if [name for name in before if name in chosen] == list(chosen) and (held is None or held in chosen):
                return size
    return 0


async def test_as_few_as_can_be_are_moved_and_the_keyboard_stays(relay: Relay) -> None:
    dice, cases = random.Random(17), []
    for _ in range(120):
        before, after = (dice.sample("abcdefgh", dice.randrange(9)) for _ in range(2))
        both = [name for name in after if name in before]
        cases.append((before, after, dice.choice(both) if both and dice.random() < 0.5 else None))
    async with open_visits() as visits:
        page = await visits.open(f"{relay.url}/desk")
        found = await page.evaluate(_ARRANGE, cases)
    for (before, after, held), (order, put, focused) in zip(cases, found, strict=True):
        assert order == after
        assert held is None or (focused == held and held not in put)
        assert len(put) == len(after) - longest_kept(before, after, held)
