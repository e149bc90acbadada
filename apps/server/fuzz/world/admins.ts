import { rootAdmin } from "../server-process.ts";
import { type Calls, password } from "./calls.ts";

/** Logs in and creates admins, whatever the generated requests did to them. */
export function createAdmins({ expectCall, logIn, register }: Calls) {
  /** A second admin, which no generated request uses. */
  let spare: string | null = null;

  /** Makes a user an active admin. */
  async function promote(root: string, username: string): Promise<number> {
    const { results } = await expectCall("GET", `/admin/users/?search=${username}`, root);
    const id = results[0].id as number;
    const rights = { is_staff: true, is_active: true, plan: "paid", password };
    await expectCall("PATCH", `/admin/users/${id}/`, root, rights);
    return id;
  }

  async function logInAsAdmin(username: string): Promise<string> {
    const { access } = await logIn(username);
    const { is_staff } = await expectCall("GET", "/profile/", access);
    if (!is_staff) throw new Error(`${username} is no longer an admin.`);
    return access;
  }

  /** Logs in the root admin and returns the token. If a request took root's rights, the spare admin restores them. */
  async function logInAsRoot(): Promise<string> {
    try {
      return await logInAsAdmin(rootAdmin.username);
    } catch (error) {
      if (!spare) throw error;
      await promote(await logInAsAdmin(spare), rootAdmin.username);
      return logInAsAdmin(rootAdmin.username);
    }
  }

  /** Creates the spare admin once. */
  async function createSpare(root: string): Promise<void> {
    if (spare) return;
    spare = (await register()).username;
    await promote(root, spare);
  }

  return { logInAsRoot, createSpare, promote };
}
