/** The browser's part of the live view: it asks for the page again when the server reports a change, and keeps the reader's place. */
export const liveScript = `"use strict";
const script = document.currentScript;
let stamp = script.dataset.stamp;
const badge = document.createElement("p");
badge.className = "live";
badge.setAttribute("role", "status");
const says = document.createElement("span");
badge.append(says);
if (location.pathname !== "/") {
  const home = document.createElement("a");
  home.href = "/";
  home.textContent = "overview";
  badge.append(" ", home);
}
const skip = document.querySelector("body > .skip:first-child");
if (skip) skip.after(badge);
else document.body.prepend(badge);
const keyOf = (one) => (one.closest("[id]")?.id ?? "") + "|" + one.querySelector("summary").textContent.replace(/[\\d,.]+/g, "0");
const focusOf = () => {
  const href = document.activeElement?.getAttribute("href");
  return href ? (document.activeElement.closest("nav") ? "nav " : "main ") + '[href="' + CSS.escape(href) + '"]' : null;
};
async function refresh() {
  const answer = await fetch(location.pathname);
  if (!answer.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), "text/html");
  const open = new Set([...document.querySelectorAll("details[open]")].map(keyOf));
  for (const one of next.querySelectorAll("details")) if (open.has(keyOf(one))) one.open = true;
  const [x, y, focus] = [scrollX, scrollY, focusOf()];
  for (const part of ["header", "main"]) document.querySelector(part)?.replaceWith(next.querySelector(part) ?? "");
  document.title = next.title;
  if (location.hash) location.replace(location.hash);
  if (focus) document.querySelector(focus)?.focus({ preventScroll: true });
  scrollTo(x, y);
}
let work = Promise.resolve();
const source = new EventSource("/events?page=" + encodeURIComponent(location.pathname));
source.onmessage = ({ data }) => {
  const news = JSON.parse(data);
  says.textContent = news.atWork ? "live: at work" : "live: at rest";
  if (news.stamp === stamp) return;
  stamp = news.stamp;
  work = work.then(refresh).catch(() => {});
};
source.onerror = () => { says.textContent = "connection lost; the page may be old"; };
`;
