import { createFileRoute } from "@tanstack/react-router";
import { ResetPassword } from "../features/account/auth/reset-password.tsx";
import { ApiProvider } from "../lib/api.tsx";
import { browserOnly } from "../lib/browser-only.tsx";

export const Route = createFileRoute("/reset-password")({
  // The search decides which of the two forms is shown, and pages rendered on the server do not have it.
  ...browserOnly,
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    typeof search.token === "string" ? { token: search.token } : {},
  loader: ({ context }) => context.languages.need("messages", "auth", "notMe"),
  component: () => (
    <ApiProvider>
      <ResetPassword />
    </ApiProvider>
  ),
});
