import { expect, test } from "vitest";
import { hashEmail } from "./email-hash.ts";

test("an address has the same hash in any case, with spaces, in NFD and in any spelling of its domain", async () => {
  const hash = await hashEmail("rené@example.org");
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(await hashEmail("  RENÉ@Example.org ")).toBe(hash);
  expect(await hashEmail("rene\u0301@example.org")).toBe(hash);
  expect(await hashEmail("rené@ｅxample.org")).toBe(hash);
  expect(await hashEmail("rene@example.org")).not.toBe(hash);
});

test("the hash is SHA-256 of the normalized address", async () => {
  expect(await hashEmail("A@Example.org")).toBe("e16bfe08be114c7b3737aa01ce504ebcb5d13fc44897c38c6cac63ddc7151463");
});
