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

/** Put the children in this order, moving only those that stand elsewhere, and never the one that has the keyboard. */
export function arrange(parent, children) {
  const held = children.findIndex((child) => child.parentElement === parent && child.contains(document.activeElement));
  for (const child of held > 0 ? children.slice(0, held) : []) {
    if (child.parentElement !== parent || child.compareDocumentPosition(children[held]) & Node.DOCUMENT_POSITION_PRECEDING) parent.insertBefore(child, children[held]);
  }
  for (const child of held >= 0 ? [...parent.children] : []) {
    if (child === children[held]) break;
    if (!children.includes(child) || children.indexOf(child) > held) child.remove(); // what belongs behind is put there below
  }
  let place = parent.firstElementChild;
  for (const child of children) {
    if (child === place) place = place.nextElementSibling;
    else parent.insertBefore(child, place);
  }
  while (place) {
    const next = place.nextElementSibling;
    place.remove();
    place = next;
  }
}
