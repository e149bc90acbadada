import { notesMax } from "@daymark/domain/tracking/note";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApi, fieldsOf, type TestApi } from "../testing.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ max: 10 });
});
afterAll(() => api.drop());

const missing = { code: "NOT_FOUND", key: "note_not_found" };

describe("notes", () => {
  test("a note is returned as stored: trimmed, and not pinned by default", async () => {
    const { caller } = await api.createUser();
    const note = await caller.note.create({ text: "  Buy oats \n" });
    expect(note).toEqual({
      id: expect.any(Number),
      text: "Buy oats",
      pinned: false,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: note.created_at,
    });
    expect(await caller.note.list({})).toEqual({ results: [note], next: null });
  });

  test("pinned notes come first, and then the newest", async () => {
    const { caller } = await api.createUser();
    for (const text of ["first", "second", "third", "fourth"]) {
      await caller.note.create({ text, pinned: text === "second" });
    }
    const first = (await caller.note.list({})).results.find((note) => note.text === "first");
    await caller.note.update({ id: first?.id ?? 0, pinned: true });
    const { results } = await caller.note.list({});
    expect(results.map((note) => note.text)).toEqual(["second", "first", "fourth", "third"]);
  });

  test("an update changes the given members and the time of the update, even within a millisecond", async () => {
    const { caller } = await api.createUser();
    const note = await caller.note.create({ text: "before" });
    let earlier = note.updated_at;
    for (const changes of [{ text: "after" }, { pinned: true }, { pinned: false }]) {
      const updated = await caller.note.update({ id: note.id, ...changes });
      expect(updated).toEqual({ ...note, text: "after", ...changes, updated_at: expect.any(String) });
      expect(updated.updated_at > earlier).toBe(true);
      earlier = updated.updated_at;
    }
  });

  test("an update without members does not change the note", async () => {
    const { caller } = await api.createUser();
    const note = await caller.note.create({ text: "as it is" });
    expect(await caller.note.update({ id: note.id })).toEqual(note);
  });

  test("a deleted note is not found", async () => {
    const { caller } = await api.createUser();
    const { id } = await caller.note.create({ text: "away" });
    expect(await caller.note.delete({ id })).toEqual({ detail: "note_deleted" });
    expect((await caller.note.list({})).results).toEqual([]);
    await expect(caller.note.delete({ id })).rejects.toMatchObject(missing);
    await expect(caller.note.update({ id })).rejects.toMatchObject(missing);
  });

  test("another user's note looks missing and does not change", async () => {
    const { caller: owner } = await api.createUser();
    const { caller: other } = await api.createUser();
    const note = await owner.note.create({ text: "mine" });
    expect((await other.note.list({})).results).toEqual([]);
    for (const call of [
      () => other.note.update({ id: note.id, text: "yours" }),
      () => other.note.update({ id: note.id }),
      () => other.note.delete({ id: note.id }),
    ]) {
      await expect(call()).rejects.toMatchObject(missing);
    }
    expect((await owner.note.list({})).results).toEqual([note]);
  });

  test("a guest cannot list, create, update or delete notes", async () => {
    for (const call of [
      () => api.guest.note.list({}),
      () => api.guest.note.create({ text: "x" }),
      () => api.guest.note.update({ id: 1 }),
      () => api.guest.note.delete({ id: 1 }),
    ]) {
      await expect(call()).rejects.toMatchObject({ key: "not_authenticated" });
    }
  });

  test("text that the database cannot store is refused, and any other text is returned unchanged", async () => {
    const { caller } = await api.createUser();
    for (const text of ["\u0000", "a\ud800b", "   ", "", "x".repeat(2001)]) {
      await expect(caller.note.create({ text }), JSON.stringify(text)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    }
    for (const text of [
      "'; drop table notes; --",
      "Йога 🧘🏽‍♀️",
      "{1,2}",
      "null",
      "\\",
      "x".repeat(2000),
      "\u202eabc",
    ]) {
      expect((await caller.note.create({ text })).text).toBe(text);
    }
  });

  test("an impossible id is reported as a missing or invalid note, and never causes a failure", async () => {
    const { caller } = await api.createUser();
    await expect(caller.note.delete({ id: Number.MAX_SAFE_INTEGER })).rejects.toMatchObject(missing);
    await expect(caller.note.delete({ id: 2 ** 31 })).rejects.toMatchObject(missing);
    for (const id of [0, -1, 1.5, 2 ** 53, Number.NaN]) {
      await expect(caller.note.delete({ id })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    }
  });
});

test("a user has a bounded number of notes, even if several are created in parallel", async () => {
  const { caller, user } = await api.createUser();
  const other = await api.createUser();
  await api.sql`
    insert into notes (user_id, text) select ${user.id}, 'Note ' || n from generate_series(1, ${notesMax - 1}) n`;
  const told = await Promise.all(Array.from({ length: 8 }, () => fieldsOf(caller.note.create({ text: "Last" }))));
  expect(told.filter((answer) => answer === "accepted")).toHaveLength(1);
  expect(told.filter((answer) => answer !== "accepted")).toEqual(Array(7).fill({ text: ["notes_too_many"] }));
  const { results } = await caller.note.list({});
  expect(results).toHaveLength(notesMax);
  expect(await fieldsOf(other.caller.note.create({ text: "Mine" }))).toBe("accepted");
  await caller.note.delete({ id: results[0]?.id ?? 0 });
  expect(await fieldsOf(caller.note.create({ text: "Last" }))).toBe("accepted");
});
