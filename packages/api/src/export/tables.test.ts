import { readdirSync } from "node:fs";
import { accountMembers, exportedHabitSchema } from "@daymark/domain/export";
import { noteSchema } from "@daymark/domain/note";
import { entrySchema } from "@daymark/domain/progress";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";

/** The tables of the file, each with its columns there, and with those that are not and why. */
const exported: Record<string, { members: readonly string[]; leftOut: Record<string, string> }> = {
  users: {
    members: Object.keys(accountMembers.account.shape),
    leftOut: {
      id: "no one outside of the database knows it",
      password_hash: "a secret's hash; has_password says whether there is one",
      is_active: "true of whoever can ask",
    },
  },
  habits: {
    members: Object.keys(exportedHabitSchema.shape),
    leftOut: { user_id: "whose file it is", deleted_at: "a deleted habit is no longer there for its owner" },
  },
  // Inside of its habit, as from and target.
  habit_targets: {
    members: ["from_day", "target"],
    leftOut: { user_id: "whose file it is", habit_id: "it stands inside of its habit" },
  },
  progress: { members: Object.keys(entrySchema.shape), leftOut: { user_id: "whose file it is" } },
  notes: { members: Object.keys(noteSchema.shape), leftOut: { user_id: "whose file it is" } },
  sessions: {
    members: Object.keys(accountMembers.sessions.def.element.shape),
    leftOut: {
      user_id: "whose file it is",
      generation: "a counter of refresh tokens",
      rotated_at: "a counter of refresh tokens",
      generation_used: "a counter of refresh tokens",
      fresh_until: "ten minutes, then nothing",
    },
  },
  identities: {
    members: Object.keys(accountMembers.providers.def.element.shape),
    leftOut: { user_id: "whose file it is" },
  },
  passkeys: {
    members: Object.keys(accountMembers.passkeys.def.element.shape),
    leftOut: {
      user_id: "whose file it is",
      public_key: "of use to this server alone",
      counter: "a counter",
    },
  },
  api_keys: {
    members: Object.keys(accountMembers.api_keys.def.element.shape),
    leftOut: { user_id: "whose file it is", key_hash: "a secret's hash" },
  },
  security_events: {
    members: Object.keys(accountMembers.security_events.def.element.shape),
    leftOut: { user_id: "whose file it is" },
  },
  known_devices: {
    members: Object.keys(accountMembers.known_devices.def.element.shape),
    leftOut: { user_id: "whose file it is", device_hash: "a hash, which says nothing to anyone" },
  },
};

/** The tables that are not in the file, and why. */
const notExported: Record<string, string> = {
  two_factors: "a secret and counters; whether it is on is in the account, since when in the security events",
  backup_codes: "hashes of secrets",
  two_factor_challenges: "hashes, for five minutes",
  passkey_challenges: "hashes, for five minutes",
  oauth_states: "hashes and sealed secrets, for ten minutes",
  email_tokens: "hashes; the address that waits for its link is in the account",
  idempotency_keys: "copies of what is in the other tables, for a day",
  mails: "a queue; what a mail told of is in the security events",
  rate_limits: "counters, by a keyed hash of nobody's name",
  used_captchas: "hashes, of nobody",
};

const schemaDirectory = new URL("../../../db/src/schema/", import.meta.url);

async function listTables(): Promise<PgTable[]> {
  const files = readdirSync(schemaDirectory).filter((name) => name.endsWith(".ts"));
  const modules: Record<string, unknown>[] = await Promise.all(
    files.map((name) => import(/* @vite-ignore */ new URL(name, schemaDirectory).href)),
  );
  return modules.flatMap((module) => Object.values(module).filter((value): value is PgTable => is(value, PgTable)));
}

const tables = new Map((await listTables()).map((table) => [getTableConfig(table).name, getTableConfig(table)]));

test("every table is in the file, or is named with the reason why it is not", () => {
  expect([...tables.keys()].sort()).toEqual([...Object.keys(exported), ...Object.keys(notExported)].sort());
});

test.each(Object.entries(exported))("every column of %s is in the file, or is left out for a reason", (name, table) => {
  const columns = tables.get(name)?.columns.map((column) => column.name) ?? [];
  const { members, leftOut } = table;
  expect(columns.filter((column) => !members.includes(column) && !Object.hasOwn(leftOut, column))).toEqual([]);
  expect(Object.keys(leftOut).filter((column) => members.includes(column) || !columns.includes(column))).toEqual([]);
});
