import { Readable } from "node:stream";
import { ApiError } from "@daymark/api/error";
import { createTurns } from "@daymark/auth/turn";
import type { Upload } from "@daymark/domain/file";
import { wholeBody } from "@daymark/domain/validation";
import { Busboy, type BusboyHeaders, type BusboyInstance } from "@fastify/busboy";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** The part of a form that is a file. */
export interface UploadRule {
  member: string;
  bytesMax: number;
}

/** Members of the input that are no file are short: what a picture shows, in 300 characters, is the longest. */
const fieldBytesMax = 1200;
const fieldsMax = 20;
/** Of what stands around the parts of a form. */
const formBytesMax = 50_000;

/** A file is kept in memory while it comes in: this many at once are 160 MB, and a slow line keeps out nobody else. */
const inTurn = createTurns({ atOnceMax: 8, waitingMax: 0 });
/** Of one user: whoever sends slowly on purpose keeps nobody else from a turn. */
const ofUserMax = 2;
const ofUserRetrySeconds = 10;
/** How many each user sends now, by id. */
const sending = new Map<number, number>();

/** In a scope of its own: elsewhere a form is no content type. It is read only once the procedure asks for it. */
export function takeForms(scope: FastifyInstance): void {
  scope.addContentTypeParser("multipart/form-data", (_, payload, done) => done(null, payload));
}

/**
 * The members of a form as they were sent: text, and the file as `uploadSchema` of the domain. It is read as it comes
 * (RFC 7578), and no further than the file may be long.
 *
 * @param userId whose form it is
 * @throws ApiError payload_too_large; unsupported_media_type where it is no form; validation_failed for a damaged one;
 *   too_many_requests while the user sends others; QueueFull while too many others do
 */
export async function readForm(
  request: FastifyRequest,
  rule: UploadRule,
  userId: number,
): Promise<Record<string, unknown>> {
  const form = request.body;
  // An absent body is one that says nothing.
  if (form === undefined) return {};
  if (!(form instanceof Readable)) throw new ApiError("unsupported_media_type");
  if (Number(request.headers["content-length"] ?? 0) > rule.bytesMax + formBytesMax) {
    throw new ApiError("payload_too_large");
  }
  const atOnce = sending.get(userId) ?? 0;
  if (atOnce >= ofUserMax) throw new ApiError("too_many_requests", { retryAfterSeconds: ofUserRetrySeconds });
  sending.set(userId, atOnce + 1);
  try {
    return await inTurn(() => readParts(form, request.headers as BusboyHeaders, rule));
  } finally {
    const others = (sending.get(userId) ?? 1) - 1;
    if (others > 0) sending.set(userId, others);
    else sending.delete(userId);
  }
}

function readParts(
  form: Readable,
  headers: BusboyHeaders,
  { member, bytesMax }: UploadRule,
): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const members: Record<string, unknown> = Object.create(null);
    const refuse = (error: ApiError) => {
      form.unpipe();
      // What still comes is read and forgotten, so that the answer is not lost in a connection that breaks.
      form.resume();
      reject(error);
    };
    const add = (name: string, value: unknown) => {
      if (name in members) refuse(damaged());
      else members[name] = value;
    };
    let parser: BusboyInstance;
    try {
      const limits = { fileSize: bytesMax + 1, files: 1, fields: fieldsMax, fieldSize: fieldBytesMax };
      parser = new Busboy({ headers, limits });
    } catch {
      // No boundary.
      refuse(damaged());
      return;
    }
    parser.on("field", (name, value, isNameCut, isValueCut) => {
      if (isNameCut || isValueCut) refuse(damaged());
      else add(name, value);
    });
    parser.on("file", (name, stream, fileName, _, contentType) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      stream.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > bytesMax) refuse(new ApiError("payload_too_large"));
        else chunks.push(chunk);
      });
      stream.on("end", () => {
        const { buffer, byteOffset, length } = Buffer.concat(chunks);
        const content = new Uint8Array(buffer, byteOffset, length);
        add(name, { file_name: fileName, content_type: contentType, content } satisfies Upload);
      });
      stream.on("error", () => refuse(damaged()));
      if (name !== member)
        refuse(new ApiError("validation_failed", { fields: { [name]: [{ code: "unknown_field" }] } }));
    });
    for (const event of ["filesLimit", "fieldsLimit", "partsLimit"] as const) parser.on(event, () => refuse(damaged()));
    parser.on("error", () => refuse(damaged()));
    parser.on("finish", () => resolve({ ...members }));
    // Whoever goes away in the middle gets no answer; the turn must end all the same. A form that came in whole closes
    // too, and may do so before the last of it is read.
    form.on("error", () => refuse(damaged()));
    form.on("close", () => {
      if (!form.readableEnded) reject(damaged());
    });
    form.pipe(parser);
  });
}

function damaged(): ApiError {
  return new ApiError("validation_failed", { fields: { [wholeBody]: [{ code: "invalid" }] } });
}
