import { Badge } from "@daymark/ui/badge";
import { Button } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useBrowser, useSite } from "../../../lib/app.ts";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import { trpc } from "../../../lib/network/trpc.ts";
import { useProviderLabel } from "../../../lib/provider-label.ts";
import { SwitchedOff } from "../../public/feature-switch/switched-off.tsx";
import { leaveForProvider } from "../auth/oauth-attempt.ts";
import { ProviderMark } from "../auth/provider-mark.tsx";
import type { Profile } from "../settings/profile.ts";
import { SettingCard, SettingRow } from "../settings/setting-card.tsx";
import { notConfirmed, useStepUp } from "./step-up/use-step-up.tsx";

const ProviderUnlinkDialog = lazyComponent(
  () => import("./provider-unlink-dialog.tsx"),
  ({ provider }) => provider,
);

/** Accounts of third parties as sign-in methods: those offered here, and those that are already linked. */
export function ProviderCard({ profile }: { profile: Profile }) {
  const offered = useSite().providers.map(({ name }) => name);
  const [unlinking, setUnlinking] = useState<string | null>(null);
  const shown = [...new Set([...offered, ...profile.providers])];
  if (shown.length === 0) return null;
  return (
    <SettingCard
      title={<Trans>Linked accounts</Trans>}
      description={
        <Trans>Log in with an account you have elsewhere. We learn your name and email address, nothing more.</Trans>
      }
    >
      {shown.map((provider) => (
        <ProviderRow
          key={provider}
          provider={provider}
          isLinked={profile.providers.includes(provider)}
          isOffered={offered.includes(provider)}
          onUnlink={() => setUnlinking(provider)}
        />
      ))}
      {shown.some((provider) => !profile.providers.includes(provider)) ? (
        <div className="px-5 py-4.5 has-[p:empty]:hidden sm:px-6">
          <SwitchedOff name="social_log_in" className="text-sm" />
        </div>
      ) : null}
      <ProviderUnlinkDialog provider={unlinking} onClose={() => setUnlinking(null)} />
    </SettingCard>
  );
}

interface ProviderRowProps {
  provider: string;
  isLinked: boolean;
  isOffered: boolean;
  onUnlink: () => void;
}

function ProviderRow({ provider, isLinked, isOffered, onUnlink }: ProviderRowProps) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const stepUp = useStepUp();
  const start = trpc.oauth.startLink.useMutation();
  const name = useProviderLabel()(provider);
  const link = async () => {
    try {
      const answer = await stepUp.confirmed(() => start.mutateAsync({ provider }));
      if (answer === notConfirmed) return;
      const { url, state } = answer;
      leaveForProvider(url, { provider, state, intent: "link", isRemembered: false, next: "/settings/security" });
    } catch (error) {
      void report.failure(error);
    }
  };
  return (
    <SettingRow
      title={
        <span className="flex items-center gap-2.5 [&_svg]:size-[1.125rem]">
          <ProviderMark provider={provider} />
          {name}
        </span>
      }
      status={
        isLinked ? (
          <Badge tone="success">
            <Trans>Linked</Trans>
          </Badge>
        ) : null
      }
      text={isLinked && !isOffered ? <Trans>Logging in with it is turned off here.</Trans> : undefined}
      control={
        isLinked ? (
          <Button size="small" onClick={onUnlink} aria-label={t`Unlink ${name}`}>
            <Trans>Unlink</Trans>
          </Button>
        ) : (
          <Button size="small" isBusy={start.isPending} onClick={() => void link()} aria-label={t`Link ${name}`}>
            <Trans context="account">Link</Trans>
          </Button>
        )
      }
    >
      {stepUp.dialog}
    </SettingRow>
  );
}
