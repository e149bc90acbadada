import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { SettingCard } from "../settings/setting-card.tsx";

export function SignInCard({ children }: { children: ReactNode }) {
  return (
    <SettingCard
      title={<Trans>Logging in</Trans>}
      description={
        <Trans>A good password keeps strangers out; a second factor does so even when somebody learns it.</Trans>
      }
    >
      {children}
    </SettingCard>
  );
}
