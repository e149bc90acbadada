import type { AppRouter } from "@daymark/api/router";
import { createTRPCQueryUtils } from "@trpc/react-query";
import { apiOf } from "./api.tsx";
import type { App } from "./app.ts";

/** True for an admin. Call it only for a logged-in user. A profile fetched a moment ago is not fetched again. */
export async function isStaff(app: App): Promise<boolean> {
  return (await createTRPCQueryUtils<AppRouter>(apiOf(app)).auth.profile.fetch({})).is_staff;
}
