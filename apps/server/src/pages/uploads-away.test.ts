import { setTimeout as sleep } from "node:timers/promises";
import { createS3Uploads } from "@daymark/api/host/s3-uploads";
import { createStalledServer } from "@daymark/api/host/testing-uploads";
import { picture } from "@daymark/api/image/testing";
import { afterAll, expect, test } from "vitest";
import { createTestHost, expectProblem } from "../testing.ts";

const quiet = { info: () => {}, warn: () => {} };
const stalled = await createStalledServer();
const timeouts = { write: 1_000, other: 1_000 };
const uploads = await createS3Uploads(stalled.config, quiet, timeouts);
const host = await createTestHost({ services: { uploads } });
afterAll(async () => {
  await host.drop();
  stalled.close();
});
const { send } = host;
const { token } = await host.createUser({ is_staff: true });

const form = async () => {
  const form = new FormData();
  form.append("alt", "A stork");
  form.append("file", new Blob([Uint8Array.from(await picture(500, 200).png().toBuffer())]), "picture.png");
  return form;
};

const file = `/uploads/${"a".repeat(32)}-400.webp`;

test.each([
  ["a GET for an image", () => send("GET", file)],
  ["a HEAD for an image", () => send("HEAD", file)],
  ["an upload", async () => send("POST", "/api/admin/images/", { token, form: await form() })],
  ["an admin's list of files", () => send("GET", "/api/admin/files/", { token })],
])("%s waits for a stalled storage without a database connection, and gets 503", async (_, call) => {
  // After a failure, no call reaches the storage for a second.
  await sleep(1_100);
  const reached = stalled.connections();
  let isOver = false;
  const answer = Promise.resolve(call()).finally(() => (isOver = true));
  await expect.poll(stalled.connections, { timeout: 10_000, interval: 5 }).toBeGreaterThan(reached);
  const held = [];
  // The connection of a transaction that does nothing waits for something else than the database.
  while (!isOver) {
    held.push(
      ...(await host.database.sql`
        select state, query from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`),
    );
  }
  expect(held).toEqual([]);
  const { status, headers } = await answer;
  expect([status, headers["retry-after"]]).toEqual([503, "5"]);
  expect(headers["cache-control"]).toContain("no-store");
});

test("while the storage does not answer, calendars are served and the instance is ready", async () => {
  expectProblem(await send("GET", file), 503, "unavailable");
  await host.createHabit(token);
  expect((await send("GET", "/readyz")).status).toBe(200);
});

test("one client network that requests many pictures leaves the storage free for others", async () => {
  const stalled = await createStalledServer();
  const uploads = await createS3Uploads(stalled.config, quiet, { write: 60_000, other: 60_000 });
  const crowded = await createTestHost({ services: { uploads }, trustedProxies: ["127.0.0.1"] });
  const request = (address: string, name: number) =>
    crowded.send("GET", `/uploads/${name.toString(16).padStart(32, "0")}-400.webp`, {
      headers: { "x-forwarded-for": address },
    });
  const flood = Array.from({ length: 600 }, (_, name) => request("203.0.113.7", name));
  await expect.poll(stalled.connections, { timeout: 10_000 }).toBe(4);
  const other = request("198.51.100.9", 1_000);
  await expect.poll(stalled.connections, { timeout: 10_000 }).toBe(5);
  stalled.close();
  await Promise.all([...flood, other]);
  await crowded.drop();
});
