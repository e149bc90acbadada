import { appRouter } from "@daymark/api/router";
import { afterAll, describe, expect, test } from "vitest";
import { listOperations, type Operation, proceduresOf } from "./operation.ts";
import { createTestHost, expectProblem } from "./testing.ts";
import { calls, createOwner, createPerson, type Owner, openCalls } from "./testing-calls.ts";

const host = await createTestHost();
afterAll(host.drop);
const operations = listOperations(proceduresOf(appRouter));

function operationOf(name: string): Operation {
  const operation = operations.find((candidate) => candidate.name === name);
  if (!operation) throw new Error(`${name} does not exist`);
  return operation;
}

/** Sends what an owner would send, as anyone. */
function sendAs(name: string, owner: Owner, token?: string) {
  const operation = operationOf(name);
  const { path = {}, query = "", body } = calls[name]?.request(owner) ?? {};
  const url = `/api${operation.path.replace(/\{(\w+)\}/g, (_, member) => String(path[member]))}${query}`;
  return host.send(operation.method, url, { ...(token && { token }), ...(body && { body }) });
}

async function expectServed(name: string, answer: Awaited<ReturnType<typeof sendAs>>) {
  const code = calls[name]?.owner;
  if (code) expect(answer.json, answer.text).toMatchObject({ code });
  else expect(answer.status, answer.text).toBe(operationOf(name).status);
}

test("every procedure is either open to anyone or has its case", () => {
  const namesOf = (isOpen: boolean) =>
    operations
      .filter(({ guard }) => (guard === "public") === isOpen)
      .map(({ name }) => name)
      .sort();
  expect(namesOf(true)).toEqual(openCalls);
  expect(namesOf(false)).toEqual(Object.keys(calls).sort());
});

describe.each(Object.entries(calls))("%s", (name, { stranger }) => {
  const { guard } = operationOf(name);
  const changes = operationOf(name).method !== "GET";

  test("a guest is refused", async () => {
    expectProblem(await sendAs(name, await createOwner(host)), 401, "not_authenticated");
  });

  test.each([
    ["another user", false],
    ["an admin", true],
  ])("%s finds nothing of the owner's, and the owner is served after that", async (_, is_staff) => {
    const owner = await createOwner(host);
    const other = await createPerson(host, { is_staff });
    const answer = await sendAs(name, owner, other.token);
    if (typeof stranger === "string") expect(answer.json, answer.text).toMatchObject({ code: stranger });
    else stranger(answer, other);
    await expectServed(name, await sendAs(name, owner, owner.token));
  });

  test(`a key that reads is ${guard === "user" && !changes ? "served" : "refused"}`, async () => {
    const owner = await createOwner(host);
    const answer = await sendAs(name, owner, owner.readKey);
    if (guard === "user" && !changes) await expectServed(name, answer);
    else expectProblem(answer, 403, "permission_denied");
  });

  test(`a key that writes is ${guard === "user" ? "served" : "refused"}`, async () => {
    const owner = await createOwner(host);
    const answer = await sendAs(name, owner, owner.writeKey);
    if (guard === "user") await expectServed(name, answer);
    else expectProblem(answer, 403, "permission_denied");
  });
});

test("a key that is none is told as such, and a revoked one at once", async () => {
  const owner = await createOwner(host);
  const list = (token: string) => host.send("GET", "/api/habits/", { token });
  expectProblem(await list("dmk_short"), 401, "api_key_invalid");
  expectProblem(await list(`dmk_${"a".repeat(43)}`), 401, "api_key_invalid");
  expect((await list(owner.readKey)).status).toBe(200);
  await host.send("DELETE", `/api/api-keys/${owner.apiKeyId}/`, { token: owner.token });
  expectProblem(await list(owner.readKey), 401, "api_key_invalid");
});

test("the answer that holds a key is kept nowhere, not even for a repeat with the same Idempotency-Key", async () => {
  const { token } = await createPerson(host);
  const create = () =>
    host.send("POST", "/api/api-keys/", {
      token,
      body: { name: "Script", scopes: ["read"] },
      headers: { "idempotency-key": "once" },
    });
  const [first, second] = [await create(), await create()];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(first.json.key).not.toBe(second.json.key);
  expect((await host.database.sql`select 1 from idempotency_keys`).length).toBe(0);
  expect(host.readLogs()).not.toContain(first.json.key);
});

test("the same guards stand before the same procedures over tRPC", async () => {
  const { readKey } = await createOwner(host);
  for (const name of Object.keys(calls)) {
    const { method, guard, files } = operationOf(name);
    const send = (token?: string) =>
      method === "GET"
        ? host.send("GET", `/trpc/${name}`, { ...(token && { token }) })
        : host.send("POST", `/trpc/${name}`, { body: { json: {} }, ...(token && { token }) });
    const answer = await send();
    // A file travels over REST alone.
    if (files) {
      expect((await send(readKey)).json.error.json.data.code, name).toBe("not_found");
      continue;
    }
    expect(answer.status, name).toBe(401);
    expect(answer.json.error.json.data.code).toBe("not_authenticated");
    if (guard === "user" && method === "GET") continue;
    expect((await send(readKey)).json.error.json.data.code, name).toBe("permission_denied");
  }
});
