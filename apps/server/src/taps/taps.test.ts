import { afterAll, expect, test } from "vitest";
import { createTestHost, expectProblem } from "../testing.ts";

const host = await createTestHost();
afterAll(host.drop);
const { app, send } = host;

async function createLink(purpose = "add", values: object = {}) {
  const { token } = await host.createUser();
  const { id } = await host.createHabit(token, { title: "Read <b>now</b>", ...values });
  const { json } = await send("POST", "/api/habit-links/", { token, body: { purpose, habit_id: id } });
  const path = new URL(json.url).pathname;
  const value = async () => {
    const { json } = await send("GET", `/api/habits/${id}/progress/?from=today&to=today`, { token });
    return json.results[0]?.value ?? null;
  };
  return { token, id, path, secret: path.split("/")[2] ?? "", value, linkId: json.id as number };
}

test("opening a link shows the habit and records nothing, by any method that only reads", async () => {
  const { path, value } = await createLink();
  for (const method of ["GET", "HEAD"] as const) {
    const answer = await app.inject({ method, url: path, headers: { "accept-language": "uk" } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
      "content-security-policy": expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
    });
    if (method === "GET") {
      expect(answer.body).toContain('<html lang="uk-UA"');
      expect(answer.body).toContain("Read &lt;b&gt;now&lt;/b&gt;");
      expect(answer.body).toContain("Додати 1");
    }
  }
  expect(await value()).toBeNull();
});

test("a POST to the link records, with the token in the address or as a bearer token, without a body", async () => {
  const { path, secret, value } = await createLink("done");
  const answer = await app.inject({ method: "POST", url: path, headers: { "accept-language": "uk" } });
  expect(answer.json()).toMatchObject({ detail: "Записано", today: "Сьогодні: 10 з 10 (хвилини)", changed: true });
  expect(await value()).toBe(10);
  const bearer = await app.inject({ method: "POST", url: "/tap", headers: { authorization: `Bearer ${secret}` } });
  expect(bearer.json()).toMatchObject({ detail: "Already recorded", changed: false });
  const undone = await app.inject({ method: "POST", url: `${path}/undo` });
  expect(undone.json()).toMatchObject({ detail: "Undone", today: "Today: nothing" });
  expect(await value()).toBeNull();
});

test("a link that was revoked or never was gets 404, for people as a page", async () => {
  const { token, path, linkId } = await createLink();
  await send("DELETE", `/api/habit-links/${linkId}/`, { token });
  for (const url of [path, "/tap/short"]) {
    const page = await app.inject({ url });
    expect(page.statusCode).toBe(404);
    expect(page.body).toContain("This link does not work");
    const answer = await app.inject({ method: "POST", url });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: "habit_link_not_found" });
  }
  expect((await app.inject({ method: "POST", url: "/tap" })).statusCode).toBe(404);
  const other = await app.inject({ method: "DELETE", url: path });
  expect([other.statusCode, other.headers.allow]).toEqual([405, "GET, HEAD, POST"]);
});

test("a link's token opens nothing else: no call takes it as a token of the account", async () => {
  const { secret } = await createLink();
  for (const path of ["/api/habits/", "/api/habit-links/", "/api/profile/"]) {
    expectProblem(await send("GET", path, { token: secret }), 401, "token_invalid");
  }
});

test("a page says why an archived habit's link records nothing", async () => {
  const { token, id, path } = await createLink();
  await send("PATCH", `/api/habits/${id}/`, { token, body: { archived: true } });
  expect((await app.inject({ url: path })).body).toContain("This habit is archived");
  const answer = await app.inject({ method: "POST", url: path });
  expect(answer.json().detail).toBe("This habit is archived, so nothing was recorded.");
});
