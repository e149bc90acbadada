import { randomBytes } from "node:crypto";
import { createLimits } from "@daymark/auth/limits/rate-limit";
import { countWaiting } from "@daymark/db/testing";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { createTestApi, keyOf } from "../testing.ts";
import { findClient } from "./client.ts";
import { createAppEndpoints, oauthErrorOf, redirectUri } from "./testing.ts";

const api = await createTestApi();
const { db } = api;
const app = createAppEndpoints(api);
afterAll(api.drop);

describe("a registration", () => {
  const unusedMax = 10_000;

  /** Makes an application older than those of {@link flood}. */
  const age = (clientId: string) => api.sql`
    update app_clients set created_at = '2025-01-01' where client_id = ${clientId}`;

  /** Adds more unused applications than the server keeps. */
  const flood = () => api.sql`
    insert into app_clients (client_id, name, redirect_uris, created_at)
    select 'flood ' || n, 'Flood', '{}', timestamptz '2026-01-01' - n * interval '1 second'
    from generate_series(1, ${unusedMax + 5}) n`;

  afterEach(() => api.sql`delete from app_clients where client_id like 'flood %'`);

  test("is never refused for those of other networks: it pushes out the oldest one that was never used", async () => {
    const limited = createAppEndpoints(api, createLimits({ sql: api.sql, secretKey: randomBytes(32) }));
    const user = await api.createUser();
    const allowed = await app.register();
    await app.allow(user, allowed.client_id);
    await age(allowed.client_id);
    await flood();
    const registered = await limited.register();
    const [row] = await api.sql<[{ clients: number; oldest: number }]>`
      select count(*)::int as clients, max(substring(client_id from 'flood (.*)')::int) as oldest
      from app_clients where last_used_at is null`;
    expect(row.clients).toBe(unusedMax);
    expect(row.oldest).toBeLessThan(unusedMax);
    expect((await limited.allow(user, registered.client_id)).get("code")).toBeTruthy();
    expect(await findClient(db, allowed.client_id)).toBeDefined();
  });

  test("stays if a user allows it while another registration pushes out the oldest", async () => {
    const user = await api.createUser();
    const allowed = await app.register();
    await age(allowed.client_id);
    await flood();
    // While the trigger waits, the statement sees the rows as they were before.
    await api.sql.unsafe(`
      create function wait() returns trigger language plpgsql as $$ begin
        perform pg_advisory_xact_lock(54);
        return null;
      end $$;
      create trigger wait before delete on app_clients for each statement execute function wait()`);
    let registering: Promise<unknown> | undefined;
    await api.sql.begin(async (holder) => {
      await holder`select pg_advisory_xact_lock(54)`;
      registering = app.register();
      await expect.poll(() => countWaiting(holder)).toBe(1);
      await app.allow(user, allowed.client_id);
    });
    await registering;
    await api.sql`drop function wait cascade`;
    expect(await findClient(db, allowed.client_id)).toBeDefined();
  });

  test("that was pushed out while its user allows it is unknown", async () => {
    const user = await api.createUser();
    const { client_id } = await app.register();
    let allowing: Promise<unknown> | undefined;
    await api.sql.begin(async (holder) => {
      await holder`select from users where id = ${user.user.id} for update`;
      allowing = keyOf(app.allow(user, client_id));
      await expect.poll(() => countWaiting(holder)).toBe(1);
      await holder`delete from app_clients where client_id = ${client_id}`;
    });
    expect(await allowing).toBe("validation_failed");
  });

  test("from one address is refused after 30 in an hour, and another address can still register", async () => {
    const limits = createLimits({ sql: api.sql, secretKey: randomBytes(32) });
    const limited = createAppEndpoints(api, limits);
    for (let count = 0; count < 30; count++) await limited.register();
    expect(await keyOf(limited.register())).toBe("too_many_requests");
    limited.ctx.client = { address: "203.0.113.9", userAgent: "" };
    expect(await keyOf(limited.register())).toBe("accepted");
  });

  test.each<[object, string]>([
    [{ redirect_uris: ["javascript:alert(1)"] }, "invalid_redirect_uri"],
    [{ redirect_uris: [] }, "invalid_redirect_uri"],
    [{ redirect_uris: "https://app.example/" }, "invalid_redirect_uri"],
    [{ redirect_uris: Array(11).fill(redirectUri) }, "invalid_redirect_uri"],
    [{ client_name: "x".repeat(81) }, "invalid_client_metadata"],
    [{ client_name: 1 }, "invalid_client_metadata"],
    [{ token_endpoint_auth_method: "private_key_jwt" }, "invalid_client_metadata"],
    [{ grant_types: ["implicit"] }, "invalid_client_metadata"],
    [{ response_types: ["token"] }, "invalid_client_metadata"],
  ])("with %j is refused", async (given, refusal) => {
    expect(await oauthErrorOf(app.register(given))).toBe(refusal);
  });

  test("loses the controls of its name, which would turn the direction of the question", async () => {
    const registered = await app.register({ client_name: "Note\u202ekramyaD\n\u2066 \u05d9\u05d5\u05dd\u200f\u0007" });
    expect(registered.client_name).toBe("NotekramyaD \u05d9\u05d5\u05dd");
  });

  test("takes unknown members, and names an application without a name after its host", async () => {
    const registered = await app.register({ client_name: " \u202e ", software_id: "x", jwks: {}, scope: "read admin" });
    expect(registered).toMatchObject({ client_name: "app.example", scope: "read write" });
    expect(registered).not.toHaveProperty("software_id");
    expect(registered).not.toHaveProperty("client_secret");
  });
});
