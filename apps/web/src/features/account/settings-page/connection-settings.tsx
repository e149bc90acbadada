import { Trans, useLingui } from "@lingui/react/macro";
import { SettingsPage } from "../settings/settings-page.tsx";
import { WebhookCard } from "../webhook/webhook-card.tsx";

export function ConnectionSettings() {
  const { t } = useLingui();
  return (
    <SettingsPage
      title={t({ message: "Connections", context: "settings" })}
      intro={<Trans>What other services and devices hear of your habits.</Trans>}
    >
      {(profile) => <WebhookCard isStaff={profile.is_staff} />}
    </SettingsPage>
  );
}
