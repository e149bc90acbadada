import { invitations } from "@daymark/db/schema/invitation";
import { users } from "@daymark/db/schema/user";
import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { toProblem } from "../base/error.ts";
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

describe("an invitation", async () => {
  const openid = [{ name: "house" }, { name: "members", maySignUp: false }];
  const api = await createOauthApi({ openid, installation: { signUp: "invite" } });
  afterAll(api.drop);
  const { guest, provider } = api;
  const admin = await api.createUser({ is_staff: true, email_verified: true });

  const invite = async (values: Parameters<typeof admin.caller.invitation.create>[0] = {}) => {
    const { id, link } = await admin.caller.invitation.create(values);
    return { id, token: new URL(link).searchParams.get("invitation") ?? "" };
  };
  const usesOf = async (id: number) => (await api.db.select().from(invitations).where(eq(invitations.id, id)))[0]?.uses;
  const refusalOf = (call: Promise<unknown>) =>
    call.then(
      () => "accepted",
      (error) => toProblem(error).values?.invitation ?? toProblem(error).key,
    );

  /** A log-in with an invitation, up to the provider's answer. */
  const arrive = async (invitation: string, account: ReturnType<typeof api.createAccount>, name = "house") => {
    const { url } = await guest.oauth.start({ provider: name, invitation });
    const { code, state } = await provider.logIn(url, account.id);
    return { provider: name, code, state };
  };

  test("lets a third party create an account with its plan, and counts once", async () => {
    const { id, token } = await invite({ plan: "paid", uses_max: 2 });
    const account = api.createAccount();
    expect(await refusalOf(arrive(token, account).then(guest.oauth.complete))).toBe("accepted");
    expect(await api.userOf(account.email)).toMatchObject({ plan: "paid", is_staff: false });
    expect(await usesOf(id)).toBe(1);
    // The account exists, so neither a link nor the log-in after it uses the invitation up.
    expect(await refusalOf(arrive(token, account).then(guest.oauth.complete))).toBe("accepted");
    expect(await usesOf(id)).toBe(1);
  });

  test("whose last use two people want at once admits one of them", async () => {
    const { id, token } = await invite();
    const accounts = Array.from({ length: 5 }, () => api.createAccount());
    const backs = [];
    for (const account of accounts) backs.push(await arrive(token, account));
    const answers = await Promise.all(backs.map((back) => refusalOf(guest.oauth.complete(back))));
    expect(answers.toSorted()).toEqual(["accepted", "used_up", "used_up", "used_up", "used_up"]);
    expect(await usesOf(id)).toBe(1);
    const made = await Promise.all(accounts.map(({ email }) => api.userOf(email)));
    expect(made.filter(Boolean)).toHaveLength(1);
  });

  test("that no longer works is refused before the person leaves, and again when they come back", async () => {
    const { id, token } = await invite();
    const back = await arrive(token, api.createAccount());
    await admin.caller.invitation.revoke({ id });
    expect(await refusalOf(guest.oauth.start({ provider: "house", invitation: token }))).toBe("revoked");
    expect(await refusalOf(guest.oauth.start({ provider: "house", invitation: "x" }))).toBe("unknown");
    expect(await refusalOf(guest.oauth.complete(back))).toBe("revoked");
    expect(await refusalOf(api.logIn("house", api.createAccount()))).toBe("permission_denied");
  });

  test("for one address refuses a user whose provider names another", async () => {
    const account = api.createAccount();
    const { id, token } = await invite({ email: account.email });
    expect(await refusalOf(arrive(token, api.createAccount()).then(guest.oauth.complete))).toBe("address");
    expect(await usesOf(id)).toBe(0);
    expect(await refusalOf(arrive(token, account).then(guest.oauth.complete))).toBe("accepted");
  });

  test("of an admin gives the right at once if the provider vouches for the address, else once it is verified", async () => {
    const [proven, unproven] = [api.createAccount(), api.createAccount({ email_verified: false })];
    for (const account of [proven, unproven]) {
      const { token } = await invite({ email: account.email, is_staff: true });
      await arrive(token, account).then(guest.oauth.complete);
    }
    expect(await api.userOf(proven.email)).toMatchObject({ is_staff: true, email_verified: true });
    expect(await api.userOf(unproven.email)).toMatchObject({ is_staff: false, email_verified: false });
    const mail = (await api.readMails()).find(({ to }) => to === unproven.email);
    await guest.auth.verifyEmail({ token: new URL(mail?.values.link ?? "").searchParams.get("token") ?? "" });
    expect(await api.userOf(unproven.email)).toMatchObject({ is_staff: true, email_verified: true });
  });

  test("of an account that an admin made without passwords is kept when a provider vouches for the address", async () => {
    const caller = admin.callerWith({ isPasswordLogInOn: false });
    const [made, squatted] = [api.createAccount(), api.createAccount()];
    await caller.adminUser.create({ username: "made_admin", email: made.email, is_staff: true });
    await api.logIn("house", made);
    expect(await api.userOf(made.email)).toMatchObject({
      username: "made_admin",
      is_staff: true,
      email_verified: true,
    });
    // With a password, a stranger may have used the account.
    await caller.adminUser.create({ username: "squatted_admin", email: squatted.email, is_staff: true });
    await api.db.update(users).set({ password_hash: "a stranger's" }).where(eq(users.email, squatted.email));
    await api.logIn("house", squatted);
    expect(await api.userOf(squatted.email)).toMatchObject({ is_staff: false, email_verified: true });
  });

  test("opens no provider that creates no accounts", async () => {
    const { id, token } = await invite();
    const refused = arrive(token, api.createAccount(), "members").then(guest.oauth.complete);
    expect(await refusalOf(refused)).toBe("permission_denied");
    expect(await usesOf(id)).toBe(0);
  });

  test("admits people where passwords are off", async () => {
    const { token } = await invite();
    const withoutPasswords = api.guestWith({ isPasswordLogInOn: false });
    expect(await withoutPasswords.invitation.check({ token })).toMatchObject({ email: null });
    const account = api.createAccount();
    const { url } = await withoutPasswords.oauth.start({ provider: "house", invitation: token });
    const { code, state } = await provider.logIn(url, account.id);
    const back = { provider: "house", code, state };
    expect(await refusalOf(withoutPasswords.oauth.complete(back))).toBe("accepted");
  });
});
