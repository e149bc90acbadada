import { expect, test } from "vitest";
import { countTurns } from "../testing.ts";
import { readCsvInTurns } from "./csv.ts";

test.each([
  ["of many rows", "2026-11-20,2\n", 100_000],
  ["of rows that are one empty quoted cell", '""\n', 0],
  ["of rows that are one empty quoted cell and blank lines", '""\n\r\n\n', 0],
])("CSV %s yields to other requests every hundred thousand characters", async (_, row, rowsMin) => {
  const text = row.repeat(100_000);
  let rows = 0;
  const turns = await countTurns(async () => {
    for await (const _ of readCsvInTurns(text)) rows += 1;
  });
  expect(rows).toBe(rowsMin);
  // The row begins before the hundred thousandth character and ends after it.
  expect(turns).toBeGreaterThanOrEqual(Math.floor(text.length / 101_000));
});
