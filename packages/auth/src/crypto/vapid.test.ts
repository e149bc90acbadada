import { createPublicKey } from "node:crypto";
import { jwtVerify } from "jose";
import { expect, test } from "vitest";
import { createVapid, deriveVapidKeys } from "./vapid.ts";

const contact = "mailto:operator@example.com";
const endpoint = "https://updates.push.services.mozilla.com/wpush/v2/abc";
const now = Date.UTC(2026, 10, 21, 12);

function publicKeyOf(text: string) {
  const point = Buffer.from(text, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  return createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
}

function partsOf(header: string) {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  return { token, key };
}

test("the same secret gives the same key pair on every instance, and another secret gives another", () => {
  const keys = ["one secret", "one secret", "another secret"].map((secretKey) => deriveVapidKeys(secretKey).publicKey);
  expect(keys[0]).toBe(keys[1]);
  expect(keys[0]).not.toBe(keys[2]);
  // An uncompressed point of P-256, as PushManager.subscribe takes it.
  expect(Buffer.from(keys[0] ?? "", "base64url")).toHaveLength(65);
  expect(Buffer.from(keys[0] ?? "", "base64url")[0]).toBe(4);
});

test("a signature names its push service and the operator's contact, and expires in less than a day", async () => {
  const vapid = createVapid({ secretKey: "a secret", contact });
  const { token, key } = partsOf(await vapid.authorize(endpoint, now));
  expect(key).toBe(deriveVapidKeys("a secret").publicKey);
  const { payload, protectedHeader } = await jwtVerify(token, publicKeyOf(key), { currentDate: new Date(now) });
  expect(protectedHeader).toEqual({ alg: "ES256", typ: "JWT" });
  expect(payload).toEqual({
    aud: "https://updates.push.services.mozilla.com",
    exp: now / 1000 + 12 * 3600,
    sub: contact,
  });
});

test("a signature is reused until it nears its expiry, but not for another service", async () => {
  const vapid = createVapid({ secretKey: "a secret", contact });
  const sign = async (address: string, at: number) => partsOf(await vapid.authorize(address, at)).token;
  const first = await sign(endpoint, now);
  expect(await sign(`${endpoint}d`, now + 10 * 3_600_000)).toBe(first);
  expect(await sign(endpoint, now + 11.5 * 3_600_000)).not.toBe(first);
  expect(await sign("https://fcm.googleapis.com/fcm/send/abc", now)).not.toBe(first);
});
