import { createS3Uploads, type S3Uploads } from "@daymark/api/host/s3-uploads";
import { listAll, testUploads } from "@daymark/api/host/testing-uploads";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSwiftServer, type SwiftServer } from "./swift-server.ts";

const quiet = { info: () => {}, warn: () => {} };

let swift: SwiftServer;
beforeAll(async () => {
  swift = await createSwiftServer();
});
afterAll(() => swift.end());

let prefixes = 0;
/** Opens the storage under a separate prefix. */
function open(changes: Partial<SwiftServer["bucket"]> = {}): Promise<S3Uploads> {
  prefixes += 1;
  return createS3Uploads({ ...swift.bucket, prefix: `test-${prefixes}/`, ...changes }, quiet);
}

describe("S3", () => testUploads(open));

test("a list contains the files of all pages, and none outside its prefix", async () => {
  const uploads = await open({ prefix: "many/" });
  const names = Array.from({ length: 1_200 }, (_, index) => `${index.toString(16).padStart(32, "0")}-400.webp`);
  for (let from = 0; from < names.length; from += 20) {
    await Promise.all(names.slice(from, from + 20).map((file) => uploads.write(file, Buffer.from(file))));
  }
  const [file = ""] = names;
  for (const prefix of ["", "many/below/", "many-more/"])
    await (await open({ prefix })).write(file, Buffer.from("other"));
  await uploads.write("notes.txt", Buffer.from("of another program"));
  expect((await listAll(uploads)).map(({ file }) => file).sort()).toEqual(names);
  expect((await listAll(await open({ prefix: "" }))).map(({ file }) => file)).toEqual([file]);
});

test("a missing bucket or wrong credentials count as a refusal that the operator can correct", async () => {
  expect(await (await open()).findRefusal()).toBeNull();
  expect(await (await open({ bucket: "no-such-bucket" })).findRefusal()).toBe("NoSuchBucket");
  expect(await (await open({ secretAccessKey: "wrong" })).findRefusal()).toBe("SignatureDoesNotMatch");
  expect(await (await open({ accessKeyId: "nobody" })).findRefusal()).toBe("SignatureDoesNotMatch");
});

test("a server that freezes is unavailable, and available again when it continues", async () => {
  const logged: string[] = [];
  const note = (_: object, message: string) => void logged.push(message);
  const timeouts = { write: 500, other: 500 };
  const uploads = await createS3Uploads({ ...swift.bucket, prefix: "frozen/" }, { info: note, warn: note }, timeouts);
  const file = `${"a".repeat(32)}-400.webp`;
  await uploads.write(file, Buffer.from("x"));
  swift.freeze();
  await expect(uploads.read(file)).rejects.toMatchObject({ key: "unavailable" });
  swift.thaw();
  await expect.poll(() => uploads.measure(file).catch(() => null), { timeout: 20_000, interval: 100 }).toBe(1);
  expect(logged).toEqual([
    "the storage of uploads fails: pictures are unavailable",
    "the storage of uploads answers again",
  ]);
});
