import { get, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { exportQueue } from "@daymark/api/export/export-queue";
import { countWaiting } from "@daymark/db/testing";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { createTestHost, expectProblem } from "../testing.ts";

const host = await createTestHost();
afterAll(host.drop);
const { token, username } = await host.createUser();
const { id } = await host.createHabit(token);
await host.send("PUT", `/api/habits/${id}/progress/2026-03-01/`, { token, body: { value: 12, note: "Надворі" } });

test.each([
  ["/api/export/", "application/json; charset=utf-8", "json"],
  ["/api/export?format=json", "application/json; charset=utf-8", "json"],
  ["/api/export/?format=csv", "application/zip", "zip"],
])("%s is an attachment that browsers neither display, sniff nor cache", async (url, type, ending) => {
  const { status, headers } = await host.send("GET", url, { token });
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    "content-type": type,
    "content-disposition": expect.stringMatching(
      new RegExp(`^attachment; filename="daymark-\\d{4}-\\d\\d-\\d\\d\\.${ending}"$`),
    ),
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
});

test("the export is JSON by default and contains what was recorded", async () => {
  const { json } = await host.send("GET", "/api/export/", { token });
  expect(json).toMatchObject({
    format: "daymark",
    version: 1,
    account: { username },
    habits: [{ id, title: "Run", targets: [{ target: 10 }] }],
    progress: [{ habit_id: id, day: "2026-03-01", value: 12, unit: "minutes", skipped: false, note: "Надворі" }],
  });
});

test("the CSV export is a valid zip with a file for each table", async () => {
  const { rawPayload } = await host.app.inject({
    url: "/api/export/?format=csv",
    headers: { authorization: `Bearer ${token}` },
  });
  // APPNOTE 4.3.7 and 4.3.16: it begins with the header of a file and ends with the record of the directory.
  expect(rawPayload.subarray(0, 4).toString("latin1")).toBe("PK\x03\x04");
  expect(rawPayload.subarray(-22, -18).toString("latin1")).toBe("PK\x05\x06");
  const { format, version, exported_at, ...tables } = (await host.send("GET", "/api/export/", { token })).json;
  // In JSON, targets and past schedules are members of their habits. Here each has a separate file.
  expect(rawPayload.readUInt16LE(rawPayload.length - 12)).toBe(Object.keys(tables).length + 2);
});

test("another format, a second one or an unknown parameter is refused as a validation error", async () => {
  for (const query of ["format=xml", "format=JSON", "format=", "format=json&format=csv"]) {
    const answer = await host.send("GET", `/api/export/?${query}`, { token });
    expect(Object.keys(expectProblem(answer, 400, "validation_failed").errors)).toEqual(["format"]);
    expect(answer.headers).not.toHaveProperty("content-disposition");
  }
  const answer = await host.send("GET", "/api/export/?user_id=1", { token });
  expect(Object.keys(expectProblem(answer, 400, "validation_failed").errors)).toEqual(["user_id"]);
});

test("the OpenAPI document describes the file", async () => {
  const { json } = await host.send("GET", "/api/openapi.json");
  const { headers, content } = json.paths["/api/export/"].get.responses[200];
  expect(Object.keys(headers)).toEqual(["Content-Disposition"]);
  expect(Object.keys(content)).toEqual(["application/json", "application/zip"]);
  expect(content["application/json"].schema.properties).toHaveProperty("progress");
  expect(content["application/zip"].schema).toEqual({ type: "string", format: "binary" });
});

describe("an export of many days", async () => {
  const { sql } = host.database;
  const owner = await createOwner();
  await host.app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = host.app.server.address() as AddressInfo;

  /** A user whose export is larger than all buffers between server and client, compressed or not. */
  async function createOwner() {
    const owner = await host.createUser();
    const run = await host.createHabit(owner.token);
    await sql`
      insert into progress (user_id, habit_id, day, value, unit, note)
      select ${owner.id}, ${run.id}, date '2001-01-01' + n, 5, 'minutes', noise.text
      from generate_series(0, 35000) n,
        lateral (select string_agg(md5(n || ' ' || k), '') as text from generate_series(1, 14) k) noise`;
    return owner;
  }

  async function ask(format: string): Promise<IncomingMessage> {
    const headers = { authorization: `Bearer ${owner.token}` };
    const url = `http://127.0.0.1:${port}/api/export/?format=${format}`;
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      get(url, { headers, agent: false }, resolve).on("error", reject),
    );
    expect(answer.statusCode).toBe(200);
    return answer;
  }
  const reading = () => sql<{ pid: number }[]>`
    select pid from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'
      and xact_start is not null and pid <> pg_backend_pid()`;

  test("is sent in chunks while the server reads the database", async () => {
    const answer = await ask("json");
    expect(answer.headers).toMatchObject({ "transfer-encoding": "chunked" });
    expect(answer.headers).not.toHaveProperty("content-length");
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk);
    expect(JSON.parse(Buffer.concat(chunks).toString()).progress).toHaveLength(35_001);
  });

  test.each(["json", "csv"])("that fails midway, as %s, aborts the connection", async (format) => {
    const answer = await ask(format);
    await sql`select pg_terminate_backend(pid) from unnest(${(await reading()).map(({ pid }) => pid)}::int[]) pid`;
    const read = async () => {
      for await (const _ of answer);
    };
    await expect(read()).rejects.toThrow("aborted");
    expect(answer.complete).toBe(false);
  });

  test.each(["json", "csv"])("whose client disconnects, as %s, ends its transaction", async (format) => {
    const answer = await ask(format);
    expect(await reading()).toHaveLength(1);
    answer.destroy();
    await expect.poll(reading).toEqual([]);
  });

  test("read very slowly by three accounts leaves a slot for a fourth account", async () => {
    const slow = [owner, await createOwner(), await createOwner()];
    const sockets = slow.map(({ token }, index) => {
      // Each address is another client network, because a single one never gets all turns.
      const socket = connect({ port, host: "127.0.0.1", localAddress: `127.0.0.${index + 2}` }).pause();
      socket.on("error", () => {});
      socket.write(`GET /api/export/ HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`);
      return socket;
    });
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    await expect.poll(reading).toHaveLength(3);
    let status = 0;
    const answer = host.send("GET", "/api/export/", { token }).then((received) => {
      status = received.status;
    });
    const second = () => {
      for (const socket of sockets) socket.read(2_000);
      exportQueue.checkRates();
      return status;
    };
    await expect.poll(second, { timeout: 9_000 }).toBe(200);
    await answer;
    expect((await reading()).length).toBeLessThan(3);
    for (const socket of sockets) socket.destroy();
    await expect.poll(reading).toEqual([]);
  });
});

test.each([
  ["an export", "/api/export/", "progress"],
  ["the audit trail", "/api/admin/audit/file/", "admin_actions"],
])("%s refused while it waits for the database holds no transaction", async (_, url, table) => {
  const losses: (() => void)[] = [];
  const watch = { isReachable: () => true, onLost: (listener: () => void) => void losses.push(listener) };
  const lostHost = await createTestHost({ watch });
  onTestFinished(lostHost.drop);
  const { sql } = lostHost.database;
  const admin = await lostHost.createUser({ is_staff: true });
  const run = await lostHost.createHabit(admin.token);
  // More than the server produces before the client reads.
  await sql`
    insert into progress (user_id, habit_id, day, value, unit, note)
    select ${admin.id}, ${run.id}, date '2001-01-01' + n, 5, 'minutes', repeat('note', 100)
    from generate_series(0, 5000) n`;
  await sql`
    insert into admin_actions (actor_id, action, details, outcome)
    select ${admin.id}, 'test', jsonb_build_object('text', repeat('text', 100)), 'done' from generate_series(0, 5000)`;

  const transactions = () => sql`
    select pid from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'
      and xact_start is not null and pid <> pg_backend_pid()`;
  const polling = { timeout: 20_000 };
  await sql.begin(async (locked) => {
    await locked`lock table ${locked(table)} in access exclusive mode`;
    const answer = lostHost.send("GET", url, { token: admin.token });
    await expect.poll(() => countWaiting(sql), polling).toBe(1);
    for (const lose of losses) lose();
    expectProblem(await answer, 503, "unavailable");
  });
  // The guard of admins writes to the locked table before the file begins, and the outcome once the file has begun.
  if (table === "admin_actions") {
    const recorded = () => sql`select from admin_actions where action = 'audit.file' and outcome = 'done'`;
    await expect.poll(recorded, polling).toHaveLength(1);
  }
  await expect.poll(transactions, polling).toEqual([]);
});
