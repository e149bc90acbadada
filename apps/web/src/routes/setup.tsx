import { createFileRoute } from "@tanstack/react-router";
import { SetupPage } from "../features/operator/setup/setup-page.tsx";
import { ApiProvider } from "../lib/api.tsx";
import { browserOnly } from "../lib/browser-only.tsx";

/** The first start. The server answers 404 once there is an admin. */
export const Route = createFileRoute("/setup")({
  ...browserOnly,
  loader: ({ context }) => context.languages.need("messages", "auth", "admin"),
  component: () => (
    <ApiProvider>
      <SetupPage />
    </ApiProvider>
  ),
});
