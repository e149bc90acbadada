import { createFileRoute } from "@tanstack/react-router";
import { SettingsFrame } from "../../features/settings/settings-frame.tsx";
import { warmSettings } from "../../features/settings/settings-queries.ts";

export const Route = createFileRoute("/_user/settings")({
  loader: async ({ context }) => {
    warmSettings(context);
    // A new password is chosen here too, in the words of a sign-up.
    await context.languages.need("settings", "auth");
  },
  component: SettingsFrame,
});
