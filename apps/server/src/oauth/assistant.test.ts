import { startDocumentSite } from "@daymark/api/connected-app/testing-document-site";
import { insertAppToken } from "@daymark/auth/testing-app-token";
import { hasOpenssl } from "@daymark/db/testing-tls";
import {
  Client,
  type OAuthClientInformationFull,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { afterAll, describe, expect, test } from "vitest";
import { createTestHost, expectProblem } from "../testing.ts";
import { allow, fetchFrom } from "./testing.ts";

const host = await createTestHost();
afterAll(host.drop);

const server = new URL("http://localhost/mcp");

interface Kept {
  client?: OAuthClientInformationFull;
  tokens?: OAuthTokens;
  verifier?: string;
  discovery?: OAuthDiscoveryState;
  /** Where it sent the user. */
  asked?: URL;
}

/**
 * An assistant that knows only the address. It keeps what the official client gives it.
 *
 * @param clientMetadataUrl the address of the document that describes it; without one it registers itself
 */
function createAssistant(of: typeof host, clientMetadataUrl?: string) {
  const kept: Kept = {};
  const authProvider: OAuthClientProvider = {
    ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
    redirectUrl: "http://127.0.0.1:33418/callback",
    clientMetadata: {
      client_name: "Test assistant",
      redirect_uris: ["http://127.0.0.1:33418/callback"],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    },
    state: () => "a state of its own",
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client as OAuthClientInformationFull;
    },
    tokens: () => kept.tokens as never,
    saveTokens: (tokens) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization: (url) => {
      kept.asked = url;
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier ?? "",
    saveDiscoveryState: (state) => {
      kept.discovery = state;
    },
    discoveryState: () => kept.discovery,
    invalidateCredentials: (scope) => {
      if (scope === "tokens" || scope === "all") delete kept.tokens;
      if (scope === "client" || scope === "all") delete kept.client;
    },
  };
  const connect = async () => {
    const client = new Client({ name: "test", version: "1" });
    const transport = new StreamableHTTPClientTransport(server, { authProvider, fetch: fetchFrom(of) });
    return { client, transport, connected: client.connect(transport) };
  };
  return { kept, connect };
}

/** Connects an assistant from the address alone, with a user who allows it. */
async function connectAssistant(
  token: string,
  access: "read" | "write" = "write",
  { of = host, clientMetadataUrl }: { of?: typeof host; clientMetadataUrl?: string } = {},
) {
  const assistant = createAssistant(of, clientMetadataUrl);
  const first = await assistant.connect();
  await expect(first.connected).rejects.toThrow(UnauthorizedError);
  const asked = assistant.kept.asked ?? new URL("about:blank");
  const answer = await allow(of, token, asked, access);
  await first.transport.finishAuth(answer.searchParams);
  const second = await assistant.connect();
  await second.connected;
  return { ...assistant, asked, answer, client: second.client };
}

describe("the official client, which knows only the address", () => {
  test("finds the server, registers, asks for consent, and then calls tools", async () => {
    const { token } = await host.createUser();
    await host.createHabit(token, { title: "Read", target: 10 });
    const { client, asked, answer, kept } = await connectAssistant(token);
    expect(asked.origin + asked.pathname).toBe("http://localhost/oauth/authorize");
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      resource: "http://localhost/mcp",
      code_challenge_method: "S256",
      scope: "read write",
    });
    expect(answer.searchParams.get("state")).toBe("a state of its own");
    expect(kept.tokens).toMatchObject({ scope: "read write", expires_in: 3600 });
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("record_day");
    const recorded = await client.callTool({ name: "record_day", arguments: { habit: "Read", value: 12 } });
    expect(recorded.structuredContent).toMatchObject({ entry: { value: 12 } });
  });

  test("refreshes by itself when its access token has ended", async () => {
    const { token } = await host.createUser();
    const { client, kept } = await connectAssistant(token);
    const before = kept.tokens;
    await host.database.sql`delete from app_access_tokens`;
    const tokenAfterCall = () => client.listTools().then(() => kept.tokens?.refresh_token);
    await expect.poll(tokenAfterCall, { interval: 20, timeout: 20_000 }).not.toBe(before?.refresh_token);
    expect((await client.listTools()).tools.length).toBeGreaterThan(5);
  });

  test("is refused at the next call once the user has disconnected it, and cannot refresh", async () => {
    const { token } = await host.createUser();
    const { client, kept } = await connectAssistant(token);
    await client.listTools();
    const { json } = await host.send("GET", "/api/connected-apps/", { token });
    expect(json.results).toMatchObject([{ name: "Test assistant", resource: "mcp", scopes: ["read", "write"] }]);
    await host.send("DELETE", `/api/connected-apps/${json.results[0].id}/`, { token });
    kept.asked = server;
    await expect(client.listTools()).rejects.toThrow(UnauthorizedError);
    // It begins anew: only the user can let it in again.
    expect(kept.asked.pathname).toBe("/oauth/authorize");
  });

  test("with only read access sees no tool that changes something, and learns which scope it lacks", async () => {
    const { token } = await host.createUser();
    const { client, kept } = await connectAssistant(token, "read");
    const { tools } = await client.listTools();
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "record_day", arguments: {} } };
    const answer = await host.send("POST", "/mcp", { token: kept.tokens?.access_token ?? "", body });
    expectProblem(answer, 403, "permission_denied");
    expect(answer.headers["www-authenticate"]).toBe(
      'Bearer error="insufficient_scope", resource_metadata="http://localhost/.well-known/oauth-protected-resource/mcp", scope="read write"',
    );
  });
});

test.skipIf(!hasOpenssl)("the official client that has a document connects without a registration", async () => {
  const site = await startDocumentSite();
  const { clientId, outgoing } = site;
  site.serve({ client_id: clientId, client_name: "Assistant", redirect_uris: ["http://127.0.0.1:33418/callback"] });
  const open = await createTestHost({ services: { outgoing } });
  try {
    const { token } = await open.createUser();
    const { client, asked } = await connectAssistant(token, "read", { of: open, clientMetadataUrl: clientId });
    expect(asked.searchParams.get("client_id")).toBe(clientId);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("list_day");
  } finally {
    await open.drop();
    await site.close();
  }
});

test("a refused request names the metadata, and a token for /mcp does not open the REST API, nor the other way", async () => {
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  const guest = await host.send("POST", "/mcp", { body: ping });
  expect(guest.headers["www-authenticate"]).toBe(
    'Bearer resource_metadata="http://localhost/.well-known/oauth-protected-resource/mcp", scope="read write"',
  );
  const { token, id } = await host.createUser();
  const { kept } = await connectAssistant(token);
  const assistantToken = kept.tokens?.access_token ?? "";
  expectProblem(await host.send("GET", "/api/habits/", { token: assistantToken }), 401, "token_invalid");
  const restToken = await insertAppToken(host.database.db, id, { resource: "api", scope: "write" });
  expect((await host.send("GET", "/api/habits/", { token: restToken })).status).toBe(200);
  expectProblem(await host.send("POST", "/mcp", { token: restToken, body: ping }), 401, "token_invalid");
});
