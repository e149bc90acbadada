import { createClient, DaymarkError } from "@daymark/client/api/client";
import { connectDevice, registerDevice } from "@daymark/client/api/oauth";
import { afterAll, expect, test } from "vitest";
import { createTestHost } from "./testing.ts";
import { insertKey } from "./testing-calls.ts";
import { wish } from "./testing-pages.ts";

const host = await createTestHost();
afterAll(host.drop);
const server = await host.app.listen({ port: 0, host: "127.0.0.1" });
const wait = async () => {};

async function createPerson() {
  const { token, id } = await host.createUser({ email_verified: true });
  const { key } = await insertKey(host, id, "write");
  return { token, client: createClient({ server, token: key, wait }), key };
}

test("a call answers with the types of the API, by a habit's short name too", async () => {
  const { client } = await createPerson();
  const body = { title: "Run", type: "good", target: 5, unit: "kilometers", hue: 45, short_name: "run" } as const;
  const habit = await client.post("/api/habits/", { body });
  const path = { id: "@run", day: "today" } as const;
  const entry = await client.put("/api/habits/{id}/progress/{day}/", { params: { path }, body: { value: 3 } });
  const value: number | null = entry.value;
  expect({ habit_id: entry.habit_id, value }).toEqual({ habit_id: habit.id, value: 3 });
  expect(await client.delete("/api/habits/{id}/", { params: { path: { id: habit.id } } })).toHaveProperty("detail");
});

test("a refusal is an error with the server's sentence, its code and its values", async () => {
  const { client, key } = await createPerson();
  const missing = client.get("/api/habits/{id}/", { params: { path: { id: 999_999_999 } } });
  await expect(missing).rejects.toBeInstanceOf(DaymarkError);
  await expect(missing).rejects.toMatchObject({ status: 404, code: "habit_not_found" });
  const body = { title: "x".repeat(1_000), type: "good", target: 0, unit: "hours", hue: 45 } as const;
  await expect(client.post("/api/habits/", { body })).rejects.toMatchObject({
    code: "validation_failed",
    fieldErrors: { title: [{ code: "too_long", values: { max: expect.any(Number) } }], target: [{}] },
    fieldMessages: { target: [expect.stringMatching(/^[A-Z].+\.$/)] },
  });
  const ukrainian = createClient({ server, token: `${key}x`, language: "uk" }).get("/api/habits/");
  await expect(ukrainian).rejects.toMatchObject({ status: 401, message: expect.stringMatching(/^[А-ЯІЇЄ]/) });
});

test("a creation whose answer was lost is created once", async () => {
  const { key, token } = await createPerson();
  let sent = 0;
  const client = createClient({
    ...{ server, token: key, wait },
    fetch: async (request) => {
      sent += 1;
      const response = await fetch(request);
      if (sent === 1) throw new TypeError("fetch failed");
      return response;
    },
  });
  const body = { title: "Once", type: "good", target: 1, unit: "hours", hue: 45 } as const;
  const habit = await client.post("/api/habits/", { body });
  expect(sent).toBe(2);
  const { json } = await host.send("GET", "/api/habits/", { token });
  expect(json.results).toMatchObject([{ id: habit.id }]);
});

test("a list is read over all its pages, each item once, and not further than it is needed", async () => {
  const { client, token, key } = await createPerson();
  const admin = await host.createUser({ is_staff: true, email_verified: true });
  const id = await wish(host, admin.token, {}, "open");
  for (let number = 1; number <= 7; number += 1) {
    const sent = { token, body: { text: `Comment ${number}` } };
    expect((await host.send("POST", `/api/feature-requests/${id}/comments/`, sent)).status).toBe(201);
  }
  const path = "/api/feature-requests/{feature_request_id}/comments/" as const;
  const params = { path: { feature_request_id: id }, query: { limit: 3 } };
  const texts: string[] = [];
  for await (const comment of client.list(path, { params })) texts.push(comment.text ?? "");
  expect(texts.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7].map((number) => `Comment ${number}`));

  let calls = 0;
  const counted = createClient({
    ...{ server, token: key },
    fetch: (request) => {
      calls += 1;
      return fetch(request);
    },
  });
  for await (const comment of counted.list(path, { params })) if (comment.text) break;
  expect(calls).toBe(1);
});

test("calls at the same time renew an expired token of an application once", async () => {
  const { token } = await createPerson();
  const call = { server, fetch };
  const clientId = await registerDevice(call, "Test device");
  let code = "";
  const tokens = await connectDevice(call, {
    clientId,
    scope: "read",
    show: ({ userCode }) => {
      code = userCode;
    },
    wait: async () => {
      const json = { user_code: code, decision: "allow", access: "write" };
      await host.send("POST", "/trpc/connectedApp.setDevice", { token, body: { json } });
    },
  });
  const renewed: string[] = [];
  const onTokens = ({ refreshToken }: { refreshToken: string }) => void renewed.push(refreshToken);
  const client = createClient({ server, tokens: { ...tokens, expiresAt: 0 }, onTokens });
  const answers = await Promise.all([1, 2, 3, 4].map(() => client.get("/api/habits/")));
  expect(answers).toHaveLength(4);
  expect(renewed).toEqual([expect.not.stringContaining(tokens.refreshToken)]);

  // The server refuses a token that still looks valid: the client renews it too.
  const revoked = createClient({
    server,
    tokens: { ...tokens, accessToken: `${tokens.accessToken}x`, refreshToken: renewed[0] ?? "" },
    onTokens,
  });
  expect(await revoked.get("/api/habits/")).toHaveProperty("results");
  expect(renewed).toHaveLength(2);
});
