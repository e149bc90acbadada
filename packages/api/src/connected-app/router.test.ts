import { createLimits } from "@daymark/auth/limits/rate-limit";
import { appClients, connectedApps } from "@daymark/db/schema/connection/connected-app";
import { connectedAppsMax } from "@daymark/domain/account/connected-app";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApi, fieldsOf, keyOf, noon, type TestUser } from "../testing.ts";
import { startDevice } from "./device.ts";
import { createAppEndpoints, oauthErrorOf, redirectUri } from "./testing.ts";

const api = await createTestApi({ max: 20 });
const { db, clock } = api;
const app = createAppEndpoints(api);
afterAll(api.drop);
beforeEach(() => {
  clock.now = noon;
});

const second = 1000;
const minute = 60 * second;

describe("the page of consent", () => {
  test("says who asks, for what, and where the browser goes if the user refuses", async () => {
    const user = await api.createUser();
    const { client_id } = await app.register();
    expect(await user.caller.connectedApp.getRequest(app.requestOf(client_id))).toEqual({
      fault: null,
      app: { name: "Assistant", site: null, returns_to: { kind: "site", name: "app.example" } },
      scopes: ["read", "write"],
      resource: "api",
      return_url: `${redirectUri}?error=access_denied&state=kept&iss=http%3A%2F%2F127.0.0.1%3A3000`,
    });
  });

  test.each([
    [{ response_type: "token" }, "unsupported_response_type"],
    [{ response_type: undefined }, "unsupported_response_type"],
    [{ code_challenge: undefined }, "invalid_request"],
    [{ code_challenge: "short" }, "invalid_request"],
    [{ code_challenge_method: undefined }, "invalid_request"],
    [{ code_challenge_method: "plain" }, "invalid_request"],
    [{ scope: "read admin" }, "invalid_scope"],
    [{ scope: "openid" }, "invalid_scope"],
    [{ resource: "https://elsewhere.example/mcp" }, "invalid_target"],
    [{ resource: "http://127.0.0.1:3000/trpc" }, "invalid_target"],
  ])("with %j tells the application of the fault, and gives no code", async (given, fault) => {
    const user = await api.createUser();
    const { client_id } = await app.register();
    const request = app.requestOf(client_id, given);
    const answer = await user.caller.connectedApp.getRequest(request);
    expect(answer).toMatchObject({ fault, scopes: null });
    const told = new URL(answer.return_url ?? "");
    expect(told.origin).toBe("https://app.example");
    expect(Object.fromEntries(told.searchParams)).toMatchObject({ error: fault, state: "kept" });
    expect(await keyOf(user.caller.connectedApp.create({ ...request, access: "write" }))).toBe("validation_failed");
  });

  test.each([
    [{ client_id: undefined }, "client_unknown"],
    [{ client_id: "dmc_nobody" }, "client_unknown"],
    [{ client_id: "\u0000" }, "client_unknown"],
    [{ redirect_uri: "https://evil.example/callback" }, "redirect_unknown"],
    [{ redirect_uri: `${redirectUri}/` }, "redirect_unknown"],
    [{ redirect_uri: "javascript:alert(1)" }, "redirect_unknown"],
  ])("with %j sends nothing anywhere", async (given, fault) => {
    const user = await api.createUser();
    const { client_id } = await app.register();
    const request = app.requestOf(client_id, given);
    expect(await user.caller.connectedApp.getRequest(request)).toMatchObject({ fault, app: null, return_url: null });
    expect(await keyOf(user.caller.connectedApp.create({ ...request, access: "write" }))).toBe("validation_failed");
  });

  test("grants never more than was asked, and less if the user wants", async () => {
    const user = await api.createUser();
    const { client_id } = await app.register();
    const scopeOf = async (scope: string | undefined, access: "read" | "write") =>
      (await app.redeem(client_id, (await app.allow(user, client_id, { scope }, access)).get("code"))).scope;
    expect(await scopeOf("read", "write")).toBe("read");
    expect(await scopeOf(undefined, "write")).toBe("read");
    expect(await scopeOf("write", "read")).toBe("read");
    expect(await scopeOf("write", "write")).toBe("read write");
  });

  test("asks again for the password if the log-in is older than ten minutes", async () => {
    const user = await api.createUser();
    const { client_id } = await app.register();
    clock.now = noon + 10 * minute;
    const request = { ...app.requestOf(client_id), access: "read" } as const;
    expect(await keyOf(user.caller.connectedApp.create(request))).toBe("step_up_required");
  });

  test("is closed to applications and keys", async () => {
    const user = await api.createUser();
    const { clientId } = await app.connect(user);
    const { key } = await user.caller.apiKey.create({ name: "Key", scopes: ["write"] });
    const script = await api.callerOfKey(key);
    const request = app.requestOf(clientId);
    for (const call of [
      script.connectedApp.list({}),
      script.connectedApp.delete({ id: 1 }),
      script.connectedApp.getRequest(request),
      script.connectedApp.create({ ...request, access: "read" }),
      script.connectedApp.getDevice({ user_code: "BCDFGHJK" }),
      script.connectedApp.setDevice({ user_code: "BCDFGHJK", decision: "allow", access: "read" }),
    ]) {
      expect(await keyOf(call)).toBe("permission_denied");
    }
  });
});

test("a connection is listed with its name and permission, mailed to the owner, and disconnected at once", async () => {
  const [user, stranger] = [await api.createUser({ email_verified: true }), await api.createUser()];
  const { access_token, clientId, refresh_token } = await app.connect(user);
  await api.sessions.authenticateApp(access_token, "api");
  const [listed] = (await user.caller.connectedApp.list({})).results;
  expect(listed).toEqual({
    id: expect.any(Number),
    name: "Assistant",
    site: null,
    resource: "api",
    scopes: ["read", "write"],
    last_used_at: new Date(noon).toISOString(),
    created_at: new Date(noon).toISOString(),
  });
  const mails = (await api.readMails()).filter(({ to }) => to === user.user.email);
  expect(mails).toMatchObject([{ template: "app_connected", values: { name: "Assistant" } }]);
  expect(mails[0]?.values).not.toHaveProperty("site");
  const id = listed?.id ?? 0;
  expect(await keyOf(stranger.caller.connectedApp.delete({ id }))).toBe("not_found");
  expect(await user.caller.connectedApp.delete({ id })).toEqual({ id });
  expect(await api.sessions.authenticateApp(access_token, "api")).toBe("token_invalid");
  expect(await oauthErrorOf(app.refresh(clientId, refresh_token))).toBe("invalid_grant");
  expect(await keyOf(user.caller.connectedApp.delete({ id }))).toBe("not_found");
});

/** Gives a user as many connections as one may have, one of them with the application. */
async function fillConnections(user: TestUser, appClientId: number) {
  const others = await db
    .insert(appClients)
    .values(
      Array.from({ length: connectedAppsMax - 1 }, (_, index) => ({
        client_id: `dmc_full_${appClientId}_${index}`,
        name: `Application ${index}`,
        redirect_uris: [redirectUri],
      })),
    )
    .returning({ id: appClients.id });
  await db.insert(connectedApps).values(
    [appClientId, ...others.map(({ id }) => id)].map((app_client_id) => ({
      user_id: user.user.id,
      app_client_id,
      resource: "api" as const,
      scopes: ["read" as const],
      expires_at: new Date(noon + 60 * minute),
    })),
  );
}

test("at the most connections, an application may replace its own, and a further one is refused", async () => {
  const user = await api.createUser();
  const { client_id } = await app.register();
  const [client] = await db.select().from(appClients).where(eq(appClients.client_id, client_id));
  await fillConnections(user, client?.id ?? 0);
  const allowed = await app.allow(user, client_id);
  expect((await app.redeem(client_id, allowed.get("code"))).scope).toBe("read write");
  expect((await user.caller.connectedApp.list({})).results).toHaveLength(connectedAppsMax);
  const consent = (id: string, given = {}) =>
    keyOf(user.caller.connectedApp.create({ ...app.requestOf(id, given), access: "read" }));
  // Of the same application too: a connection for another resource replaces none.
  expect(await consent(client_id, { resource: "http://127.0.0.1:3000/mcp" })).toBe("conflict");
  expect(await consent((await app.register()).client_id)).toBe("conflict");
});

describe("a device", () => {
  const grant_type = "urn:ietf:params:oauth:grant-type:device_code";

  async function start(form: Record<string, string> = { scope: "write" }) {
    const registered = await app.register({ redirect_uris: [], grant_types: [grant_type] });
    const [client] = await db.select().from(appClients).where(eq(appClients.client_id, registered.client_id));
    if (!client) throw new Error("no client");
    const started = await startDevice(app.ctx, client, new Map(Object.entries(form)));
    const poll = () => app.token(client.client_id, { grant_type, device_code: started.device_code });
    return { ...started, poll, client };
  }

  test("is told that its application is unknown if its registration was deleted meanwhile", async () => {
    const { client } = await start();
    await db.delete(appClients).where(eq(appClients.id, client.id));
    expect(await oauthErrorOf(startDevice(app.ctx, client, new Map()))).toBe("invalid_client");
  });

  test("waits until the user allows it, and then gets tokens once", async () => {
    const user = await api.createUser();
    const { user_code, poll, verification_uri_complete } = await start();
    expect(user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(verification_uri_complete).toBe(`http://127.0.0.1:3000/device?user_code=${user_code}`);
    expect(await oauthErrorOf(poll())).toBe("authorization_pending");
    const typed = ` ${user_code.toLowerCase().replace("-", " ")}`;
    expect(await user.caller.connectedApp.getDevice({ user_code: typed })).toEqual({
      name: "Assistant",
      scopes: ["read", "write"],
      resource: "api",
    });
    await user.caller.connectedApp.setDevice({ user_code: typed, decision: "allow", access: "read" });
    clock.now += 6 * second;
    const tokens = await poll();
    expect(tokens.scope).toBe("read");
    expect(await api.sessions.authenticateApp(tokens.access_token, "api")).toMatchObject({
      user: { id: user.user.id },
    });
    expect(await oauthErrorOf(poll())).toBe("invalid_grant");
    const again = user.caller.connectedApp.getDevice({ user_code });
    expect(await fieldsOf(again)).toEqual({ user_code: ["invalid"] });
  });

  test("replaces its own connection at the most connections, and a further device is refused", async () => {
    const user = await api.createUser();
    const { user_code, poll, client } = await start();
    await fillConnections(user, client.id);
    const allow = (code: string) =>
      user.caller.connectedApp.setDevice({ user_code: code, decision: "allow", access: "write" });
    expect(await allow(user_code)).toEqual({ decision: "allow" });
    expect(await poll()).toMatchObject({ scope: "read write" });
    expect((await user.caller.connectedApp.list({})).results).toHaveLength(connectedAppsMax);
    expect(await keyOf(allow((await start()).user_code))).toBe("conflict");
  });

  test("that polls too fast gets slow_down", async () => {
    const { poll } = await start();
    expect(await oauthErrorOf(poll())).toBe("authorization_pending");
    clock.now += 4 * second;
    expect(await oauthErrorOf(poll())).toBe("slow_down");
    clock.now += 9 * second;
    expect(await oauthErrorOf(poll())).toBe("slow_down");
    clock.now += 15 * second;
    expect(await oauthErrorOf(poll())).toBe("authorization_pending");
  });

  test("that the user refuses gets nothing", async () => {
    const user = await api.createUser();
    const { user_code, poll } = await start();
    await user.caller.connectedApp.setDevice({ user_code, decision: "refuse", access: "read" });
    expect(await oauthErrorOf(poll())).toBe("access_denied");
  });

  test("is forgotten after ten minutes", async () => {
    const user = await api.createUser();
    const { user_code, poll } = await start();
    clock.now = noon + 10 * minute;
    expect(await oauthErrorOf(poll())).toBe("expired_token");
    const late = user.callerWith({ now: clock.now }).connectedApp.getDevice({ user_code });
    expect(await fieldsOf(late)).toEqual({ user_code: ["invalid"] });
  });

  test("cannot be allowed twice, so a second user does not take it over", async () => {
    const [user, stranger] = [await api.createUser(), await api.createUser()];
    const { user_code, poll } = await start();
    await user.caller.connectedApp.setDevice({ user_code, decision: "allow", access: "read" });
    const again = stranger.caller.connectedApp.setDevice({ user_code, decision: "allow", access: "write" });
    expect(await fieldsOf(again)).toEqual({ user_code: ["invalid"] });
    const { access_token } = await poll();
    expect(await api.sessions.authenticateApp(access_token, "api")).toMatchObject({ user: { id: user.user.id } });
  });
});

test("a user who guesses codes of devices is stopped after 20 in a quarter of an hour", async () => {
  const limited = await createTestApi({ limits: createLimits });
  const user = await limited.createUser();
  const guess = () => fieldsOf(user.caller.connectedApp.getDevice({ user_code: "BCDFGHJK" }));
  for (let count = 0; count < 20; count++) expect(await guess()).toEqual({ user_code: ["invalid"] });
  expect(await guess()).toBe("too_many_requests");
  await limited.drop();
});
