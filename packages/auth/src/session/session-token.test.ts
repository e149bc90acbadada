import { createHmac } from "node:crypto";
import { SignJWT } from "jose";
import { expect, test } from "vitest";
import { deriveKey } from "../crypto/derived-key.ts";
import { noon, secretKey } from "../testing.ts";
import { createTokens } from "./session-token.ts";

const tokens = createTokens(secretKey);
const keys = { access: deriveKey(secretKey, "access token"), refresh: deriveKey(secretKey, "refresh token") };
const day = 24 * 3600 * 1000;

const claims = {
  typ: "access",
  iss: "daymark",
  aud: "daymark-api",
  sub: "7",
  sid: "s",
  jti: "j",
  iat: noon / 1000,
  exp: noon / 1000 + 600,
};

function base64url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function signed(payload: Record<string, unknown>, key = keys.access, header: Record<string, unknown> = {}) {
  return new SignJWT(payload).setProtectedHeader({ alg: "HS256", typ: "JWT", ...header }).sign(key);
}

function refreshToken() {
  return tokens.signRefresh({ userId: 7, sessionId: "s", generation: 0, issuedAt: noon, expiresAt: noon + day });
}

test("an access token names the user and the session, and expires after 10 minutes", async () => {
  const token = await tokens.signAccess({ userId: 7, sessionId: "s" }, noon + 999);
  expect(await tokens.verifyAccess(token, noon)).toEqual({ userId: 7, sessionId: "s", expiresAt: noon + 600_000 });
  expect(await tokens.verifyAccess(token, noon + 599_999)).toMatchObject({ userId: 7 });
  expect(await tokens.verifyAccess(token, noon + 600_000)).toBe("token_expired");
  expect(await createTokens(secretKey).verifyAccess(token, noon + 600_000)).toBe("token_expired");
});

test("tokens carry typ, iss, aud, sub, sid, jti, iat, exp", async () => {
  for (const token of [await tokens.signAccess({ userId: 7, sessionId: "s" }, noon), await refreshToken()]) {
    const payload = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    expect(Object.keys(payload)).toEqual(expect.arrayContaining(Object.keys(claims)));
  }
});

test("tokens with valid claims are accepted, so the refusals below have their own reasons", async () => {
  expect(await tokens.verifyAccess(await signed(claims), noon)).toMatchObject({ userId: 7 });
  expect(
    await tokens.verifyRefresh(await signed({ ...claims, typ: "refresh", gen: 0 }, keys.refresh), noon),
  ).toMatchObject({
    generation: 0,
  });
});

test("a token of one kind is refused as another kind", async () => {
  const access = await tokens.signAccess({ userId: 7, sessionId: "s" }, noon);
  expect(await tokens.verifyRefresh(access, noon)).toBe("token_invalid");
  expect(await tokens.verifyAccess(await refreshToken(), noon)).toBe("token_invalid");
  // The key is not the only check: a token with the right key and another kind's name is refused too.
  for (const typ of ["refresh", "challenge", "", null]) {
    expect(await tokens.verifyAccess(await signed({ ...claims, typ }), noon)).toBe("token_invalid");
  }
  const posing = await signed({ ...claims, gen: 0 }, keys.refresh);
  expect(await tokens.verifyRefresh(posing, noon)).toBe("token_invalid");
});

test.each(Object.keys(claims))("a token without %s is refused", async (claim) => {
  const { [claim as keyof typeof claims]: _, ...rest } = claims;
  expect(await tokens.verifyAccess(await signed(rest), noon)).toBe("token_invalid");
});

test("a refresh token without a generation is refused", async () => {
  expect(await tokens.verifyRefresh(await signed({ ...claims, typ: "refresh" }, keys.refresh), noon)).toBe(
    "token_invalid",
  );
});

test.each([
  ["another issuer", { iss: "elsewhere" }],
  ["another audience", { aud: "another-api" }],
  ["a subject that is not an id", { sub: "seven" }],
  ["a session that is not a text", { sid: 5 }],
  ["an expiry that is not a number", { exp: "never" }],
])("a token with %s is refused", async (_, change) => {
  expect(await tokens.verifyAccess(await signed({ ...claims, ...change }), noon)).toBe("token_invalid");
});

test("a token with another secret, another algorithm or no signature is refused", async () => {
  expect(await tokens.verifyAccess(await signed(claims, deriveKey("other", "access token")), noon)).toBe(
    "token_invalid",
  );
  expect(await tokens.verifyAccess(await signed(claims, keys.access, { alg: "HS512" }), noon)).toBe("token_invalid");
  expect(await tokens.verifyAccess(await signed(claims, keys.access, { typ: "at+jwt" }), noon)).toBe("token_invalid");
  const unsigned = `${base64url({ alg: "none", typ: "JWT" })}.${base64url(claims)}.`;
  expect(await tokens.verifyAccess(unsigned, noon)).toBe("token_invalid");
  const content = `${base64url({ alg: "none", typ: "JWT" })}.${base64url(claims)}`;
  const mac = createHmac("sha256", keys.access).update(content).digest("base64url");
  expect(await tokens.verifyAccess(`${content}.${mac}`, noon)).toBe("token_invalid");
});

test("a token with a changed character is refused", async () => {
  const token = await tokens.signAccess({ userId: 7, sessionId: "s" }, noon);
  const payload = token.split(".")[1] ?? "";
  const forged = base64url({ ...JSON.parse(Buffer.from(payload, "base64url").toString()), sub: "1" });
  expect(await tokens.verifyAccess(token.replace(payload, forged), noon)).toBe("token_invalid");
});

/** All other texts that decode to the same bytes as a base64url text whose last character has unused bits. */
function otherSpellings(text: string): string[] {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const bytes = Buffer.from(text, "base64url");
  return [...alphabet]
    .map((last) => text.slice(0, -1) + last)
    .filter((other) => other !== text && Buffer.from(other, "base64url").equals(bytes));
}

test("a token is refused with trailing text or in another encoding of the same bytes", async () => {
  for (const [kind, token] of [
    ["verifyAccess", await tokens.signAccess({ userId: 7, sessionId: "s" }, noon)],
    ["verifyRefresh", await refreshToken()],
  ] as const) {
    const others = otherSpellings(token.split(".")[2] ?? "").map((other) => token.replace(/[^.]*$/, other));
    expect(others.length).toBe(3);
    const trailing = ["=", "==", "A", "AAAA", " ", "\n", "\t", ".", ".x", "!", "\u0000", "é"].map(
      (more) => token + more,
    );
    for (const other of [...others, ...trailing, ` ${token}`, token.replaceAll(".", "..")]) {
      expect(await tokens[kind](other, noon), JSON.stringify(other.slice(token.length - 3))).toBe("token_invalid");
    }
    expect(await tokens[kind](token, noon)).toMatchObject({ userId: 7 });
    // It is refused even once the right token is cached.
    for (const other of others) expect(await tokens[kind](other, noon)).toBe("token_invalid");
  }
});

test.each(["", ".", "..", "a.b.c", "ey.ey.ey", "\u0000", "null", "{}", "é".repeat(3000), "a.".repeat(5000)])(
  "a malformed token is refused: %j",
  async (token) => {
    expect(await tokens.verifyAccess(token, noon)).toBe("token_invalid");
    expect(await tokens.verifyRefresh(token, noon)).toBe("token_invalid");
  },
);

test("a cached token is refused once it has expired", async () => {
  const token = await tokens.signAccess({ userId: 7, sessionId: "s" }, noon);
  await tokens.verifyAccess(token, noon);
  expect(await tokens.verifyAccess(token, noon + 600_000)).toBe("token_expired");
});

test("the same row always gives the same refresh token", async () => {
  expect(await refreshToken()).toBe(await refreshToken());
});
