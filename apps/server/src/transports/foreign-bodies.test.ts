import { connectPayload } from "@daymark/domain/health/testing-payloads";
import { afterAll, expect, test } from "vitest";
import { createTestHost, habit } from "../testing.ts";
import { insertKey } from "../testing-calls.ts";

const host = await createTestHost();
afterAll(host.drop);

const path = "/api/health/health-connect/";
const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const payload = { ...connectPayload, steps: [{ count: 8432, start_time: `${day}T08:00:00Z` }], surprise: { deep: [] } };

async function createMapped() {
  const { id: userId, token } = await host.createUser({ timezone: "UTC" });
  const { json } = await host.send("POST", "/api/habits/", { token, body: { ...habit, unit: "repetitions" } });
  const body = { source: "health-connect", metric: "steps", way: "sum" };
  const set = await host.send("PUT", `/api/health/mappings/${json.id}/`, { token, body });
  expect(set.json).toMatchObject({ habit_id: json.id, ...body, unit: null });
  const { key } = await insertKey(host, userId, "write");
  const { key: readKey } = await insertKey(host, userId, "read");
  return { id: json.id as number, key, readKey };
}

const readValue = async (token: string, id: number) => {
  const { json } = await host.send("GET", `/api/habits/${id}/progress/?from=${day}&to=${day}`, { token });
  return json.results[0]?.value ?? null;
};

test("a key that may write sends the whole body of an app, with unknown members", async () => {
  const { id, key } = await createMapped();
  const tried = await host.send("POST", `${path}?dry_run=true`, { token: key, body: payload });
  expect([tried.status, tried.json.dry_run, await readValue(key, id)]).toEqual([200, true, null]);
  const sent = await host.send("POST", path, { token: key, body: payload });
  expect(sent.json).toMatchObject({ dry_run: false, habits: [{ recorded: [{ day, value: 8432, capped: false }] }] });
  expect(await readValue(key, id)).toBe(8432);
});

test("a key that may only read, a guest, and an unknown name in the query are refused", async () => {
  const { id, key, readKey } = await createMapped();
  expect((await host.send("POST", path, { token: readKey, body: payload })).status).toBe(403);
  expect((await host.send("POST", path, { body: payload })).status).toBe(401);
  for (const query of ["?payload=5", "?surprise=true", "?dry_run=maybe"]) {
    expect((await host.send("POST", path + query, { token: key, body: payload })).status).toBe(400);
  }
  expect(await readValue(key, id)).toBeNull();
});

test.each([["[]"], ['"text"'], ["5"]])("the body %s is refused, and an empty object brings nothing", async (body) => {
  const { key } = await createMapped();
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const answer = await host.app.inject({ method: "POST", url: path, headers, payload: body });
  expect(answer.statusCode).toBe(400);
  expect((await host.send("POST", path, { token: key, body: {} })).json).toMatchObject({ habits: [], unmapped: [] });
});

test("a body above 100 kB is refused, and the largest below it is read in time", async () => {
  const { id, key } = await createMapped();
  const start = Date.parse(`${day}T00:00:00Z`);
  const steps = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ count: 1, time: new Date(start + index * 60_000).toISOString() }));
  expect((await host.send("POST", path, { token: key, body: { steps: steps(2_500) } })).status).toBe(413);
  const { status, json } = await host.send("POST", path, { token: key, body: { steps: steps(1_440) } });
  expect([status, json.habits[0].recorded]).toEqual([200, [{ day, value: 1_440, capped: false }]]);
  expect(await readValue(key, id)).toBe(1_440);
});
