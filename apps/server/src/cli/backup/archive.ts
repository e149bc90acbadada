import { createHash, createHmac } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { fileBytesMax } from "@daymark/api/host/uploads";
import { extract } from "tar-stream";
import * as z from "zod/mini";
import { escapeControls } from "../../observability/redaction.ts";
import { CommandError, DamageError } from "./error.ts";
import { createRowHash, type TableHash } from "./row-hash.ts";

/** The version of the format. docs/operations.md describes it. */
export const formatVersion = 1;

export const headerFile = "daymark.json";
export const manifestFile = "manifest.json";
export const secretFile = "secret-key";
/** The limit for the header and the manifest, which are read into memory whole. */
const jsonBytesMax = 256 * 2 ** 20;
/** The limit for a SECRET_KEY in an archive, which is read into memory whole. */
export const secretBytesMax = 1024;

const tableName = z.string().check(z.regex(/^[a-z][a-z0-9_]*$/));
const uploadName = z.string().check(z.regex(/^[0-9a-f]+-\d+\.webp$/));
const count = z.int().check(z.nonnegative());

/** The first entry of an archive: all that the reader must know before the first row. */
const headerSchema = z.object({
  format: z.literal(formatVersion),
  /** The version of the product that wrote the archive. It is printed. */
  version: z.string().check(z.regex(/^[\w.+-]{1,40}$/)),
  created_at: z.iso.datetime(),
  /** The time of the newest migration, as in the journal of the migrations. */
  migration: count,
  /** PostgreSQL's version, as `server_version_num`. */
  postgres: count,
  /** A fingerprint of SECRET_KEY, so that a restore notices another key. It does not reveal the key. */
  secret_fingerprint: z.string(),
  tables: z.array(z.object({ name: tableName, columns: z.array(z.string()) })),
});
export type Header = z.infer<typeof headerSchema>;

/** The last entry: a summary of everything before it. */
const manifestSchema = z.object({
  tables: z.record(tableName, z.object({ rows: count, hash: z.string() })),
  sequences: z.record(z.string(), z.nullable(z.string().check(z.regex(/^\d+$/)))),
  uploads: z.record(uploadName, z.object({ bytes: count, sha256: z.string() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** An HMAC does not reveal the key to anyone who can read the archive. */
export function fingerprintOf(secretKey: string): string {
  return createHmac("sha256", secretKey).update("daymark backup").digest("hex").slice(0, 32);
}

/** Callbacks for the content of an archive. Content without a callback is only counted. */
export interface ArchiveReader {
  header?: (header: Header) => unknown;
  secret?: (secretKey: string) => unknown;
  /** A piece of a table, which may end within a row. The pieces of a table are consecutive. */
  rows?: (table: string, piece: Buffer) => unknown;
  upload?: (file: string, content: Buffer) => unknown;
}

/**
 * Reads an archive to its end and compares it with its own manifest.
 *
 * @throws CommandError if it is truncated or damaged, is no archive, or has another format
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
  // The errors of tar-stream have neither a class nor a code.
  let tarError: unknown;
  tar.once("error", (error) => (tarError = error));
  // The last stream emits the error, and that is the stream that is read.
  pipeline(createReadStream(path), createGunzip(), tar, () => {});
  try {
    for await (const entry of tar) {
      const { name, type, size } = entry.header;
      // Our archives contain no such entry, and tar-stream could wait for its content for ever.
      if (type !== "file" || !Number.isSafeInteger(size)) throw new TornArchive(`${printable(name)} is no file`);
      // Its type does not say what it yields.
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
        if (size > fileBytesMax) throw new TornArchive("an image is too large");
        const picture = await readAll(content);
        await reader.upload?.(file, picture);
        uploads[file] = { bytes: size, sha256: createHash("sha256").update(picture).digest("hex") };
      } else throw new TornArchive(`it contains ${printable(name)}, which no archive does`);
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

/** Returns the name of the first entry that differs, or that only one side has. */
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
      `The archive has format ${format}, written by Daymark ${writer}; this version reads format ${formatVersion}.`,
    );
  }
  throw new TornArchive("it does not begin as an archive of Daymark");
}

/** A text of an archive in a form that is safe to print: quoted, with control characters escaped, and shortened. */
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

/** The archive is incomplete, or is no archive. */
class TornArchive extends Error {}

/** Errors in the content are the archive's fault. All other errors, such as those of the disk, are not. */
function damageOf(path: string, error: unknown): unknown {
  const code = codeOf(error);
  if (code === "ENOENT") return new CommandError("usage", `There is no file ${path}.`);
  if (code === "EISDIR") return new CommandError("usage", `${path} is a folder: name the archive in it.`);
  const isDamage =
    /^Z_/.test(code) || error instanceof TornArchive || error instanceof SyntaxError || isParseError(error);
  if (!isDamage) return error;
  const words = error instanceof TornArchive ? error.message : code || "its lists cannot be read";
  return new DamageError(`${path} is damaged or not an archive of Daymark (${words}): use another one.`);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function isParseError(error: unknown): boolean {
  return error instanceof z.core.$ZodError;
}
