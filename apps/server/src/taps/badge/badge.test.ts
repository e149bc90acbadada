import { afterAll, expect, test } from "vitest";
import { createTestHost } from "../../testing.ts";
import { find, parseXml } from "../../testing-pages.ts";

const host = await createTestHost();
afterAll(host.drop);
const { app, send } = host;

async function createPicture(purpose: "streak" | "year", title: string, values: object = {}) {
  const { token } = await host.createUser();
  const { id } = await host.createHabit(token, { title });
  const { json } = await send("POST", "/api/habit-links/", { token, body: { purpose, habit_id: id, ...values } });
  const url = new URL(json.url).pathname;
  return { url, get: (query = "", headers = {}) => app.inject({ url: url + query, headers }) };
}

test.each(["streak", "year"] as const)(
  "the picture of a %s is well-formed, named, and escapes any title",
  async (kind) => {
    const title = "<script>\"&'</script>";
    const { get } = await createPicture(kind, title);
    const { body, statusCode } = await get();
    expect(statusCode).toBe(200);
    const svg = parseXml(body);
    expect(svg.attributes.role).toBe("img");
    expect(find(svg, "title").text).toContain(title);
    expect(body).not.toContain("<script");
  },
);

test("a picture can be shown by other sites and cached for five minutes, loads nothing, and answers 304", async () => {
  const { get } = await createPicture("streak", "Run");
  const { headers, body } = await get();
  expect(headers).toMatchObject({
    "content-type": "image/svg+xml; charset=utf-8",
    "cache-control": "public, max-age=300",
    "cross-origin-resource-policy": "cross-origin",
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex, nofollow",
    "content-security-policy": expect.stringMatching(/^default-src 'none'; style-src 'sha256-/),
  });
  expect(body).toContain(">0 days</text>");
  const again = await get("", { "if-none-match": headers.etag });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
});

test("theme and language are those of the address, and ignore what the reader's browser sends", async () => {
  const { get } = await createPicture("streak", "Run");
  const [uk, en] = [await get("?lang=uk"), await get("", { "accept-language": "uk" })];
  expect(uk.body).toContain('lang="uk-UA"');
  expect(uk.body).toContain(">0 днів</text>");
  expect(en.body).toContain(">0 days</text>");
  expect((await get("?theme=dark")).body).not.toContain("prefers-color-scheme");
  expect(en.body).toContain("prefers-color-scheme");
});

test("a picture without its title, and an address without a picture, tell nothing", async () => {
  const { get } = await createPicture("year", "Secret plan", { shows_title: false });
  expect((await get()).body).not.toContain("Secret");
  expect((await app.inject({ url: `/badge/${"a".repeat(43)}.svg` })).statusCode).toBe(404);
});
