import { createFileRoute } from "@tanstack/react-router";
import { VerifyEmail } from "../features/account/auth/verify-email.tsx";
import { ApiProvider } from "../lib/api.tsx";

export const Route = createFileRoute("/verify-email")({
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    typeof search.token === "string" ? { token: search.token } : {},
  loader: ({ context }) => context.languages.need("messages", "auth", "notMe"),
  component: () => (
    <ApiProvider>
      <VerifyEmail />
    </ApiProvider>
  ),
});
