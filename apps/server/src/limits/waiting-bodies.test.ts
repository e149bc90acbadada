import type { ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { createTestHost } from "../testing.ts";
import { takenBytes } from "../testing-memory.ts";
import { createMemoryBudget } from "./memory-budget.ts";

const mebibyte = 2 ** 20;
/** JSON.parse makes 2.9 MB of it. */
const nested = "[".repeat(49_900) + "]".repeat(49_900);
const note = JSON.stringify({ text: "A note" });

const connectionBudgets = { requests: createMemoryBudget(16 * mebibyte), answers: createMemoryBudget(mebibyte) };
const host = await createTestHost({ connectionBudgets });
await host.app.listen({ host: "127.0.0.1", port: 0 });
const { port } = host.app.server.address() as AddressInfo;
const sockets: Socket[] = [];
let begun = 0;
let ended = 0;
host.app.server.on("request", (_, response: ServerResponse) => {
  begun += 1;
  response.once("close", () => {
    ended += 1;
  });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await vi.waitUntil(() => begun === ended);
  begun = 0;
  ended = 0;
});
afterAll(host.drop);

/** Sends a call over a separate connection. */
function call(line: string, body: string, token: string): Socket {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  const head = `host: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`;
  socket.write(`${line} HTTP/1.1\r\n${head}\r\n\r\n${body}`);
  sockets.push(socket);
  return socket;
}

/** Runs the work while the user's three calls, the limit, wait for the table of notes. */
async function whileCallsWait(work: (token: string) => Promise<void>): Promise<void> {
  const { token } = await host.createUser();
  await host.database.sql.begin(async (sql) => {
    await sql`lock table notes in access exclusive mode`;
    for (let count = 0; count < 3; count++) call("GET /api/notes/", "", token);
    await vi.waitUntil(async () => {
      const [row] = await host.database.sql<{ count: number }[]>`
        select count(*)::int from pg_locks where not granted and relation = 'notes'::regclass`;
      return row?.count === 3;
    });
    await work(token);
  });
}

test.each([
  ["/api/notes/", nested],
  ["/trpc/note.create", `{"json":${nested}}`],
])("parsed bodies of waiting calls to %s stay within the memory budget", async (path, body) => {
  await whileCallsWait(async (token) => {
    const before = takenBytes();
    for (let count = 0; count < 40; count++) call(`POST ${path}`, body, token);
    await vi.waitUntil(() => begun === 43, { timeout: 20_000 });
    // Four of them fit.
    await vi.waitUntil(() => ended === 39, { timeout: 20_000 });
    expect(connectionBudgets.requests.heldBytes()).toBeGreaterThan(8 * mebibyte);
    // Forty of them took 116 MB.
    expect(takenBytes() - before).toBeLessThan(24 * mebibyte);
  });
});

test("a waiting call frees its body and its place when its client disconnects", async () => {
  await whileCallsWait(async (token) => {
    const before = takenBytes();
    const waiting = Array.from({ length: 4 }, () => call("POST /api/notes/", nested, token));
    await vi.waitUntil(() => connectionBudgets.requests.heldBytes() > 12 * mebibyte, { timeout: 20_000 });
    for (const socket of waiting) socket.destroy();
    await vi.waitUntil(() => ended === 4);
    expect(connectionBudgets.requests.heldBytes()).toBeLessThan(mebibyte);
    // Four of them took 11.6 MB.
    expect(takenBytes() - before).toBeLessThan(4 * mebibyte);
  });
  expect(host.readLogs()).not.toMatch(/"level":"error"/);
});

test("all calls of a batch may wait at once, and free their places when their client disconnects", async () => {
  const onWarning = vi.fn();
  process.on("warning", onWarning);
  const answers: unknown[] = [];
  const create = (token: string) => {
    call("POST /api/notes/", note, token).once("data", (answer) => answers.push(String(answer)));
  };
  await whileCallsWait(async (token) => {
    const inputs = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [index, { json: { text: "A note" } }]));
    const line = `POST /trpc/${Array(10).fill("note.create").join()}?batch=1`;
    // Two hundred calls of a user may wait.
    for (let count = 0; count < 20; count++) call(line, JSON.stringify(inputs), token);
    await vi.waitUntil(() => {
      create(token);
      return answers.length > 0;
    });
    expect(answers.splice(0)[0]).toMatch(/^HTTP\/1\.1 503 /);
    for (const socket of sockets.splice(3)) socket.destroy();
    await vi.waitUntil(() => begun - ended === 3);
    answers.splice(0);
    create(token);
  });
  await vi.waitUntil(() => answers.length > 0, { timeout: 10_000 });
  expect(answers[0]).toMatch(/^HTTP\/1\.1 201 /);
  process.off("warning", onWarning);
  expect(onWarning).not.toHaveBeenCalled();
});
