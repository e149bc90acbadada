import { appRouter } from "@daymark/api/router";
import { expect, test } from "vitest";
import { listOperations, proceduresOf } from "../openapi/operation.ts";
import { calls, openCalls } from "../testing-calls.ts";

const operations = listOperations(proceduresOf(appRouter));
const isOpen = ({ guard }: { guard: string }) => guard === "public" || guard === "optional";

const toAdd = "A new procedure behind a log-in needs a case in `calls` of apps/server/src/testing-calls.ts";
const toOpen = "A new procedure that guests may call belongs in `openCalls` of apps/server/src/testing-calls.ts";

test("every procedure is open to guests or has a case in the authorization matrix", () => {
  const namesOf = (listed: typeof operations) => listed.map(({ name }) => name).sort();
  expect(namesOf(operations.filter(isOpen)), toOpen).toEqual(openCalls);
  const guarded = operations.filter((operation) => !isOpen(operation));
  expect(namesOf(guarded), toAdd).toEqual(Object.keys(calls).sort());
});
