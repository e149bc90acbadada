import { createFileRoute } from "@tanstack/react-router";
import { NotMe } from "../features/account/auth/not-me.tsx";
import { ApiProvider } from "../lib/api.tsx";
import { browserOnly } from "../lib/browser-only.tsx";

export const Route = createFileRoute("/not-me")({
  ...browserOnly,
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    typeof search.token === "string" ? { token: search.token } : {},
  loader: ({ context }) => context.languages.need("messages", "auth", "notMe"),
  component: () => (
    <ApiProvider>
      <NotMe />
    </ApiProvider>
  ),
});
