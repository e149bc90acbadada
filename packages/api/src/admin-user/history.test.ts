import { recordEvent } from "@daymark/auth/client/security-event";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApi, keyOf, noon, type TestApi, type TestUser } from "../testing.ts";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0";
let api: TestApi;
let admin: TestUser;
let person: TestUser;
beforeAll(async () => {
  api = await createTestApi();
  admin = await api.createUser({ is_staff: true });
  person = await api.createUser();
});
afterAll(() => api.drop());

describe("an admin sees", () => {
  test("when and with what the sessions of an account are used, and not from where", async () => {
    const { id } = person.user;
    await api.sql`
      update sessions set os = 'Linux', browser = 'Firefox', address = '192.0.2.7', location = 'Kyiv, UA',
        last_active_at = ${new Date(noon).toISOString()} where user_id = ${id}`;
    const answer = await admin.caller.adminUser.listSessions({ id });
    expect(answer).toEqual({
      results: [
        {
          ...{ device_type: "PC", os: "Linux", browser: "Firefox", is_automated: expect.any(Boolean) },
          created_at: expect.any(String),
          last_active_at: new Date(noon).toISOString(),
          expires_at: expect.any(String),
        },
      ],
      next: null,
    });
    expect(JSON.stringify(answer)).not.toMatch(/192\.0|Kyiv/);
    // An expired session is over, even before the clean-up deletes it.
    await api.sql`update sessions set expires_at = ${new Date(noon - 1).toISOString()} where user_id = ${id}`;
    expect(await admin.caller.adminUser.listSessions({ id })).toEqual({ results: [], next: null });
  });

  test("the security events of an account in pages, newest first, and not from where", async () => {
    const { id: userId } = (await api.createUser()).user;
    const client = { address: "192.0.2.1", userAgent: firefox };
    for (const kind of ["logged_in", "stepped_up", "password_changed"] as const) {
      await recordEvent(api.db, { userId, sessionId: null, kind, client, now: noon });
    }
    const first = await admin.caller.adminUser.listEvents({ id: userId, limit: 2 });
    expect(first.results).toEqual(
      ["password_changed", "stepped_up"].map((kind) => ({
        ...{ id: expect.any(Number), kind, os: "Linux", browser: "Firefox" },
        created_at: new Date(noon).toISOString(),
      })),
    );
    const second = await admin.caller.adminUser.listEvents({ id: userId, limit: 2, cursor: first.next ?? "" });
    expect([second.results.map(({ kind }) => kind), second.next]).toEqual([["logged_in"], null]);
  });
});

test("the history of an unknown user is not found", async () => {
  expect(await keyOf(admin.caller.adminUser.listSessions({ id: 999_999 }))).toBe("user_not_found");
  expect(await keyOf(admin.caller.adminUser.listEvents({ id: 999_999 }))).toBe("user_not_found");
});
