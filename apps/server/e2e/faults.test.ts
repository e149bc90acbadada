import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { childrenOf, createPlace, isAlive, type Place } from "./product.ts";

let place: Place;
beforeEach(() => {
  place = createPlace();
});
afterEach(() => place.remove());

type Product = Awaited<ReturnType<typeof place.start>>;

test("killing server and database with -9 during writes loses and duplicates no acknowledged write", async () => {
  let product = await place.start();
  const { token, habitId } = await product.createPerson();
  const acknowledged = new Map<string, string>();
  let sum = 0;
  let uncertain = 0;

  /**
   * Writes notes, each with its own Idempotency-Key, until the server is down. The last one is repeated after the
   * restart.
   */
  async function writeNotes(target: Product, name: string, first: number): Promise<number> {
    for (let index = first; ; index++) {
      const key = `${name} ${index}`;
      const answer = await target
        .call("POST", "/api/notes/", { token, body: { text: key }, headers: { "idempotency-key": key } })
        .catch(() => null);
      if (answer?.status !== 201) return index;
      acknowledged.set(key, JSON.stringify(answer.json));
    }
  }
  /** Increments one day until the server is down. */
  async function increment(target: Product): Promise<void> {
    for (;;) {
      const path = `/api/habits/${habitId}/progress/2026-03-01/increment/`;
      const answer = await target.call("POST", path, { token, body: { by: 1 } }).catch(() => null);
      if (answer?.status !== 200) {
        uncertain += 1;
        return;
      }
      sum += 1;
    }
  }

  const names = ["a", "b", "c", "d"];
  const next = new Map(names.map((name) => [name, 0]));
  for (let round = 1; round <= 3; round++) {
    const before = acknowledged.size;
    const writers = [
      ...names.map(async (name) => next.set(name, await writeNotes(product, name, next.get(name) ?? 0))),
      increment(product),
      increment(product),
    ];
    while (acknowledged.size < before + 40) await sleep(5);
    const database = place.databasePid();
    product.child.kill("SIGKILL");
    process.kill(database, "SIGKILL");
    await Promise.all(writers);
    await product.ended;
    product = await place.start();

    const { json: notes } = await product.call("GET", "/api/notes/", { token });
    const texts = notes.results.map((note: { text: string }) => note.text);
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts).toEqual(expect.arrayContaining([...acknowledged.keys()]));
    const { json: progress } = await product.call("GET", "/api/progress/?from=2026-03-01&to=2026-03-01", { token });
    expect(progress.results[0].value).toBeGreaterThanOrEqual(sum);
    expect(progress.results[0].value).toBeLessThanOrEqual(sum + uncertain);
  }
  // The test repeats unacknowledged notes with their keys. Acknowledged ones get their first answer again.
  for (const [key, answer] of [...acknowledged].slice(0, 10)) {
    const repeat = { token, body: { text: key }, headers: { "idempotency-key": key } };
    expect(JSON.stringify((await product.call("POST", "/api/notes/", repeat)).json)).toBe(answer);
  }
  for (const name of names) {
    const key = `${name} ${next.get(name)}`;
    const repeat = { token, body: { text: key }, headers: { "idempotency-key": key } };
    expect((await product.call("POST", "/api/notes/", repeat)).status).toBe(201);
  }
  const { json: notes } = await product.call("GET", "/api/notes/", { token });
  const texts = notes.results.map((note: { text: string }) => note.text);
  expect(new Set(texts).size).toBe(texts.length);
  await product.stop();
});

test("if only the database is killed, calls get 503 until it returns, and sessions stay valid", async () => {
  const product = await place.start();
  const { token, habitId } = await product.createPerson();
  const write = (value: number) =>
    product.call("PUT", `/api/habits/${habitId}/progress/2026-03-01/`, { token, body: { value } });
  for (let round = 1; round <= 2; round++) {
    const killed = place.databasePid();
    process.kill(killed, "SIGKILL");
    const statuses = new Set<number>();
    let value = 0;
    do {
      value += 1;
      const answer = await write(value);
      statuses.add(answer.status);
      if (answer.status === 503) {
        expect(answer.json.code).toBe("unavailable");
        expect(answer.headers.get("retry-after")).toBe("2");
      }
      await sleep(5);
      // A connection may still answer for a moment after the postmaster died. The test waits for the next database.
    } while (!statuses.has(503) || place.databasePid() === killed || (await write(9999)).status !== 200);
    expect([...statuses].sort()).toEqual(statuses.has(200) ? [200, 503] : [503]);
    expect((await product.call("GET", "/readyz")).status).toBe(200);
  }
  expect((await product.call("GET", "/api/profile/", { token })).status).toBe(200);
  expect(await product.stop()).toMatchObject({ code: 0 });
});

test("if the database hangs, waiting and new calls get 503, and the process stays healthy", async () => {
  const product = await place.start();
  const { token, habitId } = await product.createPerson();
  const write = () => product.call("PUT", `/api/habits/${habitId}/progress/2026-03-01/`, { token, body: { value: 5 } });
  const database = place.databasePid();
  const hung = [database, ...childrenOf(database)];
  for (const pid of hung) process.kill(pid, "SIGSTOP");
  const [waited, trpc] = await Promise.all([
    write(),
    product.call("POST", "/trpc/progress.set", { token, body: { json: { id: habitId, day: "2026-03-01", value: 6 } } }),
  ]);
  expect(waited).toMatchObject({ status: 503, json: { code: "unavailable" } });
  expect(trpc).toMatchObject({ status: 503, json: { error: { json: { data: { code: "unavailable" } } } } });
  expect((await write()).status).toBe(503);
  expect((await product.call("GET", "/healthz")).status).toBe(200);
  expect((await product.call("GET", "/readyz")).status).toBe(503);
  // Pages of guests need no database.
  expect((await product.call("GET", "/")).status).toBe(200);
  for (const pid of hung) process.kill(pid, "SIGCONT");
  while ((await write()).status !== 200) await sleep(20);
  expect((await product.call("GET", "/readyz")).status).toBe(200);
  expect(await product.stop()).toMatchObject({ code: 0 });
  expect(isAlive(database)).toBe(false);
});
