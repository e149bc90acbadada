import { Readable } from "node:stream";
import { ApiError } from "@daymark/api/base/error";
import { importBytesMax } from "@daymark/domain/account/import";
import type { Upload } from "@daymark/domain/base/file";
import { wholeBody } from "@daymark/domain/base/validation";
import { Busboy, type BusboyHeaders, type BusboyInstance } from "@fastify/busboy";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { clientNetworkOf } from "./client-address.ts";
import { createGrowingBytes } from "./growing-bytes.ts";
import { createChunkCounter } from "./short-chunks.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** A form receiver reads and bounds its forms. */
    takesUpload?: boolean;
  }
}

/** The part of a form that is a file. */
export interface UploadRule {
  member: string;
  bytesMax: number;
  /** The longest of the other parts, if they are longer than usual. */
  textBytesMax?: number;
}

export interface FormLimits {
  /** How many forms one account may send or have processed at once. */
  ofAccountMax: number;
  /** Memory for the files of all accounts, in bytes. */
  bytesMax: number;
  /** Memory for the files of one client network, in bytes. */
  ofNetworkBytesMax: number;
  /** A sender below this rate for `slowSecondsMax` is refused. */
  bytesPerSecondMin: number;
  slowSecondsMax: number;
}

/** Receives forms, within the memory of the process. */
export interface FormReceiver {
  /**
   * Returns the members of a form as the client sent them: text, and the file as `uploadSchema` of the domain. It
   * parses the form while it arrives (RFC 7578), and stops at the maximum length of the file.
   *
   * @param userId the account that sends the form
   * @throws ApiError payload_too_large; unsupported_media_type if it is not a form; validation_failed for a damaged or
   *   slow one; too_many_requests while the account sends others; unavailable if there is no memory for it
   */
  read(request: FastifyRequest, rule: UploadRule, userId: number): Promise<Record<string, unknown>>;
  /** Call it once the request is answered: it frees the memory of the file. */
  release(request: FastifyRequest): void;
  /** Measures each sender, and refuses the slow ones. The receiver calls it once a second while forms come in. */
  checkRates(): void;
  /** Memory taken by files now, in bytes. */
  bytesHeld(): number;
}

/** Most members of the input that are not files are short. The longest is a picture's description, with 300 characters. */
const fieldBytesMax = 1200;
const fieldsMax = 20;
/** The bytes around the parts of a form. */
const formBytesMax = 50_000;
const busyRetrySeconds = 10;

const defaultLimits: FormLimits = {
  ofAccountMax: 2,
  bytesMax: 8 * importBytesMax,
  // Half of the memory: complete files keep their memory while they wait for their turn, and those of one network must
  // leave some to the others.
  ofNetworkBytesMax: 4 * importBytesMax,
  // A 2G connection reaches this rate. The host ends a request after a minute anyway, which demands a higher rate for a
  // large file.
  bytesPerSecondMin: 10_000,
  slowSecondsMax: 10,
};

/**
 * In a separate scope, because no other route accepts a form as a content type. The form is read only when the
 * procedure asks for it.
 */
export function takeForms(scope: FastifyInstance): void {
  scope.addContentTypeParser("multipart/form-data", (_, payload, done) => done(null, payload));
}

/**
 * The receiver counts the bytes that arrived, never those that a client announced. No sender waits for another one.
 * When the memory is used up, the receiver refuses the slowest sender: stalled uploads of some accounts cannot keep out
 * a fast one of another account. When the share of a network is used up, it refuses the slowest sender of that network.
 */
export function createFormReceiver(changedLimits: Partial<FormLimits> = {}): FormReceiver {
  const limits = { ...defaultLimits, ...changedLimits };
  const forms = new Map<FastifyRequest, ReceivedForm>();
  let timer: NodeJS.Timeout | undefined;

  function hold(form: ReceivedForm, bytes: number): void {
    if (form.bytes === bytes) return;
    form.bytes = bytes;
    const all = [...forms.values()];
    const ofNetwork = all.filter(({ network }) => network === form.network);
    refuseAbove(limits.ofNetworkBytesMax, ofNetwork);
    refuseAbove(limits.bytesMax, all);
  }

  function checkRates(): void {
    for (const form of forms.values()) {
      if (!form.refuse) continue;
      measure(form);
      if (form.seconds < limits.slowSecondsMax) continue;
      const isSlow = form.windowBytes < limits.slowSecondsMax * limits.bytesPerSecondMin;
      if (isSlow)
        form.refuse(new ApiError("validation_failed", { fields: { [form.member]: [{ code: "upload_too_slow" }] } }));
      form.seconds = 0;
      form.windowBytes = 0;
    }
  }

  return {
    async read(request, rule, userId) {
      const body = request.body;
      // A request without a body has an empty form.
      if (body === undefined) return {};
      if (!(body instanceof Readable)) throw new ApiError("unsupported_media_type");
      if (Number(request.headers["content-length"] ?? 0) > rule.bytesMax + formBytesMax) {
        throw new ApiError("payload_too_large");
      }
      const ofAccount = [...forms.values()].filter((form) => form.userId === userId).length;
      if (ofAccount >= limits.ofAccountMax) {
        throw new ApiError("too_many_requests", { retryAfterSeconds: busyRetrySeconds });
      }
      const form: ReceivedForm = { ...newForm, userId, network: clientNetworkOf(request), member: rule.member };
      forms.set(request, form);
      timer ??= setInterval(checkRates, 1_000).unref();
      return readParts(body, request, { rule, form, hold });
    },
    release(request) {
      forms.delete(request);
      if (forms.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
    checkRates,
    bytesHeld: () => bytesOf([...forms.values()]),
  };
}

interface ReceivedForm {
  userId: number;
  network: string;
  /** The part that is a file. */
  member: string;
  /** Memory that its file takes, in bytes. */
  bytes: number;
  /** Bytes that arrived since the last check. */
  newBytes: number;
  /** Bytes that arrived in the last whole second. A new form does not count as slow yet. */
  speed: number;
  /** Whole seconds since the window began, and the bytes in them. */
  seconds: number;
  windowBytes: number;
  /** Null once the form is complete or refused. */
  refuse: ((error: ApiError) => void) | null;
}

const newForm = {
  ...{ bytes: 0, newBytes: 0, speed: Number.POSITIVE_INFINITY, windowBytes: 0, refuse: null },
  // The form begins within the first second, so that second is not a whole one.
  seconds: -1,
};

function measure(form: ReceivedForm): void {
  if (form.seconds >= 0) {
    form.speed = form.newBytes;
    form.windowBytes += form.newBytes;
  }
  form.seconds += 1;
  form.newBytes = 0;
}

/** Refuses the slowest senders of some forms, until the files of these forms take no more memory than they may. */
function refuseAbove(bytesMax: number, forms: readonly ReceivedForm[]): void {
  while (bytesOf(forms) > bytesMax) {
    const slowest = slowestOf(forms);
    // Never happens: the form that needs memory is not complete.
    if (!slowest) return;
    slowest.refuse?.(new ApiError("unavailable", { retryAfterSeconds: busyRetrySeconds }));
  }
}

function bytesOf(forms: readonly ReceivedForm[]): number {
  return forms.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Of the forms that take memory and still arrive. If several are equally slow, the newest one. */
function slowestOf(forms: Iterable<ReceivedForm>): ReceivedForm | undefined {
  let slowest: ReceivedForm | undefined;
  for (const form of forms) {
    if (form.refuse && form.bytes > 0 && (!slowest || form.speed <= slowest.speed)) slowest = form;
  }
  return slowest;
}

function readParts(
  body: Readable,
  request: FastifyRequest,
  {
    rule: { member, bytesMax, textBytesMax = fieldBytesMax },
    form,
    hold,
  }: { rule: UploadRule; form: ReceivedForm; hold: (form: ReceivedForm, bytes: number) => void },
): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const members: Record<string, unknown> = Object.create(null);
    let content = createGrowingBytes(bytesMax);
    let formBytes = 0;
    const refuse = (error: ApiError) => {
      if (!form.refuse) return;
      form.refuse = null;
      form.bytes = 0;
      content = createGrowingBytes(0);
      body.unpipe();
      // Reads and drops the rest: if the connection broke, the client would lose the answer. The host's timeout for a
      // whole request ends the connection of a client that never stops.
      body.resume();
      reject(error);
    };
    form.refuse = refuse;
    const add = (name: string, value: unknown) => {
      if (name in members) refuse(damaged());
      else members[name] = value;
    };
    let parser: BusboyInstance;
    try {
      const limits = { fileSize: bytesMax + 1, files: 1, fields: fieldsMax, fieldSize: textBytesMax };
      parser = new Busboy({ headers: request.headers as BusboyHeaders, limits });
    } catch {
      // The content type names no boundary.
      refuse(damaged());
      return;
    }
    parser.on("field", (name, value, isNameCut, isValueCut) => {
      if (isNameCut || isValueCut) refuse(damaged());
      else add(name, value);
    });
    parser.on("file", (name, stream, fileName, _, contentType) => {
      stream.on("data", (chunk: Buffer) => {
        if (!form.refuse) return;
        if (content.length() + chunk.length > bytesMax) refuse(new ApiError("payload_too_large"));
        else hold(form, content.add(chunk));
      });
      stream.on("end", () => {
        if (!form.refuse) return;
        const file = { file_name: fileName, content_type: contentType, content: content.toBytes() };
        hold(form, file.content.length);
        add(name, file satisfies Upload);
      });
      stream.on("error", () => refuse(damaged()));
      if (name !== member)
        refuse(new ApiError("validation_failed", { fields: { [name]: [{ code: "unknown_field" }] } }));
    });
    for (const event of ["filesLimit", "fieldsLimit", "partsLimit"] as const) parser.on(event, () => refuse(damaged()));
    parser.on("error", () => refuse(damaged()));
    parser.on("finish", () => {
      form.refuse = null;
      resolve({ ...members });
    });
    // From here on the form is measured while it arrives.
    request.counted?.holdBody(0);
    const countChunk = createChunkCounter(request.raw);
    body.on("data", (chunk: Buffer) => {
      countChunk(chunk);
      form.newBytes += chunk.length;
      formBytes += chunk.length;
      if (formBytes > bytesMax + formBytesMax) refuse(new ApiError("payload_too_large"));
    });
    // A client that disconnects before the end gets no answer, but its form must end all the same. A complete form
    // emits "close" too, perhaps before its last bytes are read.
    body.on("error", () => refuse(damaged()));
    body.on("close", () => {
      if (!body.readableEnded) refuse(damaged());
    });
    body.pipe(parser);
  });
}

function damaged(): ApiError {
  return new ApiError("validation_failed", { fields: { [wholeBody]: [{ code: "invalid" }] } });
}
