import { buffer } from "node:stream/consumers";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { setImmediate } from "node:timers/promises";
import { unzipSync } from "fflate";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { toProblem } from "../base/error.ts";
import { createTestApi, habitInput, keyOf, type TestUser } from "../testing.ts";
import type { Reader } from "./export-queue.ts";
import { pageRowsMax } from "./pages.ts";
import { streamSnapshot } from "./stream.ts";

const api = await createTestApi({ max: 20 });
const { db, sql } = api;
afterAll(api.drop);

/** Larger than all buffers, compressed or not. */
const days = 20_000;

async function createLongHistory(values: Parameters<typeof api.createUser>[0] = {}): Promise<TestUser> {
  const owner = await api.createUser(values);
  const { id } = await owner.caller.habit.create(habitInput);
  await sql`
    insert into progress (user_id, habit_id, day, value, unit, note)
    select ${owner.user.id}, ${id}, date '2001-01-01' + n, 5, 'minutes', noise.text
    from generate_series(0, ${days - 1}) n,
      lateral (select string_agg(md5(n || ' ' || k), '') as text from generate_series(1, 9) k) noise`;
  return owner;
}

const openTransactions = async () => {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'
      and xact_start is not null and pid <> pg_backend_pid()`;
  return row.count;
};

/** An endless file, and the number of its bytes that were made. */
function endlessFile(chunk = Buffer.alloc(10_000)) {
  const made = { bytes: 0, isEnded: false };
  async function* write() {
    try {
      for (;;) {
        made.bytes += chunk.length;
        yield chunk;
      }
    } finally {
      made.isEnded = true;
    }
  }
  return { made, write };
}

const atOnce = (_reader: unknown, send: () => Promise<void>) => send();
const unbroken = { inTurn: atOnce, onBreak: (error: unknown) => expect.unreachable(String(error)) };

describe("a client that stops reading", () => {
  test("gets at most 200 kB generated ahead of it", async () => {
    const { made, write } = endlessFile();
    const stream = await streamSnapshot(db, write, unbroken);
    const reader = stream.getReader();
    let ahead = 0;
    let read = 0;
    for (let count = 0; count < 50; count += 1) {
      read += (await reader.read()).value?.length ?? 0;
      ahead = Math.max(ahead, made.bytes - read);
    }
    await reader.cancel();
    await expect.poll(() => made.isEnded).toBe(true);
    expect(read).toBeGreaterThan(1_000_000);
    expect(ahead).toBeLessThan(200_000);
  });

  test("leaves the remaining entries in the database", async () => {
    const { caller } = await createLongHistory();
    const { content } = await caller.export.get({});
    const reader = (content as NodeReadableStream<Uint8Array>).getReader();
    let rows = 0;
    for (let read = 0; read < 20; read += 1) {
      const { value } = await reader.read();
      rows += Buffer.from(value ?? [])
        .toString()
        .split("\n").length;
    }
    expect(rows).toBeLessThan(days / 2);
    expect(await openTransactions()).toBe(1);
    await reader.cancel();
    await expect.poll(openTransactions).toBe(0);
    expect(rows).toBeGreaterThan(pageRowsMax);
  });
});

test.each([0, 1, 5])(
  "a client that disconnects after %d reads ends the transaction, and may export again",
  async (reads) => {
    const { caller } = await createLongHistory();
    for (const format of ["json", "csv"] as const) {
      const { content } = await caller.export.get({ format });
      const reader = content.getReader();
      for (let read = 0; read < reads; read += 1) await reader.read();
      await reader.cancel();
      await expect.poll(openTransactions).toBe(0);
      await expect.poll(() => keyOf(caller.export.get({}).then((file) => file.content.cancel()))).toBe("accepted");
      await expect.poll(openTransactions).toBe(0);
    }
  },
);

describe("an error in an export", () => {
  const failing = (after: number) =>
    async function* () {
      for (let chunk = 0; chunk < after; chunk += 1) yield Buffer.alloc(100_000);
      throw new Error("the database is gone");
    };

  test("before the first bytes rejects, so it becomes the response", async () => {
    await expect(streamSnapshot(db, failing(0), unbroken)).rejects.toThrow("the database is gone");
    expect(await openTransactions()).toBe(0);
  });

  test("because the slot was lost before the first bytes says that the file is unavailable", async () => {
    const inTurn = async (reader: Reader, send: () => Promise<void>) => {
      reader.end();
      await send();
    };
    const problem = await streamSnapshot(db, endlessFile().write, { ...unbroken, inTurn }).then(
      () => "accepted",
      toProblem,
    );
    expect(problem).toMatchObject({ code: "unavailable", status: 503 });
    expect(await openTransactions()).toBe(0);
  });

  test("after the first bytes breaks the stream and is reported", async () => {
    const broken: unknown[] = [];
    const stream = await streamSnapshot(db, failing(3), { inTurn: atOnce, onBreak: (error) => broken.push(error) });
    await expect(buffer(stream as NodeReadableStream)).rejects.toThrow("the database is gone");
    expect(broken).toEqual([new Error("the database is gone")]);
    expect(await openTransactions()).toBe(0);
  });

  test("that no reader has seen yet does not crash the process, and reaches a later reader", async () => {
    const unheard: unknown[] = [];
    const listen = (error: unknown) => unheard.push(error);
    process.on("uncaughtExceptionMonitor", listen);
    onTestFinished(() => void process.off("uncaughtExceptionMonitor", listen));
    let end = () => {};
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const inTurn = async (reader: Reader, send: () => Promise<void>) => {
      end = reader.end;
      await send().finally(resolve);
    };
    const stream = await streamSnapshot(db, endlessFile().write, { ...unbroken, inTurn });
    end();
    await ended;
    // The stream emits its error in one of the next ticks.
    await setImmediate();
    expect(unheard).toEqual([]);
    expect(await keyOf(buffer(stream as NodeReadableStream))).toBe("unavailable");
    expect(await openTransactions()).toBe(0);
  });
});

test("a connection lost in the middle breaks off the file", async () => {
  const { caller } = await createLongHistory();
  for (const format of ["json", "csv"] as const) {
    const { content } = await caller.export.get({ format });
    const reader = content.getReader();
    await reader.read();
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`;
    await expect(
      (async () => {
        while (!(await reader.read()).done);
      })(),
    ).rejects.toThrow();
  }
});

describe("parallel exports", () => {
  test("are limited to one for each user", async () => {
    const [owner, other] = [await createLongHistory(), await createLongHistory()];
    const { content } = await owner.caller.export.get({});
    expect(await keyOf(owner.caller.export.get({ format: "csv" }))).toBe("too_many_requests");
    await (await other.caller.export.get({})).content.cancel();
    await buffer(content as NodeReadableStream);
    await (await owner.caller.export.get({})).content.cancel();
  });

  test("are limited to three, and the fourth starts when one of them ends", async () => {
    const owners = await Promise.all(Array.from({ length: 4 }, () => createLongHistory()));
    const files = [];
    // Each uses a separate client network, because one network has fewer turns.
    for (const [index, { callerWith }] of owners.slice(0, 3).entries()) {
      files.push(await callerWith({ address: `192.0.2.${index}` }).export.get({}));
    }
    let hasBegun = false;
    const fourth = owners[3]?.caller.export.get({}).then((file) => {
      hasBegun = true;
      return file;
    });
    expect(await openTransactions()).toBe(3);
    expect(hasBegun).toBe(false);
    await files[0]?.content.cancel();
    files[0] = await (fourth as NonNullable<typeof fourth>);
    await Promise.all(files.map(({ content }) => content.cancel()));
    await expect.poll(openTransactions).toBe(0);
  });
});

test("a zip with many pages is complete, with the size and checksum of each table", async () => {
  const { caller } = await createLongHistory();
  const { content } = await caller.export.get({ format: "csv" });
  const files = unzipSync(await buffer(content as NodeReadableStream));
  const lines = Buffer.from(files["progress.csv"] ?? [])
    .toString()
    .split("\r\n");
  expect(lines).toHaveLength(days + 2);
  expect(lines.at(-2)).toContain("2055-10-04");
});
