import { passkeys } from "@daymark/db/schema/passkey";
import { noon } from "../testing.ts";
import { createAccountApi, password } from "./testing.ts";

/** The browsers of the owner and of the thief. */
export const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0";
export const phone = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36";

/** Creates procedures for accounts that a thief has logged in to. */
export async function createTheftApi() {
  const api = await createAccountApi();
  const { db, clock, guest } = api;

  /** An owner who logged in with Firefox, and a thief who then logged in with a phone. */
  async function createVictim() {
    const user = await api.insert();
    const owner = await api.logIn(user, { userAgent: firefox });
    await db
      .insert(passkeys)
      .values({ id: `own-${user.id}`, user_id: user.id, name: "mine", public_key: "x", created_at: new Date(noon) });
    clock.now += 1;
    const thief = await api.logIn(user, { userAgent: phone });
    return { user, owner, thief, token: await api.tokenTo(user.email, "new_device") };
  }

  /** Makes a logged-in caller take another address, and reads that address's mail. */
  async function moveTo(caller: Awaited<ReturnType<typeof api.logIn>>["caller"], email: string) {
    await caller.account.changeEmail({ email, password });
    await guest.auth.verifyEmail({ token: await api.tokenTo(email, "verify_new_email") });
  }

  return { ...api, createVictim, moveTo };
}
