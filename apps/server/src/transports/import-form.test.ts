import { importBytesMax } from "@daymark/domain/account/import";
import { mappingBytesMax } from "@daymark/domain/csv-import/csv-mapping";
import { afterAll, describe, expect, test } from "vitest";
import { createTestHost, expectProblem } from "../testing.ts";
import { importForm } from "../testing-calls.ts";

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
  test("takes a form with file, format and dry run, and its report is in the request's language", async () => {
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
      format: "daymark",
      imported: { habits: 1, progress: 0, notes: 0, vacations: 0, reminders: 0, log: 0 },
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

  test("lists each member that is missing or invalid", async () => {
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
    expect(await errorsOf(importForm(file, { format: "xml" }))).toEqual(["format"]);
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

  test("takes a table with the JSON of its mapping, and tells each fault of the mapping at its place", async () => {
    const { token } = await host.createUser();
    const run = (mapping: object | string) => {
      const text = typeof mapping === "string" ? mapping : JSON.stringify(mapping);
      const form = importForm("Дата;Читати\n20.11.2026;20\nучора;1\n", { format: "csv", mapping: text });
      return send("POST", path, { token, headers: { "accept-language": "uk" }, form });
    };
    const cells = { layout: "columns", day_column: 1, day_order: "day_first", separator: "semicolon" };
    const { status, json } = await run({ ...cells, habits: [{ column: 2, title: "Читати", unit: "minutes" }] });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      ...{ format: "csv", imported: { habits: 1, progress: 1 } },
      refused: [{ row: "line 3", code: "day_unreadable", reason: expect.stringContaining("«учора»") }],
    });
    const errorsOf = async (mapping: object | string) => {
      const answer = await run(mapping);
      expect(answer.status).toBe(400);
      return Object.keys(answer.json.errors);
    };
    expect(await errorsOf({ ...cells, day_column: 0, habits: [{ column: 2, title: "" }] })).toEqual([
      ...["mapping.day_column", "mapping.habits[0].title"],
    ]);
    expect(await errorsOf({ ...cells, habits: [{ column: 3, title: "Читати" }] })).toEqual([
      "mapping.habits[0].column",
    ]);
    expect(await errorsOf("{")).toEqual(["mapping"]);
    expect(await errorsOf("[]")).toEqual(["mapping"]);
    // Longer than any mapping.
    expect(await errorsOf(`{"layout":"${"x".repeat(mappingBytesMax)}"}`)).toEqual(["body"]);
  });

  test("without a body lists what is missing, and with a body of another type gets 415", async () => {
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
      "that is truncated",
      "multipart/form-data; boundary=x",
      '--x\r\ncontent-disposition: form-data; name="format"\r\n\r\nday',
    ],
    ["with content of another type", "multipart/form-data; boundary=x", "nothing of the kind"],
  ])("with a form %s is refused as invalid", async (_, type, body) => {
    const { token } = await host.createUser();
    expectProblem(
      await send("POST", path, { token, headers: { "content-type": type }, body }),
      400,
      "validation_failed",
    );
  });

  test("accepts 20 MB and not a byte more", async () => {
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

  test("is not available over tRPC, and other REST operations accept no form", async () => {
    const { token } = await host.createUser();
    expect((await send("POST", "/trpc/import.run", { token, body: { json: {} } })).status).toBe(404);
    expectProblem(await send("POST", "/api/notes/", { token, form: importForm(file) }), 415, "unsupported_media_type");
  });

  test("is described in OpenAPI as a form with a file", async () => {
    const { json } = await send("GET", "/api/openapi.json");
    const { content } = json.paths["/api/import/"].post.requestBody;
    expect(Object.keys(content)).toEqual(["multipart/form-data"]);
    expect(content["multipart/form-data"].schema).toMatchObject({
      required: ["file", "format"],
      properties: {
        file: { type: "string", format: "binary" },
        format: { enum: expect.arrayContaining(["auto", "daymark", "loop"]) },
        dry_run: { type: "boolean" },
        mapping: { oneOf: [{ type: "object" }, { type: "object" }] },
      },
    });
  });
});
