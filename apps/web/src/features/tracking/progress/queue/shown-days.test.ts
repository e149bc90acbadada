import type { Entry } from "@daymark/domain/tracking/progress";
import { beforeEach, describe, expect, test } from "vitest";
import { habitId, listKey, minutes, openPage, settle } from "./testing-queue.ts";

let { server, queryClient, shownValue, write } = openPage();

beforeEach(() => {
  ({ server, queryClient, shownValue, write } = openPage());
});

describe("a write", () => {
  test("is shown in every loaded range that contains the day, and in no other", () => {
    const yearKey = [["progress", "listOfHabit"], { input: { id: habitId, from: "2026-01-01", to: "2026-12-31" } }];
    const othersKey = [["progress", "listOfHabit"], { input: { id: 9, from: "2026-01-01", to: "2026-12-31" } }];
    queryClient.setQueryData(yearKey, { results: [] });
    queryClient.setQueryData(othersKey, { results: [] });
    write(minutes(20));
    expect(queryClient.getQueryData<{ results: Entry[] }>(yearKey)?.results).toHaveLength(1);
    expect(queryClient.getQueryData<{ results: Entry[] }>(othersKey)?.results).toHaveLength(0);
  });
});

describe("an older answer that arrives late", () => {
  test("does not restore the older value while a write is running", async () => {
    write(minutes(20));
    queryClient.setQueryData(listKey, { results: [] });
    expect(shownValue()).toBe(20);
    await server.answerAll();
    queryClient.setQueryData(listKey, { results: [] });
    expect(shownValue()).toBeNull();
  });

  test("does not restore it right after the write either, if it was requested before", async () => {
    let arrive: (data: { results: Entry[] }) => void = () => {};
    const fetching = queryClient.fetchQuery({
      queryKey: listKey,
      queryFn: () =>
        new Promise<{ results: Entry[] }>((resolve) => {
          arrive = resolve;
        }),
    });
    write(minutes(20));
    await server.answerAll();
    arrive({ results: [] });
    await fetching;
    expect(shownValue()).toBe(20);
    await settle();
    queryClient.setQueryData(listKey, { results: [] });
    expect(shownValue()).toBeNull();
  });
});
