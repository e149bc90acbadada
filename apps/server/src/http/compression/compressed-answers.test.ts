import { type AddressInfo, connect } from "node:net";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestHost } from "../../testing.ts";

const host = await createTestHost();
afterAll(host.drop);
const { token } = await host.createUser();
const description = "Before breakfast. ".repeat(20);
for (const title of ["Run", "Read", "Walk"]) await host.createHabit(token, { title, description });
let port = 0;
beforeAll(async () => {
  await host.app.listen({ host: "127.0.0.1", port: 0 });
  port = (host.app.server.address() as AddressInfo).port;
});

/** As bytes: `fetch` would decompress the body. */
async function getRaw(path: string, encodings: string): Promise<{ head: string; body: Buffer }> {
  const socket = connect(port, "127.0.0.1");
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\nAccept-Encoding: ${encodings}\r\n\r\n`,
  );
  const answer = await buffer(socket);
  const end = answer.indexOf("\r\n\r\n");
  return { head: answer.subarray(0, end).toString().toLowerCase(), body: answer.subarray(end + 4) };
}

test.each(["/api/habits/", `/trpc/habit.list?input=${encodeURIComponent('{"json":{}}')}`])(
  "a long answer of %s is sent compressed to a client that takes it",
  async (path) => {
    const plain = await getRaw(path, "identity");
    expect(plain.head).not.toContain("content-encoding");
    expect(plain.head).toMatch(/vary: .*accept-encoding/);
    const { head, body } = await getRaw(path, "gzip, br");
    expect(head).toContain("content-encoding: br");
    expect(head).toContain(`content-length: ${body.length}`);
    expect(body.length).toBeLessThan(plain.body.length / 2);
    expect(brotliDecompressSync(body)).toEqual(plain.body);
    // Browsers do not ask for Brotli over plain http.
    const zipped = await getRaw(path, "gzip, deflate");
    expect(zipped.head).toContain("content-encoding: gzip");
    expect(gunzipSync(zipped.body)).toEqual(plain.body);
  },
);

test("the answer of a mutation, and any answer of one packet, is sent uncompressed", async () => {
  const { head } = await getRaw("/api/notes/", "br");
  expect(head).toContain(" 200 ");
  expect(head).not.toContain("content-encoding");
  const { status, headers, text } = await host.send("POST", "/api/notes/", {
    token,
    body: { text: description.repeat(5) },
    headers: { "accept-encoding": "br" },
  });
  expect(status).toBe(201);
  expect(text.length).toBeGreaterThan(1_800);
  expect(headers).not.toHaveProperty("content-encoding");
});
