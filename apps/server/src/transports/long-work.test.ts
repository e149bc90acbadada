import { createDatabase } from "@daymark/db/connection/client";
import { expect, onTestFinished, test } from "vitest";
import { createTestHost, habit } from "../testing.ts";

const days = "from=2026-11-01&to=2026-11-20";

test("exports, imports and reads of long histories use the connections for long work, and short calls do not", async () => {
  const { database, secretKey, createUser, createHabit, drop } = await createTestHost();
  const longWork = createDatabase(database.serving.url);
  await longWork.sql.end();
  const node = await createTestHost({ beside: { database, secretKey }, services: { longWorkDb: longWork.db } });
  onTestFinished(async () => {
    await node.drop();
    await drop();
  });
  const { token } = await createUser({ plan: "paid" });
  const [{ id }, other] = [await createHabit(token), await createHabit(token, { title: "Read" })];

  const longReads = [
    "/api/export/",
    "/api/habits/statistics/",
    `/api/habits/${id}/statistics/`,
    `/api/habits/${id}/analysis/`,
    `/api/habits/${id}/streak/`,
    `/api/habits/analytics/?${days}`,
    `/api/habits/${id}/trend/?${days}`,
    `/api/habits/${id}/correlation/?other_id=${other.id}&${days}`,
    "/api/habits/insights/",
    "/api/habits/review/",
  ];
  for (const path of longReads) expect((await node.send("GET", path, { token })).status, path).toBe(503);
  const form = new FormData();
  form.set("file", new File([JSON.stringify({ format: "daymark", version: 1, habits: [] })], "daymark.json"));
  form.set("format", "daymark");
  expect(await node.send("POST", "/api/import/", { token, form })).toMatchObject({ status: 503 });

  expect(await node.send("GET", "/api/habits/", { token })).toMatchObject({ status: 200 });
  expect(await node.send("GET", `/api/progress/?${days}`, { token })).toMatchObject({ status: 200 });
  expect(await node.send("POST", "/api/habits/", { token, body: habit })).toMatchObject({ status: 201 });
});
