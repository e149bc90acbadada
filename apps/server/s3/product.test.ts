import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { picture } from "@daymark/api/image/testing";
import { startEmbedded } from "@daymark/db/embedded/embedded";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlace, runCommand } from "../e2e/product.ts";
import { createSwiftServer, type SwiftServer } from "./swift-server.ts";

/* Tests the built product with uploads in a bucket: two nodes with separate data directories. */

const admin = { username: "boss", email: "boss@example.com", password: "Quiet-River-88" };
const databaseFolder = mkdtempSync(join(tmpdir(), "daymark-s3-"));
chmodSync(databaseFolder, 0o711);
const [here, there, folderPlace] = [createPlace(), createPlace(), createPlace()];

let swift: SwiftServer;
let database: Awaited<ReturnType<typeof startEmbedded>>;
let variables: Record<string, string>;
/** Variables of an installation with uploads in a folder. */
let withoutBucket: Record<string, string>;

beforeAll(async () => {
  [swift, database] = await Promise.all([createSwiftServer(), startEmbedded({ dataDirectory: databaseFolder })]);
  withoutBucket = {
    DATABASE_URL: database.superuserUrl,
    SECRET_KEY: randomBytes(32).toString("hex"),
    ADMIN_USERNAME: admin.username,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  };
  variables = { ...withoutBucket, ...swift.variables("pictures") };
});
afterAll(async () => {
  for (const place of [here, there, folderPlace]) await place.remove();
  await database?.stop();
  await swift?.end();
  rmSync(databaseFolder, { recursive: true, force: true });
});

type Node = Awaited<ReturnType<typeof here.start>>;

async function logIn(node: Node): Promise<string> {
  const { json } = await node.call("POST", "/api/auth/token/", {
    body: { username: admin.username, password: admin.password },
  });
  return json.access;
}

async function upload(node: Node, token: string): Promise<{ id: number; url: string; status: number }> {
  const form = new FormData();
  form.append("alt", "A stork");
  form.append("file", new Blob([Uint8Array.from(await picture(500, 200).png().toBuffer())]), "picture.png");
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${node.url}/api/admin/images/`, { method: "POST", headers, body: form });
  const json = (await answer.json()) as { id: number; url: string };
  return { ...json, status: answer.status };
}

const statusOf = async (node: Node, path: string) => (await fetch(`${node.url}${path}`)).status;

/** Runs a command of package.json, without its installation step. */
function command(directory: string, given: Record<string, string>, name: string, ...args: string[]) {
  return runCommand(directory, name, args, { variables: given });
}

test("if S3 refuses the bucket, the start fails with one message", async () => {
  const wrong = { ...variables, UPLOADS_SECRET_ACCESS_KEY: "not-the-secret" };
  const { code, errors } = await here.launch(wrong).ended;
  expect(code).toBe(1);
  expect(errors).toMatch(/^S3 refuses the bucket daymark of UPLOADS_URL \(SignatureDoesNotMatch\)[^\n]+\n$/);
  expect(errors).not.toContain("not-the-secret");
});

test("instances share a bucket: each serves what another received, and stores no file in a folder", async () => {
  const [one, other] = await Promise.all([here.start(variables), there.start(variables)]);
  const token = await logIn(one);
  const { id, url, status } = await upload(one, token);
  expect(status).toBe(201);
  const answer = await fetch(`${other.url}${url}`);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "public, max-age=31536000, immutable",
    "content-security-policy": "default-src 'none'",
    "cross-origin-resource-policy": "cross-origin",
    "x-content-type-options": "nosniff",
  });
  for (const place of [here, there]) expect(readdirSync(place.directory)).not.toContain("uploads");
  const { json } = await one.call("GET", "/api/admin/files/", { token });
  expect(json.uploads).toMatchObject({ count: 2, orphans: [], missing: [] });

  // A frozen S3 delays neither a node nor its stop.
  const later = await upload(one, token);
  swift.freeze();
  const away = await fetch(`${other.url}${later.url}`);
  expect([away.status, away.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await statusOf(other, "/readyz")).toBe(200);
  // The server deletes the files of a deleted picture once S3 is back.
  expect((await one.call("DELETE", `/api/admin/images/${id}/`, { token })).status).toBe(200);
  swift.thaw();
  await expect.poll(() => statusOf(other, url), { timeout: 60_000, interval: 200 }).toBe(404);
  await expect.poll(() => statusOf(other, later.url), { timeout: 60_000, interval: 200 }).toBe(200);
  for (const node of [one, other]) expect((await node.stop()).code).toBe(0);
  const logs = [here, there].map((place) => place.read("logs/**/*.log")).join("");
  expect(logs).toContain("the storage of uploads fails");
  expect(logs).not.toContain(variables.UPLOADS_SECRET_ACCESS_KEY);
  expect(logs).not.toContain(variables.UPLOADS_ACCESS_KEY_ID);
});

test("images move to a folder and back, and a backup includes them in both directions", async () => {
  const move = (...args: string[]) => command(here.directory, variables, "admin", "move-uploads", ...args);
  expect((await command(here.directory, withoutBucket, "admin", "move-uploads", "--to", "s3")).code).toBe(1);
  const dry = await move("--to", "folder", "--dry-run");
  expect(dry).toMatchObject({ code: 0, errors: "" });
  expect(dry.output).toMatch(/^It will copy 2 files with \d+ bytes to folder/);

  const backUp = async (directory: string, given: Record<string, string>) => {
    const made = await command(directory, given, "backup");
    expect(made).toMatchObject({ code: 0, errors: "" });
    return /^(\S+\.tar\.gz): /m.exec(made.output)?.[1] as string;
  };
  // From S3 to a folder.
  const ofBucket = await backUp(here.directory, variables);
  const restored = await command(folderPlace.directory, withoutBucket, "restore", ofBucket, "--force");
  expect(restored).toMatchObject({ code: 0, errors: "" });
  const files = readdirSync(join(folderPlace.directory, "uploads")).sort();
  expect(files).toHaveLength(2);
  const node = await folderPlace.start(withoutBucket);
  for (const file of files) expect(await statusOf(node, `/uploads/${file}`)).toBe(200);
  await node.stop();
  // And from that folder to S3, under another prefix.
  const ofFolder = await backUp(folderPlace.directory, withoutBucket);
  const elsewhere = { ...withoutBucket, ...swift.variables("restored") };
  expect(await command(there.directory, elsewhere, "restore", ofFolder, "--force")).toMatchObject({ code: 0 });
  const inBucket = await there.start(elsewhere);
  for (const file of files) expect(await statusOf(inBucket, `/uploads/${file}`)).toBe(200);
  await inBucket.stop();

  expect((await move("--to", "folder", "--keep")).output).toMatch(/^Copied 2 files .* deleted 0 /);
  expect(readdirSync(join(here.directory, "uploads")).sort()).toEqual(files);
  expect((await move("--to", "folder")).output).toMatch(/^Copied 0 files .* which already had 2, and deleted 2 /);
  expect((await move("--to", "s3")).output).toMatch(/^Copied 2 files .* deleted 2 /);
  expect(readdirSync(join(here.directory, "uploads"))).toEqual([]);
});

test("a backup fails with one message and leaves no archive if the bucket does not answer", async () => {
  swift.freeze();
  const failed = await command(here.directory, variables, "backup", "--to", join(here.directory, "none"));
  swift.thaw();
  expect(failed.code).toBe(1);
  expect(failed.errors).toContain("The storage of UPLOADS_URL does not answer");
  expect(readdirSync(here.directory)).not.toContain("none");
});
