import { findTaken } from "@daymark/api/account-change/taken-name";
import { createAccount } from "@daymark/api/admin-user/create";
import { createInvitation } from "@daymark/api/invitation/create";
import { StartError } from "@daymark/db/start-error";
import { newAccountInput } from "@daymark/domain/operator/admin-user";
import { newInvitationInput } from "@daymark/domain/operator/invitation";
import { type OperatorContext, recordCommand } from "./operator-context.ts";
import { refusal } from "./refusal.ts";

/** The option of each member of an invitation; the rest is `--note`. */
const invitationOptions: Record<string, string> = {
  ...{ uses_max: "--uses", days: "--days", email: "--email", plan: "--plan" },
  ...{ mail_to: "--mail", mail_language: "--language" },
};

/** The name of each member of a new account; the rest is `--language`. */
const accountOptions: Record<string, string> = {
  username: "The username",
  email: "The email address",
  plan: "--plan",
};

/** The commands that create invitations and accounts. */
export function createNewAccountCommands({ db, outbox, defaultPlan, hasPasswords, now }: OperatorContext) {
  const creation = () => ({ admin: null, outbox, language: "en", now: now() }) as const;
  return {
    /**
     * Creates an invitation, and mails its link if it names an address for that.
     *
     * @returns the link, which the database does not store
     * @throws StartError if a value is out of its bounds, or an admin is invited without an address
     */
    async invite(given: unknown): Promise<string> {
      const { data, error } = newInvitationInput.safeParse(given);
      if (error) throw refusal(invitationOptions[memberOf(error)] ?? "--note", error.issues, given);
      return db.transaction(async (tx) => {
        const { id, link } = await createInvitation(tx, data, creation());
        await recordCommand(tx, "invite", `invitation ${id}`);
        return link;
      });
    },

    /**
     * Creates an account for another person.
     *
     * @returns the link that sets its password; null if it was mailed, or if the server has no passwords
     * @throws StartError if a value is out of its bounds or taken
     */
    async createUser(given: unknown): Promise<string | null> {
      const { data, error } = newAccountInput.safeParse(given);
      if (error) throw refusal(accountOptions[memberOf(error)] ?? "--language", error.issues, given);
      const taken = await findTaken(db, { ...data, now: now() });
      if (Object.keys(taken).length > 0) throw new StartError("An account already has that username or email.");
      return db.transaction(async (tx) => {
        const { id, link } = await createAccount(tx, data, { ...creation(), defaultPlan, hasPasswords });
        await recordCommand(tx, "create_user", `user ${id}`);
        return link;
      });
    },
  };
}

/** The member that the first issue is about. */
function memberOf({ issues: [issue] }: { issues: readonly { path: readonly PropertyKey[] }[] }): string {
  return String(issue?.path[0]);
}
