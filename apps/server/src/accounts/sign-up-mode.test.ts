import { plainInstallation } from "@daymark/api/host/installation";
import { describe, expect, test } from "vitest";
import { createTestHost, expectProblem } from "../testing.ts";
import { password } from "../testing-calls.ts";

const form = {
  ...{ username: "newcomer", email: "newcomer@example.org" },
  ...{ password, password_confirmation: password, agreement: true },
};

const refusals = [
  ["invite", "en", "You need an invitation to sign up here."],
  ["invite", "uk", "Реєстрація тут лише за запрошенням."],
  ["closed", "en", "Nobody can sign up here: the operator creates the accounts."],
  ["closed", "uk", "Реєстрацію закрито: облікові записи створює оператор сервера."],
] as const;

describe("SIGN_UP", () => {
  test.each(refusals)("%s refuses a sign-up over REST, and says why in %s", async (signUp, language, detail) => {
    const host = await createTestHost({ installation: { ...plainInstallation, signUp } });
    try {
      const headers = { "accept-language": language };
      const refused = await host.send("POST", "/api/auth/register/", { body: form, headers });
      expect(expectProblem(refused, 403, "permission_denied").detail).toBe(detail);
      expect(await host.database.sql`select from users`).toHaveLength(0);
      expect(await host.readMails(form.email)).toEqual([]);
      // A refused sign-up does not reveal whether a name is taken.
      const { username } = await host.createUser();
      const taken = await host.send("POST", "/api/auth/register/", { body: { ...form, username }, headers });
      expect(taken.json).toEqual(refused.json);
    } finally {
      await host.drop();
    }
  });
});
