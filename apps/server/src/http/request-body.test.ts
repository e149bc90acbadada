import { type AddressInfo, connect, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { createMemoryBudget } from "../limits/memory-budget.ts";
import { createTestHost, expectProblem } from "../testing.ts";
import { endlessChunks, takenBytes } from "../testing-memory.ts";
import { sendRaw } from "../testing-raw.ts";
import { estimateParsedBytes } from "./request-body.ts";
import { chunksMax } from "./short-chunks.ts";

const budget = createMemoryBudget(64 * 2 ** 20);
const host = await createTestHost({ connectionBudgets: { requests: budget, answers: createMemoryBudget(2 ** 20) } });
await host.app.listen({ host: "127.0.0.1", port: 0 });
const { port } = host.app.server.address() as AddressInfo;
const accepted: Socket[] = [];
host.app.server.on("connection", (socket: Socket) => accepted.push(socket));
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of [...sockets.splice(0), ...accepted.splice(0)]) socket.destroy();
});
afterAll(host.drop);

/**
 * Waits until the server has parsed all bytes of these connections. It reads at least a slice in each turn of its loop.
 */
async function untilParsed(bytes: number): Promise<void> {
  await vi.waitUntil(() => accepted.reduce((sum, { bytesRead }) => sum + bytesRead, 0) === bytes, { timeout: 20_000 });
  for (let turn = 0; turn < bytes / 1_000; turn += 1) await nextTurn();
}

test.each([
  ["a body that is read", "POST /api/auth/token/", "application/json"],
  ["a body of a wrong type", "POST /api/auth/token/", "multipart/form-data; boundary=x"],
  ["a form that says nothing", "POST /api/unsubscribe/x/", "multipart/form-data; boundary=x"],
])("%s takes only its length in memory, even in short chunks", async (_, line, type) => {
  const head = `${line} HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`;
  const chunks = endlessChunks(3_000, 32);
  const before = takenBytes();
  for (let count = 0; count < 40; count++) {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    sockets.push(socket);
    socket.write(head + chunks);
  }
  await untilParsed(40 * (head.length + chunks.length));
  expect(budget.heldBytes()).toBeGreaterThan(40 * 100_000);
  // As lists of chunks, forty bodies took 45 MB.
  expect(takenBytes() - before).toBeLessThan(20 * 2 ** 20);
});

test.each([
  ["a body that is read", "POST /api/auth/token/", "application/json"],
  ["an unread body", "GET /api/habits/", "application/json"],
  ["a form that says nothing", "POST /api/unsubscribe/x/", "multipart/form-data; boundary=x"],
])("the connection of %s is closed if it sends one-byte chunks", async (_, line, type) => {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  sockets.push(socket);
  const head = `${line} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`;
  // The first one does not count.
  socket.write(head + endlessChunks(chunksMax + 1, 1));
  await untilParsed(head.length + 6 * (chunksMax + 1));
  expect(accepted[0]?.destroyed).toBe(false);
  socket.write(endlessChunks(1, 1));
  await vi.waitUntil(() => accepted[0]?.destroyed, { timeout: 10_000 });
});

test("unread chunks of a form take a few kilobytes while its sender is looked up", async () => {
  const token = `dmk_${"a".repeat(43)}`;
  const head =
    `POST /api/import/ HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
    "content-type: multipart/form-data; boundary=x\r\ntransfer-encoding: chunked\r\n\r\n";
  const before = takenBytes();
  // The query for the key waits for this lock, as it would for a busy database.
  await host.database.sql.begin(async (sql) => {
    await sql`lock table api_keys in access exclusive mode`;
    for (let count = 0; count < 20; count++) {
      const socket = connect(port, "127.0.0.1").on("error", () => {});
      sockets.push(socket);
      socket.write(head + endlessChunks(65_530, 1));
    }
    await vi.waitUntil(() => accepted.length === 20 && accepted.every(({ bytesRead }) => bytesRead > 40_000));
    for (let turn = 0; turn < 1_000; turn += 1) await nextTurn();
    // The unread chunks of one such form took 13 MB.
    expect(takenBytes() - before).toBeLessThan(60 * 2 ** 20);
    expect(budget.heldBytes()).toBeGreaterThan(20 * 2 ** 20);
  });
});

test("a request with an undecodable path is counted, and its connection closed for one-byte chunks", async () => {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  sockets.push(socket);
  const head = "POST /%ff HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n";
  socket.write(head + endlessChunks(chunksMax + 2, 1));
  await vi.waitUntil(() => accepted[0]?.destroyed, { timeout: 10_000 });

  const slow = connect(port, "127.0.0.1").on("error", () => {});
  sockets.push(slow);
  const before = budget.heldBytes();
  slow.write("POST /%ff HTTP/1.1\r\nhost: x\r\ncontent-length: 90000\r\n\r\n ");
  await vi.waitUntil(() => accepted.length === 2 && (accepted[1]?.bytesRead ?? 0) > 0, { timeout: 10_000 });
  const { promise, resolve } = Promise.withResolvers<string>();
  slow.once("data", (answer) => resolve(String(answer)));
  expect(await promise).toMatch(/^HTTP\/1\.1 404 [\s\S]*\r\nconnection: close\r\n/i);
  expect(budget.heldBytes()).toBe(before);
});

test("long bodies that complete together are parsed in different turns of the event loop", async () => {
  const body = JSON.stringify(Object.fromEntries(Array.from({ length: 6_000 }, (_, index) => [`member${index}`, 1])));
  const head = `POST /api/auth/token/ HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  let answers = 0;
  for (let count = 0; count < 40; count++) {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    sockets.push(socket);
    socket.once("data", () => {
      answers += 1;
    });
    socket.write(head + body.slice(0, -1));
  }
  await untilParsed(40 * (head.length + body.length - 1));
  // By this clock every turn of the event loop has been long.
  let now = performance.now();
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (now += 20));
  let turn = 0;
  const countTurns = () => {
    turn += 1;
    counting = setImmediate(countTurns);
  };
  let counting = setImmediate(countTurns);
  const turnsOfParses: number[] = [];
  const { parse } = JSON;
  const parsing = vi.spyOn(JSON, "parse").mockImplementation((text, reviver) => {
    if (text === body) turnsOfParses.push(turn);
    return parse(text, reviver);
  });
  for (const socket of sockets) socket.write("}");
  await vi.waitUntil(() => answers === 40, { timeout: 20_000 });
  clearImmediate(counting);
  parsing.mockRestore();
  clock.mockRestore();
  expect(turnsOfParses).toHaveLength(40);
  expect(new Set(turnsOfParses).size).toBe(40);
});

test("a connection is closed if the bodies of several requests are in one-byte chunks", async () => {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  sockets.push(socket);
  let answered = 0;
  socket.on("data", (answer) => {
    if (String(answer).startsWith("HTTP/1.1 400 ")) answered += 1;
  });
  const head = "host: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
  const request = `POST /api/auth/token/ HTTP/1.1\r\n${head}${endlessChunks(1_025, 1)}2\r\n{}\r\n0\r\n\r\n`;
  for (let count = 1; count <= 3; count++) {
    socket.write(request);
    await vi.waitUntil(() => answered === count);
  }
  socket.write(request);
  await vi.waitUntil(() => socket.closed, { timeout: 10_000 });
  expect(answered).toBe(3);
});

test.each([
  ["in two pieces", ["{", "}"], "validation_failed"],
  ["that is not JSON", ["{", "{"], "invalid_json"],
  ["of more than 100 kB", Array(11).fill(" ".repeat(10_000)), "payload_too_large"],
])("a chunked body %s gets its response", async (_, pieces: string[], code) => {
  const body = pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join("");
  const head = "content-type: application/json\r\ntransfer-encoding: chunked\r\nconnection: close\r\n";
  const answer = await sendRaw(
    host.app,
    `POST /api/auth/token/ HTTP/1.1\r\nhost: localhost\r\n${head}\r\n${body}0\r\n\r\n`,
  );
  expect(JSON.parse(answer.body).code).toBe(code);
});

test("a body with a too large Content-Length is refused before it is received", async () => {
  const answer = await sendRaw(
    host.app,
    "POST /api/auth/token/ HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100001\r\n\r\n",
  );
  expect(answer.status).toBe(413);
});

test("a client that disconnects during a body is not logged as an error", async () => {
  const socket = connect(port, "127.0.0.1");
  const arrived = new Promise((resolve) => host.app.server.once("request", resolve));
  socket.write(
    "POST /api/auth/token/ HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{",
  );
  await arrived;
  socket.destroy();
  await vi.waitUntil(() => accepted.every(({ closed }) => closed), { timeout: 10_000 });
  expectProblem(await host.send("GET", "/api/habits/"), 401, "not_authenticated");
  expect(host.readLogs()).not.toMatch(/"level":"error"/);
});

const listOf = (count: number, item: (index: number) => string) =>
  `[${Array.from({ length: count }, (_, n) => item(n))}]`;

test.each([
  ["nested lists", "[".repeat(49_900) + "]".repeat(49_900)],
  ["nested objects with numbers as names", `${'{"999":'.repeat(12_450)}1${"}".repeat(12_450)}`],
  ["empty lists", listOf(33_000, () => "[]")],
  ["lists of one number", listOf(24_000, () => "[1]")],
  ["empty objects", listOf(33_000, () => "{}")],
  ["objects with one member", listOf(12_000, () => '{"a":1}')],
  ["objects with different names", listOf(9_000, (n) => `{"${n.toString(36)}":1}`)],
  ["many short texts", listOf(16_000, (n) => `"${n.toString(36)}"`)],
  ["one object with many members", `{${Array.from({ length: 12_000 }, (_, n) => `"${n.toString(36)}":1`)}}`],
  ["one long text", JSON.stringify(`${"a".repeat(99_000)}я`)],
])("%s take no more memory than estimated for their body", (_, text) => {
  const body = Buffer.from(text);
  expect(body.length).toBeLessThanOrEqual(100_000);
  const before = takenBytes();
  const parsed = Array.from({ length: 20 }, () => {
    const bodyText = body.toString();
    return [bodyText, JSON.parse(bodyText)];
  });
  expect((takenBytes() - before) / parsed.length).toBeLessThan(estimateParsedBytes(body));
});
