import { afterAll, beforeAll } from "vitest";
import { cellOf, expectResult, openDashboard } from "../stage/calendar.ts";
import { daysAgo } from "../stage/day.ts";
import { type Product, startProduct } from "../stage/product.ts";
import { expect, test } from "../stage/stage.ts";
import { createUser } from "../stage/user.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

test("a page survives a restart of the server without a message, and is up to date afterwards", async ({ stage }) => {
  // The browser logs requests without an answer.
  stage.expectError(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|status of 503/);
  const user = await createUser(product.url);
  const read = await user.createHabit({ title: "Read" });
  const page = await stage.visit({ as: user, url: product.url });
  const messages: string[] = [];
  await page.exposeFunction("tell", (text: string) => messages.push(text));
  await page.addInitScript(() => {
    const checkFrame = () => {
      for (const message of document.querySelectorAll("p[data-type]")) {
        void (window as unknown as { tell: (text: string) => void }).tell(message.textContent ?? "");
      }
    };
    new MutationObserver(checkFrame).observe(document, { subtree: true, childList: true });
  });
  const isStream = (response: { url: () => string; status: () => number }) =>
    response.url().includes("/trpc/live.changes") && response.status() === 200;
  const first = page.waitForResponse(isStream);
  await openDashboard(page);
  await first;

  const again = page.waitForResponse(isStream);
  await product.restart();
  await user.record(read, daysAgo(0), 1);
  await again;
  await expectResult(page, read, daysAgo(0), "achieved");
  await user.record(read, daysAgo(1), 1);
  await expectResult(page, read, daysAgo(1), "achieved");
  expect(await cellOf(page, read, daysAgo(1)).count()).toBe(1);
  expect(messages).toEqual([]);
});
