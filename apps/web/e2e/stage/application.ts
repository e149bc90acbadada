import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Starts an OAuth client on this machine. It registers itself, receives the browser at a loopback address and redeems
 * the code.
 */
export async function startApplication(site: string, name = "Test application") {
  const answers: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === "/callback") answers.push(searchParams);
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Back</title><h1>Back</h1>");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const redirect_uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  const send = async (path: string, init: RequestInit) => {
    const answer = await fetch(`${site}${path}`, { method: "POST", ...init });
    return (await answer.json()) as Record<string, string>;
  };
  const { client_id = "" } = await send("/oauth/register", {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: name, redirect_uris: [redirect_uri], token_endpoint_auth_method: "none" }),
  });
  const code_verifier = randomBytes(32).toString("base64url");
  const request = (path: string, form: Record<string, string>) =>
    send(path, { body: new URLSearchParams({ client_id, ...form }) });
  return {
    /** The query parameters of each callback, oldest first. */
    answers,
    redirect_uri,

    /** The path and query of the consent page. */
    consentPath(given: Record<string, string> = {}): string {
      const query = new URLSearchParams({
        response_type: "code",
        client_id,
        redirect_uri,
        scope: "write",
        state: "1e3 kept",
        code_challenge: createHash("sha256").update(code_verifier).digest("base64url"),
        code_challenge_method: "S256",
        ...given,
      });
      return `/oauth/authorize?${query}`;
    },

    redeem: (code: string) => request("/oauth/token", { grant_type: "authorization_code", code, code_verifier }),
    startDevice: () => request("/oauth/device_authorization", { scope: "write" }),
    poll: (device_code: string) =>
      request("/oauth/token", { grant_type: "urn:ietf:params:oauth:grant-type:device_code", device_code }),

    async close(): Promise<void> {
      await new Promise((closed) => server.close(closed));
    },
  };
}
