import { createHash } from "node:crypto";
import type { CaptchaChallenge } from "@daymark/domain/account/captcha";
import { solveChallenge } from "altcha-lib/v1";
import { expect, test } from "vitest";
import { type CaptchaAnswer, type CaptchaParts, createCaptcha } from "./captcha.ts";

/** A server that sends challenges and accepts each solution once, and the calls it received. */
function openForm(options: Partial<CaptchaParts> & { provider?: "altcha" | "off" | "turnstile" } = {}) {
  const { provider = "altcha", ...parts } = options;
  const form = { now: 0, challenges: 0, calls: [] as CaptchaAnswer[], refusals: [] as string[] };
  const used = new Set<string>();
  const captcha = createCaptcha({
    getChallenge: async (): Promise<CaptchaChallenge> => {
      form.challenges++;
      if (provider === "turnstile") return { provider, site_key: "key" };
      if (provider === "off") return { provider };
      const salt = `salt-${form.challenges}`;
      const challenge = createHash("sha256").update(`${salt}137`).digest("hex");
      return { provider, algorithm: "SHA-256", challenge, maxnumber: 500, salt, signature: "signed" };
    },
    solve: async ({ challenge, salt, algorithm, maxnumber }) =>
      (await solveChallenge(challenge, salt, algorithm, maxnumber).promise)?.number ?? null,
    solveTurnstile: async (siteKey) => `turnstile-of-${siteKey}`,
    refusalOf: (error) => (String(error).startsWith("captcha_") ? (String(error) as "captcha_missing") : null),
    now: () => form.now,
    ...parts,
  });
  const call = async (answer: CaptchaAnswer) => {
    form.calls.push(answer);
    const refusal = form.refusals.shift();
    if (refusal) throw refusal;
    if (answer.captcha && used.has(answer.captcha)) throw "captcha_invalid";
    if (answer.captcha) used.add(answer.captcha);
    return "done";
  };
  return { ...captcha, form, call };
}

test("the solution has the contract's format and is computed while the form is filled in", async () => {
  const { prepare, send, call, form } = openForm();
  prepare();
  prepare();
  expect(await send(call, { isAsked: true })).toBe("done");
  expect(form.challenges).toBe(1);
  const { challenge, ...solution } = JSON.parse(atob(form.calls[0]?.captcha ?? ""));
  expect(solution).toEqual({ algorithm: "SHA-256", number: 137, salt: "salt-1", signature: "signed" });
  expect(challenge).toMatch(/^[0-9a-f]{64}$/);
});

test("a solution is used for one call only", async () => {
  const { prepare, send, call, form } = openForm();
  prepare();
  await send(call, { isAsked: true });
  await send(call, { isAsked: true });
  expect(form.calls[0]).not.toEqual(form.calls[1]);
  expect(form.challenges).toBe(2);
});

test("an expired solution is replaced", async () => {
  const { prepare, send, call, form } = openForm();
  prepare();
  form.now += 9 * 60_000;
  prepare();
  expect(form.challenges).toBe(1);
  form.now += 60_000;
  await send(call, { isAsked: true });
  expect(form.challenges).toBe(2);
});

test("if the server asks only on suspicion, nothing is solved before", async () => {
  const { send, call, form } = openForm();
  expect(await send(call)).toBe("done");
  expect([form.calls, form.challenges]).toEqual([[{}], 0]);
  form.refusals = ["captcha_missing"];
  expect(await send(call)).toBe("done");
  expect(form.challenges).toBe(1);
  expect(form.calls.at(-1)?.captcha).toBeTruthy();
});

test.each(["captcha_expired", "captcha_invalid"])(
  "after %s the captcha is solved and sent again, but only once",
  async (refusal) => {
    const { send, call, form } = openForm();
    form.refusals = [refusal];
    expect(await send(call, { isAsked: true })).toBe("done");
    form.refusals = [refusal, refusal];
    await expect(send(call, { isAsked: true })).rejects.toBe(refusal);
    expect(form.calls).toHaveLength(4);
  },
);

test("any other refusal is passed to the form", async () => {
  const { send, call, form } = openForm();
  form.refusals = ["validation_failed"];
  await expect(send(call, { isAsked: true })).rejects.toBe("validation_failed");
  expect(form.calls).toHaveLength(1);
});

test("without a captcha provider no solution is sent", async () => {
  const { send, call, form } = openForm({ provider: "off" });
  expect(await send(call, { isAsked: true })).toBe("done");
  expect(form.calls).toEqual([{}]);
});

test("with Turnstile as the provider its token is sent", async () => {
  const { send, call, form } = openForm({ provider: "turnstile" });
  await send(call, { isAsked: true });
  expect(form.calls).toEqual([{ captcha: "turnstile-of-key" }]);
});

test("a challenge that could not be fetched is fetched again when the form is sent", async () => {
  let isAway = true;
  const { prepare, send, call, form } = openForm({
    getChallenge: async () => {
      if (isAway) throw new TypeError("no network");
      return { provider: "off" };
    },
  });
  prepare();
  await expect(send(call, { isAsked: true })).rejects.toThrow("no network");
  expect(form.calls).toEqual([]);
  isAway = false;
  expect(await send(call, { isAsked: true })).toBe("done");
});
