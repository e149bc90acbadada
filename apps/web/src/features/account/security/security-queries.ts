import type { AppRouter } from "@daymark/api/router";
import { createTRPCQueryUtils } from "@trpc/react-query";
import { apiOf } from "../../../lib/api.tsx";
import type { App } from "../../../lib/app.ts";

/** Asks for what the page shows, before its code has arrived; what fails here is told there. */
export function warmSecurity(app: App): void {
  const utils = createTRPCQueryUtils<AppRouter>(apiOf(app));
  void utils.session.list.prefetch({});
  void utils.apiKey.list.prefetch({});
  if (app.site.passkeys) void utils.passkey.list.prefetch({});
}
