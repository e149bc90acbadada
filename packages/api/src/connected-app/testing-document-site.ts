import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCertificate } from "@daymark/db/testing-tls";
import { createOutgoing } from "../outgoing/outgoing.ts";

/** Starts the site https://app.example, which has the document of an application. It needs OpenSSL. */
export async function startDocumentSite() {
  const directory = mkdtempSync(join(tmpdir(), "daymark-document-"));
  const files = createCertificate(directory, "site", "app.example");
  const authority = readFileSync(files.authority, "utf8");
  const answer = { status: 200, headers: {} as Record<string, string>, body: "" };
  let requests = 0;
  let held = Promise.resolve();
  const tls = { cert: readFileSync(files.certificate), key: readFileSync(files.key) };
  const server = createServer(tls, async (request, response) => {
    if (request.method === "GET") requests += 1;
    await held;
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const clientId = `https://app.example:${(server.address() as AddressInfo).port}/client.json`;
  const resolve = async () => [{ address: "127.0.0.1", family: 4 }];

  return {
    clientId,
    /** Finds the site at its loopback address, and trusts its certificate. */
    outgoing: createOutgoing({ resolve, authority, allowedNetworks: ["127.0.0.0/8"] }),
    /** As an operator leaves it: it finds the site, too, but calls no loopback address. */
    closedOutgoing: createOutgoing({ resolve, authority }),
    /** Does not trust the certificate. */
    distrustfulOutgoing: createOutgoing({ resolve, allowedNetworks: ["127.0.0.0/8"] }),
    /** Requests since the last `serve`. */
    requests: () => requests,

    /** Sets what the site answers next; an object becomes JSON. */
    serve(body: object | string, status = 200, headers: Record<string, string> = {}): void {
      Object.assign(answer, { status, headers, body: typeof body === "string" ? body : JSON.stringify(body) });
      requests = 0;
      held = Promise.resolve();
    },

    /** Keeps requests without an answer until the returned function is called. */
    hold(): () => void {
      let release = () => {};
      held = new Promise((released) => {
        release = released;
      });
      return release;
    },

    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      rmSync(directory, { recursive: true });
    },
  };
}
