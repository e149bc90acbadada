import { Trans, useLingui } from "@lingui/react/macro";
import { CalendarCard } from "../calendar/calendar-card.tsx";
import { BadgeCard } from "../habit-link/badge-card.tsx";
import { TapCard } from "../habit-link/tap-card.tsx";
import { HealthCard } from "../health/health-card.tsx";
import { TargetCard } from "../notification-target/target-card.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";
import { WebhookCard } from "../webhook/webhook-card.tsx";

export function ConnectionSettings() {
  const { t } = useLingui();
  return (
    <SettingsPage
      title={t({ message: "Connections", context: "settings" })}
      intro={<Trans>How other apps, services and devices use your habits.</Trans>}
    >
      {(profile) => (
        <>
          <CalendarCard />
          <TapCard />
          <BadgeCard />
          <HealthCard />
          <TargetCard />
          <WebhookCard isStaff={profile.is_staff} />
        </>
      )}
    </SettingsPage>
  );
}
