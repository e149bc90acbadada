import { expect, test } from "./stage.ts";

/** A page is taken over part by part; on a slow machine there is time to meet it half done. */
const slowdown = 4;
const visits = 5;

test("a redirect waits until the page is taken over, so that nothing fails on a slow machine", async ({ stage }) => {
  const page = await stage.visit();
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  for (let visit = 0; visit < visits; visit += 1) {
    await page.goto("/privacy-policy");
    // What the browser complained of fails the test.
    await page.goto("/home");
    await expect.poll(() => new URL(page.url()).pathname).toBe("/");
  }
});
