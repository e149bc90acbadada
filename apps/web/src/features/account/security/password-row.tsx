import { Button } from "@daymark/ui/button";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { useSite } from "../../../lib/app.ts";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import type { Profile } from "../settings/profile.ts";
import { SettingRow } from "../settings/setting-card.tsx";

const PasswordChangeDialog = lazyComponent(
  () => import("./password-change-dialog.tsx"),
  ({ open }) => open,
);
const PasswordAddDialog = lazyComponent(
  () => import("./password-add-dialog.tsx"),
  ({ open }) => open,
);

export function PasswordRow({ profile }: { profile: Profile }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const { passwords } = useSite();
  if (!passwords) return null;
  return (
    <SettingRow
      title={<Trans>Password</Trans>}
      text={
        profile.has_password ? (
          <Trans>Changing it logs you out everywhere else.</Trans>
        ) : (
          <Trans>
            You have none: you log in with a linked account. With a password, you can log in without it too.
          </Trans>
        )
      }
      control={
        <Button size="small" onClick={() => setOpen(true)}>
          {profile.has_password ? <Trans>Change password</Trans> : <Trans>Add a password</Trans>}
        </Button>
      }
    >
      <PasswordChangeDialog open={isOpen && profile.has_password} onClose={close} />
      <PasswordAddDialog open={isOpen && !profile.has_password} onClose={close} />
    </SettingRow>
  );
}
