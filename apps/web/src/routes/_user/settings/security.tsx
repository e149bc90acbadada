import { createFileRoute } from "@tanstack/react-router";
import { warmSecurity } from "../../../features/account/security/security-queries.ts";
import { SecuritySettings } from "../../../features/account/settings-page/security-settings.tsx";

export const Route = createFileRoute("/_user/settings/security")({
  loader: async ({ context }) => {
    warmSecurity(context);
    // The form for a new password uses the texts of the sign-up.
    await context.languages.need("auth");
  },
  component: SecuritySettings,
});
