import type { AppRouter } from "@daymark/api/router";
import { createTRPCQueryUtils } from "@trpc/react-query";
import { apiOf } from "../../../lib/api.tsx";
import type { App } from "../../../lib/app.ts";

/** Fetches the data of every settings page before its code has loaded; the page reports the errors. */
export function warmSettings(app: App): void {
  const utils = createTRPCQueryUtils<AppRouter>(apiOf(app));
  void utils.auth.profile.prefetch({});
  void utils.auth.settings.get.prefetch({});
}
