import type { Database } from "@daymark/db/connection/client";
import { appAccessTokens, appClients, connectedApps } from "@daymark/db/schema/connection/connected-app";
import type { AppAccess, AppResource } from "@daymark/domain/account/connected-app";
import { createAppSecret } from "./session/app-token.ts";

/** Connects a new application to a user. Returns its access token, which is valid for an hour of real time. */
export async function insertAppToken(
  db: Database,
  user_id: number,
  { resource, scope }: { resource: AppResource; scope: AppAccess },
): Promise<string> {
  const scopes = scope === "write" ? (["read", "write"] as const) : (["read"] as const);
  const expires_at = new Date(Date.now() + 3_600_000);
  const client_id = createAppSecret("client").secret;
  const [client] = await db.insert(appClients).values({ client_id, name: "App", redirect_uris: [] }).returning();
  const [connection] = await db
    .insert(connectedApps)
    .values({ user_id, app_client_id: client?.id ?? 0, resource, scopes: [...scopes], expires_at })
    .returning();
  const { secret, secret_hash } = createAppSecret("accessToken");
  const kept = { user_id, connected_app_id: connection?.id ?? 0, scopes: [...scopes], expires_at };
  await db.insert(appAccessTokens).values({ token_hash: secret_hash, ...kept });
  return secret;
}
