import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createDatabase } from "@daymark/db/connection/client";
import { reachEmbedded } from "@daymark/db/embedded/embedded-url";
import { findFreePort } from "@daymark/db/free-port";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createPlace, entry, isAlive, type Place, preparePlaces, supervised } from "./product.ts";

const createPreparedPlace = preparePlaces();
let place: Place;
beforeEach(() => {
  place = createPreparedPlace();
});
afterEach(() => place.remove());

type Product = Awaited<ReturnType<typeof place.start>>;

/** Kills only the server. @returns its process id */
function killServer(): number {
  const pid = place.serverPid();
  process.kill(pid, "SIGKILL");
  return pid;
}

async function untilAnotherServer(killed: number): Promise<void> {
  for (let pid = place.serverPid(); Number.isNaN(pid) || pid === killed; pid = place.serverPid()) await sleep(10);
}

async function untilReady(product: Product): Promise<void> {
  const status = () =>
    product.call("GET", "/readyz").then(
      (answer) => answer.status,
      () => 0,
    );
  while ((await status()) !== 200) await sleep(10);
}

test("the supervisor restarts a server killed with -9 at the same address and database, with every acknowledged write", async () => {
  const product = await place.start({}, supervised);
  const { token } = await product.createPerson();
  const database = place.databasePid();
  const acknowledged = new Set<string>();
  let isOver = false;
  const writer = (async () => {
    for (let index = 0; !isOver; index++) {
      const text = `note ${index}`;
      const options = { token, body: { text }, headers: { "idempotency-key": text } };
      // Like a client, the writer repeats the call until the server acknowledges it.
      while ((await product.call("POST", "/api/notes/", options).catch(() => null))?.status !== 201) await sleep(10);
      acknowledged.add(text);
    }
  })();
  for (let kill = 0; kill < 3; kill++) {
    const wanted = acknowledged.size + 20;
    while (acknowledged.size < wanted) await sleep(5);
    await untilAnotherServer(killServer());
    await untilReady(product);
    expect(place.databasePid()).toBe(database);
  }
  isOver = true;
  await writer;
  const { json: notes } = await product.call("GET", "/api/notes/", { token });
  const texts = notes.results.map((note: { text: string }) => note.text);
  expect(texts.sort()).toEqual([...acknowledged].sort());
  const end = await product.stop();
  expect(end).toMatchObject({ code: 0, output: expect.stringMatching(/Daymark has stopped\.\n$/) });
  const told = "The server has died (SIGKILL) and is restarting.\n";
  expect(end.errors).toBe(told.repeat(3));
  expect(isAlive(database)).toBe(false);
  expect(place.read("logs/database/*.log")).not.toContain("not properly shut down");
});

test("the supervisor restarts server and database if both are killed", async () => {
  const product = await place.start({}, supervised);
  const { token } = await product.createPerson();
  const database = place.databasePid();
  process.kill(database, "SIGKILL");
  await untilAnotherServer(killServer());
  await untilReady(product);
  expect(place.databasePid()).not.toBe(database);
  expect((await product.call("GET", "/api/profile/", { token })).status).toBe(200);
  expect(await product.stop()).toMatchObject({ code: 0 });
});

test("after five deaths within a minute the supervisor stops the database and exits with 1 and one message", async () => {
  const product = await place.start({}, supervised);
  const database = place.databasePid();
  for (let death = 1; death <= 5; death++) {
    const killed = killServer();
    if (death < 5) await untilAnotherServer(killed);
  }
  const { code, errors } = await product.ended;
  expect(code).toBe(1);
  expect(errors.trimEnd().split("\n")).toEqual([
    ...Array(4).fill("The server has died (SIGKILL) and is restarting."),
    expect.stringMatching(/^The server has died 5 times within a minute and will not be restarted: .+\.$/),
  ]);
  expect(isAlive(database)).toBe(false);
  expect(place.serverPid()).toBeNaN();
});

test.each(["runs", "hangs"])(
  "after kill -9 of a supervisor whose server %s, the next start recovers on the same port",
  async (state) => {
    const settings = { PORT: String(await findFreePort()) };
    const first = await place.start(settings, supervised);
    const { token } = await first.createPerson();
    const [orphan, database] = [place.serverPid(), place.databasePid()];
    if (state === "hangs") process.kill(orphan, "SIGSTOP");
    first.child.kill("SIGKILL");
    const second = await place.start(settings, supervised);
    expect(isAlive(orphan)).toBe(false);
    expect(isAlive(database)).toBe(false);
    expect(second.url).toBe(first.url);
    expect((await second.call("GET", "/api/profile/", { token })).status).toBe(200);
    expect(await second.stop()).toMatchObject({ code: 0, errors: "" });
  },
);

test("a server whose supervisor was killed stops by itself", async () => {
  const product = await place.start({}, supervised);
  const orphan = place.serverPid();
  product.child.kill("SIGKILL");
  while (isAlive(orphan)) await sleep(10);
  await expect(fetch(product.url)).rejects.toThrow();
});

test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
  "%s, even repeated, stops the server and then the database, and exits with 0 within 10 s",
  async (signal) => {
    const product = await place.start({}, supervised);
    const { token } = await product.createPerson();
    const database = place.databasePid();
    const begun = performance.now();
    product.child.kill(signal);
    for (const more of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
      await sleep(20);
      product.child.kill(more);
    }
    const { code, output, errors } = await product.ended;
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(output).toMatch(/^Daymark has no admin yet\. .+\nDaymark is ready on \S+\nDaymark has stopped\.\n$/);
    expect(isAlive(database)).toBe(false);
    const again = await place.start();
    expect((await again.call("GET", "/api/profile/", { token })).status).toBe(200);
    await again.stop();
    expect(place.read("logs/database/*.log")).not.toContain("not properly shut down");
  },
);

test("if a supervisor is stopped while it starts, no process keeps running", async () => {
  const { child, ended } = place.launch({}, supervised);
  while (Number.isNaN(place.databasePid())) await sleep(5);
  child.kill("SIGTERM");
  expect(await ended).toMatchObject({ code: 0, output: "", errors: "" });
  expect(place.databasePid()).toBeNaN();
  expect(place.serverPid()).toBeNaN();
});

test("SIGTERM to the server alone also stops the supervisor and the database", async () => {
  const product = await place.start({}, supervised);
  const database = place.databasePid();
  process.kill(place.serverPid(), "SIGTERM");
  expect(await product.ended).toMatchObject({ code: 0, errors: "" });
  expect(isAlive(database)).toBe(false);
});

describe("the supervisor exits with 1 and one message after a start that cannot succeed", () => {
  test("if a variable is invalid", async () => {
    const { code, output, errors } = await place.launch({ LOG_LEVEL: "loud" }, supervised).ended;
    expect(errors).toMatch(/^LOG_LEVEL must be one of [^\n]+\.\n$/);
    expect({ code, output }).toEqual({ code: 1, output: "" });
  });

  test("if the port is busy, before it creates a database", async () => {
    await place.remove();
    place = createPlace();
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const { code, errors } = await place.launch({ PORT: String(port) }, supervised).ended;
    other.close();
    expect(errors).toBe(`PORT ${port} on 127.0.0.1 is in use: stop what uses it, or set PORT to another one.\n`);
    expect(code).toBe(1);
    expect(place.read("postgres/PG_VERSION")).toBe("");
  });

  test.each([
    ["supervised", supervised],
    ["not supervised", [process.execPath, entry]],
  ])("for a data directory used by a server that is %s, which keeps running", async (_, command) => {
    const first = await place.start({}, command);
    const { code, errors } = await place.launch({}, supervised).ended;
    expect(errors).toMatch(/^The data directory \S+ is in use by another running Daymark: [^\n]+\.\n$/);
    expect(code).toBe(1);
    expect((await first.call("GET", "/readyz")).status).toBe(200);
    await first.stop();
  });
});

test.each([
  ["supervised", supervised],
  ["not supervised", [process.execPath, entry]],
])("a server that is %s connects with the role that can only read and write rows", async (_, command) => {
  const product = await place.start({}, command);
  await product.createPerson();
  const { superuserUrl } = await reachEmbedded(place.directory);
  const { sql } = createDatabase(superuserUrl, { max: 1 });
  const rows = await sql`
    select distinct usename from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;
  await sql.end();
  expect(rows).toEqual([{ usename: "daymark_server" }]);
  await product.stop();
});
