import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createPlace, isAlive, type Place, password, preparePlaces } from "./product.ts";

const createPreparedPlace = preparePlaces();
let place: Place;
beforeEach(() => {
  place = createPreparedPlace();
});
afterEach(() => place.remove());

test("the server starts in an empty environment, stops on SIGTERM, and has all data at the next start", async () => {
  await place.remove();
  place = createPlace();
  const first = await place.start();
  expect(await first.call("GET", "/readyz")).toMatchObject({ status: 200, json: { status: "ready" } });
  expect((await first.call("GET", "/")).status).toBe(200);
  const { token, habitId } = await first.createPerson();
  const path = `/api/habits/${habitId}/progress/2026-03-01/`;
  const { json: entry } = await first.call("PUT", path, { token, body: { value: 5, note: "Їжак" } });
  const database = place.databasePid();
  expect(await first.stop()).toMatchObject({ code: 0, errors: "" });
  expect(isAlive(database)).toBe(false);

  const second = await place.start();
  const { json } = await second.call("GET", "/api/progress/?from=2026-03-01&to=2026-03-01", { token });
  expect(json).toEqual({ results: [entry] });
  await second.stop("SIGINT");
  expect(place.read("logs/database/*.log")).not.toContain("not properly shut down");
});

test("on SIGTERM under load readiness fails first, no request fails, and the server exits with 0 within 10 s", async () => {
  const product = await place.start();
  const person = await product.createPerson();
  let isStopping = false;
  let served = 0;
  let servedWhileStopping = 0;
  let sawNotReady = false;
  const failures: unknown[] = [];

  /** Sends requests until the server accepts no more connections. */
  async function load(client: number): Promise<void> {
    for (let index = 0; ; index++) {
      const day = `2026-03-${String(1 + (index % 28)).padStart(2, "0")}`;
      try {
        const answer = await product.call("PUT", `/api/habits/${person.habitId}/progress/${day}/`, {
          token: person.token,
          body: { value: 1 + ((client * 997 + index) % 10_000) },
        });
        if (answer.status !== 200) failures.push(answer);
        served += 1;
        if (isStopping) servedWhileStopping += 1;
      } catch (error) {
        if (!isRefused(error)) failures.push(error);
        return;
      }
    }
  }
  async function watchReadiness(): Promise<void> {
    try {
      for (;;) {
        const { status, json } = await product.call("GET", "/readyz");
        if (status === 503 && json.code === "unavailable") sawNotReady = true;
        await sleep(20);
      }
    } catch (error) {
      if (!isRefused(error)) failures.push(error);
    }
  }
  const clients = [...Array.from({ length: 16 }, (_, index) => load(index)), watchReadiness()];
  while (served < 200) await sleep(10);
  isStopping = true;
  const begun = performance.now();
  const end = await product.stop();
  const took = performance.now() - begun;
  await Promise.all(clients);
  expect(failures).toEqual([]);
  expect(end).toMatchObject({ code: 0, errors: "" });
  expect(sawNotReady).toBe(true);
  expect(servedWhileStopping).toBeGreaterThan(0);
  expect(took).toBeLessThan(10_000);
});

test("further signals during the stop change nothing", async () => {
  const product = await place.start();
  const { token } = await product.createPerson();
  product.child.kill("SIGTERM");
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP", "SIGTERM"] as const) {
    await sleep(50);
    product.child.kill(signal);
  }
  expect(await product.ended).toMatchObject({ code: 0, errors: "" });
  const again = await place.start();
  expect((await again.call("GET", "/api/profile/", { token })).status).toBe(200);
  await again.stop();
  expect(place.read("logs/database/*.log")).not.toContain("not properly shut down");
});

test("if a server is stopped while it starts, no process keeps running", async () => {
  const { child, ended } = place.launch();
  while (Number.isNaN(place.databasePid())) await sleep(5);
  child.kill("SIGTERM");
  expect(await ended).toMatchObject({ code: 0, errors: "" });
  expect(place.databasePid()).toBeNaN();
  await (await place.start()).stop();
});

test("npm start restarts a killed server, and SIGTERM to the server alone ends all its processes", async () => {
  const product = await place.start({ PATH: process.env.PATH ?? "" }, ["npm", "start"]);
  const database = place.databasePid();
  process.kill(place.serverPid(), "SIGKILL");
  const isReady = () =>
    product.call("GET", "/readyz").then(
      ({ status }) => status === 200,
      () => false,
    );
  await expect.poll(isReady, { timeout: 30_000 }).toBe(true);
  expect(place.databasePid()).toBe(database);
  const { code, signal } = await product.stop();
  // npm ends with the exit code or the signal of its child.
  expect([0, 143, "SIGTERM"]).toContain(code ?? signal);
  expect(isAlive(database)).toBe(false);
  await expect(fetch(product.url)).rejects.toThrow();
});

describe("a start that cannot succeed exits with 1 and one message", () => {
  test.each([
    [{ PORT: "many" }, /^PORT must be a whole number from 0 to 65535\.$/],
    [{ LOG_LEVEL: "loud" }, /^LOG_LEVEL must be one of .+\.$/],
    [{ DATABASE_URL: "postgres://localhost:1/x" }, /^SECRET_KEY must be set .+\.$/],
    [
      { DATABASE_URL: "postgres://anna:hunter2222@127.0.0.1:1/x", SECRET_KEY: "0123456789abcdef" },
      /^DATABASE_URL names a database that cannot be reached \(ECONNREFUSED\)(?!.*hunter).+$/,
    ],
    [{ DATABASE_DIRECT_URL: "postgres://localhost:1/x" }, /^DATABASE_URL is missing: DATABASE_DIRECT_URL .+\.$/],
    [{ HOST: "203.0.113.1" }, /^HOST 203\.0\.113\.1 is not an address of this machine.+\.$/],
    [
      { ADMIN_USERNAME: "boss", ADMIN_EMAIL: "boss@example.com", ADMIN_PASSWORD: "Passw0rd!" },
      /^ADMIN_PASSWORD is refused.+\.$/,
    ],
  ])("%j", async (variables, sentence) => {
    const { code, output, errors } = await place.launch(variables).ended;
    expect(errors.trimEnd()).toMatch(sentence);
    expect(errors.trimEnd()).not.toContain("\n");
    expect({ code, output }).toEqual({ code: 1, output: "" });
    expect(place.databasePid()).toBeNaN();
  });

  test("if the port is busy", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const { code, errors } = await place.launch({ PORT: String(port) }).ended;
    other.close();
    expect(code).toBe(1);
    expect(errors).toBe(`PORT ${port} on 127.0.0.1 is in use: stop what uses it, or set PORT to another one.\n`);
  });

  test("if the data directory is in use, and the other server keeps running", async () => {
    const first = await place.start();
    const { code, errors } = await place.launch().ended;
    expect(code).toBe(1);
    expect(errors).toMatch(/^The data directory \S+ is in use by another running Daymark: [^\n]+\.\n$/);
    expect((await first.call("GET", "/readyz")).status).toBe(200);
    await first.stop();
  });

  test("if the data directory is a file", async () => {
    const file = join(place.directory, "file");
    writeFileSync(file, "");
    const { code, errors } = await place.launch({ DATA_DIR: file }).ended;
    expect(code).toBe(1);
    expect(errors).toMatch(/^[^\n]*DATA_DIR[^\n]*\n$/);
  });
});

test("the operator's admin is created and verified, and keeps a password that was changed later", async () => {
  const admin = { ADMIN_USERNAME: "boss", ADMIN_EMAIL: "boss@example.com", ADMIN_PASSWORD: "Quiet-River-88" };
  for (const ADMIN_PASSWORD of [admin.ADMIN_PASSWORD, "Another-River-99"]) {
    const product = await place.start({ ...admin, ADMIN_PASSWORD });
    const login = { username: "BOSS@example.com", password: admin.ADMIN_PASSWORD };
    const { json: tokens } = await product.call("POST", "/api/auth/token/", { body: login });
    const { json: profile } = await product.call("GET", "/api/profile/", { token: tokens.access });
    expect(profile).toMatchObject({ username: "boss", is_staff: true, email_verified: true });
    await product.stop();
  }
});

test("no log contains a password, a token or the link of a mail", async () => {
  const product = await place.start();
  const { token, refresh, username, email } = await product.createPerson();
  while (place.read("mail/*.eml") === "") await sleep(20);
  const link = /\/verify-email\?token=(\S+)/.exec(place.read("mail/*.eml").replaceAll("=\r\n", ""))?.[1] as string;
  expect(link.length).toBeGreaterThan(20);
  const body = { username, password: "Wrong-Horse-8" };
  expect((await product.call("POST", "/api/auth/token/", { body })).status).toBe(401);
  await product.call("GET", `/api/${password}/?x=${token}`, { token });
  await product.call("GET", `/verify-email?token=${link}`);
  await product.call("GET", `/trpc/auth.profile?input=${encodeURIComponent(JSON.stringify({ json: { refresh } }))}`);
  await product.call("PATCH", `/api/verify-email/${link}x/`);
  expect((await product.call("PATCH", `/api/verify-email/${link}/`)).status).toBe(200);
  expect((await product.call("POST", "/api/auth/token/blacklist/", { body: { refresh } })).status).toBe(200);
  const { output, errors } = await product.stop();
  const secret = readFileSync(join(place.directory, "secret-key"), "utf8").trim();
  const logged = place.read("logs/**/*.log") + output + errors;
  expect(logged).toContain("/api/verify-email/:token/");
  for (const word of [password, "Wrong-Horse-8", token, refresh, link, secret, email]) {
    expect(logged).not.toContain(word);
  }
});

function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED";
}
