import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createPlace, type Place, password } from "../e2e/product.ts";
import { createRedisServer } from "../redis/redis-server.ts";
import { withDatabase } from "./load.ts";
import { report, spellTimes, times } from "./report.ts";
import { begin, expectOnlyUnavailable, settle } from "./settle.ts";

const entry = fileURLToPath(new URL("../dist/main.js", import.meta.url));
const few = Math.min(times, 3);

let place: Place;
const cleanups: (() => unknown)[] = [];
beforeEach(() => {
  place = createPlace();
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await place.remove();
});

/** Mounts a disk of this many megabytes in place of the data directory; false if this user may not mount. */
function mountSmallDisk(megabytes: number): boolean {
  const options = `size=${megabytes}m,mode=711`;
  if (spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", place.directory]).status !== 0) return false;
  const { directory } = place;
  cleanups.push(async () => {
    await place.remove().catch(() => {});
    spawnSync("umount", [directory]);
    rmSync(directory, { recursive: true, force: true });
  });
  return true;
}

/** Writes until the disk is full. */
function fillDisk(path: string): void {
  const file = openSync(path, "w");
  for (const size of [2 ** 20, 4096, 1]) {
    const block = Buffer.alloc(size);
    try {
      for (;;) if (writeSync(file, block) < size) break;
    } catch {
      // There is no room for a block of this size.
    }
  }
  closeSync(file);
}

test("a full disk loses and duplicates no write", async (context) => {
  if (!mountSmallDisk(256)) return context.skip("this user may not mount a disk of its own: run it as root");
  const { product, people, load } = await begin(place);
  const filler = join(place.directory, "filler");
  const back: number[] = [];
  for (let round = 0; round < few; round++) {
    await load.progress(100);
    fillDisk(filler);
    await sleep(4_000);
    expect((await product.call("GET", "/healthz")).status).toBe(200);
    rmSync(filler);
    back.push(await load.progress(20));
  }
  const result = await settle(place, { load, product, people });
  expectOnlyUnavailable(load);
  const note = `Writes again after there was room: ${spellTimes(back)}.`;
  report({ fault: "disk full", times: few, ...result, note });
  expect(result).toMatchObject({ lost: 0, doubled: 0 });
  expect(await product.stop()).toMatchObject({ code: 0 });
});

test("a lack of file handles loses and duplicates no write", async () => {
  // PostgreSQL starts under this limit too, so it cannot be much lower.
  const { product, people, load } = await begin(place, {}, [
    "sh",
    "-c",
    `ulimit -n 160 && exec ${process.execPath} ${entry}`,
  ]);
  const url = new URL(product.url);
  const back: number[] = [];
  for (let round = 0; round < few; round++) {
    await load.progress(50);
    const held: Socket[] = [];
    for (let index = 0; index < 300; index++) {
      held.push(connect(Number(url.port), url.hostname).on("error", () => {}));
    }
    await sleep(3_000);
    expect(product.child.exitCode).toBeNull();
    for (const socket of held) socket.destroy();
    back.push(await load.progress(20));
  }
  const result = await settle(place, { load, product, people });
  expectOnlyUnavailable(load);
  report({
    fault: "no file handles (ulimit -n 160, 300 connections)",
    times: few,
    ...result,
    note: `Served again after: ${spellTimes(back)}.`,
  });
  expect(result).toMatchObject({ lost: 0, doubled: 0 });
  expect(await product.stop()).toMatchObject({ code: 0 });
});

test("clients that send a byte every few seconds lose and duplicate no write of others, and are disconnected", async () => {
  const { product, people, load } = await begin(place);
  const url = new URL(product.url);
  let [letIn, open] = [0, 0];
  const sockets = Array.from({ length: 500 }, (_, index) => {
    const socket = connect(Number(url.port), url.hostname).on("error", () => {});
    socket.once("connect", () => {
      letIn += 1;
      open += 1;
      socket.once("close", () => (open -= 1));
    });
    // Half of the clients never finish their head, and half never finish their body.
    const body =
      index % 2
        ? "POST /api/notes/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"
        : "GET / HTTP/1.1\r\nHost: x\r\nX-A: ";
    socket.write(body);
    return socket;
  });
  const drip = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write("a");
  }, 4_000);
  const startedAt = performance.now();
  // Connections that the server refuses do not count as slow clients.
  await Promise.allSettled(sockets.map((socket) => socket.connecting && once(socket, "connect")));
  expect(letIn).toBeGreaterThan(sockets.length / 2);
  const took: number[] = [];
  let closedAfter = Number.NaN;
  while (performance.now() - startedAt < 150_000) {
    const askedAt = performance.now();
    expect((await product.call("GET", "/api/notes/", { token: await load.tokenOf(0) })).status).toBe(200);
    took.push(performance.now() - askedAt);
    if (open === 0) {
      closedAfter = performance.now() - startedAt;
      break;
    }
    await sleep(100);
  }
  clearInterval(drip);
  for (const socket of sockets) socket.destroy();
  const result = await settle(place, { load, product, people });
  expectOnlyUnavailable(load);
  const middle = took.sort((a, b) => a - b)[took.length >> 1] as number;
  const note = `Others' calls meanwhile: median ${Math.round(middle)} ms; all ${letIn} that were let in were cut after ${Math.round(closedAfter / 1000)} s.`;
  report({ fault: "500 slow clients (slowloris)", times: 1, ...result, note });
  expect(closedAfter).toBeLessThan(150_000);
  expect(result).toMatchObject({ lost: 0, doubled: 0 });
  await product.stop();
});

test("a stopped and a frozen Redis lose and duplicate no write", async (context) => {
  if (spawnSync("redis-server", ["--version"]).error) return context.skip("there is no redis-server on the PATH");
  const redis = await createRedisServer();
  await redis.start();
  cleanups.push(redis.end);
  const { product, people, load } = await begin(place, { REDIS_URL: redis.url, RATE_LIMIT: "on" });
  const slowest: number[] = [];
  const wrongLogIns = async (username: string) => {
    const body = { username, password: `${password}-wrong` };
    const statuses: number[] = [];
    for (let index = 0; index < 25; index++)
      statuses.push((await product.call("POST", "/api/auth/token/", { body })).status);
    return statuses;
  };
  for (let round = 0; round < few; round++) {
    await load.progress(30);
    if (round % 2 === 0) redis.freeze();
    else await redis.end();
    const askedAt = performance.now();
    for (let index = 0; index < 10; index++) {
      expect((await product.call("GET", "/api/notes/", { token: await load.tokenOf(0) })).status).toBe(200);
    }
    slowest.push((performance.now() - askedAt) / 10);
    // The rate limits use the memory of this node meanwhile. They are never off.
    expect(await wrongLogIns(`nobody_${round}`)).toContain(429);
    if (round % 2 === 0) redis.thaw();
    else await redis.start();
    await load.progress(20);
  }
  const result = await settle(place, { load, product, people });
  const note = `Reads meanwhile: ${Math.round(Math.max(...slowest))} ms on average in the worst round. Limits held in every round.`;
  report({ fault: "Redis stopped and frozen", times: few, ...result, note });
  expect(result).toMatchObject({ lost: 0, doubled: 0 });
  await product.stop();
});

test("a flood of log-ins does not slow down other calls", async () => {
  const { product, people, load } = await begin(place);
  await load.stop();
  let isOver = false;
  let attempts = 0;
  const flood = Array.from({ length: 64 }, async () => {
    while (!isOver) {
      const body = { username: people[1]?.username as string, password: `${password}-wrong` };
      await product.call("POST", "/api/auth/token/", { body }).catch(() => null);
      attempts += 1;
    }
  });
  await sleep(1_000);
  const took: number[] = [];
  const token = await load.tokenOf(0);
  const [habitId, day] = [people[0]?.habitId as number, "2026-01-05"];
  let [acknowledged, last] = [0, 0];
  for (let index = 0; index < 200; index++) {
    const askedAt = performance.now();
    const body = { value: 1 + index };
    const answer = await product.call("PUT", `/api/habits/${habitId}/progress/${day}/`, { token, body });
    took.push(performance.now() - askedAt);
    expect([200, 201, 503]).toContain(answer.status);
    if (answer.status !== 503) [acknowledged, last] = [acknowledged + 1, body.value];
  }
  isOver = true;
  await Promise.all(flood);
  const result = await settle(place, { load, product, people });
  expectOnlyUnavailable(load);
  const rows = await withDatabase(
    place,
    (sql) => sql`select value from progress where habit_id = ${habitId} and day = ${day}`,
  );
  const sorted = took.sort((a, b) => a - b);
  const [middle, late] = [sorted[100] as number, sorted[190] as number];
  const note = `${attempts} wrong log-ins beside 200 calls: median ${Math.round(middle)} ms, 95th percentile ${Math.round(late)} ms.`;
  report({
    fault: "flood of 64 log-ins at once",
    times: 1,
    ...result,
    acknowledged: acknowledged + result.acknowledged,
    note,
  });
  expect(Number(rows[0]?.value)).toBe(last);
  expect(result).toMatchObject({ lost: 0, doubled: 0 });
  expect(middle).toBeLessThan(200);
  await product.stop();
});
