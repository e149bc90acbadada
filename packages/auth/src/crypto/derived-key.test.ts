import { expect, test } from "vitest";
import { deriveKey, open, seal } from "./derived-key.ts";

const key = deriveKey("secret", "mail");

test("decryption returns the encrypted text", () => {
  for (const text of ["", "Привіт 👋", "x".repeat(100_000)]) expect(open(key, seal(key, text))).toBe(text);
});

test("the same text is encrypted differently each time", () => {
  expect(seal(key, "text")).not.toBe(seal(key, "text"));
});

test("every purpose and every secret has its own key", () => {
  const keys = [
    key,
    deriveKey("secret", "access token"),
    deriveKey("secret", "refresh token"),
    deriveKey("Secret", "mail"),
  ];
  expect(new Set(keys.map((each) => Buffer.from(each).toString("hex"))).size).toBe(keys.length);
  expect(key.length).toBe(32);
});

test("decryption fails with another key or a changed byte", () => {
  const sealed = seal(key, "text");
  expect(() => open(deriveKey("other", "mail"), sealed)).toThrow();
  const bytes = Buffer.from(sealed, "base64url");
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
    expect(() => open(key, changed.toString("base64url"))).toThrow();
  }
  for (const short of ["", "AAAA", sealed.slice(0, 30)]) expect(() => open(key, short)).toThrow();
});
