import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedMessage {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

type Answer = { status: number; headers?: Record<string, string>; body?: string } | "silence";

/** Starts a receiver of webhooks or notifications on loopback, whose answers the test decides. */
export async function startReceiver(answer: (message: ReceivedMessage, before: number) => Answer | Promise<Answer>) {
  const received: ReceivedMessage[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const message = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    };
    const before = received.push(message) - 1;
    const given = await answer(message, before);
    if (given === "silence") return;
    response.writeHead(given.status, given.headers).end(given.body);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
