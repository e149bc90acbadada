import { appRouter } from "@daymark/api/router";
import { afterAll, expect, test } from "vitest";
import { createTestHost } from "../testing.ts";
import { createAttacker, createVictim } from "../testing-fuzz.ts";
import { listOperations, proceduresOf } from "./operation.ts";

const host = await createTestHost();
afterAll(host.drop);
const operations = listOperations(proceduresOf(appRouter))
  .filter(({ guard }) => guard === "staff" || guard === "admin")
  .map((operation) => [operation.name, operation] as const);
const admin = await createAttacker(host, await createVictim(host), { email_verified: true, is_staff: true });

test.each(operations)("%s is answered in our own words, whatever an admin sends", (_, operation) =>
  admin.try(operation),
);

test("after all of it nothing was logged as a fault of ours", () => {
  expect(admin.served.size).toBeGreaterThan(operations.length / 2);
  const failures = host
    .readLogs()
    .split("\n")
    .filter((line) => /"level":"(error|fatal)"/.test(line));
  expect(failures).toEqual([]);
});
