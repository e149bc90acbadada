import { inDatabase } from "./database.ts";
import type { Stage } from "./stage.ts";
import type { User } from "./user.ts";

/** Puts a user on the paid plan, as an operator does. */
export async function putOnPaidPlan(stage: Pick<Stage, "mailDirectory">, { username }: User): Promise<void> {
  await inDatabase(stage, (sql) => sql`update users set plan = 'paid' where username = ${username}`);
}
