import { type AddressInfo, connect } from "node:net";
import { countWaiting } from "@daymark/db/testing";
import { afterAll, expect, test, vi } from "vitest";
import { createTestHost, expectProblem } from "../testing.ts";

const host = await createTestHost({ trustedProxies: ["127.0.0.1"] });
const { send } = host;
await host.app.listen({ host: "127.0.0.1", port: 0 });
afterAll(host.drop);

const from = (address: string) => ({ "x-forwarded-for": address });
const captchaOverTrpc = `/trpc/captcha.get?input=${encodeURIComponent(JSON.stringify({ json: { action: "register" } }))}`;

test.each(["/api/auth/token/", "/trpc/auth.login"])(
  "a thousand requests to %s whose bodies never arrive do not block other users' calls",
  async (path) => {
    const { token } = await host.createUser();
    const { port } = host.app.server.address() as AddressInfo;
    let arrived = 0;
    const count = () => {
      arrived += 1;
    };
    host.app.server.on("request", count);
    const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1\r\n\r\n`;
    const sockets = Array.from({ length: 1_010 }, () => {
      const socket = connect(port, "127.0.0.1").on("error", () => {});
      socket.write(head);
      return socket;
    });
    try {
      await vi.waitUntil(() => arrived === sockets.length, { timeout: 20_000 });
      expect((await send("GET", "/api/notes/", { token })).status).toBe(200);
      const list = `/trpc/note.list?input=${encodeURIComponent(JSON.stringify({ json: {} }))}`;
      expect((await send("GET", list, { token })).status).toBe(200);
    } finally {
      host.app.server.off("request", count);
      for (const socket of sockets) socket.destroy();
    }
  },
);

test("calls with unknown API keys wait like the network's guests, and leave connections for others", async () => {
  const { token } = await host.createUser();
  const calls: ReturnType<typeof send>[] = [];
  await host.database.sql.begin(async (sql) => {
    await sql`lock table api_keys in access exclusive mode`;
    const keys = Array.from({ length: 40 }, (_, index) => `dmk_${String(index).padStart(43, "a")}`);
    for (const key of keys) calls.push(send("GET", "/api/habits/", { token: key, headers: from("203.0.113.9") }));
    const waiting = () => countWaiting(sql);
    await expect.poll(waiting).toBe(2);
    expect((await send("GET", "/api/notes/", { token, headers: from("203.0.113.7") })).status).toBe(200);
    expect(await waiting()).toBe(2);
  });
  // Their places must be free before the next test counts places.
  expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([401]));
});

test.each([
  ["REST", "/api/notes/", "/api/captcha/?action=register"],
  ["tRPC", `/trpc/note.list?input=${encodeURIComponent(JSON.stringify({ json: {} }))}`, captchaOverTrpc],
])("while calls of one network over %s wait, those of other networks are served", async (_, slow, quick) => {
  // A user's own queue refuses the 204th call, which would free a place.
  const users = await Promise.all(Array.from({ length: 10 }, () => host.createUser()));
  const calls: ReturnType<typeof send>[] = [];
  // The calls wait for the table of notes until this transaction ends.
  await host.database.sql.begin(async (sql) => {
    await sql`lock table notes in access exclusive mode`;
    let refused = 0;
    for (let count = 0; count < 1_010; count += 1) {
      // Other networks of one customer (RFC 6177).
      const { token = "" } = users[count % users.length] ?? {};
      const call = send("GET", slow, { token, headers: from(`2001:db8:0:${(count % 50) + 1}::1`) });
      void call.then(({ status }) => {
        if (status === 503) refused += 1;
      });
      calls.push(call);
    }
    await vi.waitUntil(() => refused > 0);
    const again = await send("GET", quick, { headers: from("2001:db8:0:ffff::1") });
    expect(again).toMatchObject({ status: 503, headers: { "retry-after": "2" } });
    if (quick.startsWith("/api/")) expectProblem(again, 503, "unavailable");
    expect((await send("GET", quick, { headers: from("203.0.113.7") })).status).toBe(200);
    expect((await send("GET", quick, { headers: from("2001:db8:1::1") })).status).toBe(200);
  });
  const statuses = new Set((await Promise.all(calls)).map(({ status }) => status));
  expect([...statuses].sort()).toEqual([200, 503]);
  // Not errors, which a log keeps writing under a flood.
  const refusals = host
    .readLogs()
    .split("\n")
    .filter((line) => line.includes('"status":503'));
  expect(new Set(refusals.map((line) => JSON.parse(line).level))).toEqual(new Set(["info"]));
  expect((await send("GET", quick, { headers: from("2001:db8::1") })).status).toBe(200);
});
