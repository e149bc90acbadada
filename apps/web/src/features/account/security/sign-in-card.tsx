import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { SettingCard } from "../settings/setting-card.tsx";

export function SignInCard({ children }: { children: ReactNode }) {
  return (
    <SettingCard
      title={<Trans>Logging in</Trans>}
      description={
        <Trans>A good password keeps strangers out. A second factor does so even if someone learns the password.</Trans>
      }
    >
      {children}
    </SettingCard>
  );
}
