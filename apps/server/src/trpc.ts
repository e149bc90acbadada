import type { Context } from "@daymark/api/context";
import { appRouter } from "@daymark/api/router";
import { type HTTPBaseHandlerOptions, resolveResponse } from "@trpc/server/http";
import type { FastifyInstance, FastifyRequest } from "fastify";

type Options = HTTPBaseHandlerOptions<typeof appRouter, FastifyRequest>;

/**
 * The procedures over tRPC's own protocol, in a scope whose JSON parser is the host's. tRPC's adapter for Fastify builds
 * a Request to read what was read, and sends each answer as a stream, which took a sixth of a call (decision 14).
 */
export function mountTrpc(
  scope: FastifyInstance,
  options: { createContext: (request: FastifyRequest) => Promise<Context> } & Required<
    Pick<Options, "onError" | "responseMeta">
  >,
): void {
  scope.all<{ Params: { path: string } }>("/:path", async (request, reply) => {
    const response = await resolveResponse<typeof appRouter>({
      router: appRouter,
      path: request.params.path,
      req: readAsFetch(request),
      error: null,
      createContext: () => options.createContext(request),
      responseMeta: options.responseMeta,
      onError: (told) => options.onError({ ...told, req: request }),
    });
    for (const [name, value] of response.headers) reply.header(name, value);
    return reply.code(response.status).send(await response.text());
  });
}

/** What tRPC reads of a Request, over what Fastify has read already. */
function readAsFetch(request: FastifyRequest): Request {
  const { headers, method, url } = request;
  const get = (name: string) => headers[name]?.toString() ?? null;
  const read: Pick<Request, "method" | "url" | "signal" | "json"> & { headers: Pick<Headers, "get" | "has"> } = {
    method,
    url: `http://localhost${url}`,
    headers: { get, has: (name) => get(name) !== null },
    signal: new AbortController().signal,
    json: async () => request.body,
  };
  return read as Request;
}
