import { appRouter } from "@daymark/api/router";
import { afterAll, expect, test } from "vitest";
import { listOperations, proceduresOf } from "../openapi/operation.ts";
import { createTestHost } from "../testing.ts";
import { createAttacker, createVictim } from "../testing-fuzz.ts";

const host = await createTestHost();
afterAll(host.drop);
const operations = listOperations(proceduresOf(appRouter))
  .filter(({ guard }) => guard === "staff" || guard === "admin")
  .map((operation) => [operation.name, operation] as const);
const admin = await createAttacker(host, await createVictim(host), { email_verified: true, is_staff: true });

test.each(operations)("%s answers any input of an admin with our own responses", (_, operation) =>
  admin.try(operation),
);

test("no input caused a logged error", () => {
  expect(admin.served.size).toBeGreaterThan(operations.length / 2);
  const failures = host
    .readLogs()
    .split("\n")
    .filter((line) => /"level":"(error|fatal)"/.test(line));
  expect(failures).toEqual([]);
});
