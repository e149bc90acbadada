import { once } from "node:events";
import { type IncomingMessage, request as sendRequest } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { Meta } from "@daymark/api/procedure/trpc";
import { appRouter } from "@daymark/api/router";
import type { LiveChanges } from "@daymark/domain/base/live";
import { afterAll, afterEach, describe, expect, onTestFinished, test } from "vitest";
import { metaOf, proceduresOf } from "../openapi/operation.ts";
import { createTestHost } from "../testing.ts";
import { importForm } from "../testing-calls.ts";

const host = await createTestHost();
await host.app.listen({ port: 0, host: "127.0.0.1" });
/** Another node of the same installation. */
const other = await createTestHost({ beside: host });
await other.app.listen({ port: 0, host: "127.0.0.1" });
const opened: IncomingMessage[] = [];
afterEach(() => {
  for (const answer of opened.splice(0)) answer.destroy();
});
afterAll(async () => {
  await other.drop();
  await host.drop();
});

const { send } = host;

type Node = Pick<typeof host, "app">;
const soon = { interval: 20, timeout: 20_000 };

const changesPath = `/trpc/live.changes?input=${encodeURIComponent(JSON.stringify({ json: { age_ms: 0 } }))}`;

/** Opens a stream as a page does, and reads its events. */
async function openStream(node: Node, token: string | undefined, headers: Record<string, string> = {}) {
  const { port } = node.app.server.address() as AddressInfo;
  const request = sendRequest({
    port,
    path: changesPath,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
  });
  request.end();
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  opened.push(answer);
  answer.setEncoding("utf8");
  let text = "";
  let isEnded = false;
  answer.on("data", (chunk: string) => {
    text += chunk;
  });
  answer.on("close", () => {
    isEnded = true;
  });
  answer.on("error", () => {});
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: () => text,
    isEnded: () => isEnded,
    leave: () => answer.destroy(),
    /** The changes so far, without the event of a node that has just started. */
    told: (): LiveChanges[] =>
      text
        .split("\n")
        .filter((line) => line.startsWith('data: {"json"'))
        .map((line) => JSON.parse(line.slice("data: ".length)).json),
  };
}

async function openReady(node: Node, token: string, headers?: Record<string, string>) {
  const stream = await openStream(node, token, headers);
  await expect.poll(stream.text, soon).toContain("event: connected");
  // A node that has just started does not know earlier changes. It tells the client so.
  await expect.poll(() => stream.told().length, soon).toBeGreaterThanOrEqual(0);
  return stream;
}

const page = { "x-client-id": "page-of-one-person" };

describe("a stream of changes", () => {
  test("starts at once as an event stream that no proxy buffers", async () => {
    const { token } = await host.createUser();
    const { status, headers } = await openReady(host, token);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
    });
    expect(headers["content-encoding"]).toBeUndefined();
  });

  test("sends a user's changes from any instance and transport, and other users' changes never", async () => {
    const [person, stranger] = [await host.createUser(), await host.createUser()];
    const { token } = person;
    const streams = [await openReady(host, token), await openReady(other, token)];
    const foreign = await openReady(host, stranger.token);
    const { id } = await host.createHabit(token);
    await host.send("POST", "/trpc/progress.set", {
      token,
      headers: page,
      body: { json: { id, day: "2026-11-20", value: 3 } },
    });
    for (const { told } of streams) {
      await expect.poll(told, soon).toContainEqual({ topics: ["progress"], origin: page["x-client-id"] });
      expect(told()).toContainEqual({ topics: ["habit"], origin: null });
    }
    const before = foreign.told();
    await host.send("POST", "/api/notes/", { token, body: { text: "Mine" } });
    await expect.poll(() => streams[1]?.told().map(({ topics }) => topics.join()), soon).toContain("note");
    expect(foreign.told()).toEqual(before);
  });

  test("starts behind another request of its connection, without a process warning", async () => {
    const { token } = await host.createUser();
    const { port } = host.app.server.address() as AddressInfo;
    const warnings: string[] = [];
    const note = ({ message }: Error) => {
      if (message.includes("ServerResponse")) warnings.push(message);
    };
    process.on("warning", note);
    onTestFinished(() => void process.off("warning", note));
    const socket = connect(port, "127.0.0.1").setEncoding("utf8");
    onTestFinished(() => void socket.destroy());
    let text = "";
    socket.on("data", (chunk: string) => {
      text += chunk;
    });
    const head = `HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`;
    await host.database.sql.begin(async (sql) => {
      await sql`lock table notes in access exclusive mode`;
      let arrived = 0;
      const count = () => {
        arrived += 1;
      };
      host.app.server.on("request", count);
      socket.write(`GET /api/notes/ ${head}GET ${changesPath} ${head}`);
      await expect.poll(() => arrived, soon).toBe(2);
      host.app.server.off("request", count);
    });
    await expect.poll(() => text, soon).toContain("event: connected");
    expect(warnings).toEqual([]);
  });

  test("sends nothing about refused calls", async () => {
    const { token } = await host.createUser();
    const stream = await openReady(host, token);
    const before = stream.told();
    await host.send("PUT", "/api/habits/1/progress/2026-11-20/", { token, body: { value: 3 } });
    await host.send("POST", "/api/habits/", { token, body: {} });
    await host.send("POST", "/api/notes/", { token, body: { text: "Mine" } });
    await expect.poll(() => stream.told().slice(before.length), soon).toEqual([{ topics: ["note"], origin: null }]);
  });

  test("sends nothing about dry runs", async () => {
    const { token } = await host.createUser();
    const stream = await openReady(host, token);
    const before = stream.told().length;
    const form = (members: Record<string, string>) =>
      importForm({ format: "daymark", version: 1, habits: [] }, members);
    const days = { from: "2026-03-01", to: "2026-03-02" };
    const tried = await send("POST", "/api/import/", { token, form: form({ dry_run: "true" }) });
    expect(tried.json).toMatchObject({ dry_run: true });
    await send("POST", "/api/vacations/", { token, body: { ...days, dry_run: true } });
    await send("POST", "/trpc/vacation.create", { token, body: { json: { ...days, dry_run: true } } });
    await send("POST", "/api/import/", { token, form: form({}) });
    const topics = ["habit", "progress", "note", "vacation", "reminder"];
    await expect.poll(() => stream.told().slice(before), soon).toEqual([{ topics, origin: null }]);
  });

  test("sends a change with an Idempotency-Key after its commit, and nothing for its repeat", async () => {
    const { token } = await host.createUser();
    const stream = await openReady(host, token);
    const before = stream.told().length;
    const create = () =>
      host.send("POST", "/api/notes/", { token, body: { text: "Once" }, headers: { "idempotency-key": "once" } });
    expect((await create()).status).toBe(201);
    await expect.poll(() => stream.told().slice(before), soon).toEqual([{ topics: ["note"], origin: null }]);
    expect((await create()).status).toBe(201);
    await host.createHabit(token);
    await expect
      .poll(
        () =>
          stream
            .told()
            .slice(before)
            .map(({ topics }) => topics),
        soon,
      )
      .toEqual([["note"], ["habit"]]);
  });
});

describe("a stream is refused", () => {
  const refusalOf = async (token?: string) => {
    const stream = await openStream(host, token);
    await expect.poll(stream.isEnded, soon).toBe(true);
    return [stream.status, JSON.parse(stream.text()).error.json.data.code];
  };

  test("for guests, API keys and users with too many streams, with an error status like any call", async () => {
    const person = await host.createUser();
    expect(await refusalOf()).toEqual([401, "not_authenticated"]);
    expect(await refusalOf("dmk_short")).toEqual([401, "api_key_invalid"]);
    for (let count = 0; count < 20; count++) await openReady(host, person.token);
    expect(await refusalOf(person.token)).toEqual([429, "too_many_requests"]);
  });

  test("in a batch, where it would delay the other responses", async () => {
    const { token } = await host.createUser();
    const send = (names: string) => host.send("GET", `/trpc/${names}?batch=1&input=%7B%7D`, { token });
    for (const names of ["live.changes", "live.changes,note.list", "note.list,live.changes"]) {
      const answer = await send(names);
      expect([answer.status, answer.type], names).toEqual([400, "application/json; charset=utf-8"]);
    }
  });
});

describe("a stream ends", () => {
  test("at once when its session ends on any instance", async () => {
    const [here, there] = [await host.createUser(), await host.createUser()];
    const streams = [await openReady(host, here.token), await openReady(other, there.token)];
    const unconcerned = await openReady(host, (await host.createUser()).token);
    for (const { refresh } of [here, there]) {
      expect((await host.send("POST", "/api/auth/token/blacklist/", { body: { refresh } })).status).toBe(200);
    }
    for (const { isEnded } of streams) await expect.poll(isEnded, soon).toBe(true);
    expect(unconcerned.isEnded()).toBe(false);
  });

  test("when its client disconnects, and frees its place", async () => {
    const { token } = await host.createUser();
    // More than one user may have at the same time.
    for (let count = 0; count < 30; count++) {
      const stream = await openReady(host, token);
      stream.leave();
      await expect.poll(stream.isEnded, soon).toBe(true);
    }
    await expect.poll(async () => (await openStream(host, token)).status, soon).toBe(200);
  });

  test("if its client disconnects before it starts", async () => {
    const { token } = await host.createUser();
    const { port } = host.app.server.address() as AddressInfo;
    const calls: Promise<unknown>[] = [];
    // The token is new, so the server queries its session, and the query waits for this lock.
    await host.database.sql.begin(async (sql) => {
      await sql`lock table sessions in access exclusive mode`;
      for (let count = 0; count < 20; count++) {
        const socket = connect(port, "127.0.0.1").on("error", () => {});
        const arrived = once(host.app.server, "request");
        socket.write(`GET /trpc/live.changes HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`);
        const [request] = await arrived;
        calls.push(new Promise((resolve) => request.socket.once("close", resolve)));
        socket.resetAndDestroy();
      }
      await Promise.all(calls);
    });
    await expect.poll(async () => (await openStream(host, token)).status, soon).toBe(200);
  });

  test("when its instance drains, which then refuses new streams with 503", async () => {
    const node = await createTestHost({ beside: host });
    await node.app.listen({ port: 0, host: "127.0.0.1" });
    const { token } = await host.createUser();
    const stream = await openReady(node, token);
    node.drain();
    await expect.poll(stream.isEnded, soon).toBe(true);
    expect(stream.text()).toContain("event: connected");
    const late = await openStream(node, token);
    expect([late.status, late.headers["retry-after"]]).toEqual([503, "2"]);
    await node.drop();
  });
});

test("every mutation of a user declares which topics it changes, or that no page shows it", () => {
  /** About the account and its sign-in methods. The pages that show them fetch them each time they are opened. */
  const unshown =
    /^(apiKey|calendarLink|connectedApp|habitLink|health\.mapping|webhook|notificationTarget|passkey|push\.sendTest|session|oauth\.startLink|twoFactor\.(generate|backupCodes)|auth\.(stepUp|sendEmailVerification)|account\.(changePassword|delete))/;
  /** Not live: data that guests do not see yet, a user's own mails and drafts, or data that only admins see. */
  const unread =
    /^(featureRequest\.(create|follow|unfollow)|(featureRequest|(blog|featureRequest)\.comment)\.report|blog\.draft\.|image\.|moderation\.(ban|unban)|adminUser\.|invitation\.|mail\.|job\.|featureSwitch\.)/;
  const mutations = Object.entries(proceduresOf(appRouter)).filter(
    ([name, procedure]) =>
      procedure._def.type === "mutation" &&
      metaOf(procedure).guard !== "public" &&
      !unshown.test(name) &&
      !unread.test(name),
  );
  // Public data is on public pages, which fetch it again and are rendered again for guests.
  const isTold = ({ changes, invalidates }: Meta) => Boolean(changes?.length || invalidates?.length);
  const silent = mutations.filter(([, procedure]) => !isTold(metaOf(procedure))).map(([name]) => name);
  expect(silent).toEqual([]);
});
