import type { AppRouter } from "@daymark/api/router";
import { createTRPCQueryUtils } from "@trpc/react-query";
import { apiOf } from "../../../lib/api.tsx";
import type { App } from "../../../lib/app.ts";

/** Fetches the page's data before its code has loaded; the page reports the errors. */
export function warmSecurity(app: App): void {
  const utils = createTRPCQueryUtils<AppRouter>(apiOf(app));
  void utils.session.list.prefetch({});
  void utils.connectedApp.list.prefetch({});
  void utils.apiKey.list.prefetch({});
  if (app.site.passkeys) void utils.passkey.list.prefetch({});
}
