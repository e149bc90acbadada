import { expect, test } from "vitest";
import { keyOf } from "../testing.ts";
import { createOauthApi } from "./testing.ts";

test.each(["invite", "closed"] as const)(
  "SIGN_UP=%s lets third parties log users in, and create no account",
  async (signUp) => {
    const api = await createOauthApi({ installation: { signUp } });
    try {
      const stranger = api.createAccount();
      const before = await api.countRows();
      expect(await keyOf(api.logIn("google", stranger))).toBe("permission_denied");
      expect(await api.countRows()).toEqual(before);
      // The address is verified at both ends, so the provider opens the account that exists.
      const known = api.createAccount();
      await api.createUser({ email: known.email, email_verified: true });
      expect(await keyOf(api.logIn("google", known))).toBe("accepted");
      expect(await keyOf(api.logIn("google", known))).toBe("accepted");
    } finally {
      await api.drop();
    }
  },
);
