import { Trans, useLingui } from "@lingui/react/macro";
import { ReminderCard } from "../reminder/reminder-card.tsx";
import { AccountCard } from "../settings/account-card.tsx";
import { AppearanceCard } from "../settings/appearance-card.tsx";
import { DataCard } from "../settings/data-card.tsx";
import { DayCard } from "../settings/day-card.tsx";
import { KeyboardCard } from "../settings/keyboard-card.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";
import { DeleteCard } from "./delete-card.tsx";

export function GeneralSettings() {
  const { t } = useLingui();
  return (
    <SettingsPage
      title={t`General Settings`}
      intro={<Trans>Your account and preferences. Changes are saved right away.</Trans>}
    >
      {(profile) => (
        <>
          <AccountCard profile={profile} />
          <AppearanceCard />
          <DayCard />
          <ReminderCard />
          <KeyboardCard />
          <DataCard />
          <DeleteCard profile={profile} />
        </>
      )}
    </SettingsPage>
  );
}
