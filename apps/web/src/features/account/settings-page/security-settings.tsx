import { Trans, useLingui } from "@lingui/react/macro";
import { ActivityCard } from "../security/activity-card.tsx";
import { ApiKeyCard } from "../security/api-key/api-key-card.tsx";
import { ConnectedAppCard } from "../security/connected-app/connected-app-card.tsx";
import { PasskeyCard } from "../security/passkey/passkey-card.tsx";
import { PasswordRow } from "../security/password-row.tsx";
import { ProviderCard } from "../security/provider-card.tsx";
import { SessionCard } from "../security/session/session-card.tsx";
import { SignInCard } from "../security/sign-in-card.tsx";
import { TwoFactorRow } from "../security/two-factor/two-factor-row.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";

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
          <ConnectedAppCard />
          <ApiKeyCard />
        </>
      )}
    </SettingsPage>
  );
}
