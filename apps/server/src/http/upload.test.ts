import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Duplex, Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { FastifyRequest } from "fastify";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestHost, expectProblem } from "../testing.ts";
import { importForm } from "../testing-calls.ts";
import { endlessChunks } from "../testing-memory.ts";
import { chunksMax } from "./short-chunks.ts";
import { createFormReceiver, type FormReceiver } from "./upload.ts";

const path = "/api/import/";

test("a completely received form is read to its end, even if its connection closes first", async () => {
  const parts = [
    '--x\r\ncontent-disposition: form-data; name="format"\r\n\r\nloop\r\n',
    '--x\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\nPK\r\n--x--\r\n',
  ];
  const { body, read } = beginForm(createFormReceiver());
  for (const part of parts) body.push(part);
  // Like a socket: it ends separately, after everything before was read.
  await nextTurn();
  body.push(null);
  expect(await read).toMatchObject({
    format: "loop",
    file: { file_name: "f", content: new TextEncoder().encode("PK") },
  });
});

describe("over a real connection", () => {
  const forms = createFormReceiver({ bytesMax: 3_000_000 });
  let real: Awaited<ReturnType<typeof createTestHost>>;
  let port: number;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    real = await createTestHost({ forms });
    await real.app.listen({ port: 0, host: "127.0.0.1" });
    port = (real.app.server.address() as AddressInfo).port;
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await expect.poll(forms.bytesHeld).toBe(0);
  });
  afterAll(() => real.drop());

  /** Begins to send a file of 5 MB, and then stalls. */
  const stall = (token: string | null, bytes = 1, address = path) => {
    const socket = connect(port, "127.0.0.1");
    sockets.push(socket);
    const authorization = token === null ? "" : `authorization: Bearer ${token}\r\n`;
    socket.write(
      `POST ${address} HTTP/1.1\r\nhost: x\r\n${authorization}content-type: multipart/form-data; boundary=x\r\n` +
        `content-length: 5000000\r\n\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n` +
        " ".repeat(bytes),
    );
    return socket;
  };
  const answerOf = async (socket: Socket) => String((await once(socket, "data"))[0]);
  const sendQuick = async (token: string, bytes = 0) => {
    const text = JSON.stringify({ format: "daymark", version: 1, habits: [] });
    return (await real.send("POST", path, { token, form: importForm(text.padEnd(bytes, " ")) })).status;
  };
  const createToken = async () => (await real.createUser()).token;

  test("a guest is refused before a byte of the file is read", async () => {
    expect(await answerOf(stall(null))).toContain("HTTP/1.1 401");
  });

  test("stalled uploads of any number of accounts do not block another account", async () => {
    for (let accounts = 0; accounts < 6; accounts += 1) {
      const token = await createToken();
      // An account may have two forms in progress. Once the third one is refused, the other two are in progress.
      const three = [1, 2, 3].map(() => stall(token));
      expect(await Promise.race(three.map(answerOf))).toContain("HTTP/1.1 429");
      expect(await sendQuick(token)).toBe(429);
    }
    expect(await sendQuick(await createToken())).toBe(200);
  });

  test("stalled image uploads do not block another account", async () => {
    const createAdmin = async () => (await real.createUser({ is_staff: true, email_verified: true })).token;
    for (let accounts = 0; accounts < 6; accounts += 1) {
      const token = await createAdmin();
      const three = [1, 2, 3].map(() => stall(token, 1, "/api/admin/images/"));
      expect(await Promise.race(three.map(answerOf))).toContain("HTTP/1.1 429");
    }
    const form = new FormData();
    form.append("file", new Blob(["no picture"]), "x.png");
    form.append("alt", "x");
    // The file of another admin is read to its end, and is no picture.
    const quick = await real.send("POST", "/api/admin/images/", { token: await createAdmin(), form });
    expectProblem(quick, 400, "validation_failed");
  });

  test("a stalled upload gives up its memory to a fast one and gets 503", async () => {
    const stalled = stall(await createToken(), 1_500_000);
    await expect.poll(forms.bytesHeld).toBeGreaterThan(1_500_000);
    // The second in which its bytes arrived, and one without bytes.
    for (let seconds = 0; seconds < 2; seconds += 1) forms.checkRates();
    const answer = answerOf(stalled);
    expect(await sendQuick(await createToken(), 1_400_000)).toBe(200);
    expect(await answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\nretry-after: \d+\r\n[\s\S]*"code":"unavailable"/i);
  });

  test("an upload below the minimum rate is refused", async () => {
    const stalled = stall(await createToken(), 1_000);
    await expect.poll(forms.bytesHeld).toBeGreaterThan(0);
    const answer = answerOf(stalled);
    for (let seconds = 0; seconds <= 10; seconds += 1) forms.checkRates();
    expect(await answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*"errors":\{"file":\["The file arrived too slowly\./);
  });

  test("a form whose sender's session ends during the upload changes nothing", async () => {
    const { token, id } = await real.createUser();
    const note = { id: 1, text: "Late", pinned: false, created_at: "2026-11-20T08:00:00.000Z" };
    const form = new Request("http://x", {
      method: "POST",
      body: importForm({ format: "daymark", version: 1, notes: [note], habits: [] }),
    });
    const type = form.headers.get("content-type");
    const body = Buffer.from(await form.arrayBuffer());
    const socket = connect(port, "127.0.0.1");
    sockets.push(socket);
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: ${type}\r\n` +
        `content-length: ${body.length}\r\n\r\n`,
    );
    socket.write(body.subarray(0, -1));
    await expect.poll(forms.bytesHeld).toBeGreaterThan(0);
    await real.sessions.endAll(real.database.db, id, { keep: null });
    socket.write(body.subarray(-1));
    expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 401 [\s\S]*"code":"session_terminated"/);
    expect(await real.database.sql`select from notes where user_id = ${id}`).toHaveLength(0);
  });

  test("an upload in one-byte chunks is disconnected", async () => {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    sockets.push(socket);
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${await createToken()}\r\n` +
        "content-type: multipart/form-data; boundary=x\r\ntransfer-encoding: chunked\r\n\r\n" +
        `${fileHead.length.toString(16)}\r\n${fileHead}\r\n${endlessChunks(chunksMax + 1, 1)}`,
    );
    await once(socket, "close");
  });

  test("a client that disconnects during uploads frees its slots", async () => {
    const token = await createToken();
    const leaving = [stall(token), stall(token), stall(token)];
    expect(await Promise.race(leaving.map(answerOf))).toContain("HTTP/1.1 429");
    for (const socket of leaving) socket.destroy();
    await expect.poll(() => sendQuick(token)).toBe(200);
  });
});

describe("the memory for files", () => {
  test("is refused to the newest sender if no sender is slow", async () => {
    const forms = createFormReceiver({ bytesMax: 300_000 });
    const [first, second] = [beginForm(forms, 1), beginForm(forms, 2)];
    for (const { body } of [first, second]) body.push(fileHead);
    first.body.push(Buffer.alloc(200_000));
    await nextTurn();
    second.body.push(Buffer.alloc(200_000));
    await expect(second.read).rejects.toMatchObject({ key: "unavailable", retryAfterSeconds: expect.any(Number) });
    first.body.push(fileEnd);
    first.body.push(null);
    expect(await first.read).toMatchObject({ file: { content: { length: 200_000 } } });
  });

  test("is held until the response is sent and never taken from a complete file, and is then released", async () => {
    const forms = createFormReceiver({ bytesMax: 300_000 });
    const complete = beginForm(forms, 1);
    for (const part of [fileHead, Buffer.alloc(200_000), fileEnd, null]) complete.body.push(part);
    await complete.read;
    expect(forms.bytesHeld()).toBe(200_000);
    for (let seconds = 0; seconds < 30; seconds += 1) forms.checkRates();
    const late = beginForm(forms, 2);
    for (const part of [fileHead, Buffer.alloc(200_000)]) late.body.push(part);
    await expect(late.read).rejects.toMatchObject({ key: "unavailable" });
    forms.release(late.request);
    forms.release(complete.request);
    expect(forms.bytesHeld()).toBe(0);
  });

  test("cannot be used up by the complete files of one network, with any number of accounts", async () => {
    const forms = createFormReceiver({ bytesMax: 400_000, ofNetworkBytesMax: 200_000 });
    const send = async (userId: number, address: string) => {
      const form = beginForm(forms, userId, address);
      for (const part of [fileHead, Buffer.alloc(90_000), fileEnd, null]) form.body.push(part);
      return { ...form, members: await form.read };
    };
    const complete = [await send(1, "2001:db8:1:2::1"), await send(2, "2001:db8:1:3::1")];
    const refused = { key: "unavailable", retryAfterSeconds: expect.any(Number) };
    await expect(send(3, "2001:db8:1:4::1")).rejects.toMatchObject(refused);
    for (const userId of [4, 5]) {
      expect((await send(userId, "2001:db8:2::1")).members).toMatchObject({ file: { content: { length: 90_000 } } });
    }
    for (const { request } of complete) forms.release(request);
    expect((await send(6, "2001:db8:1:4::1")).members).toHaveProperty("file");
  });

  test("is the file's size, even if it arrives in single bytes", async () => {
    const forms = createFormReceiver();
    const { body, read } = beginForm(forms);
    body.push(fileHead);
    const content = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251));
    for (const byte of content) body.push(Buffer.of(byte));
    body.push(fileEnd);
    body.push(null);
    const { file } = (await read) as { file: { content: Uint8Array } };
    expect(Buffer.compare(file.content, content)).toBe(0);
    expect(file.content.buffer.byteLength).toBe(content.length);
  });

  test("is not used for data before the file", async () => {
    const { body, read } = beginForm(createFormReceiver());
    for (let count = 0; count < 100; count += 1) body.push(Buffer.alloc(20_000));
    await expect(read).rejects.toMatchObject({ key: "payload_too_large" });
  });
});

test("a sender above the minimum rate is accepted, even with seconds without a byte", async () => {
  const forms = createFormReceiver();
  const { body, read } = beginForm(forms);
  body.push(fileHead);
  for (let seconds = 0; seconds <= 40; seconds += 1) {
    if (seconds % 5 === 1) body.push(Buffer.alloc(60_000));
    await nextTurn();
    forms.checkRates();
  }
  body.push(fileEnd);
  body.push(null);
  expect(await read).toMatchObject({ file: { content: { length: 480_000 } } });
});

const fileHead = '--x\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n';
const fileEnd = "\r\n--x--\r\n";

/** A form of a user, as the host gives it to the receiver. */
function beginForm(forms: FormReceiver, userId = 1, ip = "192.0.2.1") {
  const body = new Readable({ read() {} });
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const request = { body, headers, ip, raw: { socket: new Duplex() } } as unknown as FastifyRequest;
  return { body, request, read: forms.read(request, { member: "file", bytesMax: 1_000_000 }, userId) };
}
