// Coming in: by name and password (`/sign-in`), or by an invitation (`/invitation/SECRET`), which makes an account.

import { h, setText } from "../lib/dom.js";
import { request } from "../lib/requests.js";
import { dateAndTime } from "../lib/times.js";
import { languageChoice, t } from "../lib/words.js";

const main = document.getElementById("main");
const [, kind, secret] = location.pathname.split("/");
const reply = h("p.reply.bad", { role: "alert" });
let invitation = null;

function input(name, label, attributes, hint = null) {
  const id = `field-${name}`;
  const hintId = hint ? `${id}-hint` : null;
  return h(
    "div.field",
    {},
    h("label", { for: id }, label),
    h("input", { id, name, required: true, "aria-describedby": hintId, ...attributes }),
    hint && h("small.muted", { id: hintId }, hint),
  );
}

const password = (name, label, autocomplete, hint) => input(name, label, { type: "password", autocomplete, maxlength: 200 }, hint);

/** A form that sends its fields, and goes to the hall when it was taken. */
function form(title, fields, button, path, check = () => "") {
  const submit = h("button.primary", { type: "submit" }, button);
  const send = async (event) => {
    event.preventDefault();
    const data = Object.fromEntries(new FormData(event.target));
    const wrong = check(data);
    if (wrong) return setText(reply, wrong);
    delete data.again;
    setText(reply, "");
    submit.disabled = true;
    const { ok, why } = await request("POST", path, data);
    submit.disabled = false;
    if (ok) location.replace("/");
    else setText(reply, why);
  };
  return h("form", { onsubmit: send }, h("h2", { tabindex: "-1" }, title), ...fields, reply, h("div.buttons", {}, submit));
}

function signIn() {
  const fields = [
    input("name", t("page.name"), { autocomplete: "username", autofocus: true, maxlength: 200 }),
    password("password", t("page.password"), "current-password"),
  ];
  return [form(t("page.sign_in"), fields, t("page.sign_in"), "/api/sign-in"), h("p.muted", {}, t("page.sign_in_hint"))];
}

function accept() {
  const { role, by, event, account, password: wanted, until } = invitation;
  const about = account ? t("page.invited_again", { account, by }) : t("page.invited_as", { event, by, role });
  const fields = [h("p", {}, about), h("p.muted", {}, t("page.invited_until", { time: dateAndTime(until) }))];
  if (!account) {
    const hint = t(wanted ? "page.name_hint" : "page.screen_hint");
    fields.push(input("name", t("page.name"), { autocomplete: "username", autofocus: true, maxlength: 60 }, hint));
  }
  if (wanted) {
    fields.push(
      password("password", t("page.password_new"), "new-password", t("page.password_hint")),
      password("again", t("page.password_again"), "new-password"),
    );
  }
  const same = ({ password: first = "", again = "" }) => (first === again ? "" : t("page.password_differs"));
  const title = t(account ? "page.password_new" : "page.invitation");
  return [form(title, fields, t(account ? "page.password_set" : "page.invitation_accept"), `/api/invitations/${secret}`, same)];
}

function draw() {
  const parts = kind === "invitation" ? (invitation ? accept() : [h("h2", { tabindex: "-1" }, t("page.invitation")), reply, h("p", {}, h("a.button", { href: "/" }, t("page.watch")))]) : signIn();
  main.replaceChildren(...parts);
  document.title = `${main.querySelector("h2").textContent} · Flagfall`;
  document.getElementById("tools").replaceChildren(languageChoice(draw));
}

if (kind === "invitation") {
  const { ok, content, why } = await request("GET", `/api/invitations/${secret}`);
  if (ok) invitation = content;
  else setText(reply, why);
}
draw();
