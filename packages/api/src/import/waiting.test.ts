import { afterAll, afterEach, expect, test, vi } from "vitest";
import { ApiError } from "../base/error.ts";
import { createClient } from "../procedure/testing-client.ts";
import { createTestApi, fieldsOf, habitInput } from "../testing.ts";
import { importFile, makeZip } from "./testing.ts";

const api = await createTestApi();
afterAll(api.drop);
afterEach(() => void vi.useRealTimers());

const file = { format: "daymark", version: 1, habits: [] };

/** Waits until an import waits for its user's advisory lock. Tests of other files lock in other databases. */
async function untilLocked(): Promise<void> {
  const isLocked = async () => {
    const waiting = await api.sql`
      select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`;
    return waiting.length > 0;
  };
  await expect.poll(isLocked, { timeout: 20_000 }).toBe(true);
}

/** Runs `work` while an import has the only turn. */
async function duringImport(work: () => Promise<void>): Promise<void> {
  const { user, caller } = await api.createUser();
  let first: Promise<unknown> | undefined;
  await api.sql.begin(async (holder) => {
    await holder`select pg_advisory_xact_lock(hashtextextended('habits', ${user.id}))`;
    first = importFile(caller, file);
    await untilLocked();
    await work();
  });
  await first;
}

test("an import whose caller loses access while it waits writes nothing", async () => {
  const { user, callerWith } = await api.createUser();
  let hasEnded = false;
  const confirmCaller = async () => {
    if (hasEnded) throw new ApiError("session_terminated");
  };
  let answer: Promise<unknown> | undefined;
  const note = { id: 1, text: "Late", pinned: false, created_at: "2026-11-20T08:00:00.000Z" };
  await duringImport(async () => {
    answer = fieldsOf(importFile(callerWith({ confirmCaller }), { ...file, notes: [note] }));
    hasEnded = true;
  });
  expect(await answer).toBe("session_terminated");
  expect(await api.sql`select from notes where user_id = ${user.id}`).toHaveLength(0);
});

test("an import that waits longer than ten seconds is refused as unavailable", async () => {
  const { callerWith } = await api.createUser();
  const client = createClient();
  await duringImport(async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const waiting = importFile(callerWith({ watchClient: client.watch }), file);
    const outcome = vi.fn();
    void fieldsOf(waiting).then(outcome);
    await client.watched;
    await vi.advanceTimersByTimeAsync(9_999);
    expect(outcome).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    await expect.poll(() => outcome.mock.calls).toEqual([["unavailable"]]);
  });
  expect(client.listeners()).toBe(0);
});

test("an import that waits for another change of its user does not keep other users' imports waiting", async () => {
  const [owner, other] = [await api.createUser(), await api.createUser()];
  const client = createClient();
  let answers: Promise<unknown>[] = [];
  await api.sql.begin(async (holder) => {
    await holder`select pg_advisory_xact_lock(hashtextextended('habits', ${owner.user.id}))`;
    const change = owner.caller.habit.create(habitInput);
    await untilLocked();
    answers = [change, importFile(owner.callerWith({ watchClient: client.watch }), file)];
    await client.watched;
    await importFile(other.caller, file);
  });
  await Promise.all(answers);
});

test("another network's import runs next, however many imports of the first network wait", async () => {
  const order: string[] = [];
  const imports: Promise<unknown>[] = [];
  await duringImport(async () => {
    // The running import also comes from 127.0.0.1.
    for (const address of ["127.0.0.1", "127.0.0.1", "192.0.2.1"]) {
      const { callerWith } = await api.createUser();
      const client = createClient();
      const confirmCaller = async () => void order.push(address);
      imports.push(importFile(callerWith({ address, confirmCaller, watchClient: client.watch }), file));
      await client.watched;
    }
  });
  await Promise.all(imports);
  expect(order).toEqual(["192.0.2.1", "127.0.0.1", "127.0.0.1"]);
});

test("a waiting import ends when its client disconnects", async () => {
  const { callerWith } = await api.createUser();
  const client = createClient();
  await duringImport(async () => {
    const waiting = fieldsOf(importFile(callerWith({ watchClient: client.watch }), file));
    await client.watched;
    client.leave();
    expect(await waiting).toBe("unavailable");
  });
  expect(client.listeners()).toBe(0);
});

test.each(["daymark", "loop"] as const)(
  "a running %s import is aborted when its client disconnects",
  async (format) => {
    const { callerWith } = await api.createUser();
    const files = {
      daymark: file,
      loop: makeZip([
        ["Habits.csv", "Position,Name,FrequencyNumerator\n1,Walk,1\n"],
        // Damaged: the import reports it if it reads on.
        ["001 Walk/Checkmarks.csv", "2026-11-20,2\n", { checksum: 1 }],
      ]),
    };
    const client = createClient();
    void client.watched.then(client.leave);
    const call = callerWith({ watchClient: client.watch });
    expect(await fieldsOf(importFile(call, files[format], { format }))).toBe("unavailable");
    expect(client.listeners()).toBe(0);
  },
);

test("an import whose client disconnects while it writes is rolled back", async () => {
  const { user, callerWith } = await api.createUser();
  const client = createClient();
  const habit = {
    ...{ id: 1, title: "Run", type: "good", unit: "minutes", hue: 0, created_on: "2026-11-01" },
    ...{ created_at: "2026-11-01T08:00:00.000Z", targets: [{ from: "2026-11-01", target: 10 }] },
  };
  const written = {
    ...file,
    habits: [habit],
    progress: [{ habit_id: 1, day: "2026-11-20", value: 5, unit: "minutes" }],
  };
  let answer: Promise<unknown> | undefined;
  await api.sql.begin(async (holder) => {
    // The file has been read: the import waits in its transaction.
    await holder`select pg_advisory_xact_lock(hashtextextended('habits', ${user.id}))`;
    answer = fieldsOf(importFile(callerWith({ watchClient: client.watch }), written));
    await untilLocked();
    client.leave();
  });
  expect(await answer).toBe("unavailable");
  expect(await api.sql`select from habits where user_id = ${user.id}`).toHaveLength(0);
});
