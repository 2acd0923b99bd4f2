/** The only script of the page: filters, search, keys. It makes no markup, so text of the run cannot become markup. */

export const SCRIPT = `
"use strict";
(() => {
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const buttons = all("nav button[data-show]");
  const search = document.querySelector("#search");
  const calls = all(".call");
  const steps = all(".step");
  let shown = "";
  document.querySelector("nav").hidden = false;
  const apply = () => {
    const words = search.value.toLowerCase();
    for (const call of calls) {
      const kinds = call.dataset.kinds.split(" ");
      call.hidden = (shown !== "" && !kinds.includes(shown)) || (words !== "" && !call.textContent.toLowerCase().includes(words));
    }
    const filters = shown !== "" || words !== "";
    for (const step of steps)
      step.hidden = filters && !step.querySelector(".call:not([hidden])") && !(shown === "" && step.textContent.toLowerCase().includes(words));
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.show === shown));
  };
  for (const button of buttons) button.addEventListener("click", () => { shown = button.dataset.show; apply(); });
  search.addEventListener("input", apply);
  const unfold = document.querySelector("#unfold");
  const setAll = (open) => {
    for (const each of all(".call, .agent, .think")) each.open = open;
    unfold.textContent = open ? "fold all" : "unfold all";
    unfold.dataset.open = String(open);
  };
  unfold.addEventListener("click", () => setAll(unfold.dataset.open !== "true"));
  const open = (target) => {
    for (let each = target; each; each = each.parentElement) if (each.tagName === "DETAILS") each.open = true;
  };
  const follow = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target) { open(target); target.scrollIntoView(); }
  };
  addEventListener("hashchange", follow);
  if (location.hash) follow();
  let here = -1;
  const go = (by) => {
    const seen = steps.filter((step) => !step.hidden);
    here = Math.max(0, Math.min(seen.length - 1, here + by));
    for (const step of steps) step.classList.toggle("here", step === seen[here]);
    if (seen[here]) { open(seen[here].parentElement); seen[here].scrollIntoView({ block: "start" }); }
  };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target === search) { if (event.key === "Escape") search.blur(); return; }
    if (event.key === "j") go(1);
    else if (event.key === "k") go(-1);
    else if (event.key === "o") setAll(unfold.dataset.open !== "true");
    else if (event.key === "/") { event.preventDefault(); search.focus(); }
  });
  addEventListener("beforeprint", () => setAll(true));
})();
`;
