import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { createMemoryBudget } from "./memory-budget.ts";
import { estimateParsedBytes } from "./request-body.ts";
import { chunksMax } from "./short-chunks.ts";
import { createTestHost, expectProblem } from "./testing.ts";
import { endlessChunks, takenBytes } from "./testing-memory.ts";
import { sendRaw } from "./testing-raw.ts";

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

test.each([
  ["a body that is read", "POST /api/auth/token/", "application/json"],
  ["a body of a wrong type", "POST /api/auth/token/", "multipart/form-data; boundary=x"],
  ["a form that says nothing", "POST /api/unsubscribe/x/", "multipart/form-data; boundary=x"],
])("%s takes its length in memory, in short chunks as well", async (_, line, type) => {
  const head = `${line} HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`;
  const chunks = endlessChunks(3_000, 32);
  const before = takenBytes();
  for (let count = 0; count < 40; count++) {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    sockets.push(socket);
    socket.write(head + chunks);
  }
  const sent = 40 * (head.length + chunks.length);
  await vi.waitUntil(() => accepted.reduce((sum, { bytesRead }) => sum + bytesRead, 0) === sent, { timeout: 10_000 });
  expect(budget.heldBytes()).toBeGreaterThan(40 * 100_000);
  // Forty lists of their chunks took 45 MB.
  expect(takenBytes() - before).toBeLessThan(20 * 2 ** 20);
});

test.each([
  ["a body that is read", "POST /api/auth/token/", "application/json"],
  ["a body that nobody reads", "GET /api/habits/", "application/json"],
  ["a form that says nothing", "POST /api/unsubscribe/x/", "multipart/form-data; boundary=x"],
])("the connection of %s is closed when its chunks are of one byte", async (_, line, type) => {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  sockets.push(socket);
  const head = `${line} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`;
  // The first one does not count.
  socket.write(head + endlessChunks(chunksMax + 1, 1));
  await vi.waitUntil(() => accepted[0]?.bytesRead === head.length + 6 * (chunksMax + 1), { timeout: 10_000 });
  expect(accepted[0]?.destroyed).toBe(false);
  socket.write(endlessChunks(1, 1));
  await vi.waitUntil(() => accepted[0]?.destroyed, { timeout: 10_000 });
});

test("the connection is closed when the bodies of several requests are in chunks of one byte", async () => {
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
  ["that is no JSON", ["{", "{"], "invalid_json"],
  ["of more than 100 kB", Array(11).fill(" ".repeat(10_000)), "payload_too_large"],
])("a chunked body %s gets its answer", async (_, pieces: string[], code) => {
  const body = pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join("");
  const head = "content-type: application/json\r\ntransfer-encoding: chunked\r\nconnection: close\r\n";
  const answer = await sendRaw(
    host.app,
    `POST /api/auth/token/ HTTP/1.1\r\nhost: localhost\r\n${head}\r\n${body}0\r\n\r\n`,
  );
  expect(JSON.parse(answer.body).code).toBe(code);
});

test("a body that is announced too long is refused before it comes", async () => {
  const answer = await sendRaw(
    host.app,
    "POST /api/auth/token/ HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100001\r\n\r\n",
  );
  expect(answer.status).toBe(413);
});

test("who leaves in the middle of a body is no failure of ours", async () => {
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
])("%s take no more memory than the estimate of their body", (_, text) => {
  const body = Buffer.from(text);
  expect(body.length).toBeLessThanOrEqual(100_000);
  const before = takenBytes();
  const parsed = Array.from({ length: 20 }, () => {
    const bodyText = body.toString();
    return [bodyText, JSON.parse(bodyText)];
  });
  expect((takenBytes() - before) / parsed.length).toBeLessThan(estimateParsedBytes(body));
});
