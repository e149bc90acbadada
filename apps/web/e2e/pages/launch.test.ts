import { publish } from "../community/blog-post.ts";
import { createAdmin } from "../stage/database.ts";
import { expect, test } from "../stage/stage.ts";

/**
 * Slows down the processor by this factor. React hydrates a page in parts, so a user of a slow machine can act on a
 * half-hydrated page.
 */
const slowdown = 4;
const visits = 5;

test("a redirect waits for hydration, so nothing fails on a slow machine", async ({ stage }) => {
  const page = await stage.visit();
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  for (let visit = 0; visit < visits; visit += 1) {
    await page.goto("/privacy-policy");
    // An error in the console fails the test.
    await page.goto("/home");
    await expect.poll(() => new URL(page.url()).pathname).toBe("/");
  }
});

test("a press before the scripts of a page load takes effect once they have loaded", async ({ stage }) => {
  const { slug } = await publish(await createAdmin(stage));
  const page = await stage.visit();
  const script = Promise.withResolvers<void>();
  await page.route("**/assets/entry-client-*.js", async (route) => {
    await script.promise;
    await route.continue();
  });
  await page.goto(`/blog/${slug}`, { waitUntil: "commit" });
  await page.getByRole("button", { name: "Like, 0", exact: true }).click();
  expect(new URL(page.url()).pathname).toBe(`/blog/${slug}`);
  script.resolve();
  // A guest's reaction leads to the log-in.
  await page.waitForURL(/\/login/);
});

test("a guest's browser requests scripts after the first paint, and a user's browser at once", async ({ stage }) => {
  for (const as of [undefined, await stage.createUser()]) {
    const page = await stage.visit({ as });
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith(".js")) asked.push(request.url());
    });
    const style = Promise.withResolvers<void>();
    const styleAsked = page.waitForRequest(/\.css$/);
    await page.route(/\.css$/, async (route) => {
      await style.promise;
      await route.continue();
    });
    await page.goto("/", { waitUntil: "commit" });
    await styleAsked;
    if (as) await expect.poll(() => asked.length).toBeGreaterThan(1);
    else {
      // The browser paints nothing before the style sheet has loaded.
      await expect.poll(() => page.evaluate(() => document.querySelectorAll("script[data-parts]").length)).toBe(1);
      expect(asked).toEqual([]);
    }
    style.resolve();
    await expect.poll(() => asked.some((url) => url.includes("/entry-client-"))).toBe(true);
    await expect.poll(() => page.evaluate(() => performance.getEntriesByName("alive").length)).toBe(1);
  }
});
