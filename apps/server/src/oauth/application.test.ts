import * as oauth from "openid-client";
import { afterAll, describe, expect, test } from "vitest";
import { createTestHost, expectProblem } from "../testing.ts";
import { allow, fetchFrom } from "./testing.ts";

const host = await createTestHost();
afterAll(host.drop);

const options = {
  algorithm: "oauth2",
  [oauth.customFetch]: fetchFrom(host) as oauth.CustomFetch,
  // The test host has no https.
  execute: [oauth.allowInsecureRequests],
} satisfies oauth.DynamicClientRegistrationRequestOptions;
const redirect_uri = "https://app.example/callback";

/** An application that registers itself, through a library of a third party. */
function register(metadata: Partial<oauth.ClientMetadata> = {}): Promise<oauth.Configuration> {
  const given = { client_name: "Test application", redirect_uris: [redirect_uri], ...metadata };
  return oauth.dynamicClientRegistration(new URL("http://localhost"), given, undefined, options);
}

describe.each(["client_secret_basic", "client_secret_post", "none"])("an application with %s", (method) => {
  test("gets tokens for the REST API, refreshes them, and revokes them", async () => {
    const { token } = await host.createUser();
    const { id } = await host.createHabit(token, { title: "Read" });
    const config = await register({ token_endpoint_auth_method: method });
    const pkceCodeVerifier = oauth.randomPKCECodeVerifier();
    const asked = oauth.buildAuthorizationUrl(config, {
      redirect_uri,
      scope: "read",
      state: "kept",
      code_challenge: await oauth.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: "S256",
    });
    const answer = await allow(host, token, asked);
    const tokens = await oauth.authorizationCodeGrant(config, answer, { pkceCodeVerifier, expectedState: "kept" });
    expect(tokens).toMatchObject({ token_type: "bearer", scope: "read" });
    const list = (access: string) => host.send("GET", "/api/habits/", { token: access });
    expect((await list(tokens.access_token)).json.results).toMatchObject([{ id, title: "Read" }]);
    const write = host.send("DELETE", `/api/habits/${id}/`, { token: tokens.access_token });
    expectProblem(await write, 403, "permission_denied");

    const refreshed = await oauth.refreshTokenGrant(config, tokens.refresh_token ?? "");
    expect((await list(refreshed.access_token)).status).toBe(200);
    await oauth.tokenRevocation(config, refreshed.access_token);
    const refused = await list(refreshed.access_token);
    expectProblem(refused, 401, "token_invalid");
    expect(refused.headers["www-authenticate"]).toMatch(/^Bearer error="invalid_token", resource_metadata=/);
    expect((await list(tokens.access_token)).status).toBe(200);
    await oauth.tokenRevocation(config, refreshed.refresh_token ?? "");
    expectProblem(await list(tokens.access_token), 401, "token_invalid");
    expect((await host.send("GET", "/api/connected-apps/", { token })).json.results).toEqual([]);
  });
});

test("a device gets tokens once its user has allowed the code that it shows", async () => {
  const { token } = await host.createUser();
  const config = await register({
    redirect_uris: [],
    grant_types: ["urn:ietf:params:oauth:grant-type:device_code", "refresh_token"],
    token_endpoint_auth_method: "none",
  });
  const started = await oauth.initiateDeviceAuthorization(config, { scope: "write" });
  const json = { user_code: started.user_code, decision: "allow", access: "write" };
  await host.send("POST", "/trpc/connectedApp.setDevice", { token, body: { json } });
  const tokens = await oauth.pollDeviceAuthorizationGrant(config, { ...started, interval: 0 });
  expect((await host.send("GET", "/api/habits/", { token: tokens.access_token })).status).toBe(200);
});

test("the metadata describes the server and each of its resources, to scripts of any origin", async () => {
  const server = await host.send("GET", "/.well-known/oauth-authorization-server");
  expect(server.json).toMatchObject({
    issuer: "http://localhost",
    code_challenge_methods_supported: ["S256"],
    response_types_supported: ["code"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  });
  for (const [path, resource] of [
    ["", "mcp"],
    ["/mcp", "mcp"],
    ["/mcp/", "mcp"],
    ["/api", "api"],
  ]) {
    const answer = await host.send("GET", `/.well-known/oauth-protected-resource${path}`);
    expect(answer.json).toMatchObject({
      resource: `http://localhost/${resource}`,
      authorization_servers: ["http://localhost"],
    });
    expect(answer.headers["access-control-allow-origin"]).toBe("*");
    expect(answer.headers).not.toHaveProperty("access-control-allow-credentials");
  }
});

const send = (path: string, payload: string, headers: Record<string, string> = {}) =>
  host.app.inject({
    method: "POST",
    url: `/oauth/${path}`,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    payload,
  });

describe("an endpoint", () => {
  test.each([
    ["token", "", 401, "invalid_client"],
    ["token", "client_id=dmc_nobody", 401, "invalid_client"],
    ["token", "client_id=a&client_id=b", 400, "invalid_request"],
    ["token", "client_id=%00", 401, "invalid_client"],
    ["token", "client_id=__proto__&grant_type=__proto__", 401, "invalid_client"],
    ["revoke", "token=x", 401, "invalid_client"],
    ["device_authorization", "client_id=dmc_nobody", 401, "invalid_client"],
  ])("%s answers “%s” with %i %s in the form of RFC 6749", async (path, form, status, error) => {
    const answer = await send(path, form);
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toEqual({ error, error_description: expect.any(String) });
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  test("challenges a client only for the header that it used", async () => {
    const basic = `Basic ${Buffer.from("nobody:wrong").toString("base64")}`;
    const answer = await send("token", "grant_type=refresh_token", { authorization: basic });
    expect([answer.statusCode, answer.headers["www-authenticate"]]).toEqual([401, 'Basic realm="daymark"']);
    const malformed = await send("token", "grant_type=refresh_token", { authorization: "Basic %%%" });
    expect(malformed.json()).toMatchObject({ error: "invalid_client" });
    const twice = await send("token", "client_id=other&grant_type=refresh_token", { authorization: basic });
    expect(twice.json()).toMatchObject({ error: "invalid_request" });
  });

  test("takes a form, and no other route does", async () => {
    const json = await host.send("POST", "/oauth/token", { body: { grant_type: "refresh_token" } });
    expect([json.status, json.json.error]).toEqual([400, "invalid_request"]);
    expect((await send("../api/habits/", "title=x")).statusCode).toBe(415);
    expect((await send("token", `client_id=${"x".repeat(20_000)}`)).statusCode).toBe(413);
    expectProblem(await host.send("GET", "/oauth/token"), 405, "method_not_allowed");
  });

  test("answers pages of other origins only where the operator allows them, and never with credentials", async () => {
    const other = await createTestHost({ corsOrigins: ["https://app.example"] });
    const ask = (origin: string) =>
      other.app.inject({
        method: "OPTIONS",
        url: "/oauth/token",
        headers: { origin, "access-control-request-method": "POST" },
      });
    const allowed = await ask("https://app.example");
    expect(allowed.headers["access-control-allow-origin"]).toBe("https://app.example");
    expect(allowed.headers).not.toHaveProperty("access-control-allow-credentials");
    expect((await ask("https://evil.example")).headers).not.toHaveProperty("access-control-allow-origin");
    await other.drop();
  });

  test("writes no secret into the logs", async () => {
    const config = await register({ token_endpoint_auth_method: "client_secret_post" });
    const { client_secret = "" } = config.clientMetadata();
    await send("token", `client_secret=${client_secret}&refresh_token=dmr_${"a".repeat(43)}`);
    await host.send("GET", `/oauth/token?code=dmo_${"b".repeat(43)}`);
    const logs = host.readLogs();
    for (const secret of [String(client_secret), "a".repeat(43), "b".repeat(43)]) expect(logs).not.toContain(secret);
  });
});
