import type { Page } from "playwright-core";

/** Records what the page announces to screen readers, politely or assertively, oldest first. */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const announcements: string[] = [];
    Object.assign(window, { announcements });
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        const nodes = addedNodes.length > 0 ? [...addedNodes] : [target];
        for (const node of nodes) {
          const element = node instanceof Element ? node : node.parentElement;
          // Screen readers announce an alert when it enters the page, but a polite region must exist before its text
          // changes.
          const alert = node instanceof Element ? node.querySelector('[role="alert"]') : null;
          const region = alert ?? element?.closest('[role="alert"], [role="status"], [aria-live="polite"]');
          // The announcement of a message does not include its buttons.
          const message = node instanceof Element ? (node.querySelector("p[data-type]") ?? node) : node;
          const text = region && (alert ?? message).textContent?.trim();
          if (text && announcements.at(-1) !== text) announcements.push(text);
        }
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { announcements: string[] }).announcements);
}
