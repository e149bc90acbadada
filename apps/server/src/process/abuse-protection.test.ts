import { solveCaptcha } from "@daymark/auth/testing-captcha";
import { createTestDatabase } from "@daymark/db/testing";
import { afterAll, expect, test } from "vitest";
import { openAbuseProtection } from "./abuse-protection.ts";

const database = await createTestDatabase({ max: 1 });
afterAll(database.drop);

const env = {
  captcha: { provider: "altcha" },
  dataDirectory: "/nowhere",
  isDatabasePrepared: true,
  isRateLimited: true,
  networkPolicy: "record",
  redisUrl: undefined,
  secretKey: "a secret key that only the tests know",
} as const;
const limit = { points: 1, seconds: 60 };

function open(changes: Partial<typeof env> | { isRateLimited: false } = {}) {
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (_: object, message: string) => warnings.push(message), error: () => {} };
  return openAbuseProtection({ env: { ...env, ...changes }, databaseUrl: database.url, log }).then((protection) => ({
    ...protection,
    warnings,
  }));
}

test("rate limit and captcha work even while the caller holds the last connection", async () => {
  const { limits, captcha, close, warnings } = await open();
  await database.db.transaction(async (tx) => {
    await tx.execute("select 1");
    expect(await limits.take("log_in", limit, "somebody")).toBe(0);
    expect(await limits.take("log_in", limit, "somebody")).toBeGreaterThan(0);
    const solution = solveCaptcha(await captcha.challenge("register"));
    expect(await captcha.check("register", solution, { address: "203.0.113.7" })).toBeNull();
  });
  await close();
  expect(warnings).toEqual([]);
});

test("with rate limits off the log says so, and no call is refused", async () => {
  const { limits, close, warnings } = await open({ isRateLimited: false });
  for (let index = 0; index < 5; index++) expect(await limits.take("log_in", limit, "everybody")).toBe(0);
  await close();
  expect(warnings).toEqual([expect.stringMatching(/^RATE_LIMIT is off/)]);
});
