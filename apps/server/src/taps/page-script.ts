/**
 * What runs on the page of a link, as text, because the page has no other file: a phone that reads a tag gets one answer.
 * A device that was told to remember keeps the token in its storage, and records at once when it opens the link. The
 * token can do nothing else.
 */
export const pageScript = `
(() => {
  const main = document.querySelector("main");
  const words = main.dataset;
  const address = location.pathname.replace(/\\/$/, "");
  const name = "daymark-tap " + address.split("/")[2];
  const find = (id) => document.getElementById(id);
  const [button, undo, box, status, today, forget] = ["record", "undo", "remember", "status", "today", "forget"].map(find);
  const storage = {
    get: () => { try { return localStorage.getItem(name) === "1"; } catch { return false; } },
    set: (on) => { try { on ? localStorage.setItem(name, "1") : localStorage.removeItem(name); } catch {} },
  };
  // The same for each try of this tap, so that a lost answer does not record it twice.
  let key = crypto.randomUUID();
  let isBusy = false;
  const say = (text, more) => { status.textContent = text; today.textContent = more || ""; };
  const show = (element, on) => { element.hidden = !on; };
  const showRemembered = () => { show(find("remembered"), storage.get()); show(find("asking"), !storage.get()); };
  async function send(path) {
    if (isBusy) return;
    isBusy = true;
    main.setAttribute("aria-busy", "true");
    say(words.recording);
    show(undo, false);
    let answer = null;
    try {
      const response = await fetch(address + path, {
        method: "POST",
        headers: path ? {} : { "idempotency-key": key },
        credentials: "omit",
        referrerPolicy: "no-referrer",
      });
      answer = await response.json();
      say(answer.detail || words.unclear, answer.today);
      if (response.ok) {
        show(undo, answer.can_undo);
        button.textContent = words.button;
        key = crypto.randomUUID();
      } else if (response.status !== 404 && response.status !== 409) {
        button.textContent = words.again;
      }
      if (response.status === 404) show(button, false);
    } catch {
      say(answer ? words.unclear : words.offline);
      button.textContent = words.again;
    }
    isBusy = false;
    main.removeAttribute("aria-busy");
  }
  button.addEventListener("click", () => {
    if (box.checked) storage.set(true);
    void send("").then(showRemembered);
  });
  undo.addEventListener("click", () => void send("/undo").then(() => button.focus()));
  forget.addEventListener("click", () => {
    storage.set(false);
    box.checked = false;
    showRemembered();
    button.focus();
  });
  show(find("tap"), true);
  showRemembered();
  // A page that the browser prerenders, loads again or restores is no tap.
  const [opening] = performance.getEntriesByType("navigation");
  const isOpened = opening?.type === "navigate" && !document.wasDiscarded;
  const begin = () => { if (storage.get() && isOpened) void send(""); };
  if (document.prerendering) document.addEventListener("prerenderingchange", begin, { once: true });
  else begin();
})();
`;
