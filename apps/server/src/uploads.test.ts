import { once } from "node:events";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { picture } from "@daymark/api/image/testing";
import { createUploads } from "@daymark/api/image/uploads";
import { imageBytesMax } from "@daymark/domain/image";
import { afterAll, describe, expect, test } from "vitest";
import { createTestHost, expectProblem } from "./testing.ts";

const directory = mkdtempSync(join(tmpdir(), "daymark-uploads-"));
const host = await createTestHost({ uploads: createUploads(directory) });
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

describe("an upload", () => {
  test("is a form with a picture and what it shows; the same again is the same", async () => {
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

  test("names what is missing, wrong or no picture", async () => {
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

  test("may say what it shows in 300 characters of any kind", async () => {
    const { status, json } = await send("POST", path, { token, form: imageForm(file, { alt: "🪺".repeat(300) }) });
    expect([status, json.alt.length]).toEqual([200, 600]);
    expectProblem(
      await send("POST", path, { token, form: imageForm(file, { alt: "я".repeat(301) }) }),
      400,
      "validation_failed",
    );
  });

  test("has 5 MB and not a byte more, and is a form", async () => {
    const ofBytes = (bytes: number) => imageForm(Buffer.concat([file, Buffer.alloc(bytes - file.length)]));
    expect((await send("POST", path, { token, form: ofBytes(imageBytesMax) })).status).toBe(201);
    expectProblem(await send("POST", path, { token, form: ofBytes(imageBytesMax + 1) }), 413, "payload_too_large");
    expectProblem(await send("POST", path, { token, body: { alt: "x" } }), 415, "unsupported_media_type");
    const raw = { token, headers: { "content-type": "image/png" }, body: "x" };
    expectProblem(await send("POST", path, raw), 415, "unsupported_media_type");
  });

  test("can be described anew", async () => {
    const { id } = await createImage();
    const { status, json } = await send("PATCH", `${path}${id}/`, { token, body: { alt: "Гніздо" } });
    expect([status, json]).toEqual([200, expect.objectContaining({ id, alt: "Гніздо" })]);
  });

  test("is used until the post is gone", async () => {
    const { id } = await createImage();
    const blocks = [{ kind: "image", image_id: id, alt: "x" }];
    const body = { title: "Storks", description: "x", blocks };
    expect((await send("POST", "/api/blogs/", { token, body })).status).toBe(201);
    expect((await send("GET", path, { token })).json.results).toMatchObject([{}, { id, used_in: ["storks"] }]);
    expectProblem(await send("DELETE", `${path}${id}/`, { token }), 409, "conflict");
    await send("DELETE", "/api/blogs/storks/", { token });
    expect((await send("DELETE", `${path}${id}/`, { token })).status).toBe(200);
    expectProblem(await send("DELETE", `${path}${id}/`, { token }), 404, "image_not_found");
  });
});

describe("a stored picture", () => {
  test("is served to everyone, to be kept for good, and can do nothing but be looked at", async () => {
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

  test("is all that is served: no list, nothing else in the folder or out of it", async () => {
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

/** Over a connection, as clients that tidy no address send it. */
async function getRaw(path: string): Promise<{ status: number; text: string }> {
  const { port } = host.app.server.address() as AddressInfo;
  const [answer] = (await once(get({ host: "127.0.0.1", port, path }), "response")) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, text: await readText(answer) };
}

function expectProblemOf(received: Awaited<ReturnType<typeof send>>, status: number, code: string) {
  expectProblem(received, status, code);
  return received;
}
