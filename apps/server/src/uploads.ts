import { ApiError, toProblem } from "@daymark/api/error";
import type { Uploads } from "@daymark/api/image/uploads";
import { uploadsPath } from "@daymark/domain/image";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { dataHeaders } from "./headers.ts";
import { sendProblem } from "./problem.ts";

/** As `api/src/image` names files: nothing else that may lie beside them is served. */
const fileName = /^[0-9a-f]{32}-\d{1,4}\.webp$/;

/** What is under a name never changes, as it is a hash of what was sent. */
const fileHeaders = {
  "cache-control": "public, max-age=31536000, immutable",
  "content-security-policy": "default-src 'none'",
  // Readers of feeds show it on pages of their own.
  "cross-origin-resource-policy": "cross-origin",
} as const;

/** Pictures that were uploaded, each under its name; there is no list of them. */
export function serveUploads(app: FastifyInstance, uploads: Pick<Uploads, "read">): void {
  app.get<{ Params: { "*": string } }>(`${uploadsPath}*`, async (request, reply) => {
    const file = request.params["*"];
    const content = fileName.test(file) ? await uploads.read(file) : null;
    if (!content) return refuse(request, reply);
    const etag = `"${file}"`;
    reply.headers({ ...fileHeaders, etag }).type("image/webp");
    return request.headers["if-none-match"] === etag ? reply.code(304).send() : reply.send(content);
  });
}

function refuse(request: FastifyRequest, reply: FastifyReply) {
  return sendProblem(request, reply.headers(dataHeaders), toProblem(new ApiError("not_found")));
}
