import { createLimits } from "@daymark/auth/limits/rate-limit";
import { createAppSecret } from "@daymark/auth/session/app-token";
import { appClients, appDeviceCodes } from "@daymark/db/schema/connection/connected-app";
import { hasOpenssl } from "@daymark/db/testing-tls";
import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { toProblem } from "../base/error.ts";
import { createOutgoing } from "../outgoing/outgoing.ts";
import { createTestApi, keyOf } from "../testing.ts";
import { authenticateClient } from "./client.ts";
import { isDocumentUrl } from "./client-document.ts";
import { startDevice } from "./device.ts";
import { createAppEndpoints, oauthErrorOf, redirectUri } from "./testing.ts";
import { startDocumentSite } from "./testing-document-site.ts";

test.each([
  ["https://app.example/client.json", true],
  ["https://app.example:8443/a/b", true],
  ["https://app.example/client?version=2", true],
  ["http://app.example/client.json", false],
  ["https://app.example/", false],
  ["https://app.example", false],
  ["https://APP.example/client.json", false],
  ["https://app.example/a/../client.json", false],
  ["https://app.example/a/%2e%2e/client.json", false],
  ["https://app.example/client.json#part", false],
  ["https://app.example/client.json#", false],
  ["https://olena@app.example/client.json", false],
  ["https://@app.example/client.json", false],
  [`https://app.example/${"a".repeat(500)}`, false],
  ["dmc_registered", false],
])("whether %s may be the address of a document: %s", (clientId, isUrl) => {
  expect(isDocumentUrl(clientId)).toBe(isUrl);
});

describe.skipIf(!hasOpenssl)("an application that is described by a document at its client_id", async () => {
  const api = await createTestApi({ limits: ({ sql, secretKey }) => createLimits({ sql, secretKey }) });
  const app = createAppEndpoints(api);
  const site = await startDocumentSite();
  const { clientId, outgoing, serve } = site;
  afterAll(async () => {
    await site.close();
    await api.drop();
  });

  const document = (given: object = {}) => ({
    client_id: clientId,
    client_name: "Assistant",
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: "none",
    logo_uri: "https://app.example/logo.png",
    ...given,
  });
  const createUser = async () => ({ caller: (await api.createUser()).callerWith({ outgoing }) });

  test("is shown with the site, connects and refreshes without a registration", async () => {
    serve(document());
    const user = await createUser();
    expect(await user.caller.connectedApp.getRequest(app.requestOf(clientId))).toMatchObject({
      fault: null,
      app: { name: "Assistant", site: new URL(clientId).host, returns_to: { kind: "site", name: "app.example" } },
    });
    expect(await api.db.$count(appClients, eq(appClients.client_id, clientId))).toBe(0);
    const answer = await app.allow(user, clientId);
    const { refresh_token = "" } = await app.redeem(clientId, answer.get("code"));
    expect(await app.refresh(clientId, refresh_token)).toMatchObject({ token_type: "Bearer" });
    expect((await user.caller.connectedApp.list({})).results).toMatchObject([
      { name: "Assistant", site: new URL(clientId).host },
    ]);
    expect(site.requests()).toBe(2);
  });

  test("is mailed to the owner with its site", async () => {
    serve(document());
    const { user, callerWith } = await api.createUser({ email_verified: true });
    await app.allow({ caller: callerWith({ outgoing }) }, clientId);
    const mails = (await api.readMails()).filter(({ to }) => to === user.email);
    const { host } = new URL(clientId);
    expect(mails).toMatchObject([
      { template: "app_connected", values: { name: "Assistant", has_site: "yes", site: host } },
    ]);
  });

  test("has the name and the addresses that its document has now", async () => {
    const user = await createUser();
    serve(document({ client_name: "Before" }));
    await app.allow(user, clientId);
    serve(document({ client_name: "After", redirect_uris: ["https://app.example/new"] }));
    expect(await user.caller.connectedApp.getRequest(app.requestOf(clientId))).toMatchObject({
      fault: "redirect_unknown",
    });
    await app.allow(user, clientId, { redirect_uri: "https://app.example/new" });
    const clients = await api.db.select().from(appClients).where(eq(appClients.client_id, clientId));
    expect(clients).toMatchObject([{ name: "After", redirect_uris: ["https://app.example/new"], secret_hash: null }]);
  });

  test.each<[string, () => void]>([
    ["that names another address", () => serve(document({ client_id: "https://other.example/client.json" }))],
    ["without a name", () => serve(document({ client_name: undefined }))],
    ["with an empty name", () => serve(document({ client_name: "" }))],
    ["with a name of spaces and controls alone", () => serve(document({ client_name: " \u0001\u0085\u202e\u200b " }))],
    ["without a redirect address", () => serve(document({ redirect_uris: [] }))],
    ["with a redirect address that no application may have", () => serve(document({ redirect_uris: ["http://a.b/"] }))],
    ["with a secret", () => serve(document({ client_secret: "public" }))],
    ["with an authentication by a secret", () => serve(document({ token_endpoint_auth_method: "client_secret_post" }))],
    ["with a key of its own", () => serve(document({ token_endpoint_auth_method: "private_key_jwt" }))],
    ["that is a list", () => serve("[]")],
    ["that is no JSON", () => serve("<html>")],
    ["that is longer than the server reads", () => serve(document({ client_uri: "x".repeat(9_000) }))],
    ["that is missing", () => serve(document(), 404)],
    ["that is elsewhere", () => serve("", 302, { location: clientId })],
  ])("a document %s is refused", async (_, serveDocument) => {
    serveDocument();
    const user = await createUser();
    const request = app.requestOf(clientId);
    expect(await user.caller.connectedApp.getRequest(request)).toMatchObject({ fault: "client_unknown", app: null });
    expect(await keyOf(user.caller.connectedApp.create({ ...request, access: "read" }))).toBe("validation_failed");
  });

  test("may have grants and redirect addresses for other servers, which are ignored", async () => {
    serve(
      document({
        redirect_uris: ["cursor://callback", redirectUri],
        grant_types: ["authorization_code", "urn:ietf:params:oauth:grant-type:token-exchange"],
        response_types: ["code", "id_token"],
      }),
    );
    const user = await createUser();
    expect((await app.allow(user, clientId)).get("code")).toMatch(/^dmo_/);
    const unfit = app.requestOf(clientId, { redirect_uri: "cursor://callback" });
    expect(await user.caller.connectedApp.getRequest(unfit)).toMatchObject({ fault: "redirect_unknown", app: null });
  });

  test.each([
    ["fails", outgoing],
    ["is not found", createOutgoing({ resolve: async () => [] })],
    ["does not prove its name", site.distrustfulOutgoing],
  ])("is unavailable while its site %s, so that the user may try again", async (_, sending) => {
    serve(document(), 503);
    const { connectedApp } = (await api.createUser()).callerWith({ outgoing: sending });
    const request = app.requestOf(clientId);
    const calls = [() => connectedApp.getRequest(request), () => connectedApp.create({ ...request, access: "read" })];
    for (const call of calls) {
      const problem = toProblem(await call().catch((error: unknown) => error));
      expect(problem).toMatchObject({ code: "unavailable", status: 503, retry_after: 5 });
    }
  });

  test("is fetched once at a time for a user, and no other user waits for that", async () => {
    serve(document());
    const release = site.hold();
    const [user, other] = [await createUser(), await createUser()];
    const ask = ({ caller }: typeof user) => caller.connectedApp.getRequest(app.requestOf(clientId));
    const first = ask(user);
    await expect.poll(site.requests).toBe(1);
    expect(toProblem(await ask(user).catch((error: unknown) => error))).toMatchObject({ code: "unavailable" });
    const othersFirst = ask(other);
    await expect.poll(site.requests).toBe(2);
    release();
    expect(await Promise.all([first, othersFirst, first.then(() => ask(user))])).toMatchObject([
      { fault: null },
      { fault: null },
      { fault: null },
    ]);
  });

  test("is not fetched from a private address, nor where the operator has turned documents off", async () => {
    serve(document());
    const user = await api.createUser();
    const closed = user.callerWith({ outgoing: site.closedOutgoing });
    const off = user.callerWith({ outgoing, installation: { clientDocuments: "off" } });
    for (const caller of [closed, off]) {
      expect(await caller.connectedApp.getRequest(app.requestOf(clientId))).toMatchObject({ fault: "client_unknown" });
    }
    expect(site.requests()).toBe(0);
  });

  test("is not fetched for a guest: an endpoint knows only applications that a user has allowed", async () => {
    serve(document());
    const unknown = clientId.replace("client.json", "other.json");
    expect(await oauthErrorOf(app.token(unknown, { grant_type: "authorization_code" }))).toBe("invalid_client");
    expect(site.requests()).toBe(0);
  });

  test("gets no new consent once the operator has turned documents off, and its connections stay", async () => {
    serve(document());
    const user = await api.createUser();
    const answer = await app.allow({ caller: user.callerWith({ outgoing }) }, clientId);
    const { refresh_token = "" } = await app.redeem(clientId, answer.get("code"));
    const off = user.callerWith({ outgoing, installation: { clientDocuments: "off" } });
    const request = app.requestOf(clientId);
    expect(await off.connectedApp.getRequest(request)).toMatchObject({ fault: "client_unknown", app: null });
    expect(await keyOf(off.connectedApp.create({ ...request, access: "read" }))).toBe("validation_failed");
    expect(await app.refresh(clientId, refresh_token)).toMatchObject({ token_type: "Bearer" });
  });

  test("cannot log in a device, because nothing would prove that the device is its own", async () => {
    serve(document());
    await app.allow(await createUser(), clientId);
    const client = await authenticateClient(api.db, { clientId, secret: undefined });
    expect(await oauthErrorOf(startDevice(app.ctx, client, new Map()))).toBe("unauthorized_client");
    expect(await api.db.$count(appDeviceCodes)).toBe(0);
    // A code from before this rule.
    const { secret: device_code, secret_hash: code_hash } = createAppSecret("deviceCode");
    const code = {
      code_hash,
      user_code: "BCDFGHJK",
      interval_seconds: 5,
      expires_at: new Date(api.clock.now + 600_000),
    };
    await api.db
      .insert(appDeviceCodes)
      .values({ ...code, app_client_id: client.id, resource: "api", scopes: ["read"] });
    const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
    expect(await oauthErrorOf(app.token(clientId, { grant_type, device_code }))).toBe("unauthorized_client");
  });

  test("is fetched for a user at most 120 times an hour", async () => {
    serve("[]");
    const { caller } = await createUser();
    for (let times = 0; times < 120; times += 1) await caller.connectedApp.getRequest(app.requestOf(clientId));
    expect(await keyOf(caller.connectedApp.getRequest(app.requestOf(clientId)))).toBe("too_many_requests");
    expect(site.requests()).toBe(120);
  });
});
