import { expect, test } from "vitest";
import { changeOf } from "./change.ts";

test.each([
  [
    { amount: 12, before: 10 },
    { difference: 2, share: 0.2 },
  ],
  [
    { amount: 5, before: 10 },
    { difference: -5, share: -0.5 },
  ],
  [
    { amount: 0.3, before: 0.2 },
    { difference: 0.1, share: 0.5 },
  ],
  [
    { amount: 0, before: 0 },
    { difference: 0, share: null },
  ],
  [
    { amount: 3, before: 0 },
    { difference: 3, share: null },
  ],
  [{ amount: 3, before: null }, null],
  [{ amount: null, before: 3 }, null],
])("%o has changed by %o", (figure, change) => {
  expect(changeOf(figure)).toEqual(
    change === null ? null : { ...change, share: change.share && expect.closeTo(change.share) },
  );
});
