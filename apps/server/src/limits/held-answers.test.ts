import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { createTestHost } from "../testing.ts";
import { createMemoryBudget } from "./memory-budget.ts";

const mebibyte = 2 ** 20;
/** Four lists of notes. */
const budgetBytes = 18 * mebibyte;
const connectionBudgets = { requests: createMemoryBudget(mebibyte), answers: createMemoryBudget(budgetBytes) };
const { answers } = connectionBudgets;
const host = await createTestHost({ connectionBudgets, max: 20, trustedProxies: ["127.0.0.1"] });
const { sql } = host.database;
await host.app.listen({ host: "127.0.0.1", port: 0 });
const { port } = host.app.server.address() as AddressInfo;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await vi.waitUntil(() => answers.heldBytes() === 0);
});
afterAll(host.drop);

/** 2,000 characters, 4 kB. */
const text = "Їжак".repeat(500);

async function createWriter(notes = 950): Promise<string> {
  const user = await host.createUser();
  await sql`insert into notes (user_id, text) select ${user.id}, ${text} from generate_series(1, ${notes})`;
  return user.token;
}

function send(path: string, token: string, address = "203.0.113.1"): Socket {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  const head = `host: x\r\nx-forwarded-for: ${address}\r\nauthorization: Bearer ${token}\r\nconnection: close`;
  socket.write(`GET ${path} HTTP/1.1\r\n${head}\r\n\r\n`);
  sockets.push(socket);
  return socket;
}

const inputs = encodeURIComponent(JSON.stringify({ 0: { json: {} }, 1: { json: {} } }));
const batch = `/trpc/note.list,reminder.list?batch=1&input=${inputs}`;

test("responses of incomplete batches stay within the memory budget, and another network keeps its own", async () => {
  const tokens = await Promise.all(Array.from({ length: 8 }, () => createWriter()));
  const [other = ""] = tokens;
  const reads: Promise<string>[] = [];
  await sql.begin(async (holder) => {
    await holder`lock table reminders in access exclusive mode`;
    reads.push(readAll(send(batch, other, "198.51.100.1")));
    await vi.waitUntil(() => answers.heldBytes() > 3_500_000, { timeout: 20_000 });
    for (const token of tokens) {
      const before = await countWaiting();
      reads.push(readAll(send(batch, token)));
      await vi.waitUntil(async () => (await countWaiting()) > before, { timeout: 20_000 });
      expect(answers.heldBytes()).toBeLessThanOrEqual(budgetBytes);
    }
    await vi.waitUntil(() => sockets.filter(({ closed }) => closed).length >= 5, { timeout: 20_000 });
    expect(answers.heldBytes()).toBeGreaterThan(15_000_000);
    expect(sockets[0]?.closed).toBe(false);
  });
  // The server holds the text of an answer in addition to the answer itself, so other answers lose their place.
  const [others = "", ...own] = await Promise.all(reads);
  const complete = own.filter((answer) => answer.startsWith("HTTP/1.1 200 "));
  expect(complete.length).toBeGreaterThanOrEqual(1);
  expect(complete.length).toBeLessThanOrEqual(3);
  expect(others).toMatch(/^HTTP\/1\.1 200 /);
  // The server counts it only until it is sent.
  await vi.waitUntil(() => answers.heldBytes() === 0);

  async function countWaiting(): Promise<number> {
    const [row] = await sql<[{ count: number }]>`
      select count(*)::int from pg_locks where not granted and relation = 'reminders'::regclass`;
    return row.count;
  }
});

test.each([
  ["REST", "/api/notes/", (json: { results: unknown }) => json.results],
  [
    "tRPC",
    `/trpc/note.list?input=${encodeURIComponent('{"json":{}}')}`,
    (json: { result: { data: { json: { results: unknown } } } }) => json.result.data.json.results,
  ],
])(
  "a long response over %s arrives completely, and its memory counts once until it is read",
  async (_, path, rowsOf) => {
    // More than the system buffers of a connection.
    const token = await createWriter(2_000);
    const socket = send(path, token);
    await once(socket, "readable");
    // The text alone, without the objects that it was made of.
    expect(answers.heldBytes()).toBeGreaterThan(8_000_000);
    expect(answers.heldBytes()).toBeLessThan(8_600_000);
    const answer = await readAll(socket);
    const rows = rowsOf(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))) as unknown as { text: string }[];
    expect(rows.map((row) => row.text)).toEqual(Array(2_000).fill(text));
    await vi.waitUntil(() => answers.heldBytes() === 0);
  },
);

/** Reads a connection until it is closed. */
async function readAll(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(socket, "close");
  return Buffer.concat(chunks).toString();
}
