import { once } from "node:events";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { createUploads } from "@daymark/api/host/uploads";
import { picture } from "@daymark/api/image/testing";
import { imageBytesMax } from "@daymark/domain/community/stored-image";
import { afterAll, describe, expect, test } from "vitest";
import { createTestHost, expectProblem } from "../testing.ts";

const directory = mkdtempSync(join(tmpdir(), "daymark-uploads-"));
const host = await createTestHost({ services: { uploads: createUploads(directory) } });
afterAll(async () => {
  await host.drop();
  rmSync(directory, { recursive: true });
});
const { send } = host;
const { token } = await host.createUser({ is_staff: true });

const path = "/api/admin/images/";
const file = await picture(500, 200).png().toBuffer();

function imageForm(content: Uint8Array = file, members: Record<string, string> = { alt: "Лелека" }) {
  const form = new FormData();
  for (const [name, value] of Object.entries(members)) form.append(name, value);
  form.append("file", new Blob([Uint8Array.from(content)], { type: "image/png" }), "../../picture.png");
  return form;
}

async function createImage() {
  const { status, json, text } = await send("POST", path, { token, form: imageForm() });
  expect([200, 201], text).toContain(status);
  return json as { id: number; url: string };
}

describe("an upload of an image", () => {
  test("is a form with a file and its description, and the same file again is the same image", async () => {
    const { status, json } = await send("POST", path, { token, form: imageForm() });
    expect(status).toBe(201);
    expect(json).toMatchObject({ width: 500, height: 200, alt: "Лелека", used_in: [] });
    expect(json.url).toMatch(/^\/uploads\/[0-9a-f]{32}-500\.webp$/);
    const again = await send("POST", path, { token, form: imageForm(file, { alt: "Гніздо" }) });
    const { created: _, ...described } = { ...json, alt: "Гніздо" };
    expect([again.status, again.json]).toEqual([200, { ...described, created: false }]);
    const { json: list } = await send("GET", path, { token });
    expect(list).toEqual({ results: [described], next: null });
  });

  test("lists what is missing, invalid or not an image", async () => {
    const errorsOf = async (form: FormData) => {
      const { json } = expectProblemOf(await send("POST", path, { token, form }), 400, "validation_failed");
      return Object.keys(json.errors);
    };
    expect(await errorsOf(new FormData())).toEqual(["file", "alt"]);
    expect(await errorsOf(imageForm(file, {}))).toEqual(["alt"]);
    expect(await errorsOf(imageForm(file, { alt: "x", title: "y" }))).toEqual(["title"]);
    expect(await errorsOf(imageForm(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")))).toEqual(["file"]);
    expect(await errorsOf(imageForm(Buffer.alloc(0)))).toEqual(["file"]);
    const ukrainian = { "accept-language": "uk" };
    const { json } = await send("POST", path, { token, headers: ukrainian, form: imageForm(Buffer.from("no")) });
    expect(json.errors.file).toEqual([expect.stringMatching(/^[А-ЯҐЄІЇ].+\.$/)]);
  });

  test("may have a description of 300 characters of any kind", async () => {
    const { status, json } = await send("POST", path, { token, form: imageForm(file, { alt: "🪺".repeat(300) }) });
    expect([status, json.alt.length]).toEqual([200, 600]);
    expectProblem(
      await send("POST", path, { token, form: imageForm(file, { alt: "я".repeat(301) }) }),
      400,
      "validation_failed",
    );
  });

  test("may have 5 MB and not a byte more, and must be a form", async () => {
    const ofBytes = (bytes: number) => imageForm(Buffer.concat([file, Buffer.alloc(bytes - file.length)]));
    expect((await send("POST", path, { token, form: ofBytes(imageBytesMax) })).status).toBe(201);
    expectProblem(await send("POST", path, { token, form: ofBytes(imageBytesMax + 1) }), 413, "payload_too_large");
    expectProblem(await send("POST", path, { token, body: { alt: "x" } }), 415, "unsupported_media_type");
    const raw = { token, headers: { "content-type": "image/png" }, body: "x" };
    expectProblem(await send("POST", path, raw), 415, "unsupported_media_type");
  });

  test("can get a new description", async () => {
    const { id } = await createImage();
    const { status, json } = await send("PATCH", `${path}${id}/`, { token, body: { alt: "Гніздо" } });
    expect([status, json]).toEqual([200, expect.objectContaining({ id, alt: "Гніздо" })]);
  });

  test("is in use until its post is deleted", async () => {
    const { id } = await createImage();
    const blocks = [{ kind: "image", image_id: id, alt: "x" }];
    const body = { title: "Storks", description: "x", blocks };
    expect((await send("POST", "/api/blogs/", { token, body })).status).toBe(201);
    expect((await send("GET", path, { token })).json.results).toMatchObject([{}, { id, used_in: ["storks"] }]);
    const inUse = expectProblem(await send("DELETE", `${path}${id}/`, { token }), 409, "conflict");
    expect(inUse.detail).toBe("This image is used in a post or a draft. Remove it there first.");
    const headers = { "accept-language": "uk" };
    const { json: problem } = await send("DELETE", `${path}${id}/`, { token, headers });
    expect(problem.detail).toBe("Це зображення використовується в дописі або чернетці. Спершу приберіть його звідти.");
    await send("DELETE", "/api/blogs/storks/", { token });
    expect((await send("DELETE", `${path}${id}/`, { token })).status).toBe(200);
    expectProblem(await send("DELETE", `${path}${id}/`, { token }), 404, "image_not_found");
  });
});

/** Pictures that were not uploaded before, by the test that uses them. */
const unsent = new Map<string, Buffer>();
for (const name of ["again", "conflict", "other", "free", "parallel", "died", "refused", "demoted"]) {
  unsent.set(
    name,
    await picture(300 + unsent.size, 100)
      .png()
      .toBuffer(),
  );
}

describe("an upload with an Idempotency-Key", () => {
  const upload = (key: string, form: FormData, as = token) =>
    send("POST", path, { token: as, form, headers: { "idempotency-key": key } });
  const fileOf = (name: string) => unsent.get(name) as Buffer;
  const countImages = async () => (await send("GET", path, { token })).json.results.length;

  test("gets its first answer again, and does not undo later changes", async () => {
    const first = await upload("again", imageForm(fileOf("again")));
    expect([first.status, first.json.created]).toEqual([201, true]);
    await send("PATCH", `${path}${first.json.id}/`, { token, body: { alt: "Гніздо" } });
    const second = await upload("again", imageForm(fileOf("again")));
    expect([second.status, second.text]).toEqual([201, first.text]);
    const { json } = await send("GET", path, { token });
    expect(json.results[0]).toMatchObject({ id: first.json.id, alt: "Гніздо" });
    await send("DELETE", `${path}${first.json.id}/`, { token });
    const before = await countImages();
    expect((await upload("again", imageForm(fileOf("again")))).text).toBe(first.text);
    expect(await countImages()).toBe(before);
    // The file name does not matter, and each form has another boundary.
    const renamed = new FormData();
    renamed.append("file", new Blob([Uint8Array.from(fileOf("again"))]), "other.png");
    renamed.append("alt", "Лелека");
    expect((await upload("again", renamed)).text).toBe(first.text);
  });

  test("is a conflict with another file or description, and stores neither", async () => {
    const { json } = await upload("conflict", imageForm(fileOf("conflict")));
    const before = await countImages();
    expectProblem(await upload("conflict", imageForm(fileOf("other"))), 409, "conflict");
    const elsewhere = imageForm(fileOf("conflict"), { alt: "Гніздо" });
    expectProblem(await upload("conflict", elsewhere), 409, "conflict");
    expect(await countImages()).toBe(before);
    const { json: list } = await send("GET", path, { token });
    expect(list.results[0]).toMatchObject({ id: json.id, alt: "Лелека" });
  });

  test("leaves its key unused if it fails", async () => {
    expectProblem(await upload("free", imageForm(Buffer.from("no picture"))), 400, "validation_failed");
    expectProblem(await upload("free", imageForm(fileOf("free"), {})), 400, "validation_failed");
    expect((await upload("free", imageForm(fileOf("free")))).status).toBe(201);
  });

  test("is stored once with one answer, even if sent twice in parallel", async () => {
    const before = await countImages();
    const [one, other] = await Promise.all([1, 2].map(() => upload("parallel", imageForm(fileOf("parallel")))));
    expect(one?.json.id).toEqual(expect.any(Number));
    expect([other?.status, other?.text]).toEqual([one?.status, one?.text]);
    expect((await upload("parallel", imageForm(fileOf("parallel")))).text).toBe(one?.text);
    expect(await countImages()).toBe(before + 1);
  });

  test("whose instance died before the answer is completed by a retry, and still refuses another file", async () => {
    const { json } = await upload("died", imageForm(fileOf("died")));
    await host.database.sql`update idempotency_keys set status = null, answer = null where key = 'died'`;
    expectProblem(await upload("died", imageForm(fileOf("other"))), 409, "conflict");
    const { created: _, ...picture } = json;
    const again = await upload("died", imageForm(fileOf("died")));
    expect([again.status, again.json]).toEqual([200, { ...picture, created: false }]);
    expect((await upload("died", imageForm(fileOf("died")))).text).toBe(again.text);
  });

  test("by a user who is not an admin is refused, and its key is not stored", async () => {
    const person = await host.createUser();
    for (let times = 0; times < 2; times++) {
      expectProblem(await upload("refused", imageForm(fileOf("refused")), person.token), 403, "permission_denied");
    }
    expect(await host.database.sql`select 1 from idempotency_keys where user_id = ${person.id}`).toEqual([]);
  });

  test("by an admin who was demoted gets no stored answer, and the attempt is recorded", async () => {
    const { sql } = host.database;
    const former = await host.createUser({ is_staff: true });
    expect((await upload("demoted", imageForm(fileOf("demoted")), former.token)).status).toBe(201);
    await sql`update users set is_staff = false where id = ${former.id}`;
    host.sessions.forget(former.id);
    await sql`update admin_actions set at = at - interval '1 hour' where actor_id = ${former.id}`;
    const again = await upload("demoted", imageForm(fileOf("demoted")), former.token);
    expectProblem(again, 403, "permission_denied");
    const actions = await sql<{ outcome: string }[]>`
      select outcome from admin_actions where actor_id = ${former.id} order by id`;
    expect(actions.map(({ outcome }) => outcome)).toEqual(["done", "permission_denied"]);
  });

  test("is described in OpenAPI with the key", async () => {
    const { json } = await send("GET", "/api/openapi.json");
    const key = { $ref: "#/components/parameters/IdempotencyKey" };
    expect(json.paths[path].post.parameters).toContainEqual(key);
    expect(json.paths["/api/import/"].post.parameters).not.toContainEqual(key);
  });
});

describe("a stored image", () => {
  test("is public, cached permanently, and cannot run scripts", async () => {
    const { url } = await createImage();
    const { status, headers } = await send("GET", url);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
    });
    const head = await send("HEAD", url);
    expect([head.status, head.text, head.headers["content-length"]]).toEqual([200, "", headers["content-length"]]);
    const kept = await send("GET", url, { headers: { "if-none-match": String(headers.etag) } });
    expect([kept.status, kept.text]).toEqual([304, ""]);
    for (const method of ["POST", "PUT", "DELETE"]) expect((await send(method, url)).status).toBe(404);
  });

  test("is the only thing served: no list, and no other file inside or outside the folder", async () => {
    const { url } = await createImage();
    const outside = join(directory, "..", `daymark-outside-${process.pid}.webp`);
    writeFileSync(outside, "outside");
    const link = `${"a".repeat(32)}-400.webp`;
    symlinkSync(outside, join(directory, link));
    writeFileSync(join(directory, "notes.txt"), "notes");
    writeFileSync(join(directory, `${"b".repeat(32)}-400.webp.7.part`), "part");
    const name = url.slice("/uploads/".length);
    expect((await getRaw(`/uploads/${name}`)).status).toBe(200);
    for (const asked of [
      "",
      "notes.txt",
      link,
      `${"b".repeat(32)}-400.webp.7.part`,
      `${"c".repeat(32)}-400.webp`,
      "../notes.txt",
      "..%2f..%2fetc%2fpasswd",
      "%2e%2e/%2e%2e/etc/passwd",
      "..\\notes.txt",
      `x/../${name}`,
      `./${name}`,
      `%00${name}`,
      `${name}%00`,
      `${name}/`,
      name.toUpperCase(),
    ]) {
      const { status, text } = await getRaw(`/uploads/${asked}`);
      expect(status, asked).toBe(404);
      expect(text).not.toMatch(/outside|notes$|^part|root:/);
    }
    rmSync(outside);
  });
});

await host.app.listen({ port: 0, host: "127.0.0.1" });

/** Sends the path over a raw connection, as clients that do not normalize addresses do. */
async function getRaw(path: string): Promise<{ status: number; text: string }> {
  const { port } = host.app.server.address() as AddressInfo;
  const [answer] = (await once(get({ host: "127.0.0.1", port, path }), "response")) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, text: await readText(answer) };
}

function expectProblemOf(received: Awaited<ReturnType<typeof send>>, status: number, code: string) {
  expectProblem(received, status, code);
  return received;
}
