import { findHabitByShortName } from "@daymark/api/habit/short-name";
import type { Context } from "@daymark/api/procedure/context";
import type { Database } from "@daymark/db/connection/client";
import { habitParameter, type Operation } from "../openapi/operation.ts";

/** The parameter of the path that names a habit, with the habit's id. It throws what the search threw. */
export type NamedHabit = () => Record<string, number>;

/**
 * Scripts may name a habit in a path by its short name, as in `/api/habits/@run/`.
 *
 * The search runs before the call, because the call may hold the only connection it gets. Its error is kept for the
 * moment at which the procedure reads its input, so that the guard comes first.
 *
 * @returns null if the path has no short name, or the request comes from a guest, whom the guard refuses
 */
export async function findNamedHabit(
  operation: Operation,
  params: Record<string, unknown>,
  { caller, inTurn, db, services }: Context,
): Promise<NamedHabit | null> {
  const parameter = habitParameter(operation);
  const name = parameter === null ? null : params[parameter];
  if (parameter === null || typeof name !== "string" || !name.startsWith("@") || !caller) return null;
  const find = (database: Database) => findHabitByShortName(database, caller.user.id, name.slice(1));
  try {
    const found = await (inTurn ? inTurn(({ isOverflow }) => find(isOverflow ? services.overflowDb : db)) : find(db));
    return () => ({ [parameter]: found });
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
