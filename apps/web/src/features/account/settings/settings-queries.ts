import type { AppRouter } from "@daymark/api/router";
import { createTRPCQueryUtils } from "@trpc/react-query";
import { apiOf } from "../../../lib/api.tsx";
import type { App } from "../../../lib/app.ts";

/** Asks for what every settings page shows, before its code has arrived; what fails here is told there. */
export function warmSettings(app: App): void {
  const utils = createTRPCQueryUtils<AppRouter>(apiOf(app));
  void utils.auth.profile.prefetch({});
  void utils.auth.settings.get.prefetch({});
}
