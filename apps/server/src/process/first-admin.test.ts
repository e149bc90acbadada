import { verifyPassword } from "@daymark/auth/password/password";
import { createTwoFactor } from "@daymark/auth/second-factor/two-factor";
import { createApiKey } from "@daymark/auth/session/api-key";
import { codeAt, insertUser } from "@daymark/auth/testing";
import { apiKeys } from "@daymark/db/schema/connection/api-key";
import { passkeys } from "@daymark/db/schema/passkey";
import { sessions } from "@daymark/db/schema/session";
import { users } from "@daymark/db/schema/user";
import { createTestDatabase } from "@daymark/db/testing";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { ensureAdmin } from "./first-admin.ts";

const database = await createTestDatabase();
const { db } = database;
afterAll(database.drop);

test("an account registered earlier under the operator's name becomes the operator's, without any other access", async () => {
  const admin = { username: "operator", email: "operator@example.com", password: "Correct-Horse-7" };
  const { id } = await insertUser(db, { username: admin.username, email: admin.email });
  const twoFactor = createTwoFactor({ secretKey: "a secret key of this test" });
  const { secret } = (await twoFactor.enrol(db, { id, username: admin.username })) ?? { secret: "" };
  const giver = { sessionId: null, client: { address: "", userAgent: "" }, onBackupCode: async () => {} };
  const code = codeAt(secret, Date.now());
  expect(await twoFactor.enable(db, id, { code }, giver, async () => {})).toMatchObject({ is: "right" });
  const { key: _, ...kept } = createApiKey();
  await db.insert(apiKeys).values({ user_id: id, name: "his", scopes: ["write"], ...kept });
  await db.insert(passkeys).values({ id: "his", user_id: id, name: "his", public_key: "" });
  const soon = new Date(Date.now() + 60_000);
  await db.insert(sessions).values({ id: "his", userId: id, expiresAt: soon, fresh_until: soon });

  await ensureAdmin(db, admin, "free");

  const [user] = await db.select().from(users).where(eq(users.id, id));
  expect(user).toMatchObject({ is_staff: true, is_active: true, email_verified: true, two_factor_enabled: false });
  expect(await verifyPassword(admin.password, user?.password_hash ?? null)).toBe(true);
  expect(await twoFactor.check(db, id, { code }, giver, async () => {})).toEqual({ is: "off" });
  expect(await db.select().from(apiKeys)).toEqual([]);
  expect(await db.select().from(passkeys)).toEqual([]);
  expect(await db.select().from(sessions)).toEqual([]);
});

test("the operator's admin does not count as a sign-up, whether new, from an earlier version or registered", async () => {
  const isSignUp = async (username: string) => {
    const [user] = await db.select().from(users).where(eq(users.username, username));
    return user?.signed_up;
  };
  const adminOf = (username: string) => ({ username, email: `${username}@example.com`, password: "Correct-Horse-7" });
  await ensureAdmin(db, adminOf("made_now"), "free");
  await insertUser(db, { username: "made_before", email: "made_before@example.com", is_staff: true });
  await ensureAdmin(db, adminOf("made_before"), "free");
  await insertUser(db, { username: "registered", email: "registered@example.com" });
  await ensureAdmin(db, adminOf("registered"), "free");
  expect(await Promise.all(["made_now", "made_before", "registered"].map(isSignUp))).toEqual([false, false, false]);
});
