import { createHook } from "node:async_hooks";
import { argon2, argon2Sync } from "node:crypto";
import { expect, test, vi } from "vitest";
import { hashPassword, needsRehash, verifyPassword } from "./password.ts";

// The real function, with a record of its calls.
vi.mock("node:crypto", async (original) => {
  const real = await original<typeof import("node:crypto")>();
  return { ...real, argon2: vi.fn(real.argon2) };
});

/** A hash as an installation with other settings would create it. */
function foreignHash(password: string, { memory, passes }: { memory: number; passes: number }): string {
  const salt = Buffer.from("sixteen bytes ok");
  const hash = argon2Sync("argon2id", {
    message: password,
    nonce: salt,
    memory,
    passes,
    parallelism: 1,
    tagLength: 32,
  });
  const base64 = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${base64(salt)}$${base64(hash)}`;
}

test("a hash is argon2id with 33 MiB, two passes and its own salt", async () => {
  const [first, second] = await Promise.all([hashPassword("Correct-Horse-7"), hashPassword("Correct-Horse-7")]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=33792,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(second).not.toBe(first);
});

test("the right password matches and no other does", async () => {
  const hash = await hashPassword("Correct-Horse-7");
  expect(await verifyPassword("Correct-Horse-7", hash)).toBe(true);
  for (const wrong of ["correct-horse-7", "Correct-Horse-7 ", "", "Correct-Horse-"]) {
    expect(await verifyPassword(wrong, hash)).toBe(false);
  }
});

test("a long password is not truncated", async () => {
  const long = "Aa1!".repeat(32);
  const hash = await hashPassword(long);
  expect(await verifyPassword(long, hash)).toBe(true);
  expect(await verifyPassword(`${long.slice(0, -1)}?`, hash)).toBe(false);
});

test("a password matches in any Unicode form", async () => {
  const composed = "Їжак-№1-é";
  const decomposed = composed.normalize("NFD");
  expect(decomposed).not.toBe(composed);
  expect(await verifyPassword(decomposed, await hashPassword(composed))).toBe(true);
});

test("a check without a hash does the same work and never matches", async () => {
  const stored = await hashPassword("another-Horse-7");
  vi.mocked(argon2).mockClear();
  expect(await verifyPassword("Correct-Horse-7", null)).toBe(false);
  expect(await verifyPassword("Correct-Horse-7", stored)).toBe(false);
  // All arguments that the time depends on. Measured time would depend on the machine.
  const asked = vi.mocked(argon2).mock.calls.map(([algorithm, { message, nonce, ...cost }]) => ({
    algorithm,
    message,
    nonceBytes: Buffer.byteLength(nonce),
    ...cost,
  }));
  expect(asked).toHaveLength(2);
  expect(asked[0]).toEqual(asked[1]);
});

test("a hash with a lower cost still matches and needs a rehash, and a current one does not", async () => {
  const old = foreignHash("Correct-Horse-7", { memory: 4096, passes: 1 });
  expect(await verifyPassword("Correct-Horse-7", old)).toBe(true);
  expect(needsRehash(old)).toBe(true);
  expect(needsRehash(await hashPassword("Correct-Horse-7"))).toBe(false);
  expect(needsRehash(foreignHash("x", { memory: 65_536, passes: 3 }))).toBe(false);
});

/** The largest number of passwords that are hashed at once while `work` runs. */
async function mostAtOnce(work: () => Promise<unknown>): Promise<number> {
  const underWay = new Set<number>();
  let most = 0;
  const hook = createHook({
    init: (id, type) => {
      if (/argon2/i.test(type)) most = Math.max(most, underWay.add(id).size);
    },
    before: (id) => underWay.delete(id),
  }).enable();
  await work();
  hook.disable();
  return most;
}

test.each([
  ["one network is hashed one at a time", 1, () => "192.0.2.1"],
  ["an IPv6 site is hashed one at a time", 1, (index: number) => `2001:db8:1:${index}::1`],
  ["several networks is hashed two at a time", 2, (index: number) => `192.0.2.${index}`],
])("a flood of passwords from %s, and all are answered", async (_, atOnce, addressOf) => {
  const hash = await hashPassword("Correct-Horse-7");
  let results: boolean[] = [];
  const most = await mostAtOnce(async () => {
    const passwords = Array.from({ length: 40 }, (_, index) => (index % 2 ? "Correct-Horse-7" : "wrong"));
    results = await Promise.all(passwords.map((password, index) => verifyPassword(password, hash, addressOf(index))));
  });
  expect(results.filter(Boolean).length).toBe(20);
  expect(most).toBe(atOnce);
});

test("a password from another network is hashed before those waiting from a flooding network", async () => {
  const hash = await hashPassword("Correct-Horse-7");
  let answered = 0;
  const flood = Array.from({ length: 30 }, async () => {
    await verifyPassword("wrong", hash, "192.0.2.1");
    answered += 1;
  });
  expect(await verifyPassword("Correct-Horse-7", hash, "192.0.2.2")).toBe(true);
  expect(answered).toBeLessThan(5);
  await Promise.all(flood);
});

test.each([
  ["one network", 201, () => "192.0.2.1"],
  ["many networks", 302, (index: number) => `192.0.${index % 3}.${Math.floor(index / 3)}`],
])("a call above the limit of %s is refused at once, and the others succeed", async (_, served, addressOf) => {
  const hash = foreignHash("Correct-Horse-7", { memory: 64, passes: 1 });
  const calls = Array.from({ length: 600 }, (_, index) => verifyPassword("Correct-Horse-7", hash, addressOf(index)));
  const results = await Promise.allSettled(calls);
  const refused = results.filter((result) => result.status === "rejected");
  expect(refused.length).toBe(600 - served);
  expect(refused.every(({ reason }) => reason.name === "QueueFull")).toBe(true);
  expect(await verifyPassword("Correct-Horse-7", hash)).toBe(true);
});

test("a damaged hash causes an error", async () => {
  for (const damaged of ["", "plain", "$argon2i$v=19$m=19456,t=2,p=1$AAAA$AAAA", "$2b$10$abc"]) {
    await expect(verifyPassword("x", damaged)).rejects.toThrow();
  }
});
