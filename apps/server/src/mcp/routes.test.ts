import { afterAll, describe, expect, test } from "vitest";
import { createTestHost, expectProblem } from "../testing.ts";
import { insertKey } from "../testing-calls.ts";

const host = await createTestHost();
afterAll(host.drop);
const { send } = host;

const ping = { jsonrpc: "2.0", id: 1, method: "ping" };

describe("the address", () => {
  test("refuses a request without a key, with a session's token, and with a revoked key", async () => {
    const answer = await send("POST", "/mcp", { body: ping });
    expectProblem(answer, 401, "not_authenticated");
    expect(answer.headers["www-authenticate"]).toMatch(/^Bearer/);
    const { token, id } = await host.createUser();
    expectProblem(await send("POST", "/mcp", { token, body: ping }), 401, "api_key_invalid");
    const { key, id: keyId } = await insertKey(host, id, "read");
    expect((await send("POST", "/mcp", { token: key, body: ping })).status).not.toBe(401);
    await send("DELETE", `/api/api-keys/${keyId}/`, { token });
    expectProblem(await send("POST", "/mcp", { token: key, body: ping }), 401, "api_key_invalid");
  });

  test("refuses a page of another origin, also with a key", async () => {
    const { id } = await host.createUser();
    const { key } = await insertKey(host, id, "read");
    const asked = (origin: string) => send("POST", "/mcp", { token: key, body: ping, headers: { origin } });
    expectProblem(await asked("https://evil.example"), 403, "permission_denied");
    expect((await asked("http://localhost")).status).not.toBe(403);
  });

  test.each([
    ["id", { id: "x".repeat(80_000), method: "resources/read", params: { uri: "daymark://none" } }],
    ["URI", { id: 1, method: "resources/read", params: { uri: `daymark://${"x".repeat(80_000)}` } }],
    ["name of a tool", { id: 1, method: "tools/call", params: { name: "x".repeat(80_000), arguments: {} } }],
    ["name of a prompt", { id: 1, method: "prompts/get", params: { name: "x".repeat(80_000) } }],
    ["method", { id: 1, method: "x".repeat(80_000) }],
  ])("refuses a long %s without repeating it", async (_, message) => {
    const { id } = await host.createUser();
    const { key } = await insertKey(host, id, "write");
    const headers = { accept: "application/json, text/event-stream" };
    const answer = await send("POST", "/mcp", { token: key, body: { jsonrpc: "2.0", ...message }, headers });
    expect([answer.status, answer.json]).toEqual([
      400,
      {
        jsonrpc: "2.0",
        id: message.id === 1 ? 1 : null,
        error: { code: -32600, message: expect.stringMatching(/more than 200 characters/) },
      },
    ]);
  });

  test.each(["GET", "DELETE"] as const)("opens no stream: %s is refused with Allow", async (method) => {
    const answer = await send(method, "/mcp");
    expectProblem(answer, 405, "method_not_allowed");
    expect(answer.headers.allow).toBe("POST");
  });

  test.each(["{", "[]", "null", '"x"', "{}", '{"jsonrpc":"2.0"}', `[${JSON.stringify(ping)}]`])(
    "refuses %s without a server error",
    async (payload) => {
      const { id } = await host.createUser();
      const { key } = await insertKey(host, id, "write");
      const headers = {
        "content-type": "application/json",
        authorization: `Bearer ${key}`,
        accept: "application/json, text/event-stream",
      };
      const answer = await host.app.inject({ method: "POST", url: "/mcp", headers, payload });
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode).toBeLessThan(500);
    },
  );
});
