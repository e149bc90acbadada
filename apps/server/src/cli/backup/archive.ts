import { createHash, createHmac } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import * as z from "zod/mini";
import { escapeControls } from "../../observability/redaction.ts";
import { CommandError, DamageError } from "./error.ts";
import { createRowHash, type TableHash } from "./row-hash.ts";

/** Of the format: docs/operations.md describes it. */
export const formatVersion = 1;

export const headerFile = "daymark.json";
export const manifestFile = "manifest.json";
export const secretFile = "secret-key";
/** Both are read into memory whole. */
const jsonBytesMax = 256 * 2 ** 20;
/** Of a SECRET_KEY in an archive, which is read into memory whole. */
export const secretBytesMax = 1024;

const tableName = z.string().check(z.regex(/^[a-z][a-z0-9_]*$/));
const uploadName = z.string().check(z.regex(/^[0-9a-f]+-\d+\.webp$/));
const count = z.int().check(z.nonnegative());

/** What an archive begins with: all that has to be known before the first row. */
const headerSchema = z.object({
  format: z.literal(formatVersion),
  /** Of the product that wrote it; it is printed. */
  version: z.string().check(z.regex(/^[\w.+-]{1,40}$/)),
  created_at: z.iso.datetime(),
  /** Moment of the newest migration, as the journal of the migrations has it. */
  migration: count,
  /** PostgreSQL's, as `server_version_num` has it. */
  postgres: count,
  /** Of SECRET_KEY, so that another one is noticed; it tells nothing of the key. */
  secret_fingerprint: z.string(),
  tables: z.array(z.object({ name: tableName, columns: z.array(z.string()) })),
});
export type Header = z.infer<typeof headerSchema>;

/** What it ends with: what must have been read until then. */
const manifestSchema = z.object({
  tables: z.record(tableName, z.object({ rows: count, hash: z.string() })),
  sequences: z.record(z.string(), z.nullable(z.string().check(z.regex(/^\d+$/)))),
  uploads: z.record(uploadName, z.object({ bytes: count, sha256: z.string() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** HMAC keeps the key to itself: the archive lies where backups lie. */
export function fingerprintOf(secretKey: string): string {
  return createHmac("sha256", secretKey).update("daymark backup").digest("hex").slice(0, 32);
}

/** What is done with an archive's content as it is read; what one leaves out is only counted. */
export interface ArchiveReader {
  header?: (header: Header) => unknown;
  secret?: (secretKey: string) => unknown;
  /** A piece of a table, which may end within a row; a table's pieces follow one another. */
  rows?: (table: string, piece: Buffer) => unknown;
  upload?: (file: string, content: AsyncIterable<Buffer>) => unknown;
}

/**
 * Reads an archive to its end, and compares all that was read with what it says of itself.
 *
 * @throws CommandError where it is torn, damaged, no archive, or of another format
 */
export async function readArchive(
  path: string,
  reader: ArchiveReader = {},
): Promise<{ header: Header; manifest: Manifest }> {
  let header: Header | undefined;
  let manifest: Manifest | undefined;
  const tables = new Map<string, ReturnType<typeof createRowHash>>();
  const uploads: Manifest["uploads"] = {};
  const tar = extract();
  // tar-stream gives its errors neither a class nor a code.
  let tarError: unknown;
  tar.once("error", (error) => (tarError = error));
  // The error comes out of the last stream, which is the one that is read.
  pipeline(createReadStream(path), createGunzip(), tar, () => {});
  try {
    for await (const entry of tar) {
      const { name, type, size } = entry.header;
      // Such an entry is not in our archives, and tar-stream could wait for its content for ever.
      if (type !== "file" || !Number.isSafeInteger(size)) throw new TornArchive(`${printable(name)} is no file`);
      // Its type says nothing of what it yields.
      const content = entry as AsyncIterable<Buffer>;
      const [folder, file = "", ...more] = name.split("/");
      if (name === headerFile && !header) {
        header = parseHeader(await readJson(content, size));
        for (const table of header.tables) tables.set(table.name, createRowHash());
        await reader.header?.(header);
        continue;
      }
      if (!header || manifest) throw new TornArchive("its parts are in a wrong order");
      const hash = tables.get(file);
      if (name === manifestFile) manifest = manifestSchema.parse(await readJson(content, size));
      else if (name === secretFile) {
        if (size > secretBytesMax) throw new TornArchive("its secret key is too long");
        const secretKey = (await readAll(content)).toString();
        await reader.secret?.(secretKey);
      } else if (folder === "tables" && hash && more.length === 1) {
        for await (const piece of content) {
          hash.update(piece);
          await reader.rows?.(file, piece);
        }
      } else if (folder === "uploads" && uploadName.safeParse(file).success && more.length === 0) {
        uploads[file] = await readUpload(content, size, (pieces) => reader.upload?.(file, pieces));
      } else throw new TornArchive(`it holds ${printable(name)}, which no archive does`);
    }
  } catch (error) {
    const isOfTar = error === tarError && !codeOf(error);
    throw damageOf(path, isOfTar ? new TornArchive("its tar is cut off or wrong") : error);
  }
  if (!header || !manifest) throw damageOf(path, new TornArchive("it ends too soon"));
  const read = { tables: Object.fromEntries([...tables].map(([name, hash]) => [name, hash.digest()])), uploads };
  const wrong = firstDifference(read.tables, manifest.tables) ?? firstDifference(read.uploads, manifest.uploads);
  if (wrong) throw damageOf(path, new TornArchive(`${wrong} is not what was written`));
  return { header, manifest };
}

/** The name of the first that is in one and not, or otherwise, in the other. */
export function firstDifference(
  a: Record<string, TableHash | { bytes: number; sha256: string }>,
  b: Record<string, TableHash | { bytes: number; sha256: string }>,
): string | undefined {
  const spell = (value: object | undefined) => JSON.stringify(Object.entries(value ?? {}).sort());
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].find((name) => spell(a[name]) !== spell(b[name]));
}

function parseHeader(json: unknown): Header {
  const parsed = headerSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const { format, version } = Object(json) as { format?: unknown; version?: unknown };
  if (Number.isInteger(format) && format !== formatVersion) {
    const writer = typeof version === "string" ? printable(version) : "of no version";
    throw new CommandError(
      "archive",
      `The archive has format ${format}, written by Daymark ${writer}; this one reads ${formatVersion}.`,
    );
  }
  throw new TornArchive("it does not begin as an archive of Daymark");
}

/** A text of an archive as a terminal may show it: in quotes, its control characters escaped, and not long. */
function printable(text: string): string {
  return escapeControls(JSON.stringify(text.slice(0, 100)));
}

async function readAll(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function readJson(content: AsyncIterable<Buffer>, size: number): Promise<unknown> {
  if (size > jsonBytesMax) throw new TornArchive("a list is too long");
  return JSON.parse((await readAll(content)).toString());
}

async function readUpload(
  content: AsyncIterable<Buffer>,
  bytes: number,
  take: (content: AsyncIterable<Buffer>) => unknown,
) {
  const hash = createHash("sha256");
  async function* hashed() {
    for await (const piece of content) {
      hash.update(piece);
      yield piece;
    }
  }
  const pieces = hashed();
  await take(pieces);
  // What nobody took.
  for await (const _ of pieces);
  return { bytes, sha256: hash.digest("hex") };
}

/** The archive is not whole, or never was one. */
class TornArchive extends Error {}

/** What can be read and is wrong is the archive's fault; whatever else happens meanwhile is not. */
function damageOf(path: string, error: unknown): unknown {
  const code = codeOf(error);
  if (code === "ENOENT") return new CommandError("usage", `There is no file ${path}.`);
  if (code === "EISDIR") return new CommandError("usage", `${path} is a folder: name the archive in it.`);
  const isDamage =
    /^Z_/.test(code) || error instanceof TornArchive || error instanceof SyntaxError || isParseError(error);
  if (!isDamage) return error;
  const words = error instanceof TornArchive ? error.message : code || "its lists cannot be read";
  return new DamageError(`${path} is damaged or no archive of Daymark (${words}): take another one.`);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function isParseError(error: unknown): boolean {
  return error instanceof z.core.$ZodError;
}
