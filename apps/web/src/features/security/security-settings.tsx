import { Trans, useLingui } from "@lingui/react/macro";
import { SettingsPage } from "../settings/settings-page.tsx";
import { ActivityCard } from "./activity-card.tsx";
import { ApiKeyCard } from "./api-key-card.tsx";
import { PasskeyCard } from "./passkey-card.tsx";
import { PasswordRow } from "./password-row.tsx";
import { ProviderCard } from "./provider-card.tsx";
import { SessionCard } from "./session-card.tsx";
import { SignInCard } from "./sign-in-card.tsx";
import { TwoFactorRow } from "./two-factor-row.tsx";

export function SecuritySettings() {
  const { t } = useLingui();
  return (
    <SettingsPage
      title={t`Security Settings`}
      intro={<Trans>How you log in, where you are logged in, and what has happened to your account.</Trans>}
    >
      {(profile) => (
        <>
          <SignInCard>
            <PasswordRow profile={profile} />
            <TwoFactorRow profile={profile} />
          </SignInCard>
          <PasskeyCard />
          <ProviderCard profile={profile} />
          <SessionCard />
          <ActivityCard />
          <ApiKeyCard />
        </>
      )}
    </SettingsPage>
  );
}
