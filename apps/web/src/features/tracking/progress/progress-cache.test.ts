import type { Entry } from "@daymark/domain/tracking/progress";
import { QueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { expect, test } from "vitest";
import { trpc } from "../../../lib/network/trpc.ts";
import { blankDay, entryOf } from "./day-state.ts";
import { ProgressCache } from "./progress-cache.ts";

const october = getQueryKey(trpc.progress.list, { from: "2026-09-24", to: "2026-10-31" }, "query");
const november = getQueryKey(trpc.progress.list, { from: "2026-10-25", to: "2026-11-30" }, "query");

test("recording a day that two months show leaves both as old as they were", async () => {
  const queryClient = new QueryClient();
  for (const key of [october, november]) queryClient.setQueryData(key, { results: [] }, { updatedAt: 1_000 });
  // Another device changed a day of October.
  await queryClient.invalidateQueries({ queryKey: october, exact: true, refetchType: "none" });
  const entry = entryOf(1, "2026-10-31", { ...blankDay("minutes"), value: 5 });
  new ProgressCache(queryClient).write(1, "2026-10-31", entry);
  for (const key of [october, november]) {
    expect(queryClient.getQueryData<{ results: Entry[] }>(key)?.results).toEqual([entry]);
    expect(queryClient.getQueryState(key)?.dataUpdatedAt).toBe(1_000);
  }
  expect(queryClient.getQueryState(october)?.isInvalidated).toBe(true);
  expect(queryClient.getQueryState(november)?.isInvalidated).toBe(false);
});
