import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlace, password } from "../e2e/product.ts";
import { fillToLimits } from "./fill-to-limits.ts";
import { type Person, type Product, withDatabase } from "./load.ts";
import { bigPicture, importFiles, loopArchive } from "./testing-large-files.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const { nodeFlags } = JSON.parse(readFileSync(`${root}/apps/server/runtime.json`, "utf8"));

const place = createPlace();
const probeFile = join(place.directory, "busy");
let product: Product;
let owner: Person;
let other: Person;
let loggedHabitId: number;

/** After this pause the process has finished the work before. */
const pauseMs = 500;
/** The limits for one piece of work: how long it may block the event loop, and how much memory it may add. */
const busyMsMax = 100;
const memoryMbMax = 250;
/** How long the test watches a client that does not read. */
const stoppedMs = 3_000;

/** The effect of one kind of work on the process and on another user. */
interface Row {
  work: string;
  seconds: number;
  /** The longest wait of another user for `GET /api/habits/`. */
  waitMs: number;
  /** The longest processor time of one turn of the event loop. */
  busyMs: number;
  /** The highest growth of the process' resident memory. */
  memoryMb: number;
  note: string;
}
const rows: Row[] = [];

beforeAll(async () => {
  const command = [
    process.execPath,
    ...nodeFlags,
    "--import",
    probe(probeFile),
    fileURLToPath(new URL("../dist/main.js", import.meta.url)),
  ];
  product = await place.start({}, command);
  owner = await product.createPerson();
  other = await product.createPerson();
  ({ loggedHabitId } = await withDatabase(place, (sql) => fillToLimits(sql, owner.username)));
}, 600_000);

afterAll(async () => {
  const table = rows.map(({ work, seconds, waitMs, busyMs, memoryMb, note }) =>
    [work, `${seconds.toFixed(1)} s`, `${waitMs} ms`, `${busyMs} ms`, `${memoryMb} MB`, note].join(" | "),
  );
  console.log(
    `\nwork | took | longest wait of another user | event loop at once | memory above idle |\n${table.join("\n")}\n`,
  );
  await place.remove();
});

const residentMb = () =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${product.child.pid}/status`, "utf8"))?.[1]) / 1000;

/**
 * A module that Node loads before the server. It measures the most processor time of the main thread between two ticks
 * of a timer, which other programs on the machine do not increase, unlike a delay.
 */
const probe = (file: string) =>
  `data:text/javascript,${encodeURIComponent(`
  import { writeFileSync } from "node:fs";
  let most = 0;
  let last = process.threadCpuUsage();
  setInterval(() => {
    const now = process.threadCpuUsage();
    most = Math.max(most, now.user + now.system - last.user - last.system);
    last = now;
  }, 1).unref();
  process.on("SIGUSR2", () => {
    writeFileSync(${JSON.stringify(file)}, most / 1000 + " ms");
    most = 0;
  });
`)}`;

/** The longest processor time of one turn of the event loop since the last call, in milliseconds. */
async function busyMs(): Promise<number> {
  rmSync(probeFile, { force: true });
  product.child.kill("SIGUSR2");
  let text = "";
  while (!text.endsWith("ms")) {
    await sleep(5);
    text = existsSync(probeFile) ? readFileSync(probeFile, "utf8") : "";
  }
  return Math.round(Number.parseFloat(text));
}

/** Renews the access token. It expires after ten minutes, and the test runs longer. */
async function renewToken(person: Person): Promise<void> {
  const answer = await product.call("POST", "/api/auth/token/", { body: { username: person.username, password } });
  expect(answer.status).toBe(200);
  person.token = answer.json.access;
}

/** Runs a piece of work while another user sends calls without a pause. */
async function measure(work: string, run: () => Promise<string>): Promise<Row> {
  await renewToken(owner);
  await renewToken(other);
  await sleep(pauseMs);
  const before = residentMb();
  await busyMs();
  let isOver = false;
  let [waitMs, highest] = [0, before];
  const watching = (async () => {
    while (!isOver) {
      highest = Math.max(highest, residentMb());
      await sleep(5);
    }
  })();
  const calling = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      const { status } = await product.call("GET", "/api/habits/", { token: other.token });
      expect(status).toBe(200);
      waitMs = Math.max(waitMs, Math.round(performance.now() - startedAt));
      await sleep(5);
    }
  })();
  const startedAt = performance.now();
  const note = await run();
  const seconds = (performance.now() - startedAt) / 1000;
  isOver = true;
  await Promise.all([watching, calling]);
  const row = { work, seconds, waitMs, busyMs: await busyMs(), memoryMb: Math.round(highest - before), note };
  rows.push(row);
  console.log(JSON.stringify(row));
  return row;
}

/** Reads a complete answer and discards its bytes. */
async function read(path: string, init: RequestInit = {}): Promise<string> {
  const answer = await fetch(product.url + path, { ...init, headers: { authorization: `Bearer ${owner.token}` } });
  let bytes = 0;
  for await (const chunk of answer.body ?? []) bytes += chunk.length;
  return `${answer.status}, ${(bytes / 1e6).toFixed(1)} MB`;
}

/** The address of a batch with this many calls of a query. */
function batchOf(name: string, calls: number): string {
  const inputs = Object.fromEntries(Array.from({ length: calls }, (_, index) => [index, { json: {} }]));
  return `/trpc/${Array(calls).fill(name).join(",")}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`;
}

/** Calls a tool as an assistant with an API key does. */
async function callTool(key: string, name: string, input: object): Promise<string> {
  const answer = await fetch(`${product.url}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      "mcp-protocol-version": "2025-06-18",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } }),
  });
  const text = await answer.text();
  expect(text).toContain("structuredContent");
  return `${answer.status}, ${(text.length / 1e6).toFixed(1)} MB`;
}

async function createKey(): Promise<string> {
  const body = { name: "Assistant", scopes: ["read"], password };
  const answer = await product.call("POST", "/api/api-keys/", { token: owner.token, body });
  expect(answer.status).toBe(201);
  return answer.json.key;
}

/** Creates a calendar of all habits and returns its path. */
async function createCalendar(): Promise<string> {
  const body = { shows: ["due", "done", "missed"] };
  const answer = await product.call("POST", "/api/calendar-links/", { token: owner.token, body });
  expect(answer.status).toBe(201);
  return new URL(answer.json.url).pathname;
}

const post = (path: string, members: Record<string, string | Blob>) => () => {
  const body = new FormData();
  for (const [name, value] of Object.entries(members)) body.set(name, value);
  return read(path, { method: "POST", body });
};

test("an account at every limit does not delay other users", async () => {
  const habits = (await product.call("GET", "/api/habits/", { token: owner.token })).json.results as { id: number }[];
  const [first, second] = habits.map(({ id }) => id);
  const year = "from=2026-01-01&to=2026-12-31";
  await measure("nothing", () => sleep(3_000, ""));
  await measure("export as JSON", () => read("/api/export/?format=json"));
  await measure("export as CSV", () => read("/api/export/?format=csv"));
  for (const path of [
    "/api/habits/",
    "/api/habits/statistics/",
    `/api/habits/analytics/?${year}`,
    "/api/habits/insights/",
    "/api/habits/review/",
    `/api/habits/${first}/statistics/`,
    `/api/habits/${first}/analysis/`,
    `/api/habits/${first}/streak/`,
    `/api/habits/${first}/trend/?${year}`,
    `/api/habits/${first}/correlation/?${year}&other_id=${second}`,
    `/api/progress/?${year}`,
    `/api/notes/`,
    `/api/vacations/`,
    `/api/auth/sessions/`,
    `/api/habits/${loggedHabitId}/log/?${year}`,
    `/api/habits/${loggedHabitId}/log/hours/?${year}`,
  ]) {
    await measure(`GET ${path.replace(/\/\d+\//, "/{id}/")}`, () => read(path));
  }
  const key = await createKey();
  for (const [name, input] of [
    ["list_day", {}],
    ["list_day", { day: "2001-01-01" }],
    ["get_month", { habit: String(first), month: "2001-01" }],
    ["list_habits", { limit: 1, offset: 10_000 }],
  ] as const) {
    await measure(`${name} ${JSON.stringify(input)}`, () => callTool(key, name, input));
  }
  await measure("three times list_day at once", async () => {
    const answers = await Promise.all(Array.from({ length: 3 }, () => callTool(key, "list_day", {})));
    return answers.join("; ");
  });
  const calendar = await createCalendar();
  await measure("calendar at its address", () => read(calendar));
  await measure("note.list", () => read(`/trpc/note.list?input=${encodeURIComponent('{"json":{}}')}`));
  await measure("batch of seven note.list", () => read(batchOf("note.list", 7)));
  await measure("three times GET /api/notes/ at once", async () => {
    const answers = await Promise.all(Array.from({ length: 3 }, () => read("/api/notes/")));
    return answers.join("; ");
  });
  await measure("four times GET /api/habits/statistics/ at once", async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => read("/api/habits/statistics/")));
    return answers.join("; ");
  });
  await measure("export that the client does not read", async () => {
    const headers = { authorization: `Bearer ${owner.token}` };
    const stopped = await fetch(`${product.url}/api/export/`, { headers });
    await sleep(stoppedMs);
    await stopped.body?.cancel();
    return `${stopped.status}`;
  });
  await measure(
    "picture of 50 megapixels",
    post("/api/admin/images/", { file: new Blob([bigPicture()]), alt: "Grey" }),
  );
  for (const [name, content] of Object.entries(importFiles())) {
    const file = new Blob([content as Uint8Array<ArrayBuffer>]);
    await measure(`import of ${name}`, post("/api/import/", { file, format: "daymark", dry_run: "true" }));
  }
  const archive = new Blob([loopArchive() as Uint8Array<ArrayBuffer>]);
  await measure(
    "import of 24 MB of days from Loop, packed",
    post("/api/import/", { file: archive, format: "loop", dry_run: "true" }),
  );
  // The test checks only processor time and memory, because other programs on the machine lengthen waits.
  for (const { work, busyMs, memoryMb } of rows) {
    expect(busyMs, work).toBeLessThan(busyMsMax);
    expect(memoryMb, work).toBeLessThan(memoryMbMax);
  }
});
