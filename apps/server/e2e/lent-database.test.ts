import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createDatabase } from "@daymark/db/connection/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startOwnDatabase } from "./own-database.ts";
import { createPlace } from "./product.ts";

const place = createPlace();
let database: Awaited<ReturnType<typeof startOwnDatabase>>;

beforeAll(async () => {
  database = await startOwnDatabase();
});
afterAll(async () => {
  await place.remove();
  await database?.stop();
});

test("a role that only owns schemas in another owner's database can serve, after one refusal with the statements to run", async () => {
  const password = randomBytes(16).toString("hex");
  const urlOf = (parts: object) => Object.assign(new URL(database.superuserUrl), parts).href;
  const { sql } = createDatabase(database.superuserUrl, { max: 1 });
  await sql.unsafe(`create role tenant login password '${password}'`);
  await sql.unsafe("create database shared");
  await sql.end();
  const { sql: admin } = createDatabase(urlOf({ pathname: "/shared" }), { max: 1 });
  const variables = {
    DATABASE_URL: urlOf({ username: "tenant", password, pathname: "/shared" }),
    SECRET_KEY: randomBytes(32).toString("hex"),
  };

  const refused = await place.launch(variables).ended;
  const [, statements = ""] = /have its administrator run this in it once: (.+)$/m.exec(refused.errors) ?? [];
  expect(refused.code).toBe(1);
  expect(refused.errors.trim().split("\n")).toHaveLength(1);
  await admin.unsafe(statements);

  const first = await place.start(variables);
  const { token, habitId, username } = await first.createPerson();
  const day = `/api/habits/${habitId}/progress/2026-02-01/`;
  expect((await first.call("PUT", day, { token, body: { value: 7 } })).status).toBe(200);
  expect(await first.stop()).toMatchObject({ code: 0, errors: "" });

  const second = await place.start(variables);
  const days = `/api/habits/${habitId}/progress/?from=2026-02-01&to=2026-02-01`;
  expect(JSON.stringify((await second.call("GET", days, { token })).json)).toContain('"value":7');
  // The worker of the first or the second start sends the mail of the sign-up.
  while (!place.read("mail/*.eml").includes(`${username}@example.com`)) await sleep(20);
  // Queues the job of the reminders, so that the test need not wait for the next minute.
  await admin`select graphile_worker.add_job('remind')`;
  while ((await admin`select from graphile_worker.jobs where task_identifier = 'remind'`).length > 0) await sleep(20);
  await admin.end();
  expect(await second.stop()).toMatchObject({ code: 0, errors: "" });
});
