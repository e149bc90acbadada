import { deletePersonalRows, findLeftOver } from "@daymark/api/host/personal-rows";
import { featureSwitches } from "@daymark/db/schema/admin";
import { passwordException } from "@daymark/domain/operator/feature-switch";
import { createAdminAccountCommands } from "./admin-account-commands.ts";
import { createNewAccountCommands } from "./new-account-commands.ts";
import {
  createOperatorContext,
  type OperatorContext,
  type OperatorOptions,
  recordCommand,
} from "./operator-context.ts";

/**
 * What an operator may do to accounts on the machine itself. No admin has to be logged in, so it serves to make the
 * first admin and to help an admin who cannot log in any more. Every change is in the admin audit log, without a name.
 */
export function createAdminCommands(options: OperatorOptions) {
  const ctx = createOperatorContext(options);
  return { ...createInstallationCommands(ctx), ...createNewAccountCommands(ctx), ...createAdminAccountCommands(ctx) };
}

function createInstallationCommands({ db, publicUrl, now }: OperatorContext) {
  return {
    /**
     * Deletes what deleted users have recorded, where the job that does it was lost.
     *
     * @returns how many users there were
     */
    async deleteLeftOver(): Promise<number> {
      const ids = await findLeftOver(db.$client);
      for (const id of ids) await deletePersonalRows(db.$client, id);
      return ids.length;
    },

    /**
     * Lets everyone who has a password log in for an hour despite PASSWORD_LOGIN=off, on all running nodes.
     *
     * @returns the address of the page with the form
     */
    async allowPasswords(): Promise<string> {
      const values = { name: passwordException, is_on: true, changed_at: new Date(now()) };
      await db.transaction(async (tx) => {
        await tx
          .insert(featureSwitches)
          .values(values)
          .onConflictDoUpdate({ target: featureSwitches.name, set: values });
        await recordCommand(tx, "allow_passwords", null);
      });
      return `${publicUrl}/login?local=password`;
    },
  };
}
