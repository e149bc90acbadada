import { lockUser } from "@daymark/auth/user/lock-user";
import {
  appAccessTokens,
  appCodes,
  appRefreshTokens,
  connectedApps,
} from "@daymark/db/schema/connection/connected-app";
import { users } from "@daymark/db/schema/user";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApi, noon } from "../testing.ts";
import { authenticateClient } from "./client.ts";
import { revokeToken } from "./revoke.ts";
import { createAppEndpoints, oauthErrorOf, redirectUri, verifier } from "./testing.ts";

const api = await createTestApi({ max: 20 });
const { db, clock } = api;
const app = createAppEndpoints(api);
afterAll(api.drop);
beforeEach(() => {
  clock.now = noon;
});

const second = 1000;
const hour = 3600 * second;
const day = 24 * hour;
const refusalOf = (token: string) => api.sessions.authenticateApp(token, "api");

test("a revocation waits for a refresh of the same user, and then ends the connection", async () => {
  const user = await api.createUser();
  const { client_id } = await app.register();
  const { refresh_token } = await app.redeem(client_id, (await app.allow(user, client_id)).get("code"));
  const connections = () => db.select().from(connectedApps).where(eq(connectedApps.user_id, user.user.id));
  let revocation: Promise<object> | undefined;
  await db.transaction(async (tx) => {
    // As the refresh does.
    await lockUser(tx, user.user.id);
    const client = await authenticateClient(db, { clientId: client_id, secret: undefined });
    revocation = revokeToken(app.ctx, client, new Map([["token", refresh_token]]));
    const waiting = sql`pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => db.$count(waiting), { interval: 20, timeout: 20_000 }).toBe(1);
    expect(await connections()).toHaveLength(1);
  });
  expect(await revocation).toEqual({});
  expect(await connections()).toEqual([]);
});

describe("a code", () => {
  test("yields tokens for what the user allowed, and the answer names the issuer and the state", async () => {
    const user = await api.createUser();
    const { client_id } = await app.register();
    const answer = await app.allow(user, client_id, { resource: "http://127.0.0.1:3000/mcp" }, "read");
    expect(answer.get("state")).toBe("kept");
    expect(answer.get("iss")).toBe("http://127.0.0.1:3000");
    const tokens = await app.redeem(client_id, answer.get("code"), { redirect_uri: redirectUri });
    expect(tokens).toMatchObject({ token_type: "Bearer", expires_in: 3600, scope: "read" });
    expect(await api.sessions.authenticateApp(tokens.access_token, "mcp")).toMatchObject({
      user: { id: user.user.id },
      key: { scopes: ["read"], resource: "mcp" },
    });
  });

  test("used a second time ends what the first use began", async () => {
    const user = await api.createUser();
    const { client_id } = await app.register();
    const code = (await app.allow(user, client_id)).get("code");
    const { access_token, refresh_token } = await app.redeem(client_id, code);
    expect(await refusalOf(access_token)).toHaveProperty("user");
    expect(await oauthErrorOf(app.redeem(client_id, code))).toBe("invalid_grant");
    expect(await refusalOf(access_token)).toBe("token_invalid");
    expect(await oauthErrorOf(app.refresh(client_id, refresh_token))).toBe("invalid_grant");
    expect((await user.caller.connectedApp.list({})).results).toEqual([]);
  });

  test("is redeemed once, even by ten parallel requests", async () => {
    const user = await api.createUser();
    const { client_id } = await app.register();
    const code = (await app.allow(user, client_id)).get("code");
    const answers = await Promise.all(Array.from({ length: 10 }, () => oauthErrorOf(app.redeem(client_id, code))));
    expect(answers.filter((answer) => answer === "accepted")).toHaveLength(1);
    expect(answers.filter((answer) => answer === "invalid_grant")).toHaveLength(9);
  });

  test.each<[string, (code: string, clientId: string) => Promise<unknown>, string]>([
    [
      "after a minute",
      (code, id) => {
        clock.now = noon + 60 * second;
        return app.redeem(id, code);
      },
      "invalid_grant",
    ],
    ["with another verifier", (code, id) => app.redeem(id, code, { code_verifier: "w".repeat(43) }), "invalid_grant"],
    ["with a short verifier", (code, id) => app.redeem(id, code, { code_verifier: "v" }), "invalid_grant"],
    ["without a verifier", (code, id) => app.redeem(id, code, { code_verifier: "" }), "invalid_request"],
    ["with another redirect URI", (code, id) => app.redeem(id, code, { redirect_uri: "https://x/" }), "invalid_grant"],
    [
      "for another resource",
      (code, id) => app.redeem(id, code, { resource: "http://127.0.0.1:3000/mcp" }),
      "invalid_target",
    ],
    ["by another application", async (code) => app.redeem((await app.register()).client_id, code), "invalid_grant"],
    ["as a refresh token", (code, id) => app.refresh(id, code), "invalid_grant"],
    ["that is none", (_, id) => app.redeem(id, "dmo_x"), "invalid_grant"],
  ])("%s is refused, and begins nothing", async (_, redeem, refusal) => {
    const user = await api.createUser();
    const { client_id } = await app.register();
    const code = (await app.allow(user, client_id)).get("code") ?? "";
    expect(await oauthErrorOf(redeem(code, client_id))).toBe(refusal);
    expect(await db.$count(connectedApps, eq(connectedApps.user_id, user.user.id))).toBe(0);
  });

  test("of a deactivated user is refused", async () => {
    const user = await api.createUser();
    const { client_id } = await app.register();
    const code = (await app.allow(user, client_id)).get("code");
    await db.update(users).set({ is_active: false }).where(eq(users.id, user.user.id));
    expect(await oauthErrorOf(app.redeem(client_id, code))).toBe("invalid_grant");
  });

  test("of a second consent replaces the first connection of the same application", async () => {
    const user = await api.createUser();
    const first = await app.connect(user);
    const code = (await app.allow(user, first.clientId, {}, "read")).get("code");
    const second = await app.redeem(first.clientId, code);
    expect(await refusalOf(first.access_token)).toBe("token_invalid");
    expect(await refusalOf(second.access_token)).toHaveProperty("user");
    expect((await user.caller.connectedApp.list({})).results).toMatchObject([{ scopes: ["read"] }]);
  });
});

describe("an access token", () => {
  test("is refused after an hour, cached or not, and for another part of the server", async () => {
    const { access_token } = await app.connect(await api.createUser());
    clock.now = noon + hour - 1;
    expect(await refusalOf(access_token)).toHaveProperty("user");
    expect(await api.sessions.authenticateApp(access_token, "mcp")).toBe("token_invalid");
    expect(await api.sessions.authenticateApp(access_token, null)).toBe("token_invalid");
    clock.now = noon + hour;
    expect(await refusalOf(access_token)).toBe("token_invalid");
  });

  test("passes for no key and no session's token, and none of them for it", async () => {
    const user = await api.createUser();
    const { access_token, refresh_token } = await app.connect(user);
    expect(await api.sessions.authenticateKey(access_token)).toBe("api_key_invalid");
    expect(await api.sessions.authenticate(access_token)).toBe("token_invalid");
    const { key } = await user.caller.apiKey.create({ name: "Key", scopes: ["write"] });
    const body = access_token.slice(4);
    for (const other of [key, refresh_token, `dma_${key.slice(4)}`, `dmr_${body}`, `dmk_${body}`]) {
      expect(await refusalOf(other), other).toBe("token_invalid");
    }
  });

  test("is stored as a hash, as every other secret of an application", async () => {
    const user = await api.createUser();
    const { client_secret = "" } = await app.register({ token_endpoint_auth_method: "client_secret_post" });
    const { access_token, refresh_token } = await app.connect(user);
    expect(client_secret).toMatch(/^dms_/);
    const tables = ["app_clients", "app_codes", "app_access_tokens", "app_refresh_tokens", "app_device_codes"];
    const rows = await Promise.all(tables.map((table) => api.sql`select * from ${api.sql(table)}`));
    for (const secret of [client_secret, access_token, refresh_token]) {
      expect(JSON.stringify(rows)).not.toContain(secret.slice(4));
    }
  });

  test("is soon refused on another node when the connection ends", async () => {
    clock.now = Date.now();
    const user = await api.createUser();
    const other = await api.startOtherNode();
    const { access_token } = await app.connect(user);
    expect(await other.authenticateApp(access_token, "api")).toHaveProperty("user");
    const [connection] = (await user.caller.connectedApp.list({})).results;
    await user.callerWith({ now: clock.now }).connectedApp.delete({ id: connection?.id ?? 0 });
    expect(await refusalOf(access_token)).toBe("token_invalid");
    await expect
      .poll(() => other.authenticateApp(access_token, "api"), { interval: 20, timeout: 20_000 })
      .toBe("token_invalid");
  });
});

describe("a refresh token", () => {
  test("rotates, and may narrow the new access token but not widen it", async () => {
    const { clientId, ...first } = await app.connect(await api.createUser());
    const second = await app.refresh(clientId, first.refresh_token, { scope: "read" });
    expect(second.scope).toBe("read");
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await refusalOf(second.access_token)).toMatchObject({ key: { scopes: ["read"] } });
    const third = await app.refresh(clientId, second.refresh_token);
    expect(third.scope).toBe("read write");
    const reader = await app.connect(await api.createUser(), { scope: "read" });
    const widened = app.refresh(reader.clientId, reader.refresh_token, { scope: "write" });
    expect(await oauthErrorOf(widened)).toBe("invalid_scope");
  });

  test("whose answer was lost gets the same successor again within a minute", async () => {
    const { clientId, ...first } = await app.connect(await api.createUser());
    const lost = await app.refresh(clientId, first.refresh_token);
    clock.now = noon + 59 * second;
    const again = await app.refresh(clientId, first.refresh_token);
    expect(again.refresh_token).toBe(lost.refresh_token);
    expect(await refusalOf(again.access_token)).toHaveProperty("user");
    expect(await oauthErrorOf(app.refresh(clientId, again.refresh_token))).toBe("accepted");
  });

  test("sent by ten processes at once gives all of them the same successor", async () => {
    const { clientId, refresh_token } = await app.connect(await api.createUser());
    const answers = await Promise.all(Array.from({ length: 10 }, () => app.refresh(clientId, refresh_token)));
    expect(new Set(answers.map((answer) => answer.refresh_token)).size).toBe(1);
  });

  test.each<[string, (clientId: string, first: string) => Promise<unknown>]>([
    [
      "once its successor was used",
      async (clientId, first) => {
        const { refresh_token } = await app.refresh(clientId, first);
        await app.refresh(clientId, refresh_token);
      },
    ],
    [
      "after a minute",
      async (clientId, first) => {
        await app.refresh(clientId, first);
        clock.now = noon + 60 * second;
      },
    ],
  ])("used again %s ends the connection, and its owner finds that in the history", async (_, before) => {
    const user = await api.createUser();
    const { clientId, access_token, refresh_token } = await app.connect(user);
    await before(clientId, refresh_token);
    expect(await oauthErrorOf(app.refresh(clientId, refresh_token))).toBe("invalid_grant");
    expect(await refusalOf(access_token)).toBe("token_invalid");
    expect((await user.caller.connectedApp.list({})).results).toEqual([]);
    const events = (await user.caller.securityEvent.list({})).results.map(({ kind }) => kind);
    expect(events).toEqual(["app_disconnected", "app_connected"]);
  });

  test("of another application is refused and ends nothing", async () => {
    const user = await api.createUser();
    const { access_token, refresh_token } = await app.connect(user);
    const { client_id } = await app.register();
    expect(await oauthErrorOf(app.refresh(client_id, refresh_token))).toBe("invalid_grant");
    expect(await refusalOf(access_token)).toHaveProperty("user");
  });

  test("works while it is used within 90 days, and no longer", async () => {
    const { clientId, ...first } = await app.connect(await api.createUser());
    clock.now = noon + 90 * day - 1;
    const second = await app.refresh(clientId, first.refresh_token);
    clock.now += 90 * day;
    expect(await oauthErrorOf(app.refresh(clientId, second.refresh_token))).toBe("invalid_grant");
  });
});

test("a connection that ends takes its tokens with it, and an account all its connections", async () => {
  const user = await api.createUser();
  await app.connect(user);
  await db.delete(users).where(eq(users.id, user.user.id));
  for (const table of [connectedApps, appAccessTokens, appRefreshTokens, appCodes]) {
    expect(await db.$count(table, eq(table.user_id, user.user.id))).toBe(0);
  }
});

test.each([
  [{}, "invalid_request"],
  [{ grant_type: "password", username: "a", password: "b" }, "unsupported_grant_type"],
  [{ grant_type: "client_credentials" }, "unsupported_grant_type"],
  [{ grant_type: "toString" }, "unsupported_grant_type"],
  [{ grant_type: "authorization_code", code_verifier: verifier }, "invalid_request"],
  [{ grant_type: "refresh_token" }, "invalid_request"],
])("a request for a token with %j is refused", async (form, refusal) => {
  const { client_id } = await app.register();
  expect(await oauthErrorOf(app.token(client_id, form as Record<string, string>))).toBe(refusal);
});

test("an application with a secret must send it, and one without must not", async () => {
  const user = await api.createUser();
  const { client_id, client_secret } = await app.register({ token_endpoint_auth_method: "client_secret_post" });
  const code = (await app.allow(user, client_id)).get("code") ?? "";
  const form = { grant_type: "authorization_code", code, code_verifier: verifier };
  for (const wrong of [undefined, "", "dms_x", `${client_secret}x`]) {
    expect(await oauthErrorOf(app.token(client_id, form, wrong))).toBe("invalid_client");
  }
  expect(await oauthErrorOf(app.token(client_id, form, client_secret))).toBe("accepted");
  const open = await app.register();
  expect(await oauthErrorOf(app.token(open.client_id, form, "dms_x"))).toBe("invalid_client");
  expect(await oauthErrorOf(app.token("dmc_nobody", form))).toBe("invalid_client");
});
