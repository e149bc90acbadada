import { once } from "node:events";
import { connect } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Sends bytes that no HTTP client would send to a listening server, and returns its answer. The bytes must ask the
 * server to close the connection.
 */
export async function sendRaw(
  app: FastifyInstance,
  request: string,
): Promise<{ status: number; head: string; body: string }> {
  const address = app.server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server does not listen");
  const socket = connect(address.port, "127.0.0.1");
  socket.write(request);
  let answer = "";
  socket.setEncoding("utf8").on("data", (chunk) => {
    answer += chunk;
  });
  await once(socket, "close");
  const end = answer.indexOf("\r\n\r\n");
  return { status: Number(answer.slice(9, 12)), head: answer.slice(0, end), body: answer.slice(end + 4) };
}
