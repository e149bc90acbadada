import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createTestDatabase } from "@daymark/db/testing";
import { type CaptchaChallenge, captchaTtlSeconds } from "@daymark/domain/account/captcha";
import { solveChallenge } from "altcha-lib/v1";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { noon, secretKey } from "../testing.ts";
import { solveCaptcha } from "../testing-captcha.ts";
import { createCaptcha } from "./captcha.ts";

const database = await createTestDatabase({ max: 20 });
const clock = { now: noon };
const warnings: string[] = [];
const deps = {
  db: database.db,
  secretKey,
  now: () => clock.now,
  log: { warn: (_: object, message: string) => warnings.push(message) },
};
afterAll(database.drop);
beforeEach(() => {
  clock.now = noon;
});

const client = { address: "203.0.113.7" };

describe("altcha", () => {
  const captcha = createCaptcha({ provider: "altcha" }, deps);
  const solved = async () => solveCaptcha(await captcha.challenge("register"));

  /** A solution with changed members. */
  const forged = async (changes: object) => {
    const solution = JSON.parse(Buffer.from(await solved(), "base64").toString());
    return Buffer.from(JSON.stringify({ ...solution, ...changes })).toString("base64");
  };

  test("the solution of the official solver is accepted", async () => {
    const { algorithm, challenge = "", salt = "", signature, maxnumber } = await captcha.challenge("register");
    const solution = await solveChallenge(challenge, salt, algorithm, maxnumber).promise;
    const token = btoa(JSON.stringify({ algorithm, challenge, number: solution?.number, salt, signature }));
    expect(await captcha.check("register", token, client)).toBeNull();
  });

  test("the solution of a short script is accepted", async () => {
    expect(await captcha.check("register", await solved(), client)).toBeNull();
  });

  test("a solution is accepted once, even from 20 parallel calls on two instances", async () => {
    const other = createCaptcha({ provider: "altcha" }, deps);
    const token = await solved();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? captcha : other).check("register", token, client)),
    );
    expect(answers.filter((answer) => answer === null)).toHaveLength(1);
    expect(answers.filter((answer) => answer === "captcha_invalid")).toHaveLength(19);
  });

  test("a used solution is refused in another encoding", async () => {
    const token = await solved();
    expect(await captcha.check("register", token, client)).toBeNull();
    const { took: _, ...solution } = JSON.parse(Buffer.from(token, "base64").toString());
    for (const again of [
      Buffer.from(JSON.stringify({ ...solution, took: 5 })).toString("base64"),
      Buffer.from(JSON.stringify(solution, null, 2)).toString("base64url"),
    ]) {
      expect(await captcha.check("register", again, client)).toBe("captcha_invalid");
    }
  });

  test("a solution is valid for its own action only", async () => {
    const token = await solved();
    expect(await captcha.check("reset_password", token, client)).toBe("captcha_invalid");
    expect(await captcha.check("register", token, client)).toBeNull();
  });

  test("a solution expires after ten minutes", async () => {
    const [first, second] = [await solved(), await solved()];
    clock.now = noon + captchaTtlSeconds * 1000 - 1;
    expect(await captcha.check("register", first, client)).toBeNull();
    clock.now = noon + captchaTtlSeconds * 1000;
    expect(await captcha.check("register", second, client)).toBe("captcha_expired");
  });

  test.each([undefined, ""])("an absent solution counts as missing, not as invalid: %s", async (token) => {
    expect(await captcha.check("register", token, client)).toBe("captcha_missing");
  });

  test.each(["x", "e30=", "bnVsbA==", "W10=", "\u0000", "a".repeat(4096), btoa("1"), btoa('{"salt":{}}')])(
    "a malformed solution is refused: %s",
    async (token) => {
      expect(await captcha.check("register", token, client)).toBe("captcha_invalid");
    },
  );

  test("a solution with any changed part is refused", async () => {
    const later = Math.floor((noon + 24 * 3_600_000) / 1000);
    const { salt = "" }: CaptchaChallenge = JSON.parse(Buffer.from(await solved(), "base64").toString());
    for (const changes of [
      { number: 0 },
      { number: -1 },
      { number: 1.5 },
      { number: "1" },
      { number: Number.MAX_SAFE_INTEGER },
      { algorithm: "SHA-1" },
      { algorithm: "SHA-512" },
      { signature: "0".repeat(64) },
      { challenge: "0".repeat(64) },
      { salt: salt.replace(/expires=\d+/, `expires=${later}`) },
      { salt: salt.replace("action=register", "action=verify_email") },
      { salt: `${salt}expires=${later}&` },
      { salt: "x".repeat(257) },
    ]) {
      expect(await captcha.check("register", await forged(changes), client), JSON.stringify(changes)).toBe(
        "captcha_invalid",
      );
    }
  });

  test("a challenge of another installation is refused", async () => {
    const other = createCaptcha({ provider: "altcha" }, { ...deps, secretKey: "some other installation's secret" });
    const token = solveCaptcha(await other.challenge("register"));
    expect(await captcha.check("register", token, client)).toBe("captcha_invalid");
  });
});

describe("turnstile", () => {
  let asked: Record<string, string>[] = [];
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  const server = createServer(async (request, response) => {
    asked.push(JSON.parse(Buffer.concat(await request.toArray()).toString()));
    answer(request, response);
  }).listen(0, "127.0.0.1");
  const sends = (body: unknown) => (_: IncomingMessage, response: ServerResponse) => {
    response.setHeader("content-type", "application/json");
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
  beforeEach(async () => {
    if (!server.listening) await once(server, "listening");
    asked = [];
    warnings.length = 0;
  });
  afterAll(() => server.close());

  const captchaAt = (port: number) =>
    createCaptcha(
      { provider: "turnstile", siteKey: "site", secretKey: "secret", verifyUrl: `http://127.0.0.1:${port}/siteverify` },
      deps,
    );
  const check = (token?: string) => captchaAt((server.address() as AddressInfo).port).check("register", token, client);

  test("the page gets the site key and not the secret", async () => {
    expect(await captchaAt(1).challenge("register")).toEqual({ provider: "turnstile", site_key: "site" });
  });

  test("a token is accepted if the service accepts it for the same action", async () => {
    answer = sends({ success: true, action: "register", hostname: "daymark.example.org" });
    expect(await check("token")).toBeNull();
    expect(asked).toEqual([{ secret: "secret", response: "token", remoteip: client.address }]);
  });

  test.each<[string, unknown, string]>([
    ["made for another action", { success: true, action: "reset_password" }, "captcha_invalid"],
    ["without an action", { success: true }, "captcha_invalid"],
    [
      "that the service calls invalid",
      { success: false, "error-codes": ["invalid-input-response"] },
      "captcha_invalid",
    ],
    ["used before or too old", { success: false, "error-codes": ["timeout-or-duplicate"] }, "captcha_expired"],
    ["that gets a malformed answer", { success: "yes", action: "register" }, "captcha_invalid"],
    ["that gets an HTML page as the answer", "<html>", "captcha_invalid"],
  ])("a token %s is refused", async (_, body, refusal) => {
    answer = sends(body);
    expect(await check("token")).toBe(refusal);
  });

  test("without a token the service is not called", async () => {
    expect(await check(undefined)).toBe("captcha_missing");
    expect(asked).toEqual([]);
  });

  test("if the service is down, every token is refused and a warning is logged", async () => {
    answer = (request) => request.socket.destroy();
    expect(await check("token")).toBe("captcha_invalid");
    expect(warnings).toHaveLength(1);
  });

  test("a redirect from the service is not followed", async () => {
    answer = (_, response) => response.writeHead(307, { location: "http://127.0.0.1:1/" }).end();
    expect(await check("token")).toBe("captcha_invalid");
  });
});

test("a disabled captcha needs no token", async () => {
  const captcha = createCaptcha({ provider: "off" }, deps);
  expect(await captcha.challenge("register")).toEqual({ provider: "off" });
  expect(await captcha.check("register", undefined, client)).toBeNull();
});
