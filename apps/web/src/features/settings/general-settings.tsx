import { Trans, useLingui } from "@lingui/react/macro";
import { AccountCard } from "./account-card.tsx";
import { AppearanceCard } from "./appearance-card.tsx";
import { DataCard } from "./data-card.tsx";
import { DayCard } from "./day-card.tsx";
import { DeleteCard } from "./delete-card.tsx";
import { SettingsPage } from "./settings-page.tsx";

export function GeneralSettings() {
  const { t } = useLingui();
  return (
    <SettingsPage
      title={t`General Settings`}
      intro={<Trans>Who you are here, and how Daymark suits your day. What you choose is saved at once.</Trans>}
    >
      {(profile) => (
        <>
          <AccountCard profile={profile} />
          <AppearanceCard />
          <DayCard />
          <DataCard />
          <DeleteCard profile={profile} />
        </>
      )}
    </SettingsPage>
  );
}
