import { nodeSamples } from "@daymark/db/schema/admin";
import { afterAll, expect, test } from "vitest";
import { createTestApi, fieldsOf, noon } from "../testing.ts";

const api = await createTestApi();
afterAll(api.drop);
const { caller } = await api.createUser({ is_staff: true });
const minute = 60_000;

test("the history has the highest value of each step, and null where a process reported nothing", async () => {
  const common = { rss_bytes: 5_000_000_000, event_loop_p99_ms: 1.5, request_p99_ms: null, due_jobs: 0 };
  await api.db.insert(nodeSamples).values([
    { ...common, node: "b", at: new Date(noon), due_jobs: 3 },
    { ...common, node: "a", at: new Date(noon - 10 * minute), request_p99_ms: 40 },
    {
      ...common,
      node: "a",
      at: new Date(noon - 9 * minute),
      rss_bytes: 6_000_000_000,
      request_p99_ms: 20,
      due_jobs: 7,
    },
    // Before the first step, and in the future.
    { ...common, node: "a", at: new Date(noon - 6 * 60 * minute), due_jobs: 9 },
    { ...common, node: "a", at: new Date(noon + 5 * minute), due_jobs: 9 },
  ]);
  const { from, step_seconds, nodes, due_jobs } = await caller.node.getHistory({});
  expect([from, step_seconds, due_jobs.length]).toEqual([
    new Date(noon + 5 * minute - 6 * 60 * minute).toISOString(),
    300,
    72,
  ]);
  expect(nodes.map(({ name }) => name)).toEqual(["a", "b"]);
  expect(due_jobs.slice(-4)).toEqual([null, 7, null, 3]);
  expect(due_jobs.slice(0, -4).every((value) => value === null)).toBe(true);
  expect(nodes[0]?.rss_bytes.slice(-4)).toEqual([null, 6_000_000_000, null, null]);
  expect(nodes[0]?.request_p99_ms.slice(-4)).toEqual([null, 40, null, null]);
  expect(nodes[1]?.event_loop_p99_ms.at(-1)).toBe(1.5);
  expect(nodes[1]?.request_p99_ms.at(-1)).toBeNull();
});

test("a day has steps of a quarter of an hour, and other lengths are refused", async () => {
  expect(await caller.node.getHistory({ hours: 24 })).toMatchObject({ step_seconds: 900 });
  expect((await caller.node.getHistory({ hours: 1 })).due_jobs).toHaveLength(60);
  expect(await fieldsOf(caller.node.getHistory({ hours: 7 as never }))).toHaveProperty("hours");
});
