import { createFileRoute } from "@tanstack/react-router";
import { SettingsFrame } from "../../features/settings/settings-frame.tsx";
import { warmSettings } from "../../features/settings/settings-queries.ts";

export const Route = createFileRoute("/_user/settings")({
  loader: async ({ context }) => {
    warmSettings(context);
    // Which keys are commands is chosen here too.
    await context.languages.need("settings", "reminder", "commands", "messages");
  },
  component: SettingsFrame,
});
