import { createECDH, randomBytes } from "node:crypto";
import fc from "fast-check";
import { decrypt } from "http_ece";
import { expect, test } from "vitest";
import { encryptPush, plainBytesMax } from "./encrypt.ts";

/** RFC 8291, appendix A: all the values of its example. */
const example = {
  text: "When I grow up, I want to be a watermelon",
  keys: {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
  ephemeral: {
    privateKey: Buffer.from("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", "base64url"),
    salt: Buffer.from("DGv6ra1nlYgDCS1FRnbzlw", "base64url"),
  },
  body:
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3" +
    "jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
};

function createBrowser() {
  const curve = createECDH("prime256v1");
  const p256dh = curve.generateKeys().toString("base64url");
  const auth = randomBytes(16);
  return {
    keys: { p256dh, auth: auth.toString("base64url") },
    /** Decrypts with the implementation of the standard's own author. */
    read: (body: Uint8Array) =>
      decrypt(Buffer.from(body), { version: "aes128gcm", privateKey: curve, authSecret: auth }).toString("utf8"),
  };
}

test("the output equals the example of RFC 8291", () => {
  const body = encryptPush(example.text, example.keys, example.ephemeral);
  expect(Buffer.from(body).toString("base64url")).toBe(example.body);
});

test("only the intended browser can decrypt a text", () => {
  const browser = createBrowser();
  const other = createBrowser();
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
      const body = encryptPush(text, browser.keys);
      expect(browser.read(body)).toBe(text);
      expect(() => other.read(body)).toThrow();
    }),
    { numRuns: 50 },
  );
});

test("the same text is encrypted differently each time, and a changed byte is detected", () => {
  const browser = createBrowser();
  const body = encryptPush("text", browser.keys);
  expect(Buffer.from(encryptPush("text", browser.keys)).equals(Buffer.from(body))).toBe(false);
  const changed = Buffer.from(body);
  changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
  expect(() => browser.read(changed)).toThrow();
});

test("the longest message fits into 4096 bytes, and a longer one is refused", () => {
  const browser = createBrowser();
  const longest = "x".repeat(plainBytesMax);
  const body = encryptPush(longest, browser.keys);
  expect(body.length).toBe(4096);
  expect(browser.read(body)).toBe(longest);
  expect(() => encryptPush(`${longest}x`, browser.keys)).toThrow(RangeError);
});
