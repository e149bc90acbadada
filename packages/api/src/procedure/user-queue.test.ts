import { hashPassword } from "@daymark/auth/password/password";
import type { Sql } from "@daymark/db/connection/client";
import { countWaiting } from "@daymark/db/testing";
import { afterAll, expect, test } from "vitest";
import { toProblem } from "../base/error.ts";
import { importFile } from "../import/testing.ts";
import { createTestApi, habitInput, keyOf, type TestUser } from "../testing.ts";
import { createClient } from "./testing-client.ts";

// Fewer connections than the parallel calls of a user in these tests.
const api = await createTestApi({ max: 4 });
const { sql } = api;
afterAll(api.drop);

const day = "2026-11-20";
const password = "Correct-Horse-7";
const password_hash = await hashPassword(password);

/** A user with the rows that {@link writesOf} changes. */
async function createOwner() {
  const owner = await api.createUser({ plan: "paid", password_hash });
  const { caller } = owner;
  const { id } = await caller.habit.create({ ...habitInput, type: "bad" });
  const vacation = await caller.vacation.create({ from: "2026-12-01", to: "2026-12-02" });
  return { ...owner, id, vacationId: vacation.id ?? 0 };
}

/** One call of each write that takes a lock of its user. */
function writesOf({ caller, id, vacationId }: Awaited<ReturnType<typeof createOwner>>) {
  return {
    "habit.create": () => caller.habit.create(habitInput),
    "habit.update": () => caller.habit.update({ id, title: "Other" }),
    "habit.restore": () => caller.habit.restore({ id }),
    "habit.setOrder": () => caller.habit.setOrder({ type: "bad", ids: [id] }),
    "habit.renameGroup": () => caller.habit.renameGroup({ from: "Morning", to: "Evening" }),
    "note.create": () => caller.note.create({ text: "A note" }),
    "vacation.create": () => caller.vacation.create({ from: day, to: day }),
    "vacation.delete": () => caller.vacation.delete({ id: vacationId }),
    "progress.setMany": () => caller.progress.setMany({ entries: [{ habit_id: id, day, note: "A note" }] }),
    "progress.set": () => caller.progress.set({ id, day, clear: true }),
    "progress.confirm": () => caller.progress.confirm({ id, from: day, to: day }),
    "account.delete": () => caller.account.delete({ password }),
  };
}

const file = {
  format: "daymark",
  version: 1,
  habits: [
    {
      ...{ id: 1, title: "Read", type: "good", unit: "minutes", hue: 0, created_on: day },
      ...{ created_at: `${day}T00:00:00.000Z`, targets: [{ from: day, target: 5 }] },
    },
  ],
  progress: [{ habit_id: 1, day, unit: "minutes", value: 5 }],
  notes: [
    {
      id: 1,
      text: "Of the file",
      pinned: false,
      created_at: `${day}T00:00:00.000Z`,
      updated_at: `${day}T00:00:00.000Z`,
    },
  ],
};

/** Holds a user's import in the middle of its transaction while `work` runs. */
async function duringImport(user: TestUser, work: (holder: Sql) => Promise<void>): Promise<unknown> {
  let importing: Promise<unknown> | undefined;
  await sql.begin(async (holder) => {
    // The import has already written habits, and waits for this lock.
    await holder`select pg_advisory_xact_lock(hashtextextended('notes', ${user.user.id}))`;
    importing = importFile(user.caller, file);
    await expect.poll(() => countWaiting(holder as unknown as Sql)).toBe(1);
    await work(holder as unknown as Sql);
  });
  return importing;
}

test("a user's import and parallel writes take one connection, and other users are served", async () => {
  const [owner, other] = [await createOwner(), await createOwner()];
  const writes = writesOf(owner);
  const deletion = writes["account.delete"];
  const calls: Promise<unknown>[] = [];
  const imported = await duringImport(owner, async (holder) => {
    for (let round = 0; round < 4; round += 1) {
      for (const [name, write] of Object.entries(writes)) if (name !== "account.delete") calls.push(keyOf(write()));
    }
    // Calls of another user, so many that the first user's calls had time to reach the database.
    for (let read = 0; read < 20; read += 1) await other.caller.note.list({});
    await other.caller.habit.create(habitInput);
    expect(await countWaiting(holder)).toBe(1);
  });
  expect(imported).toMatchObject({ imported: { habits: 1, progress: 1 } });
  expect(new Set(await Promise.all(calls))).toEqual(new Set(["accepted", "vacation_not_found"]));
  expect(await keyOf(deletion())).toBe("accepted");
});

test("writes of a day that a long change has locked wait without a connection", async () => {
  const [owner, other] = [await createOwner(), await createOwner()];
  const { caller, id } = owner;
  await caller.progress.set({ id, day, value: 1 });
  const writes: Promise<unknown>[] = [];
  await duringImport(owner, async (holder) => {
    await holder`select from progress where user_id = ${owner.user.id} for update`;
    writes.push(
      keyOf(caller.progress.set({ id, day, value: 2 })),
      keyOf(caller.progress.increment({ id, day, by: 3 })),
    );
    writes.push(keyOf(caller.progress.delete({ id, day })));
    // Calls of another user, so many that the first user's calls had time to reach the database.
    for (let read = 0; read < 20; read += 1) await other.caller.note.list({});
    expect(await countWaiting(holder)).toBe(1);
  });
  expect(await Promise.all(writes)).toEqual(["accepted", "accepted", "accepted"]);
});

test("a user who deletes the account during an import waits without a connection", async () => {
  const [owner, other] = [await createOwner(), await createOwner()];
  const deletions: Promise<unknown>[] = [];
  await duringImport(owner, async (holder) => {
    for (let call = 0; call < 4; call += 1) deletions.push(keyOf(writesOf(owner)["account.delete"]()));
    // Each deletion checks a password first, as this call does, so they had the time to reach the queue.
    await writesOf(other)["account.delete"]();
    expect(await countWaiting(holder)).toBe(1);
  });
  expect((await Promise.all(deletions)).sort()).toEqual(["accepted", ...Array(3).fill("session_terminated")]);
});

test("200 calls of one user can wait, the next is unavailable at once, and the waiting ones succeed", async () => {
  const [owner, other] = [await createOwner(), await createOwner()];
  const note = (user: TestUser) => user.caller.note.create({ text: "A note" });
  const calls: Promise<unknown>[] = [];
  await duringImport(owner, async () => {
    for (let call = 0; call < 200; call += 1) calls.push(note(owner));
    const refused = await note(owner).catch((error) => toProblem(error));
    expect(refused).toMatchObject({ code: "unavailable", status: 503, retry_after: expect.any(Number) });
    await note(other);
  });
  expect(await Promise.all(calls)).toHaveLength(200);
  await note(owner);
});

test("a change that waits for its user's turn is saved although its client has left", async () => {
  const owner = await createOwner();
  const client = createClient();
  let note: Promise<unknown> | undefined;
  await duringImport(owner, async () => {
    note = owner.callerWith({ watchClient: client.watch }).note.create({ text: "Written before the page closed" });
    client.leave();
  });
  await note;
  const { results } = await owner.caller.note.list({});
  expect(results.map(({ text }) => text)).toContain("Written before the page closed");
});

test("a lock held too long by another instance makes each write unavailable, and a retry succeeds", async () => {
  const owners = await Promise.all(Array.from({ length: 4 }, createOwner));
  const names = ["habit.create", "note.create", "vacation.create", "progress.setMany"] as const;
  const problems = await sql.begin(async (holder) => {
    for (const { user } of owners) {
      for (const lock of ["habits", "notes", "vacations", "days"]) {
        await holder`select pg_advisory_xact_lock(hashtextextended(${lock}, ${user.id}))`;
      }
    }
    const calls = owners.map((owner, index) => writesOf(owner)[names[index] as (typeof names)[number]]());
    return Promise.all(calls.map((call) => call.then(() => "accepted", toProblem)));
  });
  for (const problem of problems) {
    expect(problem).toMatchObject({ code: "unavailable", status: 503, retry_after: expect.any(Number) });
  }
  for (const [index, owner] of owners.entries()) await writesOf(owner)[names[index] as (typeof names)[number]]();
});
