import { afterEach, expect, test, vi } from "vitest";
import { dropSeenOfOthers, seenStore, waitingStore } from "./private-data.ts";

afterEach(() => void vi.unstubAllGlobals());

/** Stubs `indexedDB` with databases of these names. */
function stubDatabases(...names: string[]) {
  const left = new Set(names);
  vi.stubGlobal("indexedDB", {
    databases: async () => Array.from(left, (name) => ({ name, version: 1 })),
    deleteDatabase: (name: string) => {
      const request = { onsuccess: () => {} };
      left.delete(name);
      queueMicrotask(() => request.onsuccess());
      return request;
    },
  });
  return left;
}

test("other users' cached data is deleted, and their unsent changes stay", async () => {
  const own = [seenStore("7"), waitingStore("7")];
  const left = stubDatabases(...own, seenStore("8"), waitingStore("8"), seenStore("77"), "other");
  await dropSeenOfOthers("7");
  expect([...left]).toEqual([...own, waitingStore("8"), "other"]);
});
