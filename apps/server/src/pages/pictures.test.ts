import { randomBytes } from "node:crypto";
import { createTestDatabase } from "@daymark/db/testing";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPageHost, publish, wish } from "../testing-pages.ts";
import { svgOf } from "./picture/card.ts";
import { loadFonts, outline, widthOf, wrap } from "./picture/font.ts";

const database = await createTestDatabase();
const { host, close } = await openPageHost({ database, secretKey: randomBytes(32) });
const { token } = await host.createUser({ is_staff: true, email_verified: true });
afterAll(async () => {
  await close();
  await database.drop();
});

/** Requests a picture. */
async function look(url: string) {
  const { statusCode, headers, rawPayload } = await host.app.inject(url);
  const isPicture = statusCode === 200;
  return { status: statusCode, headers, bytes: rawPayload, ...(isPicture && (await sharp(rawPayload).metadata())) };
}

describe("the preview image of a link", () => {
  test.each(["/og/page/en.png?v=1", "/og/page/uk.png"])(
    "%s is drawn once and cached, and other sites may load it",
    async (url) => {
      const first = await look(url);
      expect(first).toMatchObject({ status: 200, format: "png", width: 1200, height: 630 });
      expect(first.headers).toMatchObject({
        "content-type": "image/png",
        "cross-origin-resource-policy": "cross-origin",
        "x-content-type-options": "nosniff",
        "cache-control": `public, max-age=${url.includes("v=") ? 31_536_000 : 3_600}`,
      });
      const known = { "if-none-match": String(first.headers.etag) };
      expect((await host.app.inject({ url, headers: known })).statusCode).toBe(304);
    },
  );

  test("shows a post's current content in its language", async () => {
    const slug = await publish(host, token, { title: "Малі кроки", language: "uk" });
    const before = await look(`/og/post/${slug}.png?v=1`);
    expect(before).toMatchObject({ status: 200, width: 1200 });
    // A change that the picture does not show.
    await host.send("POST", `/api/blogs/${slug}/reactions/`, { token, body: { type: "like" } });
    expect((await look(`/og/post/${slug}.png?v=1`)).headers.etag).toBe(before.headers.etag);
    const patch = await host.send("PATCH", `/api/blogs/${slug}/`, { token, body: { title: "Великі кроки" } });
    expect(patch.status, patch.text).toBe(200);
    expect((await look(`/og/post/${slug}.png?v=2`)).headers.etag).not.toBe(before.headers.etag);
  });

  test("shows a request in the language of the shared page", async () => {
    const id = await wish(host, token, {}, "open");
    const [english, ukrainian] = [await look(`/og/request/${id}.png`), await look(`/og/request/${id}.png?lang=uk`)];
    expect([english.width, ukrainian.width]).toEqual([1200, 1200]);
    expect(english.headers.etag).not.toBe(ukrainian.headers.etag);
  });

  test("is read in its client's turn, so a flood of missing images is refused", async () => {
    const flood = await Promise.all(Array.from({ length: 100 }, (_, index) => look(`/og/request/9${index}.png`)));
    const refused = flood.filter(({ status }) => status === 503);
    // Four run at once, and fifty wait.
    expect(refused).toHaveLength(46);
    expect(refused[0]?.headers["retry-after"]).toBe("2");
    expect(flood.filter(({ status }) => status === 404)).toHaveLength(54);
  });

  test("is drawn in its client's turn, so one network cannot block another", async () => {
    const ids = await Promise.all(
      Array.from({ length: 40 }, (_, index) => wish(host, token, { title: `Picture ${index}` }, "open")),
    );
    const load = (id: number, remoteAddress: string) =>
      host.app.inject({ url: `/og/request/${id}.png`, remoteAddress });
    const flood = ids.slice(1).map((id) => load(id, "203.0.113.1"));
    const refused = flood.map(async (answer) => {
      if ((await answer).statusCode !== 503) throw new Error("it was drawn");
    });
    await Promise.any(refused);
    expect((await load(ids[0] ?? 0, "203.0.113.2")).statusCode).toBe(200);
    await Promise.all(flood);
  });

  test("does not exist for hidden content or for any other URL", async () => {
    const pending = await wish(host, token, {}, null);
    const draft = await publish(host, token, { published: false });
    for (const url of [`/og/request/${pending}.png`, `/og/post/${draft}.png`, "/og/post/none.png", "/og/page/de.png"]) {
      expect((await look(url)).status, url).toBe(404);
    }
    for (const url of [
      "/og/request/0.png",
      "/og/request/1e3.png",
      "/og/post/../x.png",
      "/og/post/Ж.png",
      "/og/x/y.png",
    ]) {
      expect((await look(encodeURI(url))).status, url).toBe(404);
    }
  });
});

test("other calls run while the parts of the font are loaded", async () => {
  // Another node of the module, without loaded fonts.
  const { loadFonts } = await import("./picture/font.ts?unloaded" as "./picture/font.ts");
  let turns = 0;
  let hasLoaded = false;
  const countTurn = () => {
    turns += 1;
    if (!hasLoaded) setImmediate(countTurn);
  };
  setImmediate(countTurn);
  await loadFonts();
  hasLoaded = true;
  // Seven parts in two weights.
  expect(turns).toBeGreaterThanOrEqual(14);
});

const title = { weight: 700, size: 60 } as const;
beforeAll(loadFonts);

describe("a text becomes outlines", () => {
  test.each(["Every day leaves a mark.", "Кожен день лишає слід: ґ, є, ї, ’", "Ťažká žluťoučká ě", "→ ½ € × №"])(
    "%s is drawn completely",
    (text) => {
      const d = outline(text, 0, 100, title);
      expect(d).toMatch(/^M/);
      expect(d).not.toMatch(/NaN|undefined|Infinity|e/);
      const letters = Array.from(text.replaceAll(" ", ""));
      // Every letter has its own outline.
      for (const letter of letters) expect(outline(letter, 0, 0, title), letter).toMatch(/^M.*[LQC]/);
      expect(widthOf(text, title)).toBeGreaterThan(letters.length * 8);
    },
  );

  test("and characters outside the font are left out without a gap", () => {
    expect(outline("漢字🎉", 0, 0, title)).toBe("");
    expect(widthOf("a漢b", title)).toBeCloseTo(widthOf("a", title) + widthOf("b", title), 0);
  });

  test("in lines within the width, and only the end may be cut off", () => {
    const text = "Small steps, every day, and Найдовшеслововсвітіякемитільказумілинаписатиразом, done";
    const lines = wrap(text, title, { width: 700, linesMax: 99 });
    for (const line of lines) expect(widthOf(line, title)).toBeLessThanOrEqual(700);
    expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
    const short = wrap(text, title, { width: 700, linesMax: 2 });
    expect(short).toHaveLength(2);
    expect(short[1]).toMatch(/[^\s,.]…$/);
    expect(widthOf(short[1] ?? "", title)).toBeLessThanOrEqual(700);
  });

  test.each(["", " \n ", "🎉", "x".repeat(3_000)])("and gives a valid image for any text: %j", async (text) => {
    const svg = svgOf({ kicker: text, title: text, text, host: text });
    expect(svg).not.toMatch(/NaN|undefined/);
    expect(await sharp(Buffer.from(svg)).metadata()).toMatchObject({ width: 1200, height: 630 });
  });
});

test("user-written text is escaped in the image", () => {
  const hostile = `"/><script>alert(1)</script><image href="https://elsewhere.example/x.png"/>`;
  const svg = svgOf({ kicker: hostile, title: hostile, text: hostile, host: hostile });
  expect(svg).not.toMatch(/script|image|href|elsewhere/);
});
