import { appRouter } from "@daymark/api/router";
import { afterAll, describe, expect, test } from "vitest";
import { listOperations, type Operation, proceduresOf } from "../openapi/operation.ts";
import { createTestHost, expectProblem } from "../testing.ts";
import { calls, createOwner, createPerson, type Owner } from "../testing-calls.ts";

const host = await createTestHost();
afterAll(host.drop);
const operations = listOperations(proceduresOf(appRouter));

function operationOf(name: string): Operation {
  const operation = operations.find((candidate) => candidate.name === name);
  if (!operation) throw new Error(`${name} does not exist`);
  return operation;
}

/** Sends the owner's request with any token. */
function sendAs(name: string, owner: Owner, token?: string) {
  const operation = operationOf(name);
  const { path = {}, query = "", body, form } = calls[name]?.request(owner) ?? {};
  const url = `/api${operation.path.replace(/\{(\w+)\}/g, (_, member) => String(path[member]))}${query}`;
  return host.send(operation.method, url, { ...(token && { token }), ...(body && { body }), ...(form && { form }) });
}

/** What the guard requires of a user besides the log-in. */
const needs: Record<Operation["guard"], { email_verified?: true; is_staff?: true }> = {
  public: {},
  optional: {},
  user: {},
  verified: { email_verified: true },
  staff: { is_staff: true },
  account: {},
  admin: { is_staff: true },
};

const permissionDenied = "permission_denied";

const lastingOwners = new Map<string, Promise<Owner>>();

/**
 * The owner for all calls that change nothing, because they are refused or only read. Creating one takes longer than
 * the call itself.
 */
function lastingOwner(values: { email_verified?: true; is_staff?: boolean }): Promise<Owner> {
  const key = JSON.stringify(values);
  const owner = lastingOwners.get(key) ?? createOwner(host, values);
  lastingOwners.set(key, owner);
  return owner;
}

async function expectServed(name: string, answer: Awaited<ReturnType<typeof sendAs>>, code = calls[name]?.owner) {
  if (code) expect(answer.json, answer.text).toMatchObject({ code });
  else expect(answer.status, answer.text).toBe(operationOf(name).status);
}

describe.each(Object.entries(calls))("%s", (name, { stranger, admin = stranger, afterAdmin }) => {
  const { guard } = operationOf(name);
  const isForKeys = guard === "user" || guard === "verified" || guard === "staff";
  const isForAdmins = guard === "staff" || guard === "admin";
  const changes = operationOf(name).method !== "GET";
  const ownerOfServedCall = () => (changes ? createOwner(host, needs[guard]) : lastingOwner(needs[guard]));

  test("a guest is refused", async () => {
    expectProblem(await sendAs(name, await lastingOwner(needs[guard])), 401, "not_authenticated");
  });

  if (guard === "verified") {
    test("a user with an unverified address is refused, even an admin", async () => {
      for (const is_staff of [false, true]) {
        const owner = await lastingOwner({ is_staff });
        expectProblem(await sendAs(name, owner, owner.token), 403, "email_not_verified");
      }
    });
  }

  test.each([
    { who: "another user", is_staff: false, told: isForAdmins ? permissionDenied : stranger, after: undefined },
    { who: "an admin", is_staff: true, told: admin, after: afterAdmin },
  ])("$who gets only what the case allows, and afterwards the owner can still call it", async (other) => {
    const { is_staff, told, after } = other;
    const owner = await ownerOfServedCall();
    const person = await createPerson(host, { ...needs[guard], is_staff });
    const answer = await sendAs(name, owner, person.token);
    if (typeof told === "string") expect(answer.json, answer.text).toMatchObject({ code: told });
    else told(answer, person);
    await expectServed(name, await sendAs(name, owner, owner.token), after);
  });

  test(`a read-only key or application is ${isForKeys && !changes ? "served" : "refused"}`, async () => {
    const owner = await lastingOwner(needs[guard]);
    for (const token of [owner.readKey, owner.readApp]) {
      const answer = await sendAs(name, owner, token);
      if (isForKeys && !changes) await expectServed(name, answer);
      else expectProblem(answer, 403, permissionDenied);
    }
    // Its token is for /mcp.
    expectProblem(await sendAs(name, owner, owner.assistant), 401, "token_invalid");
  });

  test.each(["writeKey", "writeApp"] as const)(`a %s is ${isForKeys ? "served" : "refused"}`, async (kind) => {
    const owner = await (isForKeys ? ownerOfServedCall() : lastingOwner(needs[guard]));
    const answer = await sendAs(name, owner, owner[kind]);
    if (isForKeys) await expectServed(name, answer);
    else expectProblem(answer, 403, permissionDenied);
  });
});

test("an application reaches nothing over tRPC, which is for the pages of this site", async () => {
  const { readApp, writeApp, assistant } = await createOwner(host);
  for (const token of [readApp, writeApp, assistant]) {
    const answer = await host.send("GET", "/trpc/habit.list", { token });
    expect(answer.json.error.json.data.code).toBe("token_invalid");
  }
});

test("an invalid key is refused, and a revoked one at once", async () => {
  const owner = await createOwner(host);
  const list = (token: string) => host.send("GET", "/api/habits/", { token });
  expectProblem(await list("dmk_short"), 401, "api_key_invalid");
  expectProblem(await list(`dmk_${"a".repeat(43)}`), 401, "api_key_invalid");
  expect((await list(owner.readKey)).status).toBe(200);
  await host.send("DELETE", `/api/api-keys/${owner.apiKeyId}/`, { token: owner.token });
  expectProblem(await list(owner.readKey), 401, "api_key_invalid");
});

test("the response with a new key is stored nowhere, not even for a repeat with the same Idempotency-Key", async () => {
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

test("the same procedures have the same guards over tRPC", async () => {
  const { readKey } = await createOwner(host);
  for (const name of Object.keys(calls)) {
    const { method, guard, files, upload } = operationOf(name);
    const send = (token?: string) =>
      method === "GET"
        ? host.send("GET", `/trpc/${name}`, { ...(token && { token }) })
        : host.send("POST", `/trpc/${name}`, { body: { json: {} }, ...(token && { token }) });
    const answer = await send();
    // Files are sent and received only over REST.
    if (files || upload) {
      expect((await send(readKey)).json.error.json.data.code, name).toBe("not_found");
      continue;
    }
    expect(answer.status, name).toBe(401);
    expect(answer.json.error.json.data.code).toBe("not_authenticated");
    if (guard !== "account" && guard !== "admin" && method === "GET") continue;
    expect((await send(readKey)).json.error.json.data.code, name).toBe("permission_denied");
  }
});

test("another user's public content cannot be changed over tRPC, and by an admin only as the contract allows", async () => {
  const guarded = Object.entries(calls).filter(([, { stranger }]) => stranger === permissionDenied);
  const names = guarded.map(([name]) => name);
  for (const kind of ["blog", "featureRequest"]) {
    for (const call of ["reaction.update", "reaction.delete", "comment.update", "comment.delete"]) {
      expect(names).toContain(`${kind}.${call}`);
    }
  }
  expect(names).toEqual(expect.arrayContaining(["featureRequest.update", "featureRequest.delete"]));
  for (const [name, { request, admin }] of guarded) {
    const owner = await createOwner(host, needs[operationOf(name).guard]);
    const { path, body } = request(owner);
    const sendAs = async (is_staff: boolean) => {
      const { token } = await createPerson(host, { email_verified: true, is_staff });
      return host.send("POST", `/trpc/${name}`, { token, body: { json: { ...path, ...body } } });
    };
    expect((await sendAs(false)).json.error.json.data.code, name).toBe(permissionDenied);
    const answer = await sendAs(true);
    if (admin) expect(answer.status, `${name} ${answer.text}`).toBe(200);
    else expect(answer.json.error.json.data.code, name).toBe(permissionDenied);
  }
});
