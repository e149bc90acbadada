import type { Page } from "playwright-core";

/** What the page has said to those who listen, politely or at once; the newest last. */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        const nodes = addedNodes.length > 0 ? [...addedNodes] : [target];
        for (const node of nodes) {
          const element = node instanceof Element ? node : node.parentElement;
          // An alert is read as it comes into the page; what is polite has to be there before its words.
          const alert = node instanceof Element ? node.querySelector('[role="alert"]') : null;
          const region = alert ?? element?.closest('[role="alert"], [role="status"], [aria-live="polite"]');
          // The buttons of a message are no part of what it says.
          const message = node instanceof Element ? (node.querySelector("p[data-type]") ?? node) : node;
          const text = region && (alert ?? message).textContent?.trim();
          if (text && said.at(-1) !== text) said.push(text);
        }
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said);
}
