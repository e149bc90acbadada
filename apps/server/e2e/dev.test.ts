import { afterAll, expect, test } from "vitest";
import { createPlace } from "./product.ts";

const place = createPlace();
afterAll(() => place.remove());

test("npm run dev serves a page and its modules from the sources, and stops on a signal", async () => {
  const command = [process.execPath, "apps/server/dev/main.ts"];
  const { url, stop, call } = await place.start({ NODE_ENV: "development" }, command);
  const page = await fetch(url, { headers: { accept: "text/html" } });
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain('src="/@vite/client"');
  expect(html).toContain("<h1");
  const entry = await fetch(`${url}/src/entry-client.tsx`);
  expect([entry.status, entry.headers.get("content-type")]).toEqual([200, expect.stringContaining("javascript")]);
  expect((await call("GET", "/api/habits/")).status).toBe(401);
  expect((await fetch(`${url}/nowhere`, { headers: { accept: "text/html" } })).status).toBe(404);
  expect(await stop()).toMatchObject({ code: 0 });
});
