import { randomBytes } from "node:crypto";
import type { Limits } from "@daymark/auth/limits/rate-limit";
import { createOauth } from "@daymark/auth/oauth/oauth";
import type { OpenidConfig } from "@daymark/auth/oauth/openid";
import { startProvider, type TestAccount } from "@daymark/auth/testing-provider";
import type { Sql } from "@daymark/db/connection/client";
import { identities } from "@daymark/db/schema/identity";
import { sessions } from "@daymark/db/schema/session";
import { users } from "@daymark/db/schema/user";
import { count, eq } from "drizzle-orm";
import type { Installation } from "../host/installation.ts";
import { type CallOptions, createTestApi } from "../testing.ts";

export const publicUrl = "http://localhost:3000";

interface OauthApiOptions {
  max?: number;
  installation?: Partial<Installation>;
  limits?: (deps: { sql: Sql; secretKey: Uint8Array }) => Limits;
  openid?: Partial<OpenidConfig>[];
}

/**
 * Procedures with a real OpenID provider on loopback, which stands in for both Google and Facebook, and for the given
 * OpenID providers.
 */
export async function createOauthApi({ openid = [], ...options }: OauthApiOptions = {}) {
  const accounts: TestAccount[] = [];
  const provider = await startProvider(accounts);
  const config = { ...provider.config, openid: openid.map((values) => provider.openid(values)) };
  const oauth = createOauth({ config, publicUrl });
  const api = await createTestApi({ ...options, publicUrl, oauth });

  /** Starts a log-in, chooses an account at the provider, and returns the input of `complete`. */
  async function comeBack(name: string, account: TestAccount, call: { rememberMe?: boolean } = {}) {
    const { url } = await api.guest.oauth.start({ provider: name, remember_me: call.rememberMe ?? false });
    const { code, state } = await provider.logIn(url, account.id);
    return { provider: name, code, state };
  }

  return {
    ...api,
    provider,
    comeBack,

    /** Creates a user with an account at the provider. */
    createAccount(values: Partial<TestAccount> = {}): TestAccount & { email: string } {
      const id = randomBytes(8).toString("hex");
      const account = { id, email: `${id}@example.com`, email_verified: true, name: "Ada Lovelace", ...values };
      accounts.push(account);
      return account;
    },

    async logIn(name: string, account: TestAccount, call: CallOptions & { rememberMe?: boolean } = {}) {
      return api.guestWith(call).oauth.complete(await comeBack(name, account, call));
    },

    /** The total numbers of accounts, identities and sessions. */
    async countRows() {
      const tables = [users, identities, sessions];
      return Promise.all(tables.map(async (table) => (await api.db.select({ rows: count() }).from(table))[0]?.rows));
    },

    async userOf(email: string) {
      const [user] = await api.db.select().from(users).where(eq(users.email, email));
      return user;
    },

    async drop() {
      await provider.close();
      await api.drop();
    },
  };
}
