import { createFileRoute } from "@tanstack/react-router";
import { Unsubscribe } from "../features/account/reminder/unsubscribe.tsx";
import { ApiProvider } from "../lib/api.tsx";
import { browserOnly } from "../lib/browser-only.tsx";

export const Route = createFileRoute("/unsubscribe")({
  ...browserOnly,
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    typeof search.token === "string" ? { token: search.token } : {},
  loader: ({ context }) => context.languages.need("messages", "reminder"),
  component: () => (
    <ApiProvider>
      <Unsubscribe />
    </ApiProvider>
  ),
});
