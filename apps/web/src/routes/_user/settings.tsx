import { useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { SettingsFrame } from "../../features/account/settings/settings-frame.tsx";
import { warmSettings } from "../../features/account/settings/settings-queries.ts";
import { PageHead } from "../../lib/head.tsx";

export const Route = createFileRoute("/_user/settings")({
  loader: async ({ context }) => {
    warmSettings(context);
    await context.languages.need("settings", "messages");
  },
  component: SettingsFrame,
  pendingComponent: PendingSettings,
});

/** Shown while the settings load slowly. All their pages share it, so it has only their common title. */
function PendingSettings() {
  const { t } = useLingui();
  return (
    <div aria-busy="true" className="mx-auto w-full max-w-7xl px-4 pt-6 sm:px-6 sm:pt-10">
      <PageHead title={t`Settings`} />
      <h1 className="text-3xl">{t`Settings`}</h1>
    </div>
  );
}
