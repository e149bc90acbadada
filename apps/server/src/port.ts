import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { StartError } from "@daymark/db/start-error";
import type { FastifyInstance } from "fastify";

export interface PortClaim {
  port: number;
  /** Gives the port back; needed once, harmless again. */
  release: () => Promise<void>;
}

/**
 * Takes a port while everything behind it is still starting, so that a busy one is known at once. Whoever asks
 * meanwhile is told to come back.
 *
 * @param port 0 lets the system choose
 * @throws StartError
 */
export async function claimPort(host: string, port: number): Promise<PortClaim> {
  const server = createServer((_, response) => {
    response.writeHead(503, { "retry-after": "1", connection: "close" }).end();
  });
  try {
    server.listen({ host, port });
    await once(server, "listening");
  } catch (error) {
    throw portError(error, host, port);
  }
  return {
    port: (server.address() as AddressInfo).port,
    release: async () => {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** @throws StartError */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw portError(error, host, port);
  }
}

function portError(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && "code" in error ? error.code : "";
  switch (code) {
    case "EADDRINUSE":
      return new StartError(`PORT ${port} on ${host} is in use: stop what uses it, or set PORT to another one.`);
    case "EACCES":
      return new StartError(`PORT ${port} may not be used by this user: set PORT to one above 1023.`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new StartError(`HOST ${host} is no address of this machine: 127.0.0.1 is one, 0.0.0.0 means all of them.`);
    default:
      return error;
  }
}
