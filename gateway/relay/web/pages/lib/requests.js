// Requests to the relay. An answer is always a value: what was sent back, or a sentence that says why not.

import { language, t } from "./words.js";

/** `{ok, status, content, why}`; `why` is the relay's own sentence, in the reader's language. Status 0: no answer came. */
export async function request(method, path, body) {
  let answer, content;
  try {
    answer = await fetch(path, {
      method,
      headers: { Accept: "application/json", "Accept-Language": language, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    content = answer.status === 204 ? null : await answer.json();
  } catch (error) {
    console.warn(`${method} ${path}:`, error.message);
    return { ok: false, status: answer?.status ?? 0, content: null, why: t("page.unreachable") };
  }
  return { ok: answer.ok, status: answer.status, content, why: answer.ok ? "" : (content?.why ?? t("page.unreachable")) };
}
