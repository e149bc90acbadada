import { expect, test } from "vitest";
import { isClientCurrent } from "./generate-client.ts";

test("the types of the client package match the procedures; if not, run `node scripts/generate-client.ts`", async () => {
  expect(await isClientCurrent()).toBe(true);
});
