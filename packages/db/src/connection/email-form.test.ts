import { afterAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "../testing.ts";
import { normalizeStoredEmails } from "./email-form.ts";

const { sql, drop } = await createTestDatabase();
afterAll(drop);
beforeEach(async () => {
  await sql`delete from users`;
});

async function insert(user: { username: string; email: string; email_verified?: boolean; pending_email?: string }) {
  const [row] = await sql<{ id: string }[]>`insert into users ${sql(user)} returning id`;
  return row?.id ?? "";
}

async function readEmails() {
  const rows = await sql<{ username: string; email: string; pending_email: string | null }[]>`
    select username, email, pending_email from users order by id`;
  return rows.map((row) => Object.values(row));
}

test("addresses stored by an older version are normalized, and their links stay valid", async () => {
  const id = await insert({ username: "ada", email: "ada@bücher.example", pending_email: "ada@ｅxample.com" });
  await insert({ username: "олена", email: "олена@example.com" });
  const token = { user_id: id, expires_at: new Date().toISOString() };
  await sql`insert into email_tokens ${sql([
    { ...token, purpose: "reset_password", token_hash: "a", email: "ada@bücher.example" },
    { ...token, purpose: "change_email", token_hash: "b", email: "ada@ｅxample.com" },
  ])}`;
  await normalizeStoredEmails(sql);
  await normalizeStoredEmails(sql);
  expect(await readEmails()).toEqual([
    ["ada", "ada@xn--bcher-kva.example", "ada@example.com"],
    ["олена", "олена@example.com", null],
  ]);
  expect(await sql`select email from email_tokens order by token_hash`).toEqual([
    { email: "ada@xn--bcher-kva.example" },
    { email: "ada@example.com" },
  ]);
});

test("if two accounts have one address, a verified account gets it before an unverified one, and the other does not change", async () => {
  await insert({ username: "squatter", email: "ada@ｅxample.com" });
  await insert({ username: "ada", email: "ada@exａmple.com", email_verified: true });
  await insert({ username: "holder", email: "bob@xn--bcher-kva.example" });
  await insert({ username: "late", email: "bob@bücher.example", email_verified: true });
  await normalizeStoredEmails(sql);
  expect(await readEmails()).toEqual([
    ["squatter", "ada@ｅxample.com", null],
    ["ada", "ada@example.com", null],
    ["holder", "bob@xn--bcher-kva.example", null],
    ["late", "bob@bücher.example", null],
  ]);
});

test("an address that cannot be normalized does not change", async () => {
  await insert({ username: "ada", email: "ada@xn--ü.example" });
  await normalizeStoredEmails(sql);
  expect(await readEmails()).toEqual([["ada", "ada@xn--ü.example", null]]);
});
