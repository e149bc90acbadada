import { createTestDatabase } from "@daymark/db/testing";
import { accessTtlSeconds } from "@daymark/domain/account/auth";
import { sessionsMax } from "@daymark/domain/base/bounds";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { insertUser, login, startNode } from "../testing.ts";
import { createWatches } from "./session-watch.ts";

const database = await createTestDatabase();
const { db } = database;
const [here, there] = [await startNode(database), await startNode(database)];
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await Promise.all([here.sessions.close(), there.sessions.close()]);
  await database.drop();
});

async function logIn() {
  const user = await insertUser(db);
  return { user, ...(await here.sessions.create(db, user.id, login)) };
}

/** Watches a token at both nodes; the result is how often each node called back. */
function watch(access: string) {
  const ends = [0, 0];
  const stops = [here, there].map(({ sessions }, index) =>
    sessions.watch(access, () => {
      ends[index] = (ends[index] ?? 0) + 1;
    }),
  );
  return { ends, stop: () => stops.map((stop) => stop()) };
}

const soon = { interval: 20, timeout: 20_000 };

test("each watcher of a token is notified once when the session ends, on every instance", async () => {
  const [ended, all, loggedOut, untouched] = [await logIn(), await logIn(), await logIn(), await logIn()];
  const watches = [ended, all, loggedOut, untouched].map(({ access }) => watch(access));
  await here.sessions.end(db, ended.user.id, ended.sessionId);
  await here.sessions.endAll(db, all.user.id, { keep: null });
  await here.sessions.endByToken(db, loggedOut.refresh);
  await expect
    .poll(() => watches.map(({ ends }) => ends), soon)
    .toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
      [0, 0],
    ]);
  watches.at(-1)?.stop();
});

test("each watcher is notified, on every instance, when a log-in beyond the limit ends the session", async () => {
  const { user, access } = await logIn();
  const { ends } = watch(access);
  here.clock.now += 1000;
  for (let count = 0; count < sessionsMax; count++) await here.sessions.create(db, user.id, login);
  await expect.poll(() => ends, soon).toEqual([1, 1]);
});

test("a change of the user or of their other sessions notifies no watcher", async () => {
  const { user, access } = await logIn();
  const other = await here.sessions.create(db, user.id, login);
  const kept = watch(access);
  const gone = watch(other.access);
  here.sessions.forget(user.id);
  await here.sessions.end(db, user.id, other.sessionId);
  await expect.poll(() => gone.ends, soon).toEqual([1, 1]);
  expect(kept.ends).toEqual([0, 0]);
  kept.stop();
});

test("a watcher is notified when SQL ends the session directly", async () => {
  const { user, access } = await logIn();
  const { ends } = watch(access);
  await database.sql`update users set is_active = false where id = ${user.id}`;
  await expect.poll(() => ends, soon).toEqual([1, 1]);
});

test("a watch of an invalid token is notified at once, and a stopped watch never", async () => {
  const { user, sessionId, access } = await logIn();
  const early = watch(access);
  early.stop();
  await here.sessions.end(db, user.id, sessionId);
  const late = watch(access);
  const none = watch("no token");
  await expect
    .poll(() => [late.ends, none.ends], soon)
    .toEqual([
      [1, 1],
      [1, 1],
    ]);
  expect(early.ends).toEqual([0, 0]);
});

test("a watch ends when its access token expires, even if the session goes on", async () => {
  vi.useFakeTimers();
  let ends = 0;
  const watches = createWatches(async () => true);
  watches.add({ sessionId: "x", userId: 1 }, accessTtlSeconds * 1000, () => {
    ends += 1;
  });
  await vi.advanceTimersByTimeAsync(accessTtlSeconds * 1000 - 1);
  expect(ends).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(ends).toBe(1);
  watches.lookAtAll();
  await vi.advanceTimersByTimeAsync(accessTtlSeconds * 1000);
  expect(ends).toBe(1);
});

test("if the database fails, no watch ends, and the check is retried", async () => {
  vi.useFakeTimers();
  let answer: () => Promise<boolean> = async () => {
    throw new Error("away");
  };
  let ends = 0;
  createWatches(() => answer()).add({ sessionId: "x", userId: 1 }, 600_000, () => {
    ends += 1;
  });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(ends).toBe(0);
  answer = async () => false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ends).toBe(1);
});

test("a user's session checks run one at a time, and again after the last change", async () => {
  let [looks, atOnce, atOnceMost] = [0, 0, 0];
  let isAlive = true;
  const watches = createWatches(async () => {
    looks += 1;
    atOnce += 1;
    atOnceMost = Math.max(atOnceMost, atOnce);
    const answer = isAlive;
    await new Promise((resolve) => setTimeout(resolve, 1));
    atOnce -= 1;
    return answer;
  });
  let ends = 0;
  for (let id = 0; id < 20; id += 1) watches.add({ sessionId: `${id}`, userId: 1 }, 60_000, () => (ends += 1));
  await vi.waitUntil(() => looks === 20 && atOnce === 0);
  atOnceMost = 0;
  for (let change = 0; change < 1_000; change += 1) watches.lookAt(1);
  await vi.waitUntil(() => looks === 40 && atOnce === 0);
  expect(atOnceMost).toBe(1);
  isAlive = false;
  watches.lookAt(1);
  await vi.waitUntil(() => ends === 20);
  expect(looks).toBe(60);
});
