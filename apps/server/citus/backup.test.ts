import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDatabase } from "@daymark/db/connection/client";
import { createDistributedDatabase } from "@daymark/db/testing-citus";
import { afterEach, expect, test } from "vitest";
import { createPlace, runCommand } from "../e2e/product.ts";

const urls = process.env.TEST_DATABASE_URLS?.split(",") ?? [];
const workers = urls.slice(1).map((url) => new URL(url).host);
const secretKey = "k".repeat(32);
const spread = createPlace();
const single = createPlace();
afterEach(async () => {
  await spread.remove();
  await single.remove();
});

const success = { code: 0, errors: "" };

/** The rows of each distributed table, summed over the workers. */
async function countOnWorkers(url: string): Promise<number> {
  const { sql } = createDatabase(url, { max: 1 });
  const rows = await sql<
    { result: string }[]
  >`select result from run_command_on_shards('progress', 'select count(*) from %s')`;
  await sql.end();
  return rows.reduce((sum, { result }) => sum + Number(result), 0);
}

test("a backup of a distributed database restores on one machine, and a backup of that one restores as distributed", async () => {
  const url = await createDistributedDatabase(urls, "backup");
  const variables = { DATABASE_URL: url, SECRET_KEY: secretKey };
  const before = await spread.start(variables);
  const people = [];
  for (let count = 0; count < 6; count += 1) people.push(await before.createPerson());
  for (const { token, habitId } of people) {
    const path = `/api/habits/${habitId}/progress/2026-03-01/`;
    expect((await before.call("PUT", path, { token, body: { value: 5, note: "Їжак" } })).status).toBe(200);
  }
  const listAt = (product: typeof before) =>
    Promise.all(
      people.map(async ({ token }) => {
        const { json } = await product.call("GET", "/api/progress/?from=2026-03-01&to=2026-03-31", { token });
        return json.results;
      }),
    );
  const [archive, written] = [await backUp(spread.directory, variables), await listAt(before)];
  await before.stop();

  writeFileSync(join(single.directory, "secret-key"), secretKey, { mode: 0o600 });
  expect(await runCommand(single.directory, "restore", [archive])).toMatchObject(success);
  const embedded = await single.start();
  expect(await listAt(embedded)).toEqual(written);
  for (const { token, habitId } of people) {
    const path = `/api/habits/${habitId}/progress/2026-03-02/`;
    expect((await embedded.call("PUT", path, { token, body: { value: 7 } })).status).toBe(200);
  }
  const grown = await listAt(embedded);
  await embedded.stop();
  const back = join(spread.directory, "back.tar.gz");
  copyFileSync(await backUp(single.directory, {}), back);

  expect(await runCommand(spread.directory, "restore", [back, "--force"], { variables })).toMatchObject(success);
  const distributing = await runCommand(spread.directory, "admin", ["distribute", "--workers", workers.join(",")], {
    variables,
  });
  expect(distributing).toMatchObject(success);
  expect(await countOnWorkers(url)).toBe(2 * people.length);
  const after = await spread.start(variables);
  expect(await listAt(after)).toEqual(grown);
  await after.stop();
});

/** Returns the path of the new archive. */
async function backUp(directory: string, variables: Record<string, string>): Promise<string> {
  const made = await runCommand(directory, "backup", [], { variables });
  expect(made).toMatchObject(success);
  return /^(\S+\.tar\.gz): /m.exec(made.output)?.[1] as string;
}
