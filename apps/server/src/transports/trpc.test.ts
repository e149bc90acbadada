import { entryNoteLengthMax } from "@daymark/domain/base/bounds";
import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { afterAll, expect, test } from "vitest";
import { batchBytesMax } from "../limits/answer-budget.ts";
import { createMemoryBudget, type MemoryBudget } from "../limits/memory-budget.ts";
import { createTestHost } from "../testing.ts";

/** Each size that an answer has had in the budget: it changes with each piece of its text. */
const sizes: number[] = [];
const connectionBudgets = {
  requests: createMemoryBudget(2 ** 26),
  answers: recorded(createMemoryBudget(2 ** 26)),
};
const host = await createTestHost({ connectionBudgets });
afterAll(host.drop);

test("long responses of a batch of mutations are written in pieces, and are never refused for their length", async () => {
  const { id: userId, token } = await host.createUser();
  const { id } = await host.createHabit(token);
  const note = "🧘".repeat(entryNoteLengthMax);
  await host.database.sql`
    insert into progress (user_id, habit_id, day, unit, note)
    select ${userId}, ${id}, date '2026-11-20' - days, 'minutes', ${note} from generate_series(0, 365) days`;
  const last = toDayNumber("2026-11-20");
  const entries = Array.from({ length: 366 }, (_, index) => ({
    habit_id: id,
    day: fromDayNumber(last - index),
    value: 3,
  }));
  const inputs = Array.from({ length: 6 }, () => ({ json: { entries } }));
  const path = `/trpc/${inputs.map(() => "progress.setMany").join(",")}?batch=1`;
  const { status, json, text } = await host.send("POST", path, { token, body: { ...inputs } });
  expect(status).toBe(200);
  expect(Buffer.byteLength(text)).toBeGreaterThan(batchBytesMax);
  for (const { result } of json as { result: { data: { json: { results: object[] } } } }[]) {
    expect(result.data.json.results).toHaveLength(entries.length);
    expect(result.data.json.results[0]).toMatchObject({ habit_id: id, value: 3, note });
  }
  expect(sizes.length).toBeGreaterThan(30);
});

/** The same budget; it also notes the sizes. */
function recorded(budget: MemoryBudget): MemoryBudget {
  return {
    heldBytes: budget.heldBytes,
    hold(piece) {
      sizes.push(piece.bytes);
      const held = budget.hold(piece);
      return {
        release: () => held.release(),
        resize(bytes) {
          sizes.push(bytes);
          held.resize(bytes);
        },
      };
    },
  };
}
