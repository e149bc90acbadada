import type { LogLine, LogLineList } from "@daymark/domain/operator/log";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type AskLines, createLogReader } from "./log-reader.ts";

/** A file with lines of one byte each, as the API reads it; `isWanted` is the filter. */
function createFile(count: number, isWanted: (offset: number) => boolean = () => true) {
  const file = { length: count, looksThrough: Number.POSITIVE_INFINITY, asked: 0, fails: false };
  const lineOf = (offset: number): LogLine => ({ time: null, level: "info", message: `${offset}`, fields: {}, offset });
  const page = (results: LogLine[], below: number, newer: number): LogLineList => ({
    ...{ results, next: below > 0 ? `older ${below}` : null, newer: `newer ${newer}` },
    ...{ is_newest: newer >= file.length, below, bytes: file.length },
  });
  const ask: AskLines = async ({ cursor = "", line, limit }) => {
    file.asked += 1;
    if (file.fails) throw new Error("away");
    const [way, place] = cursor.split(" ");
    const results: LogLine[] = [];
    if (way === "newer") {
      let at = Number(place);
      for (; at < file.length && results.length < limit; at += 1) if (isWanted(at)) results.unshift(lineOf(at));
      return page(results, Number(place), at);
    }
    const end = way === "older" ? Number(place) : Math.min(line === undefined ? file.length : line + 1, file.length);
    let at = end;
    while (at > 0 && results.length < limit && end - at < file.looksThrough)
      if (isWanted(--at)) results.push(lineOf(at));
    return page(results, at, end);
  };
  return { file, ask };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const offsets = ({ lines }: { lines: readonly LogLine[] }) => lines.map(({ offset }) => offset);
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);

test("a file is read from its end to its beginning, each line once", async () => {
  const { ask } = createFile(250);
  const reader = createLogReader(ask);
  await reader.start();
  expect(offsets(reader.get())).toEqual(down(249, 150));
  await reader.loadOlder();
  await reader.loadOlder();
  expect(offsets(reader.get())).toEqual(down(249, 0));
  expect(reader.get()).toMatchObject({ hasOlder: false, hasNewer: false, searched: 1, isLoadingOlder: false });
});

test("a filter with few matches searches on to the end of the file", async () => {
  const { file, ask } = createFile(1_000, (offset) => offset === 3);
  file.looksThrough = 100;
  const reader = createLogReader(ask);
  await reader.start();
  expect(offsets(reader.get())).toEqual([3]);
  expect(reader.get().hasOlder).toBe(false);
  expect(file.asked).toBe(10);
});

test("a linked line is loaded with its surroundings", async () => {
  const { ask } = createFile(500);
  const reader = createLogReader(ask, { line: 200 });
  await reader.start();
  expect(offsets(reader.get())).toEqual(down(220, 101));
  expect(reader.get().hasNewer).toBe(true);
  await reader.loadNewer();
  expect(offsets(reader.get())[0]).toBe(320);
});

test("following appends new lines, holds them back for a reader further down, and stops on request", async () => {
  const { file, ask } = createFile(3);
  const reader = createLogReader(ask);
  await reader.start();
  reader.setFollowing(true);
  file.length = 5;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(offsets(reader.get())).toEqual(down(4, 0));
  reader.setHeld(true);
  file.length = 305;
  await vi.advanceTimersByTimeAsync(2_010);
  expect(offsets(reader.get())).toEqual(down(4, 0));
  expect(reader.get().waiting).toHaveLength(300);
  reader.setHeld(false);
  expect(offsets(reader.get())).toEqual(down(304, 0));
  reader.setFollowing(false);
  file.length = 306;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(offsets(reader.get())[0]).toBe(304);
});

test("a failure is shown and does not stop the following", async () => {
  const { file, ask } = createFile(3);
  const reader = createLogReader(ask);
  await reader.start();
  reader.setFollowing(true);
  file.fails = true;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reader.get()).toMatchObject({ status: "ready", error: new Error("away") });
  Object.assign(file, { fails: false, length: 4 });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reader.get().error).toBe(null);
  expect(offsets(reader.get())).toEqual([3, 2, 1, 0]);
  reader.stop();
});

test("a long following keeps only the newest lines, and older ones are fetched again", async () => {
  const { file, ask } = createFile(10);
  const reader = createLogReader(ask);
  await reader.start();
  reader.setFollowing(true);
  file.length = 6_000;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(offsets(reader.get())).toEqual(down(5_999, 1_000));
  reader.setFollowing(false);
  await reader.loadOlder();
  expect(offsets(reader.get())).toEqual(down(5_999, 901));
});

test("after a file was emptied, new lines replace the old ones", async () => {
  const { file, ask } = createFile(50);
  const reader = createLogReader((place, signal) => {
    const isCut = place.cursor?.startsWith("newer") && Number(place.cursor.slice(6)) > file.length;
    return ask(isCut ? { ...place, cursor: "newer 0" } : place, signal);
  });
  await reader.start();
  file.length = 2;
  await reader.loadNewer();
  expect(offsets(reader.get())).toEqual([1, 0]);
});
