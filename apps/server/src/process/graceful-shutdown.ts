import type { FastifyInstance } from "fastify";
import { untilNobodyArrives } from "./port.ts";

export interface Shutdown {
  /**
   * From this call on, readiness fails and every answer asks the client to close its connection. Requests are still
   * served.
   */
  drain: () => void;
  isDraining: () => boolean;
  /** Aborts when the server drains or closes. A stream never ends by itself, so the server ends it then. */
  stopping: AbortSignal;
}

/** Installs what the host does when it drains and closes, so that its clients go to another node without an error. */
export function prepareShutdown(app: FastifyInstance): Shutdown {
  const stopping = new AbortController();
  let isDraining = false;
  let doorClosed: Promise<void> | undefined;
  app.addHook("preClose", async () => {
    stopping.abort();
    // Requests wait for their answers until the server stops listening. Their clients do not reconnect meanwhile, so
    // new connections soon cease.
    const { promise, resolve } = Promise.withResolvers<void>();
    doorClosed = promise;
    await untilNobodyArrives(app.server);
    // The server stops listening at the end of this turn of the event loop.
    setImmediate(resolve);
  });
  app.addHook("onRequest", (_, reply, done) => {
    if (isDraining) reply.header("connection", "close");
    if (doorClosed) doorClosed.then(() => done());
    else done();
  });
  return {
    drain: () => {
      isDraining = true;
      stopping.abort();
    },
    isDraining: () => isDraining,
    stopping: stopping.signal,
  };
}
