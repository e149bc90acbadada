import { publish } from "../community/blog-post.ts";
import { createAdmin } from "../stage/database.ts";
import { expect, test } from "../stage/stage.ts";

/** A page is hydrated part by part; on a slow machine a user can meet it half done. */
const slowdown = 4;
const visits = 5;

test("a redirect waits for hydration, so nothing fails on a slow machine", async ({ stage }) => {
  const page = await stage.visit();
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  for (let visit = 0; visit < visits; visit += 1) {
    await page.goto("/privacy-policy");
    // An error in the browser's console fails the test.
    await page.goto("/home");
    await expect.poll(() => new URL(page.url()).pathname).toBe("/");
  }
});

test("a press before the page's scripts are loaded takes effect once they are", async ({ stage }) => {
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
  // The target of a guest's reaction.
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
      // Nothing is painted before the style is loaded.
      await expect.poll(() => page.evaluate(() => document.querySelectorAll("script[data-parts]").length)).toBe(1);
      expect(asked).toEqual([]);
    }
    style.resolve();
    await expect.poll(() => asked.some((url) => url.includes("/entry-client-"))).toBe(true);
    await expect.poll(() => page.evaluate(() => performance.getEntriesByName("alive").length)).toBe(1);
  }
});
