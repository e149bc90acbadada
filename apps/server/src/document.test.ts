import { brotliDecompressSync } from "node:zlib";
import Fastify from "fastify";
import { afterAll, expect, test } from "vitest";
import { createDocument, sendDocument } from "./document.ts";

const text = "words ".repeat(1_000);
const page = await createDocument(text, 200, { "content-type": "text/html; charset=utf-8", vary: "cookie" });
const missing = await createDocument(text, 404, { "content-type": "text/html; charset=utf-8" });
const picture = await createDocument(Buffer.from([1, 2, 3]), 200, { "content-type": "image/png" });
const app = Fastify();
for (const [path, document] of Object.entries({ page, missing, picture })) {
  app.get(`/${path}`, (request, reply) => sendDocument(request, reply, document));
}
afterAll(() => app.close());

const ask = (path: string, headers: Record<string, string> = {}) => app.inject({ url: `/${path}`, headers });

test.each(["br", "gzip, br", "gzip;q=0.5, br;q=0.1", "BR ; q=1.000", "gzip,br,zstd"])(
  "%j is sent brotli",
  async (offer) => {
    const { headers, rawPayload } = await ask("page", { "accept-encoding": offer });
    expect(headers["content-encoding"]).toBe("br");
    expect(rawPayload.length).toBeLessThan(text.length / 10);
    expect(brotliDecompressSync(rawPayload).toString()).toBe(text);
  },
);

test.each(["", "gzip", "br;q=0", "br; q=0.000", "gzip, br;q=0, zstd", "brotli", "*;q=0"])(
  "%j is sent what every client reads",
  async (offer) => {
    const { headers, body } = await ask("page", { "accept-encoding": offer });
    expect(headers["content-encoding"]).toBeUndefined();
    expect(body).toBe(text);
  },
);

test("caches are told what it varies by; what is compressed in itself has one form", async () => {
  expect((await ask("page")).headers.vary).toBe("cookie, accept-encoding");
  const { headers, rawPayload } = await ask("picture", { "accept-encoding": "br" });
  expect([headers.vary, headers["content-encoding"], [...rawPayload]]).toEqual([undefined, undefined, [1, 2, 3]]);
});

test.each([
  ["as it was given", (etag: string) => etag],
  ["among others", (etag: string) => `"x", ${etag},"y"`],
  ["weakened or strengthened on its way", (etag: string) => etag.replace("W/", "")],
  ["whatever it was", () => "*"],
])("who has it already, %s, is sent nothing again", async (_, known) => {
  const { headers } = await ask("page");
  const again = await ask("page", { "if-none-match": known(String(headers.etag)), "accept-encoding": "br" });
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, "", headers.etag]);
});

test("who has another is sent this one, and a missing page is missing each time", async () => {
  expect((await ask("page", { "if-none-match": 'W/"other"' })).statusCode).toBe(200);
  const { headers } = await ask("missing");
  expect((await ask("missing", { "if-none-match": String(headers.etag) })).statusCode).toBe(404);
});
