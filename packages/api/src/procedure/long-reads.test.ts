import type { Database } from "@daymark/db/connection/client";
import { withinTransaction } from "@daymark/db/connection/within-transaction";
import { afterAll, describe, expect, test } from "vitest";
import { createTestApi, habitInput, keyOf, type TestUser } from "../testing.ts";
import { changeInTurn, firstAmountsAtOnceMax, readInTurn, totalsAtOnceMax } from "./long-reads.ts";
import { createClient } from "./testing-client.ts";

const api = await createTestApi({ max: 20 });
afterAll(api.drop);

const today = "2026-11-21";

/** Takes the turn of a user's long reads until it is given back. */
function takeTurn(user: TestUser): { giveBack: () => Promise<void> } {
  const held = Promise.withResolvers<void>();
  const client = { address: "127.0.0.1", userAgent: "" };
  const reader = { user: user.user, client, services: { longWorkDb: api.db } };
  const holding = readInTurn(reader, () => held.promise);
  const giveBack = () => {
    held.resolve();
    return holding;
  };
  return { giveBack };
}

const networks = ["203.0.113.9", "203.0.113.10", "203.0.113.11"];

/** Begins a change that reads all habits, from a client's network. It lasts until it is ended. */
function beginChange({ user }: TestUser, address: string) {
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const running = changeInTurn({ user, client: { address, userAgent: "" } }, api.db.$client, () => {
    begun.resolve();
    return held.promise;
  });
  const end = () => {
    held.resolve();
    return running;
  };
  return { begun: begun.promise, end };
}

/** Takes all turns of changes that read all habits, until they are given back. */
async function takeTurnsOfChanges(): Promise<{ giveBack: () => Promise<void> }> {
  const changes: ReturnType<typeof beginChange>[] = [];
  for (const network of networks) changes.push(beginChange(await createWithTotals(totalsAtOnceMax + 1), network));
  await Promise.all(changes.map(({ begun }) => begun));
  return { giveBack: async () => void (await Promise.all(changes.map(({ end }) => end()))) };
}

/**
 * Whether a call ends only after a turn is given back. Meanwhile a call that takes as long and waits for no turn is made
 * ten times.
 */
async function waitsForTurn(
  { giveBack }: { giveBack: () => Promise<void> },
  call: () => Promise<unknown>,
  freeCall: () => Promise<unknown>,
): Promise<boolean> {
  const order: string[] = [];
  const running = call().finally(() => order.push("answered"));
  for (let count = 0; count < 10; count += 1) await freeCall();
  order.push("freed");
  await Promise.all([giveBack(), running]);
  return order[0] === "freed";
}

async function createWithTotals(count: number): Promise<TestUser> {
  const user = await api.createUser({ plan: "paid" });
  for (let index = 0; index < count; index += 1) {
    await user.caller.habit.create({ ...habitInput, group_name: "Books", end: { total: 12, from: today } });
  }
  return user;
}

/** Creates a user whose habits have a note before the day of their creation. */
async function createWithNotes(count: number): Promise<TestUser> {
  const user = await api.createUser({ plan: "paid" });
  for (let index = 0; index < count; index += 1) {
    const { id } = await user.caller.habit.create({ ...habitInput, group_name: "Books" });
    await user.caller.progress.set({ id, day: "2026-10-01", note: "plan" });
  }
  return user;
}

describe("a change that answers with all habits", () => {
  test.each([
    ["more totals than one statement reads", totalsAtOnceMax, createWithTotals],
    ["more habits that begin with notes", firstAmountsAtOnceMax, createWithNotes],
  ] as const)("waits for its turn if its user has %s", async (_, countMax, createUserWith) => {
    const [user, other] = [await createUserWith(countMax + 1), await createUserWith(countMax)];
    const rename = ({ caller }: TestUser) => caller.habit.renameGroup({ from: "Books", to: "Shelf" });
    const turns = await takeTurnsOfChanges();
    const calls = [() => rename(user), () => rename(other)] as const;
    expect(await waitsForTurn(turns, ...calls)).toBe(true);
    const { results } = await user.caller.habit.list({});
    expect(results.map(({ group_name }) => group_name)).toEqual(Array(countMax + 1).fill("Shelf"));
  });

  test("ends while reads of its user wait, so that none waits for the other", async () => {
    const user = await createWithTotals(totalsAtOnceMax + 1);
    const { giveBack } = takeTurn(user);
    await user.caller.habit.renameGroup({ from: "Books", to: "Shelf" });
    await giveBack();
  });
});

test("a user's read that waits in a busy network delays none of the user's reads in another", async () => {
  const [user, near, far] = [await api.createUser(), "203.0.113.20", "203.0.113.21"];
  const read = ({ user }: TestUser, address: string, statement: () => Promise<unknown>) =>
    readInTurn({ user, client: { address, userAgent: "" }, services: { longWorkDb: api.db } }, statement);
  const held = Promise.withResolvers<void>();
  const neighbours = [await api.createUser(), await api.createUser()];
  const holding = neighbours.map((each) => read(each, near, () => held.promise));
  const waiting = read(user, near, async () => {});
  await read(user, far, async () => {});
  held.resolve();
  await Promise.all([...holding, waiting]);
});

test("a vacation waits for its turn if its user has many totals, and its preview waits for no turn of changes", async () => {
  const user = await createWithTotals(totalsAtOnceMax + 1);
  const range = { from: "2026-12-01", to: "2026-12-02" };
  const turns = await takeTurnsOfChanges();
  const create = () => user.caller.vacation.create(range);
  const preview = () => user.caller.vacation.create({ ...range, dry_run: true });
  expect(await waitsForTurn(turns, create, preview)).toBe(true);
});

describe("a change of many days waits for its turn, whatever its user's habits are", () => {
  const day = (back: number) => new Date(Date.parse(today) - back * 86_400_000).toISOString().slice(0, 10);

  test("if it records more than fifty days", async () => {
    const user = await api.createUser();
    const { id: habit_id } = await user.caller.habit.create(habitInput);
    const record = (count: number) => () =>
      user.caller.progress.setMany({
        entries: Array.from({ length: count }, (_, back) => ({ habit_id, day: day(back), value: 1 })),
      });
    expect(await waitsForTurn(await takeTurnsOfChanges(), record(51), record(50))).toBe(true);
  });

  test("if it is a payload of health data, and its dry run waits for none", async () => {
    const { caller } = await api.createUser();
    const payload = { data: { metrics: [] } };
    const send = (dry_run: boolean) => () => caller.health.autoExport.create({ payload, dry_run });
    expect(await waitsForTurn(await takeTurnsOfChanges(), send(false), send(true))).toBe(true);
  });
});

test("a user takes one turn of changes and a network two, so that another network finds one free", async () => {
  const users = [];
  for (let index = 0; index < 4; index += 1) users.push(await createWithTotals(totalsAtOnceMax + 1));
  const [owner, neighbour, third, stranger] = users as [TestUser, TestUser, TestUser, TestUser];
  const [near = "", far = ""] = networks;
  const begun: string[] = [];
  const begin = (name: string, user: TestUser, address: string) => {
    const change = beginChange(user, address);
    void change.begun.then(() => begun.push(name));
    return change;
  };
  const first = begin("owner", owner, near);
  await first.begun;
  const waiting = [begin("owner again", owner, near)];
  const second = begin("neighbour", neighbour, near);
  await second.begun;
  waiting.push(begin("third", third, near));
  const fourth = begin("stranger", stranger, far);
  await fourth.begun;
  expect(begun).toEqual(["owner", "neighbour", "stranger"]);
  await Promise.all([first, second, fourth, ...waiting].map(({ end }) => end()));
});

test("a user takes one turn of changes from three networks, so that another user finds one free", async () => {
  const [user, other] = [await createWithTotals(totalsAtOnceMax + 1), await createWithTotals(totalsAtOnceMax + 1)];
  const changes = networks.map((network) => beginChange(user, network));
  await Promise.race(changes.map(({ begun }) => begun));
  const another = beginChange(other, "203.0.113.30");
  await another.begun;
  await Promise.all([another, ...changes].map(({ end }) => end()));
});

test("a long read whose client has left gives up its place in the queue", async () => {
  const user = await createWithTotals(totalsAtOnceMax + 1);
  const { giveBack } = takeTurn(user);
  const client = createClient();
  const answer = keyOf(user.callerWith({ watchClient: client.watch }).habit.list({}));
  await client.watched;
  client.leave();
  expect(await answer).toBe("unavailable");
  expect(client.listeners()).toBe(0);
  await giveBack();
});

test("a long read refuses to wait within a transaction, which holds a connection", async () => {
  const { user } = await api.createUser();
  const client = { address: "203.0.113.9", userAgent: "" };
  const read = (db: Database) => readInTurn({ user, client, db, services: { longWorkDb: api.db } }, async () => "read");
  expect(await read(api.db)).toBe("read");
  await expect(withinTransaction(api.db, read)).rejects.toThrow("within a transaction");
});

test("a dry run of health data reads no day, however many totals its user has", async () => {
  const user = await createWithTotals(totalsAtOnceMax + 1);
  const { db, statements } = await api.countStatements();
  const { autoExport } = user.callerWith({ db }).health;
  const report = await autoExport.create({ payload: { data: { metrics: [] } }, dry_run: true });
  expect(report).toEqual({ dry_run: true, habits: [], unmapped: [] });
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.filter((statement) => /\bprogress\b/.test(statement))).toEqual([]);
});

async function createEarlier(user: TestUser, days: Record<string, object>): Promise<number> {
  const { id } = await user.caller.habit.create(habitInput);
  for (const [day, content] of Object.entries(days)) await user.caller.progress.set({ id, day, ...content });
  return id;
}

describe("the first day of a habit", () => {
  const firstDays = async ({ caller }: TestUser) =>
    Object.fromEntries((await caller.habit.list({})).results.map(({ id, first_day }) => [id, first_day]));

  test("has its first amount or skip; earlier days with only a note do not count", async () => {
    const user = await api.createUser({ plan: "paid" });
    const amount = await createEarlier(user, { "2026-10-01": { note: "plan" }, "2026-10-05": { value: 2 } });
    const skip = await createEarlier(user, { "2026-10-01": { note: "plan" }, "2026-10-03": { skipped: true } });
    const note = await createEarlier(user, { "2026-10-01": { note: "plan" }, [today]: { value: 1 } });
    const plain = await createEarlier(user, { "2026-09-01": { value: 1 } });
    expect(await firstDays(user)).toEqual({
      ...{ [amount]: "2026-10-05", [skip]: "2026-10-03" },
      ...{ [note]: today, [plain]: "2026-09-01" },
    });
  });

  test("is looked for in a turn of the long reads if several habits begin with notes", async () => {
    const user = await createWithNotes(firstAmountsAtOnceMax + 1);
    const other = await createWithNotes(firstAmountsAtOnceMax);
    const list = ({ caller }: TestUser) => caller.habit.list({});
    expect(
      await waitsForTurn(
        takeTurn(user),
        () => list(user),
        () => list(other),
      ),
    ).toBe(true);
  });
});
