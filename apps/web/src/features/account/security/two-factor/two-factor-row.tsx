import { Badge } from "@daymark/ui/badge";
import { Button } from "@daymark/ui/button";
import { Plural, Trans } from "@lingui/react/macro";
import KeyRound from "lucide-react/icons/key-round";
import { useState } from "react";
import { lazyComponent } from "../../../../lib/lazy-component.tsx";
import { trpc } from "../../../../lib/network/trpc.ts";
import type { Profile } from "../../settings/profile.ts";
import { Notice, SettingRow } from "../../settings/setting-card.tsx";

const TwoFactorDialog = lazyComponent(
  () => import("./two-factor-dialog.tsx"),
  ({ open }) => open,
);
const TwoFactorDisableDialog = lazyComponent(
  () => import("./two-factor-disable-dialog.tsx"),
  ({ open }) => open,
);
const BackupCodeDialog = lazyComponent(
  () => import("./backup-code-dialog.tsx"),
  ({ open }) => open,
);

/** From this number of codes left, the row warns the user. */
const fewCodes = 3;

export function TwoFactorRow({ profile }: { profile: Profile }) {
  const [opened, setOpened] = useState<"enable" | "disable" | "codes" | null>(null);
  const isOn = profile.two_factor_enabled;
  const close = () => setOpened(null);
  return (
    <SettingRow
      title={<Trans>Two-factor authentication</Trans>}
      status={
        isOn ? (
          <Badge tone="success">
            <Trans context="two-factor authentication">On</Trans>
          </Badge>
        ) : (
          <Badge>
            <Trans context="two-factor authentication">Off</Trans>
          </Badge>
        )
      }
      text={
        isOn ? (
          <Trans>Logging in also takes a code from your authenticator app.</Trans>
        ) : (
          <Trans>Asks for a code from an app on your phone whenever you log in.</Trans>
        )
      }
      control={
        isOn ? (
          <Button size="small" onClick={() => setOpened("disable")}>
            <Trans>Turn off</Trans>
          </Button>
        ) : (
          <Button size="small" kind="primary" onClick={() => setOpened("enable")}>
            <Trans>Turn on</Trans>
          </Button>
        )
      }
    >
      {isOn ? <CodesLeft onRenew={() => setOpened("codes")} /> : null}
      <TwoFactorDialog open={opened === "enable"} profile={profile} onClose={close} />
      <TwoFactorDisableDialog open={opened === "disable"} onClose={close} />
      <BackupCodeDialog open={opened === "codes"} onClose={close} />
    </SettingRow>
  );
}

function CodesLeft({ onRenew }: { onRenew: () => void }) {
  const { data: codes } = trpc.twoFactor.backupCodes.get.useQuery({});
  const remaining = codes?.remaining ?? null;
  return (
    <Notice
      tone={remaining !== null && remaining <= fewCodes ? "warning" : "neutral"}
      icon={<KeyRound aria-hidden="true" />}
      action={
        <Button size="small" onClick={onRenew}>
          <Trans>New backup codes</Trans>
        </Button>
      }
    >
      {remaining === null ? (
        <Trans>Backup codes let you in without your phone.</Trans>
      ) : (
        <>
          <Plural
            value={remaining}
            _0="No backup codes are left."
            one="# backup code is left."
            other="# backup codes are left."
          />{" "}
          {remaining <= fewCodes ? (
            <Trans>Create new ones before a lost phone locks you out.</Trans>
          ) : (
            <Trans>Each lets you in once without your phone.</Trans>
          )}
        </>
      )}
    </Notice>
  );
}
