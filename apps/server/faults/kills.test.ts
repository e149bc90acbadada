import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { childrenOf, createPlace, type Place } from "../e2e/product.ts";
import { report, spellTimes, times } from "./report.ts";
import { begin, expectOnlyUnavailable, settle } from "./settle.ts";

const few = Math.min(times, 5);

/** The server must answer again within this time after its death. */
const backMilliseconds = 2_000;

let place: Place;
beforeEach(() => {
  place = createPlace();
});
afterEach(() => place.remove());

test("killing the server with -9 loses and duplicates no write", async () => {
  const begun = await begin(place);
  let { product } = begun;
  const back: number[] = [];
  for (let round = 0; round < times; round++) {
    await begun.load.progress(50);
    const startedAt = performance.now();
    product.child.kill("SIGKILL");
    await product.ended;
    product = await place.start(begun.settings);
    back.push(performance.now() - startedAt);
  }
  const result = await settle(place, { ...begun, product });
  expectOnlyUnavailable(begun.load);
  report({ fault: "server killed with -9", times, ...result, note: `Back: ${spellTimes(back)}.` });
  expect(result).toMatchObject({ lost: 0, doubled: 0 });
  await product.stop();
});

/** The supervisor gives up after five deaths within a minute, so the test kills the server less often. */
const killPauseMilliseconds = 15_500;

test("killing npm start's server with -9 loses and duplicates no write, and it is back in time", async () => {
  const { product, people, load } = await begin(place, { PATH: process.env.PATH ?? "" }, ["npm", "start"]);
  const database = place.databasePid();
  const back: number[] = [];
  for (let round = 0; round < times; round++) {
    await load.progress(50);
    const killed = place.serverPid();
    const startedAt = performance.now();
    process.kill(killed, "SIGKILL");
    const status = () =>
      product.call("GET", "/readyz").then(
        (answer) => answer.status,
        () => 0,
      );
    while ((await status()) !== 200) await sleep(10);
    back.push(performance.now() - startedAt);
    console.log(`back after ${Math.round(back.at(-1) as number)} ms`);
    await sleep(Math.max(0, killPauseMilliseconds - (performance.now() - startedAt)));
  }
  expect(place.databasePid()).toBe(database);
  const result = await settle(place, { load, product, people });
  expectOnlyUnavailable(load);
  report({ fault: "server of npm start killed with -9", times, ...result, note: `Back: ${spellTimes(back)}.` });
  expect(result).toMatchObject({ lost: 0, doubled: 0 });
  expect(Math.max(...back)).toBeLessThan(backMilliseconds);
  await product.stop();
});

test("killing the database with -9 loses and duplicates no write", async () => {
  const { product, people, load } = await begin(place);
  const back: number[] = [];
  for (let round = 0; round < times; round++) {
    await load.progress(50);
    const killed = place.databasePid();
    const startedAt = performance.now();
    process.kill(killed, "SIGKILL");
    while (place.databasePid() === killed || Number.isNaN(place.databasePid())) await sleep(10);
    await load.progress(1);
    back.push(performance.now() - startedAt);
  }
  const result = await settle(place, { load, product, people });
  expectOnlyUnavailable(load);
  report({ fault: "database killed with -9", times, ...result, note: `Writes again after: ${spellTimes(back)}.` });
  expect(result).toMatchObject({ lost: 0, doubled: 0 });
  expect(await product.stop()).toMatchObject({ code: 0 });
});

test("stopping the database loses and duplicates no write", async () => {
  const { product, people, load } = await begin(place);
  const back: number[] = [];
  for (let round = 0; round < few; round++) {
    await load.progress(50);
    const stopped = place.databasePid();
    const startedAt = performance.now();
    process.kill(stopped, "SIGINT");
    while (place.databasePid() === stopped || Number.isNaN(place.databasePid())) await sleep(10);
    await load.progress(1);
    back.push(performance.now() - startedAt);
  }
  const result = await settle(place, { load, product, people });
  expectOnlyUnavailable(load);
  report({ fault: "database stopped", times: few, ...result, note: `Writes again after: ${spellTimes(back)}.` });
  expect(result).toMatchObject({ lost: 0, doubled: 0 });
  expect(await product.stop()).toMatchObject({ code: 0 });
});

test("freezing the database loses and duplicates no write", async () => {
  const { product, people, load } = await begin(place);
  const refusedAfter: number[] = [];
  const back: number[] = [];
  for (let round = 0; round < few; round++) {
    await load.progress(50);
    const database = place.databasePid();
    const hung = [database, ...childrenOf(database)];
    for (const pid of hung) process.kill(pid, "SIGSTOP");
    const askedAt = performance.now();
    const answer = await product.call("GET", "/api/notes/", { token: await load.tokenOf(0) });
    refusedAfter.push(performance.now() - askedAt);
    expect(answer).toMatchObject({ status: 503, json: { code: "unavailable" } });
    expect(answer.headers.get("retry-after")).toBe("2");
    expect((await product.call("GET", "/healthz")).status).toBe(200);
    expect((await product.call("GET", "/readyz")).status).toBe(503);
    await sleep(2_000);
    const startedAt = performance.now();
    for (const pid of hung) process.kill(pid, "SIGCONT");
    await load.progress(1);
    back.push(performance.now() - startedAt);
  }
  const result = await settle(place, { load, product, people });
  expectOnlyUnavailable(load);
  const note = `Told 503 after: ${spellTimes(refusedAfter)}. Writes again after: ${spellTimes(back)}. Nobody was logged out.`;
  report({ fault: "database frozen (SIGSTOP)", times: few, ...result, note });
  expect(result).toMatchObject({ lost: 0, doubled: 0 });
  expect(await product.stop()).toMatchObject({ code: 0 });
});

test("SIGTERM under load loses and duplicates no write, and the server exits within 10 s", async () => {
  const begun = await begin(place);
  let { product } = begun;
  const took: number[] = [];
  for (let round = 0; round < few; round++) {
    await begun.load.progress(50);
    const startedAt = performance.now();
    expect(await product.stop()).toMatchObject({ code: 0, errors: "" });
    took.push(performance.now() - startedAt);
    product = await place.start(begun.settings);
  }
  const result = await settle(place, { ...begun, product });
  expectOnlyUnavailable(begun.load);
  report({ fault: "server told to stop (SIGTERM)", times: few, ...result, note: `Stopped in: ${spellTimes(took)}.` });
  expect(result).toMatchObject({ lost: 0, doubled: 0 });
  expect(Math.max(...took)).toBeLessThan(10_000);
  await product.stop();
});
