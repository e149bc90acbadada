import { ApiError, toProblem } from "@daymark/api/base/error";
import type { Uploads } from "@daymark/api/host/uploads";
import {
  createConcurrencyLimit,
  createConcurrencyLimitPerKey,
  QueueFull,
} from "@daymark/auth/concurrency/concurrency-limit";
import { uploadsPath } from "@daymark/domain/community/stored-image";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { clientNetworkOf } from "../http/client-address.ts";
import { dataHeaders } from "../http/headers.ts";
import { sendProblem } from "../http/problem.ts";
import { watchClientOf } from "../limits/counted-request.ts";
import { createPageCache, type Made } from "./page-cache.ts";

/** The file names that `api/src/image` makes. No other file in the folder is served. */
const fileName = /^[0-9a-f]{32}-\d{1,4}\.webp$/;

/** The content of a name never changes, because no name comes twice. */
const fileHeaders = {
  "cache-control": "public, max-age=31536000, immutable",
  "content-security-policy": "default-src 'none'",
  // Feed readers show the pictures on their own pages.
  "cross-origin-resource-policy": "cross-origin",
} as const;

/** Pictures cached in memory. A large one has 500 kB. */
const cacheLimits = { countMax: 1_000, bytesMax: 32 * 2 ** 20 };
/** Each read holds a file handle, and a picture that no budget counts yet. */
const readings = { atOnceMax: 4, waitingMax: 200 };
/** The limits of one client network. A browser requests all pictures of a post at once. */
const readingsOfClient = { atOnceMax: 2, waitingMax: 100 };
/** The same for the check whether a file is there, which S3 answers. It has 16 places for all. */
const checksOfClient = { atOnceMax: 4, waitingMax: 100 };
const busyRetrySeconds = 2;

/**
 * Serves uploaded images by name. There is no list of them.
 *
 * Readers of one picture share its bytes. Unread answers are counted all the same (connection-bounds.ts), because their
 * bytes stay in memory after the cache has evicted the picture.
 */
export function serveUploads(app: FastifyInstance, uploads: Pick<Uploads, "read" | "measure">): void {
  const inReadingTurn = createConcurrencyLimit(readings);
  const inReadingTurnOfClient = createConcurrencyLimitPerKey<string>(readingsOfClient);
  const inCheckingTurnOfClient = createConcurrencyLimitPerKey<string>(checksOfClient);
  const contents = createPageCache<Uint8Array | null>({ ...cacheLimits, ageMillisecondsMax: Number.POSITIVE_INFINITY });

  app.route<{ Params: { "*": string } }>({
    method: ["GET", "HEAD"],
    url: `${uploadsPath}*`,
    handler: async (request, reply) => {
      const file = request.params["*"];
      try {
        // Checked for each request: another node may have deleted a picture that is still cached here.
        const bytes = fileName.test(file) ? await measure(file, request) : null;
        if (bytes === null) return refuse(request, reply, new ApiError("not_found"));
        const headers = { ...fileHeaders, "content-type": "image/webp", etag: `"${file}"` };
        if (request.headers["if-none-match"] === headers.etag) return reply.headers(headers).code(304).send();
        if (request.method === "HEAD") return reply.headers({ ...headers, "content-length": bytes }).send();
        const content = await contentOf(file, request);
        // It was deleted after the check.
        if (!content) return refuse(request, reply, new ApiError("not_found"));
        return reply.headers(headers).send(content);
      } catch (error) {
        // The storage does not answer.
        if (error instanceof ApiError) return refuse(request, reply, error);
        if (!(error instanceof QueueFull)) throw error;
        return refuse(
          request,
          reply,
          new ApiError("unavailable", { retryAfterSeconds: busyRetrySeconds, cause: error }),
        );
      }
    },
  });

  function measure(file: string, request: FastifyRequest): Promise<number | null> {
    return inCheckingTurnOfClient(clientNetworkOf(request), () => uploads.measure(file), watchClientOf(request));
  }

  function contentOf(file: string, request: FastifyRequest): Uint8Array | null | Promise<Uint8Array | null> {
    const [client, watchClient] = [clientNetworkOf(request), watchClientOf(request)];
    const read = async (): Promise<Made<Uint8Array | null>> => {
      const value = await uploads.read(file);
      return { value, bytes: value?.length ?? 0, topics: [], outcome: value ? "keep" : "passing" };
    };
    return contents.get(file, read, (work) =>
      inReadingTurnOfClient(client, () => inReadingTurn(work, watchClient), watchClient),
    );
  }
}

function refuse(request: FastifyRequest, reply: FastifyReply, error: ApiError) {
  return sendProblem(request, reply.headers(dataHeaders), toProblem(error));
}
