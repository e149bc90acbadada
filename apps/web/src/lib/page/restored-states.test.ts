import { expect, test } from "vitest";
import { createRestoredStates } from "./restored-states.ts";

test("unchanged pages evict no changed state, and only the last changed ones are kept", () => {
  const states = createRestoredStates(2);
  states.keep("list", "grown", "begun");
  for (let page = 0; page < 10; page += 1) states.keep(`page ${page}`, null, null);
  expect(states.read("list")).toBe("grown");
  expect(states.read("page 9")).toBeUndefined();
  states.keep("list", "grown more", "begun");
  states.keep("another", "grown", "begun");
  states.keep("list", "begun", "begun");
  expect([states.read("list"), states.read("another")]).toEqual([undefined, "grown"]);
  for (const name of ["third", "fourth"]) states.keep(name, "grown", "begun");
  expect(["another", "third", "fourth"].map(states.read)).toEqual([undefined, "grown", "grown"]);
});
