// Making and changing elements. Every change is compared first, so that an unchanged page costs the browser nothing.

/** An element: h("p.note", {title: "x"}, "text", child). Attributes that are null, undefined or false are left out. */
export function h(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else setAttribute(element, key, value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

/** The same for SVG. */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) setAttribute(element, key, value);
  element.append(...children);
  return element;
}

export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export function setAttribute(element, name, value) {
  if (value == null || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else {
    const text = value === true ? "" : String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

export function toggle(element, name, on) {
  if (element.classList.contains(name) !== Boolean(on)) element.classList.toggle(name, Boolean(on));
}

/**
 * Put the children in this order. As few as can be are taken out and put in elsewhere, since each of those costs the browser its
 * style and layout anew; the one that has the keyboard never is.
 */
export function arrange(parent, children) {
  const wanted = new Set(children);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  const now = [...parent.children];
  if (now.length === children.length && now.every((child, n) => child === children[n])) return;
  const staying = longestInOrder(children, now);
  let before = null;
  for (const child of children.toReversed()) {
    if (!staying.has(child)) parent.insertBefore(child, before);
    before = child;
  }
}

/** The most of the wanted ones that stand in their order already; the one that has the keyboard is among them. */
function longestInOrder(wanted, now) {
  const places = new Map(now.map((child, n) => [child, n]));
  const there = wanted.filter((child) => places.has(child));
  const held = there.findIndex((child) => child.contains(document.activeElement));
  const fits = (child, n) => held < 0 || n === held || n < held === places.get(child) < places.get(there[held]);
  const ends = []; // of the chains found so far, by their length, the one that ends earliest: [child, what stands before it]
  for (const child of there.filter(fits)) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (places.get(ends[middle][0]) < places.get(child)) low = middle + 1;
      else high = middle;
    }
    ends[low] = [child, ends[low - 1]];
  }
  const staying = new Set();
  for (let link = ends.at(-1); link; link = link[1]) staying.add(link[0]);
  return staying;
}
