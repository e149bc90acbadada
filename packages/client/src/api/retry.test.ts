import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createClient } from "./client.ts";

type Answer = (response: ServerResponse) => void;

let close: (() => void) | undefined;
afterEach(() => close?.());

/** A server that gives these answers in turn, and a client with the pauses that it took. */
async function serve(...answers: Answer[]) {
  const received: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    request.resume();
    received.push(request);
    answers[received.length - 1]?.(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  close = () => {
    server.close();
    server.closeAllConnections();
  };
  const pauses: number[] = [];
  const wait = async (seconds: number) => void pauses.push(seconds);
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { client: createClient({ server: address, token: "dmk_x", wait }), received, pauses };
}

const answer = (status: number, body: object, headers: Record<string, string> = {}): Answer => {
  return (response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
};
const lose: Answer = (response) => response.destroy();
const busy = answer(503, { code: "unavailable", detail: "Try again." }, { "retry-after": "7" });
const list = answer(200, { results: [], next: null });

test("a read is repeated after a lost answer and after 503, not before Retry-After", async () => {
  const { client, received, pauses } = await serve(lose, busy, list);
  expect(await client.get("/api/habits/")).toEqual({ results: [], next: null });
  expect(received).toHaveLength(3);
  expect(pauses[0]).toBeLessThan(2);
  expect(pauses[1]).toBe(7);
});

test("a creation is repeated with the same Idempotency-Key and body", async () => {
  const { client, received } = await serve(lose, answer(201, { id: 1 }));
  const body = { text: "Kept once" } as never;
  expect(await client.post("/api/notes/", { body })).toEqual({ id: 1 });
  const keys = received.map(({ headers }) => headers["idempotency-key"]);
  expect(keys).toEqual([expect.stringMatching(/^[\w-]{36}$/), keys[0]]);
});

test("a change that the server cannot recognize is not repeated, unless it was refused with 429", async () => {
  const path = "/api/habits/{id}/progress/{day}/increment/";
  const given = { params: { path: { id: 7, day: "today" } }, body: { by: 1 } };
  const lost = await serve(lose, answer(200, {}));
  await expect(lost.client.post(path, given)).rejects.toThrow("fetch failed");
  expect(lost.received).toHaveLength(1);
  close?.();
  const limited = await serve(answer(429, { code: "too_many_requests", detail: "Wait." }), answer(200, { value: 1 }));
  expect(await limited.client.post(path, given)).toEqual({ value: 1 });
  expect(limited.received[0]?.headers).not.toHaveProperty("idempotency-key");
});

test("a server that stays busy is called four times, and one that asks for an hour is called once", async () => {
  const stubborn = await serve(busy, busy, busy, busy, list);
  const refusal = { name: "DaymarkError", code: "unavailable", status: 503, retryAfterSeconds: 7 };
  await expect(stubborn.client.get("/api/habits/")).rejects.toMatchObject(refusal);
  expect(stubborn.received).toHaveLength(4);
  close?.();
  const limited = await serve(answer(429, { code: "too_many_requests", detail: "Wait." }, { "retry-after": "3600" }));
  await expect(limited.client.get("/api/habits/")).rejects.toMatchObject({ retryAfterSeconds: 3600 });
  expect(limited.pauses).toEqual([]);
});

test("an answer that is not Daymark's is an error with its status", async () => {
  const { client } = await serve((response) => response.writeHead(404).end("<h1>Not here</h1>"));
  await expect(client.get("/api/habits/")).rejects.toMatchObject({ status: 404, code: "not_daymark" });
});
