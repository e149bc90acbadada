import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { notes } from "@daymark/db/schema/note";
import { vacations } from "@daymark/db/schema/vacation";
import { importBytesMax } from "@daymark/domain/account/import";
import { notesMax } from "@daymark/domain/tracking/note";
import { vacationsMax } from "@daymark/domain/tracking/vacation";
import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { exportBytes } from "../../export/testing.ts";
import { createTestApi, fieldsOf } from "../../testing.ts";
import { importFile } from "../testing.ts";

const api = await createTestApi({ max: 10 });
const { sql, db } = api;
afterAll(api.drop);

const pack = promisify(gzip);

/** A fingerprint of everything that is recorded for a user. */
async function printOf(userId: number): Promise<string> {
  const [row] = await sql<[{ print: string }]>`
    select count(*) || ' ' || md5(string_agg(
      concat_ws(' ', h.title, h.type, p.day, p.value, p.unit, p.skipped, p.note, p.confirmed), ',' order by h.title, p.day
    )) as print
    from habits h join progress p on p.user_id = h.user_id and p.habit_id = h.id where h.user_id = ${userId}`;
  return row.print;
}

test("ten years of fifty habits, too large for an unpacked file, are restored from a packed one", async () => {
  const [from, to] = [await api.createUser({ plan: "paid" }), await api.createUser({ plan: "paid" })];
  await sql`
    with made as (
      insert into habits (user_id, title, type, unit, hue, position, created_on)
      select ${from.user.id}, 'Habit ' || n, case when n < 25 then 'good' else 'bad' end, 'minutes', 0, n % 25, '2016-11-22'
      from generate_series(0, 49) n returning user_id, id, type
    ),
    goals as (insert into habit_targets (user_id, habit_id, from_day, target) select user_id, id, '2016-11-22', 10 from made)
    insert into progress (user_id, habit_id, day, value, unit, note)
    select user_id, id, day, 1 + (extract(epoch from day)::bigint / 86400 * 7 + id) % 90, 'minutes',
      case when extract(day from day) = 1 then 'The first of a month' end
    from made, generate_series(date '2016-11-22', date '2026-11-21', '1 day') as day`;
  const content = await exportBytes(from.caller);
  expect(content.length).toBeGreaterThan(importBytesMax);
  const packed = await pack(content);
  expect(packed.length).toBeLessThan(importBytesMax / 4);
  const report = await importFile(to.caller, packed);
  expect(report).toMatchObject({ imported: { habits: 50, progress: 50 * 3652 }, refused: [] });
  expect(await printOf(to.user.id)).toBe(await printOf(from.user.id));
}, 120_000);

describe("a packed file", () => {
  test("that unpacks to too many bytes is refused before it is unpacked", async () => {
    const { caller } = await api.createUser();
    const packed = await pack(Buffer.alloc(90_000_000, " "));
    expect(packed.length).toBeLessThan(100_000);
    expect(await fieldsOf(importFile(caller, packed))).toEqual({ file: ["import_archive_too_large"] });
  });

  test("that is damaged is refused", async () => {
    const { caller } = await api.createUser();
    const packed = await pack('{"format":"daymark","version":1,"habits":[]}');
    expect((await importFile(caller, packed)).imported.habits).toBe(0);
    expect(await fieldsOf(importFile(caller, packed.subarray(0, -6)))).toEqual({ file: ["import_unreadable"] });
  });
});

describe("an import beyond a user's limit", () => {
  const created_at = (index: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString();
  const noteRow = (_: unknown, index: number) => ({
    ...{ text: `Note ${index}`, created_at: created_at(index), updated_at: created_at(index) },
  });
  const vacationRow = (_: unknown, index: number) => ({
    ...{ id: index + 1, from: "2026-01-01", to: "2026-01-02", created_at: created_at(index) },
  });
  const fileOf = (parts: object) => ({ format: "daymark", version: 1, habits: [], ...parts });

  test("takes the notes that fit next to the existing ones, and reports the rest", async () => {
    const { caller, user } = await api.createUser();
    await sql`insert into notes (user_id, text) select ${user.id}, 'Mine' from generate_series(1, 10)`;
    const rows = Array.from({ length: notesMax + 5 }, noteRow);
    const report = await importFile(caller, fileOf({ notes: rows }));
    expect(report.imported.notes).toBe(notesMax - 10);
    expect(report.refused_count).toBe(15);
    expect(new Set(report.refused.map(({ code }) => code))).toEqual(new Set(["notes_too_many"]));
    expect(await db.$count(notes, eq(notes.user_id, user.id))).toBe(notesMax);
  });

  test("takes the vacations that fit, and a skip of another vacation stays a skip", async () => {
    const { caller, user } = await api.createUser();
    const rows = Array.from({ length: vacationsMax + 1 }, vacationRow);
    const habit = { id: 1, title: "Run", type: "good", unit: "minutes", hue: 0, created_on: "2026-01-01" };
    const report = await importFile(
      caller,
      fileOf({
        habits: [{ ...habit, created_at: created_at(0), targets: [{ from: "2026-01-01", target: 1 }] }],
        vacations: rows,
        progress: [{ habit_id: 1, day: "2026-01-01", unit: "minutes", skipped: true, vacation_id: rows.length }],
      }),
    );
    expect(report).toMatchObject({
      imported: { vacations: vacationsMax, progress: 1 },
      refused: [{ row: `vacations[${vacationsMax}]`, code: "vacations_too_many" }],
    });
    expect(await db.$count(vacations, eq(vacations.user_id, user.id))).toBe(vacationsMax);
    const { results } = await caller.progress.list({ from: "2026-01-01", to: "2026-01-01" });
    expect(results).toMatchObject([{ skipped: true }]);
  });

  test("cannot exceed the limit together with a parallel new note", async () => {
    const { caller, user } = await api.createUser();
    await Promise.all([
      importFile(caller, fileOf({ notes: Array.from({ length: notesMax }, noteRow) })),
      ...Array.from({ length: 6 }, () => fieldsOf(caller.note.create({ text: "Mine" }))),
    ]);
    expect(await db.$count(notes, eq(notes.user_id, user.id))).toBeLessThanOrEqual(notesMax);
  });
});
