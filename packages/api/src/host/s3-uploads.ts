import { addAbortSignal, type Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { _Object, S3ClientConfig } from "@aws-sdk/client-s3";
import { createConcurrencyLimit } from "@daymark/auth/concurrency/concurrency-limit";
import { ApiError } from "../base/error.ts";
import { fileBytesMax, type UploadedFile, type Uploads } from "./uploads.ts";

/** A bucket of an S3-compatible storage, and the credentials for it. */
export interface S3Config {
  bucket: string;
  /** What the keys begin with: empty, or with a slash at its end. */
  prefix: string;
  /** The address of the storage; undefined for Amazon's own in the region. */
  endpoint: string | undefined;
  region: string;
  /** Whether addresses name the bucket in their path, and not in their host. */
  isPathStyle: boolean;
  accessKeyId: string;
  secretAccessKey: string;
}

/** The part of the host's logger that the storage uses. */
interface StorageLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface S3Uploads extends Uploads {
  /**
   * Requests one page of the list.
   *
   * @returns the code of S3's refusal, which only a change of the configuration helps against; null if there is none
   * @throws ApiError unavailable if S3 does not answer
   */
  findRefusal(): Promise<string | null>;
}

/** The names that image/create.ts makes. Other objects below the prefix are not ours: nothing lists or deletes them. */
const ours = /^[0-9a-f]+-\d+\.webp$/;

/** The timeouts of an operation with all of its retries and the body, in milliseconds. */
const defaultTimeouts = { write: 15_000, other: 5_000 };
/** The timeout of a whole list, in milliseconds: hundreds of thousands of files. */
const listTimeout = 30_000;
/** All operations are idempotent: a name always has the same content. The client repeats those that may succeed. */
const attemptsMax = 3;
const connectMilliseconds = 2_000;
/** Each operation has a socket, and at most {@link fileBytesMax} in memory. */
const turns = { atOnceMax: 16, waitingMax: 500, waitingMillisecondsMax: defaultTimeouts.other };
/** If S3 does not answer, it counts as down for this time, so that calls that wait for a turn do not wait for S3, too. */
const awayMilliseconds = 1_000;
const retryAfterSeconds = 5;

/**
 * Opens uploads in S3. Nodes that share uploads use the same bucket and prefix. No method logs or throws a credential:
 * errors have the code of the failure alone.
 *
 * @param log gets an entry when S3 stops answering and when it answers again
 * @param timeouts in milliseconds; tests pass their own
 */
export async function createS3Uploads(
  config: S3Config,
  log: StorageLog,
  timeouts = defaultTimeouts,
): Promise<S3Uploads> {
  // Loaded only where it is used: it takes 40 MB of memory.
  const s3 = await import("@aws-sdk/client-s3");
  const client = new s3.S3Client(clientOptions(config));
  const { bucket: Bucket, prefix } = config;
  const health = createHealth(log);
  const inTurn = createConcurrencyLimit(turns);

  /** Runs an operation with a timeout. @returns null if there is no such object */
  const run = <T>(operation: keyof typeof timeouts, work: (abortSignal: AbortSignal) => Promise<T>) =>
    inTurn(async () => {
      if (health.isAway()) throw unavailable("it was away a moment ago");
      try {
        const result = await work(AbortSignal.timeout(timeouts[operation]));
        health.noteAnswer();
        return result;
      } catch (error) {
        const code = codeOf(error);
        if (!missing.has(code)) {
          health.noteFailure(error);
          throw unavailable(code);
        }
        health.noteAnswer();
        return null;
      }
    });

  const address = (file: string) => ({ Bucket, Key: `${prefix}${file}` });
  const readPage = (ContinuationToken?: string) => {
    // Without the delimiter, the page would name all objects of other programs below.
    const command = new s3.ListObjectsV2Command({ Bucket, Prefix: prefix, Delimiter: "/", ContinuationToken });
    return (abortSignal: AbortSignal) => client.send(command, { abortSignal });
  };

  return {
    async write(file, content) {
      const command = new s3.PutObjectCommand({ ...address(file), Body: content, ContentType: "image/webp" });
      const written = await run("write", (abortSignal) => client.send(command, { abortSignal }));
      if (!written) throw unavailable("there is no such bucket");
    },

    read(file) {
      return run("other", async (abortSignal) => {
        const { Body, ContentLength } = await client.send(new s3.GetObjectCommand(address(file)), { abortSignal });
        // In Node the body is a stream of it.
        const body = Body as Readable;
        if (ContentLength === undefined || ContentLength > fileBytesMax) {
          body.destroy();
          throw new Error(`an object has more than ${fileBytesMax} bytes`);
        }
        // The body, too, may stall.
        return buffer(addAbortSignal(abortSignal, body));
      });
    },

    async measure(file) {
      const command = new s3.HeadObjectCommand(address(file));
      const found = await run("other", (abortSignal) => client.send(command, { abortSignal }));
      return found?.ContentLength ?? null;
    },

    async delete(files) {
      // Not many in one request: not all storages have that, and some want an MD5 for it.
      for (const file of files) {
        const command = new s3.DeleteObjectCommand(address(file));
        await run("other", (abortSignal) => client.send(command, { abortSignal }));
      }
    },

    async *list() {
      const end = performance.now() + listTimeout;
      for (let token: string | undefined; ; ) {
        if (performance.now() > end) throw unavailable("the list takes too long");
        const page = await run("other", readPage(token));
        if (!page) throw unavailable("there is no such bucket");
        yield* oursOf(page.Contents ?? [], prefix);
        token = page.IsTruncated ? page.NextContinuationToken : undefined;
        if (token === undefined) return;
      }
    },

    async findRefusal() {
      try {
        await readPage()(AbortSignal.timeout(timeouts.other));
        return null;
      } catch (error) {
        const status = statusOf(error);
        if (status >= 300 && status < 500) return codeOf(error);
        health.noteFailure(error);
        throw unavailable(codeOf(error));
      }
    },
  };
}

/** The options of the S3 client. */
function clientOptions({ endpoint, region, isPathStyle, accessKeyId, secretAccessKey }: S3Config): S3ClientConfig {
  return {
    ...(endpoint !== undefined && { endpoint }),
    region,
    forcePathStyle: isPathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: attemptsMax,
    requestHandler: { connectionTimeout: connectMilliseconds },
    // Other storages than Amazon's refuse the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  };
}

/** Whether S3 answers. The log gets an entry when S3 stops answering and when it answers again. */
function createHealth(log: StorageLog) {
  let awaySince: number | undefined;
  let awayUntil = 0;
  return {
    isAway: (): boolean => performance.now() < awayUntil,

    noteAnswer(): void {
      if (awaySince === undefined) return;
      const seconds = Math.round((performance.now() - awaySince) / 1000);
      log.info({ seconds }, "the storage of uploads answers again");
      awaySince = undefined;
    },

    noteFailure(error: unknown): void {
      const status = statusOf(error);
      // A refusal of one object says nothing about the next.
      if (status === 0 || status >= 500) awayUntil = performance.now() + awayMilliseconds;
      if (awaySince !== undefined) return;
      awaySince = performance.now();
      log.warn({ code: codeOf(error) }, "the storage of uploads fails: pictures are unavailable");
    },
  };
}

/** The uploads among the objects of a page. */
function* oursOf(contents: readonly _Object[], prefix: string): Generator<UploadedFile> {
  for (const { Key = "", Size = 0, LastModified } of contents) {
    const file = Key.slice(prefix.length);
    if (ours.test(file)) yield { file, bytes: Size, writtenAt: LastModified?.getTime() ?? Date.now() };
  }
}

/** The codes of S3 for an object that does not exist: of HEAD and of GET. */
const missing = new Set(["NotFound", "NoSuchKey"]);

/** @param why for the log; it holds no credential */
function unavailable(why: string): ApiError {
  return new ApiError("unavailable", { retryAfterSeconds, cause: new Error(`S3: ${why}`) });
}

/** S3's code of the failure, such as AccessDenied, or Node's, such as ECONNREFUSED. The message may quote the request. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code = "code" in error && typeof error.code === "string" ? error.code : error.name;
  if (/^(AbortError|ABORT_ERR|TimeoutError)$/.test(code)) return "timeout";
  const status = statusOf(error);
  return code === "Error" || code === "Unknown" ? `status ${status || "unknown"}` : code;
}

/** The status of S3's answer; 0 if there was none. */
function statusOf(error: unknown): number {
  const { $metadata } = Object(error) as { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode ?? 0;
}
