import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestHost, expectProblem } from "../testing.ts";

let host: Awaited<ReturnType<typeof createTestHost>>;
beforeEach(async () => {
  host = await createTestHost({ shedsLoad: true });
});
afterEach(() => host.drop());

/** Blocks the event loop for longer than one sample. */
async function holdEventLoop() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500);
  await new Promise(setImmediate);
}

test("an overloaded process answers calls with 503, stays healthy, and recovers", async () => {
  const { send } = host;
  const { token } = await host.createUser();
  let rest = await send("GET", "/api/notes/", { token });
  for (let turn = 0; turn < 5 && rest.status === 200; turn++) {
    await holdEventLoop();
    rest = await send("GET", "/api/notes/", { token });
  }
  expectProblem(rest, 503, "unavailable");
  expect(rest.headers).toMatchObject({ "retry-after": "2", "cache-control": "no-store" });
  const trpc = await send("GET", `/trpc/note.list?input=${encodeURIComponent(JSON.stringify({ json: {} }))}`, {
    token,
  });
  expect(trpc).toMatchObject({ status: 503, headers: { "retry-after": "2" } });
  expect(trpc.json.error.json.data).toEqual({ code: "unavailable", status: 503, retry_after: 2 });
  for (const path of ["/healthz", "/readyz"]) expect((await send("GET", path)).status).toBe(200);
  await expect
    .poll(async () => (await send("GET", "/api/notes/", { token })).status, { timeout: 30_000, interval: 100 })
    .toBe(200);
});

test("a start that blocked the event loop does not cause refusals afterwards", async () => {
  const { token } = await host.createUser();
  for (let turn = 0; turn < 5 && (await host.send("GET", "/api/notes/", { token })).status === 200; turn++) {
    await holdEventLoop();
  }
  expectProblem(await host.send("GET", "/api/notes/", { token }), 503, "unavailable");
  const url = await host.app.listen({ port: 0, host: "127.0.0.1" });
  for (let turn = 0; turn < 20; turn++) {
    const answer = await fetch(`${url}/api/notes/`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(200);
  }
});
