import { execFile, execFileSync } from "node:child_process";
import { promisify } from "node:util";
import { afterEach, expect, test } from "vitest";
import { startReceiver } from "../testing-receiver.ts";
import { requestOf } from "./request.ts";

const run = promisify(execFile);
const hasApprise = (() => {
  try {
    execFileSync("apprise", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

test.skipIf(!hasApprise)("the command apprise delivers what an Apprise API is sent", async () => {
  const service = await startReceiver(() => ({ status: 200, body: "" }));
  cleanups.push(service.stop);
  const secret = service.url.replace("http://", "json://");
  const text = { id: "1", title: "Йога", body: "Сьогодні ще не зроблено.", link: "https://daymark.example/dashboard" };
  const settings = { url: null, recipient: null, secret };
  const request = requestOf("apprise", settings, text, { telegram: "", apprise: "http://apprise.invalid" });
  // The members of the request are the options of the command, as in Apprise's own API.
  const { urls, title, body, type, format } = JSON.parse(request?.body ?? "{}");
  await run("apprise", ["--title", title, "--body", body, "--notification-type", type, "--input-format", format, urls]);
  expect(service.received).toHaveLength(1);
  expect(JSON.parse(service.received[0]?.body ?? "")).toMatchObject({
    title: "Йога",
    message: "Сьогодні ще не зроблено.\nhttps://daymark.example/dashboard",
    type: "info",
  });
});
