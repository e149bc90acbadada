import { afterAll, expect, test } from "vitest";
import { createTestHost, expectProblem } from "./testing.ts";

const host = await createTestHost();
afterAll(host.drop);
const { token, username } = await host.createUser();
const { id } = await host.createHabit(token);
await host.send("PUT", `/api/habits/${id}/progress/2026-03-01/`, { token, body: { value: 12, note: "Надворі" } });

test.each([
  ["/api/export/", "application/json; charset=utf-8", "json"],
  ["/api/export?format=json", "application/json; charset=utf-8", "json"],
  ["/api/export/?format=csv", "application/zip", "zip"],
])("%s is a file to be saved, never shown, sniffed or kept", async (url, type, ending) => {
  const { status, headers } = await host.send("GET", url, { token });
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    "content-type": type,
    "content-disposition": expect.stringMatching(
      new RegExp(`^attachment; filename="daymark-\\d{4}-\\d\\d-\\d\\d\\.${ending}"$`),
    ),
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
});

test("JSON is the default and holds what was recorded", async () => {
  const { json } = await host.send("GET", "/api/export/", { token });
  expect(json).toMatchObject({
    format: "daymark",
    version: 1,
    account: { username },
    habits: [{ id, title: "Run", targets: [{ target: 10 }] }],
    progress: [{ habit_id: id, day: "2026-03-01", value: 12, unit: "minutes", skipped: false, note: "Надворі" }],
  });
});

test("CSV is a zip, byte for byte, with a file for each table", async () => {
  const { rawPayload } = await host.app.inject({
    url: "/api/export/?format=csv",
    headers: { authorization: `Bearer ${token}` },
  });
  // APPNOTE 4.3.7 and 4.3.16: it begins with the header of a file and ends with the record of the directory.
  expect(rawPayload.subarray(0, 4).toString("latin1")).toBe("PK\x03\x04");
  expect(rawPayload.subarray(-22, -18).toString("latin1")).toBe("PK\x05\x06");
  const { format, version, exported_at, ...tables } = (await host.send("GET", "/api/export/", { token })).json;
  // Targets stand within their habits in JSON, and in a file of their own here.
  expect(rawPayload.readUInt16LE(rawPayload.length - 12)).toBe(Object.keys(tables).length + 1);
});

test("another format, a second one and an unknown member are refused in the shape of all errors", async () => {
  for (const query of ["format=xml", "format=JSON", "format=", "format=json&format=csv"]) {
    const answer = await host.send("GET", `/api/export/?${query}`, { token });
    expect(Object.keys(expectProblem(answer, 400, "validation_failed").errors)).toEqual(["format"]);
    expect(answer.headers).not.toHaveProperty("content-disposition");
  }
  const answer = await host.send("GET", "/api/export/?user_id=1", { token });
  expect(Object.keys(expectProblem(answer, 400, "validation_failed").errors)).toEqual(["user_id"]);
});

test("the document tells what is in the file", async () => {
  const { json } = await host.send("GET", "/api/openapi.json");
  const { headers, content } = json.paths["/api/export/"].get.responses[200];
  expect(Object.keys(headers)).toEqual(["Content-Disposition"]);
  expect(Object.keys(content)).toEqual(["application/json", "application/zip"]);
  expect(content["application/json"].schema.properties).toHaveProperty("progress");
  expect(content["application/zip"].schema).toEqual({ type: "string", format: "binary" });
});
