import { createReader } from "@daymark/db/connection/reader";
import { drizzle } from "drizzle-orm/postgres-js";
import { afterAll, expect, test } from "vitest";
import type { Meta } from "./procedure/trpc.ts";
import { appRouter } from "./router.ts";
import { createTestApi } from "./testing.ts";

const api = await createTestApi();
afterAll(api.drop);

/** Queries of admins that use the primary, each with its reason. */
const atPrimary: Record<string, string> = {
  "audit.file":
    "a long transaction, which would begin again at the primary in the middle of the file if the replica broke off",
  "adminUser.get": "one row by its key costs less than the question where it may be read",
  "blog.draft.get": "one row by its key",
  "blog.draft.list": "the few posts that are being written",
  "blog.slug": "what the post is then created by",
  "blog.version.get": "one row by its key",
  "blog.version.list": "one post's rows by their key",
  "featureSwitch.list": "a row a switch",
  "node.list": "tells of the primary itself",
};
/** They read no table. */
const files = [
  "dataFile.backup",
  "log.app.list",
  "log.file.list",
  "log.file.get",
  "log.line.list",
  "log.histogram.get",
];

/** They read what belongs to one account. */
const ofAccount = ["adminUser.listSessions", "adminUser.listEvents"];

test("the admin's lists and counts read from the replica and not from the primary", async () => {
  const { callerWith, user } = await api.createUser({ is_staff: true });
  const [primary, replica] = [await api.countStatements(), await api.countStatements()];
  const caller = callerWith({
    db: primary.db,
    replica: drizzle(createReader(replica.db.$client, async (work) => work(replica.db.$client))),
  });
  const procedures = Object.entries(
    appRouter._def.procedures as unknown as Record<string, { _def: { type: string; meta?: Meta } }>,
  );
  const names = procedures
    .filter(([, { _def }]) => _def.type === "query" && /^(admin|staff)$/.test(_def.meta?.guard ?? ""))
    .map(([name]) => name);
  expect(names).toEqual(expect.arrayContaining([...Object.keys(atPrimary), ...files]));
  const asked = names.filter((name) => !(name in atPrimary) && !files.includes(name));
  expect(asked.length).toBeGreaterThan(7);
  for (const name of asked) {
    primary.statements.length = 0;
    replica.statements.length = 0;
    const [noun = "", verb = ""] = name.split(".");
    const queries = caller as unknown as Record<string, Record<string, (input: object) => Promise<unknown>>>;
    await queries[noun]?.[verb]?.(ofAccount.includes(name) ? { id: user.id } : {});
    expect(replica.statements.length, name).toBeGreaterThan(0);
    // A download of the trail is recorded.
    expect(
      primary.statements.filter((statement) => /^\s*(select|with)\b/i.test(statement)),
      name,
    ).toEqual([]);
  }
});
