import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase } from "@daymark/db/testing";
import { afterAll, expect, test } from "vitest";
import { openPageHost, wish } from "../testing-pages.ts";
import { withAdminCommands } from "./commands.ts";

/** A page with the public comments below a request. */
const entry = `
  export const pageRoute = () => null;
  export const pageAddress = (path) => path.startsWith("/thread/") ? path : null;
  export const languageOfCookie = () => null;
  export async function render({ url, ask }) {
    const told = await ask("featureRequest.comment.list", { feature_request_id: Number(url.split("/")[2]) });
    const marks = told.data.results.map(({ author, by_staff }) => author + (by_staff ? " of the team" : ""));
    return { status: 200, headers: new Headers(), html: marks.join(), scripts: [], areImagesForeign: false };
  }`;

const database = await createTestDatabase();
const secretKey = randomBytes(32);
/** Two running nodes while an operator uses the commands. */
const nodes = await Promise.all([1, 2].map(() => openPageHost({ database, secretKey }, entry)));
const root = mkdtempSync(join(tmpdir(), "daymark-commands-"));
writeFileSync(
  join(root, ".env"),
  `DATABASE_URL=${database.url}\nSECRET_KEY=${secretKey.toString("hex")}\nDATA_DIR=${join(root, "data")}\n`,
);
afterAll(async () => {
  for (const { close } of nodes) await close();
  await database.drop();
  rmSync(root, { recursive: true });
});

test("when a command makes a user an admin or removes the right, cached pages show it on every instance", async () => {
  const { host } = nodes[0] as (typeof nodes)[number];
  const admin = await host.createUser({ is_staff: true, email_verified: true });
  const person = await host.createUser({ email_verified: true });
  const id = await wish(host, admin.token, {}, "open");
  const said = { token: person.token, body: { text: "Yes, please" } };
  expect((await host.send("POST", `/api/feature-requests/${id}/comments/`, said)).status).toBe(201);
  const read = () => Promise.all(nodes.map(async ({ host }) => (await host.send("GET", `/thread/${id}`)).text));
  const both = (mark: string) => nodes.map(() => `${person.username}${mark}`);
  const soon = { interval: 20, timeout: 10_000 };
  await expect.poll(read, soon).toEqual(both(""));

  await withAdminCommands(root, async ({ promote }) => expect(await promote(person.username)).toBe(true));
  await expect.poll(read, soon).toEqual(both(" of the team"));
  await withAdminCommands(root, async ({ demote }) => expect(await demote(person.username)).toBe(true));
  await expect.poll(read, soon).toEqual(both(""));
});
