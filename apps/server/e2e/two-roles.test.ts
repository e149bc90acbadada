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

test("after an operator moves to two roles, the server connects with the role that can only read and write rows", async () => {
  const password = randomBytes(16).toString("hex");
  const { sql } = createDatabase(database.superuserUrl, { max: 1 });
  // These are the statements of docs/operations.md.
  await sql.unsafe(`create role tables_owner login password '${password}'`);
  await sql.unsafe(`create role web_server login password '${password}'`);
  await sql.unsafe("create database theirs owner web_server");
  const urlOf = (role: string) => {
    const url = new URL(database.superuserUrl);
    Object.assign(url, { username: role, password, pathname: "/theirs" });
    return url.href;
  };
  const variables = { DATABASE_URL: urlOf("web_server"), SECRET_KEY: randomBytes(32).toString("hex") };
  const before = await place.start(variables);
  const { token } = await before.createPerson();
  await before.stop();
  const { sql: superuser } = createDatabase(
    Object.assign(new URL(database.superuserUrl), { pathname: "/theirs" }).href,
    {
      max: 1,
    },
  );
  await superuser.unsafe("reassign owned by web_server to tables_owner");
  await Promise.all([sql.end(), superuser.end()]);

  const product = await place.start({ ...variables, DATABASE_DIRECT_URL: urlOf("tables_owner") });
  expect((await product.call("POST", "/api/notes/", { token, body: { text: "Їжак" } })).status).toBe(201);
  // The serving role queues the mail, and the worker sends it as the owner.
  const mails = () => place.read("mail/*.eml").length;
  const sent = mails();
  await product.createPerson();
  while (mails() <= sent) await sleep(20);
  const { sql: serving } = createDatabase(urlOf("web_server"), { max: 1 });
  await expect(serving`create table mine (id int)`).rejects.toMatchObject({ code: "42501" });
  await serving.end();
  expect(await product.stop()).toMatchObject({ code: 0, errors: "" });
});
