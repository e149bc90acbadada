import { expect, test } from "vitest";
import { isClientCurrent } from "./generate-client.ts";

test("the types of the client package are those of the procedures: else run `node scripts/generate-client.ts`", async () => {
  expect(await isClientCurrent()).toBe(true);
});
