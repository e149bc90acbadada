import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { CommandError } from "../backup/error.ts";

const sumsFile = "SHA256SUMS";

/**
 * Finds the archive of a new version and compares its checksum with the one that the operator gives, or with the file
 * SHA256SUMS beside it.
 *
 * @param source a path, or an address whose file is written to `scratch`
 * @param options.sum SHA-256 in hexadecimal digits. Only with it the address may be one of plain http
 * @returns the path of the archive
 * @throws CommandError if the archive or its checksum cannot be read, or if they do not fit
 */
export async function findCheckedArchive(
  source: string,
  { sum, scratch }: { sum: string | undefined; scratch: string },
): Promise<string> {
  const isAddress = /^https?:\/\//.test(source);
  if (source.startsWith("http:") && sum === undefined) {
    throw new CommandError(
      "usage",
      "Give the checksum with --sha256: http:// does not protect the archive or its checksum from changes on the way.",
    );
  }
  const path = isAddress ? join(scratch, basename(new URL(source).pathname)) : resolve(source);
  if (isAddress) await download(source, path);
  else if (!existsSync(path)) throw new CommandError("usage", `There is no file ${path} that this user may read.`);
  const wanted = sum ?? findSum(await readSums(source, { isAddress }), basename(path));
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  const found = hash.digest("hex");
  if (found !== wanted.toLowerCase()) {
    throw new CommandError(
      "archive",
      `${basename(path)} has the SHA-256 ${found} instead of ${wanted}: download it again.`,
    );
  }
  return path;
}

async function download(address: string, path: string): Promise<void> {
  const { body } = await request(address);
  if (!body) throw new CommandError("failed", `${address} answered without a file.`);
  await pipeline(body, createWriteStream(path));
}

async function readSums(source: string, { isAddress }: { isAddress: boolean }): Promise<string> {
  if (isAddress) return (await request(new URL(sumsFile, source).href)).text();
  const path = join(dirname(resolve(source)), sumsFile);
  if (existsSync(path)) return readFileSync(path, "utf8");
  throw new CommandError(
    "usage",
    `Put ${sumsFile} of the release beside the archive, or give its checksum with --sha256.`,
  );
}

async function request(address: string): Promise<Response> {
  const answer = await fetch(address).catch((error: Error) => {
    const cause = error.cause instanceof Error ? error.cause.message : error.message;
    throw new CommandError("failed", `${address} cannot be downloaded (${cause}).`);
  });
  if (!answer.ok) throw new CommandError("failed", `${address} answered ${answer.status}.`);
  return answer;
}

/** The checksum of a file in the output of `sha256sum`. */
function findSum(sums: string, name: string): string {
  for (const line of sums.split("\n")) {
    const [, sum, file] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line.trim()) ?? [];
    if (sum !== undefined && file === name) return sum;
  }
  throw new CommandError("archive", `${sumsFile} has no checksum of ${name}.`);
}
