import { once } from "node:events";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { importBytesMax } from "@daymark/domain/import";
import type { FastifyRequest } from "fastify";
import { afterAll, describe, expect, test } from "vitest";
import { createTestHost, expectProblem } from "./testing.ts";
import { importForm } from "./testing-calls.ts";
import { readForm } from "./upload.ts";

const host = await createTestHost();
afterAll(host.drop);
const { send } = host;

const habit = {
  ...{ id: 1, title: "Читати", type: "good", unit: "minutes", hue: 0, created_on: "2026-11-20" },
  ...{ created_at: "2026-11-20T08:00:00.000Z", targets: [{ from: "2026-11-20", target: 10 }] },
};
const file = { format: "daymark", version: 1, habits: [habit, { ...habit, id: 2, hue: 400 }] };
const path = "/api/import/";

describe("an import over REST", () => {
  test("is a form with a file, a format and whether it is only looked at; the report is in words", async () => {
    const { token } = await host.createUser();
    const headers = { "accept-language": "uk" };
    const preview = await send("POST", path, { token, headers, form: importForm(file, { dry_run: "true" }) });
    expect(preview.status, preview.text).toBe(200);
    expect(preview.json).toMatchObject({ dry_run: true, imported: { habits: 1 } });
    expect((await send("GET", "/api/habits/", { token })).json.results).toEqual([]);

    const { status, json } = await send("POST", "/api/import", { token, form: importForm(file) });
    expect(status).toBe(200);
    expect(json).toEqual({
      dry_run: false,
      imported: { habits: 1, progress: 0, notes: 0, vacations: 0, reminders: 0 },
      refused: [
        {
          row: "habits[1]",
          habit: "Читати",
          code: "row_invalid",
          field: "hue",
          field_code: "hue_invalid",
          reason: expect.stringMatching(/^hue: \S.*\.$/),
        },
      ],
      refused_count: 1,
      remarks: [],
      remark_count: 0,
    });
    expect(preview.json.refused[0].reason).toMatch(/^hue: [А-ЯҐЄІЇ]/);
    expect((await send("GET", "/api/habits/", { token })).json.results).toMatchObject([{ title: "Читати" }]);
  });

  test("names each member that is missing or wrong", async () => {
    const { token } = await host.createUser();
    const errorsOf = async (form: FormData) => {
      const { status, json } = await send("POST", path, { token, form });
      expect(status).toBe(400);
      return Object.keys(json.errors);
    };
    expect(await errorsOf(new FormData())).toEqual(["file", "format"]);
    const without = (name: string) => {
      const form = importForm(file);
      form.delete(name);
      return form;
    };
    expect(await errorsOf(without("file"))).toEqual(["file"]);
    expect(await errorsOf(without("format"))).toEqual(["format"]);
    expect(await errorsOf(importForm(file, { format: "csv" }))).toEqual(["format"]);
    expect(await errorsOf(importForm(file, { dry_run: "yes" }))).toEqual(["dry_run"]);
    expect(await errorsOf(importForm(file, { replace: "true" }))).toEqual(["replace"]);
    expect(await errorsOf(importForm("no JSON"))).toEqual(["file"]);
    const twice = importForm(file);
    twice.append("format", "loop");
    expect(await errorsOf(twice)).toEqual(["body"]);
    const files = importForm(file);
    files.append("file", new Blob(["{}"]), "other.json");
    expect(await errorsOf(files)).toEqual(["body"]);
    const elsewhere = new FormData();
    elsewhere.append("picture", new Blob(["x"]), "x.png");
    expect(await errorsOf(elsewhere)).toEqual(["picture"]);
    const asText = new FormData();
    asText.append("format", "daymark");
    asText.append("file", JSON.stringify(file));
    expect(await errorsOf(asText)).toEqual(["file"]);
    const query = await send("POST", `${path}?format=daymark`, { token, form: without("format") });
    expectProblem(query, 400, "validation_failed");
  });

  test("without a body names what is missing; a body that is no form is no way to send a file", async () => {
    const { token } = await host.createUser();
    const absent = await send("POST", path, { token });
    expectProblem(absent, 400, "validation_failed");
    expect(Object.keys(absent.json.errors).sort()).toEqual(["file", "format"]);
    expectProblem(await send("POST", path, { token, body: { format: "daymark" } }), 415, "unsupported_media_type");
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/zip"]) {
      const headers = { "content-type": type };
      expectProblem(
        await send("POST", path, { token, headers, body: "format=daymark" }),
        415,
        "unsupported_media_type",
      );
    }
  });

  test.each([
    ["without a boundary", "multipart/form-data", "--x--"],
    [
      "that is cut off",
      "multipart/form-data; boundary=x",
      '--x\r\ncontent-disposition: form-data; name="format"\r\n\r\nday',
    ],
    ["of something else", "multipart/form-data; boundary=x", "nothing of the kind"],
  ])("as a form %s is not valid, and is answered", async (_, type, body) => {
    const { token } = await host.createUser();
    expectProblem(
      await send("POST", path, { token, headers: { "content-type": type }, body }),
      400,
      "validation_failed",
    );
  });

  test("takes 20 MB and not a byte more", async () => {
    const { token } = await host.createUser();
    const ofBytes = (bytes: number) => {
      const text = JSON.stringify({ format: "daymark", version: 1, habits: [] });
      return importForm(text.padEnd(bytes, " "));
    };
    const most = await send("POST", path, { token, form: ofBytes(importBytesMax) });
    expect(most.status, most.text).toBe(200);
    expectProblem(await send("POST", path, { token, form: ofBytes(importBytesMax + 1) }), 413, "payload_too_large");
    expectProblem(
      await send("POST", path, { token, form: ofBytes(importBytesMax + 90_000) }),
      413,
      "payload_too_large",
    );
  });

  test("reaches nobody over tRPC, and a form nothing else over REST", async () => {
    const { token } = await host.createUser();
    expect((await send("POST", "/trpc/import.run", { token, body: { json: {} } })).status).toBe(404);
    expectProblem(await send("POST", "/api/notes/", { token, form: importForm(file) }), 415, "unsupported_media_type");
  });

  test("is described as a form with a file", async () => {
    const { json } = await send("GET", "/api/openapi.json");
    const { content } = json.paths["/api/import/"].post.requestBody;
    expect(Object.keys(content)).toEqual(["multipart/form-data"]);
    expect(content["multipart/form-data"].schema).toMatchObject({
      required: ["file", "format"],
      properties: {
        file: { type: "string", format: "binary" },
        format: { enum: ["daymark", "loop"] },
        dry_run: { type: "boolean" },
      },
    });
  });
});

test("a form that has come in whole is read to its end, though its connection closes first", async () => {
  const parts = [
    '--x\r\ncontent-disposition: form-data; name="format"\r\n\r\nloop\r\n',
    '--x\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\nPK\r\n--x--\r\n',
  ];
  const form = new Readable({ read() {} });
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const request = { body: form, headers } as unknown as FastifyRequest;
  const read = readForm(request, { member: "file", bytesMax: 10 }, 1);
  for (const part of parts) form.push(part);
  // As a socket tells it: the end comes by itself, when all before it has been taken.
  await nextTurn();
  form.push(null);
  expect(await read).toMatchObject({
    format: "loop",
    file: { file_name: "f", content: new TextEncoder().encode("PK") },
  });
});

test("a guest is refused before a byte of the file is read, and nobody's turn is lost to those who go away", async () => {
  const { token } = await host.createUser();
  await host.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = host.app.server.address() as { port: number };
  const begin = (authorization: string) => {
    const socket = connect(port, "127.0.0.1");
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\n${authorization}content-type: multipart/form-data; boundary=x\r\n` +
        'content-length: 1000000\r\n\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n{',
    );
    return socket;
  };
  const guest = begin("");
  const [answer] = await once(guest, "data");
  expect(String(answer)).toContain("HTTP/1.1 401");
  guest.destroy();

  /** Two begin, as many as one may send at once; a third one is told so. */
  const beginAs = async (token: string) => {
    const sockets = [1, 2, 3].map(() => begin(`authorization: Bearer ${token}\r\n`));
    const [answer] = await Promise.race(sockets.map((socket) => once(socket, "data")));
    expect(String(answer)).toContain("HTTP/1.1 429");
    return sockets;
  };
  const inTurn = async (token: string) => (await send("POST", path, { token, form: importForm(file) })).status;
  const leaving = await beginAs(token);
  const other = await host.createUser();
  expect(await inTurn(other.token)).toBe(200);
  // With three more there are as many as all may send at once.
  for (let count = 0; count < 3; count += 1) leaving.push(...(await beginAs((await host.createUser()).token)));
  expect(await inTurn(other.token)).toBe(503);
  for (const socket of leaving) socket.destroy();
  await expect.poll(() => inTurn(other.token)).toBe(200);
  await expect.poll(() => inTurn(token)).toBe(200);
});
