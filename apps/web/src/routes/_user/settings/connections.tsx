import { createFileRoute } from "@tanstack/react-router";
import { ConnectionSettings } from "../../../features/account/settings-page/connection-settings.tsx";

export const Route = createFileRoute("/_user/settings/connections")({
  loader: ({ context }) => context.languages.need("connections"),
  component: ConnectionSettings,
});
