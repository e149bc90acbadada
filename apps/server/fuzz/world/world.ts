import type { Known, Role } from "../request.ts";
import type { ServerProcess } from "../server-process.ts";
import { createAdmins } from "./admins.ts";
import { createCalls } from "./calls.ts";
import { createOwner } from "./owner.ts";
import { createImage, createPublic, restore } from "./public-rows.ts";

/** The accounts that send requests, and the values of placeholders. */
export interface World {
  tokens: Partial<Record<Role, string>>;
  known: Known;
}

/**
 * Creates worlds: new accounts, each with one row of every kind. Each world deletes the public rows of earlier ones.
 */
export function createWorlds(server: ServerProcess) {
  const calls = createCalls(server);
  const admins = createAdmins(calls);

  /**
   * On a server that the fuzzer did not start, it has no admin. Then the world is one unverified user with private
   * rows.
   */
  async function create(): Promise<World> {
    if (!server.mailDirectory) return createOwner(calls);
    const root = await admins.logInAsRoot();
    // Before anybody registers, which a feature switch may forbid.
    await restore(calls, root);
    await admins.createSpare(root);
    const owner = await createOwner(calls);
    const { username: adminName } = await calls.register();
    const adminId = await admins.promote(root, adminName);
    const { access: admin } = await calls.logIn(adminName);
    return {
      tokens: { ...owner.tokens, admin },
      known: {
        ...owner.known,
        ...(await createPublic(calls, { admin, user: owner.tokens.user })),
        ...(await createImage(calls, admin)),
        adminName,
        adminId,
      },
    };
  }

  return { create };
}
