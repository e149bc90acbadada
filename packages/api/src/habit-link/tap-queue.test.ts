import { createDatabase } from "@daymark/db/connection/client";
import { countWaiting } from "@daymark/db/testing";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { toProblem } from "../base/error.ts";
import { createClient } from "../procedure/testing-client.ts";
import { inTurnOfUser } from "../procedure/user-queue.ts";
import { createTestApi, habitInput, keyOf } from "../testing.ts";

const api = await createTestApi({ max: 10 });
afterAll(api.drop);
afterEach(() => {
  vi.useRealTimers();
});

async function createTap() {
  const owner = await api.createUser();
  const { id } = await owner.caller.habit.create(habitInput);
  const { url } = await owner.caller.habitLink.create({ purpose: "add", habit_id: id });
  const read = async () =>
    (await owner.caller.progress.listOfHabit({ id, from: "2026-11-01", to: "2026-11-30" })).results;
  return { ...owner, id, token: url.slice(-43), read };
}

/** Keeps other calls of a user waiting. */
function holdTurn({ user }: Awaited<ReturnType<typeof createTap>>) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = inTurnOfUser({ db: api.db, user }, () => promise);
  return async () => {
    resolve();
    await held;
  };
}

test("a tap that has waited two seconds for other writes of the owner is unavailable, and changes nothing", async () => {
  const tap = await createTap();
  const release = holdTurn(tap);
  const client = createClient();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const refused = api.guestWith({ watchClient: client.watch }).habitLink.tap({ token: tap.token }).catch(toProblem);
  await client.watched;
  vi.advanceTimersByTime(2_000);
  expect(await refused).toMatchObject({ code: "unavailable", status: 503, retry_after: expect.any(Number) });
  await release();
  expect(await tap.read()).toEqual([]);
});

test("a tap whose client leaves while it waits changes nothing", async () => {
  const tap = await createTap();
  const release = holdTurn(tap);
  const client = createClient();
  const left = keyOf(api.guestWith({ watchClient: client.watch }).habitLink.tap({ token: tap.token }));
  await client.watched;
  client.leave();
  expect(await left).toBe("unavailable");
  await release();
  expect(await tap.read()).toEqual([]);
});

test("a tap is recorded while busy networks use all of their connections", async () => {
  const { token, read } = await createTap();
  const overflow = createDatabase(api.url, { max: 1 });
  const busy = await overflow.sql.reserve();
  expect(await keyOf(api.guestWith({ overflowDb: overflow.db }).habitLink.tap({ token }))).toBe("accepted");
  busy.release();
  await overflow.sql.end();
  expect(await read()).toHaveLength(1);
});

test("an owner writes while a stranger's tap waits for the other taps of the stranger's network", async () => {
  const [ofStranger, ofOwner] = await Promise.all([createTap(), createTap()]);
  const single = createDatabase(api.url, { max: 1 });
  const busy = await single.sql.reserve();
  const [first, second] = [createClient(), createClient()];
  const running = keyOf(
    api.guestWith({ longWorkDb: single.db, watchClient: first.watch }).habitLink.tap({ token: ofStranger.token }),
  );
  // While the second one waits, the first one has the network's place.
  const waiting = keyOf(api.guestWith({ watchClient: second.watch }).habitLink.tap({ token: ofOwner.token }));
  await second.watched;
  expect(await keyOf(ofOwner.caller.progress.set({ id: ofOwner.id, day: "2026-11-20", value: 3 }))).toBe("accepted");
  busy.release();
  expect(await Promise.all([running, waiting])).toEqual(["accepted", "accepted"]);
  await single.sql.end();
});

test("a network records one tap at a time, and all networks together two", async () => {
  const taps = await Promise.all(Array.from({ length: 7 }, createTap));
  const calls: Promise<unknown>[] = [];
  await api.sql.begin(async (locked) => {
    await locked`lock table habits in access exclusive mode`;
    for (const [index, { token }] of taps.entries()) {
      const client = createClient();
      const address = `192.0.${Math.floor(index / 3)}.1`;
      calls.push(api.guestWith({ address, watchClient: client.watch }).habitLink.tap({ token }).catch(toProblem));
      // The first ones of two networks read; all others wait.
      const isFirst = index === 0 || index === 3;
      if (!isFirst) await client.watched;
      else await expect.poll(() => countWaiting(api.sql)).toBe(index === 0 ? 1 : 2);
    }
    expect(await countWaiting(api.sql)).toBe(2);
  });
  await Promise.all(calls);
});
