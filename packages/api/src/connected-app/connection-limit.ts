import type { Transaction } from "@daymark/db/connection/client";
import { connectedApps } from "@daymark/db/schema/connection/connected-app";
import { type AppResource, connectedAppsMax } from "@daymark/domain/account/connected-app";
import { and, eq, not, type SQL } from "drizzle-orm";
import { ApiError } from "../base/error.ts";

/** What a user has at most one connection for: a new one replaces it. */
interface ConnectionTarget {
  user_id: number;
  app_client_id: number;
  resource: AppResource;
}

/** Selects the connection that a new one of the same application and resource replaces. */
export function replacedConnection({ user_id, app_client_id, resource }: ConnectionTarget): SQL {
  return and(
    eq(connectedApps.user_id, user_id),
    eq(connectedApps.app_client_id, app_client_id),
    eq(connectedApps.resource, resource),
  ) as SQL;
}

/**
 * Refuses a connection beyond {@link connectedAppsMax}. One that replaces another adds none. The caller has locked the user.
 *
 * @throws ApiError conflict (reason too_many)
 */
export async function assertConnectionAllowed(tx: Transaction, target: ConnectionTarget): Promise<void> {
  const others = and(eq(connectedApps.user_id, target.user_id), not(replacedConnection(target)));
  const held = await tx.$count(connectedApps, others);
  if (held >= connectedAppsMax) throw new ApiError("conflict", { values: { reason: "too_many" } });
}
