import { expect, test } from "vitest";
import { claimPort } from "./port.ts";

test("during the start /healthz is up and every other request gets 503", async () => {
  const claim = await claimPort("127.0.0.1", 0);
  const url = `http://127.0.0.1:${claim.port}`;
  const ask = async (method: string, path: string, body?: string) => {
    const answer = await fetch(url + path, { method, ...(body && { body }) });
    const { headers, status } = answer;
    return { status, json: await answer.json(), type: headers.get("content-type"), retry: headers.get("retry-after") };
  };
  for (const path of ["/healthz", "/healthz/"]) {
    expect(await ask("GET", path)).toMatchObject({ status: 200, json: { status: "ok" } });
  }
  const unavailable = {
    status: 503,
    json: { code: "unavailable", status: 503 },
    type: "application/problem+json; charset=utf-8",
    retry: "1",
  };
  for (const path of ["/readyz", "/", "/api/habits/", "/api/%zz"])
    expect(await ask("GET", path)).toMatchObject(unavailable);
  expect(await ask("POST", "/api/notes/", "not of a type that is taken")).toMatchObject(unavailable);
  expect(await ask("GET", "/trpc/habit.list")).toMatchObject({
    status: 503,
    json: { error: { json: { message: "unavailable" } } },
    retry: "1",
  });
  await claim.release();
  await claim.release();
  const again = await claimPort("127.0.0.1", claim.port);
  await again.release();
});

test("an error about a busy port names the variable", async () => {
  const claim = await claimPort("127.0.0.1", 0);
  await expect(claimPort("127.0.0.1", claim.port)).rejects.toThrow(`PORT ${claim.port} on 127.0.0.1 is in use`);
  await claim.release();
});

test("the claimed port bounds heads and connections as the ready server does", async () => {
  const claim = await claimPort("127.0.0.1", 0);
  const answer = await fetch(`http://127.0.0.1:${claim.port}/healthz`, { headers: { "x-long": "x".repeat(9_000) } });
  expect(answer.status).toBe(431);
  await claim.release();
});
