import { profileSchema } from "@daymark/domain/account/auth";
import { settingsSchema } from "@daymark/domain/account/settings";
import { statisticsSchema } from "@daymark/domain/rules/statistics";
import { habitSchema } from "@daymark/domain/tracking/habit";
import { noteSchema } from "@daymark/domain/tracking/note";
import { entrySchema } from "@daymark/domain/tracking/progress";
import { hashKey, QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { memoryStore } from "../../../lib/drafts/testing-store.ts";
import { keepSeen, restoreSeen, type SeenAnswer, seenMembers } from "./seen.ts";

const now = Date.UTC(2026, 10, 21, 12);
const day = 24 * 60 * 60_000;
const listKey = [["note", "list"], { input: {}, type: "query" }];
const note = { id: 1, text: "as seen", pinned: false, created_at: "", updated_at: "" };

let queryClient: QueryClient;
let store: ReturnType<typeof memoryStore<SeenAnswer>>;
beforeEach(() => {
  queryClient = new QueryClient();
  store = memoryStore();
});

const keep = (data: unknown, updatedAt = now - day, queryKey: readonly unknown[] = listKey) =>
  store.change(JSON.stringify(queryKey), () => ({ queryKey, data, updatedAt }));

test.each([
  ["habit.list", habitSchema],
  ["habit.statisticsList", statisticsSchema],
  ["progress.list", entrySchema],
  ["progress.listOfHabit", entrySchema],
  ["note.list", noteSchema],
  ["auth.profile", profileSchema],
  ["auth.settings.get", settingsSchema],
])("every member of %s is stored, except an address in full", (path, schema) => {
  const members = Object.keys(schema.shape).filter((member) => member !== "pending_email");
  expect(seenMembers[path]?.members.split(" ").toSorted()).toEqual(members.toSorted());
});

test("an address that waits for its confirmation is not stored with the profile", async () => {
  const queryKey = [["auth", "profile"], { input: {}, type: "query" }];
  const members = Object.fromEntries(
    (seenMembers["auth.profile"]?.members ?? "").split(" ").map((name) => [name, null]),
  );
  const page = new EventTarget();
  vi.stubGlobal("document", Object.assign(page, { visibilityState: "hidden" }));
  queryClient.setQueryData(queryKey, { ...members, pending_email: "new@example.com" }, { updatedAt: now });
  const stop = keepSeen(queryClient, store);
  page.dispatchEvent(new Event("visibilitychange"));
  stop();
  expect(await store.readAll()).toEqual([[hashKey(queryKey), { queryKey, data: members, updatedAt: now }]]);
  vi.unstubAllGlobals();
});

test("stored data is restored with its age, so that it is fetched again", async () => {
  await keep({ results: [note], next: null });
  await restoreSeen(queryClient, store, now);
  expect(queryClient.getQueryData(listKey)).toEqual({ results: [note], next: null });
  expect(queryClient.getQueryState(listKey)?.dataUpdatedAt).toBe(now - day);
});

test("habits stored by an older version are restored, with the defaults of newer members", async () => {
  const queryKey = [["habit", "list"], { input: { archived: false }, type: "query" }];
  const newer = { past_schedules: [], unit_label: null, time_of_day: null, keeps_log: false };
  const names = seenMembers["habit.list"]?.members.split(" ").filter((name) => !(name in newer)) ?? [];
  const habit = Object.fromEntries(names.map((name) => [name, name]));
  await keep({ results: [habit], next: null }, now - day, queryKey);
  await restoreSeen(queryClient, store, now);
  expect(queryClient.getQueryData(queryKey)).toEqual({ results: [{ ...habit, ...newer }], next: null });
});

test("stored data does not replace newer data from the server", async () => {
  queryClient.setQueryData(listKey, { results: [], next: null });
  await keep({ results: [note], next: null });
  await restoreSeen(queryClient, store, now);
  expect(queryClient.getQueryData(listKey)).toEqual({ results: [], next: null });
});

test.each<[string, unknown, number]>([
  [
    "an answer that an older version stored without a member",
    { results: [{ ...note, pinned: undefined, updated_at: 1 }, { id: 2 }] },
    0,
  ],
  ["a stored value that is not an answer", "gone", 0],
  ["an answer that was not used for a month", { results: [note] }, 31 * day],
])("%s is deleted", async (_, data, ageMs) => {
  await keep(data, now - ageMs);
  await restoreSeen(queryClient, store, now);
  expect(queryClient.getQueryData(listKey)).toBeUndefined();
  expect(await store.readAll()).toEqual([]);
});

const progressKey = [["progress", "list"], { input: {}, type: "query" }];
const entry = {
  habit_id: 1,
  day: "2026-11-21",
  value: 1,
  unit: "minutes",
  skipped: false,
  note: null,
  confirmed: false,
};

test("a day that was queued when stored is restored without the queued mark", async () => {
  await keep({ results: [{ ...entry, waiting: true }] }, now, progressKey);
  await restoreSeen(queryClient, store, now);
  expect(queryClient.getQueryData(progressKey)).toEqual({ results: [entry] });
});

test("a day with an entry of its log that waits is restored with what it is without that", async () => {
  const entries = [{ ...entry, value: 3, withoutLog: entry }];
  await keep({ results: entries }, now, progressKey);
  await restoreSeen(queryClient, store, now);
  expect(queryClient.getQueryData(progressKey)).toEqual({ results: entries });
});

test("only the newest sixty answers of a procedure are kept, so that logs of days displace no months", async () => {
  const month = [["progress", "list"], { input: {}, type: "query" }];
  await keep({ results: [] }, now - 100_000, month);
  for (let index = 0; index < 70; index++) {
    await keep({ results: [] }, now - index * 1000, [["note", "list"], { input: { index }, type: "query" }]);
  }
  await restoreSeen(queryClient, store, now);
  expect(queryClient.getQueryData(month)).toEqual({ results: [] });
  const left = (await store.readAll()).map(([, { updatedAt }]) => updatedAt).filter((time) => time > now - 100_000);
  expect([left.length, Math.min(...left)]).toEqual([60, now - 59_000]);
});
