import { once } from "node:events";
import { createServer } from "node:net";

/**
 * A port of 127.0.0.1 that was free a moment ago, for a program that cannot choose one or must restart on the same
 * port.
 */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port on 127.0.0.1");
  return address.port;
}
