import { Button } from "@daymark/ui/button";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import type { Profile } from "../settings/profile.ts";
import { SettingCard, SettingRow } from "../settings/setting-card.tsx";

const DeleteAccountDialog = lazyComponent(
  () => import("./delete-account-dialog.tsx"),
  ({ open }) => open,
);

export function DeleteCard({ profile }: { profile: Profile }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <SettingCard
      title={<Trans>Delete account</Trans>}
      description={<Trans>You can leave at any time. Deleted data cannot be restored, not even by us.</Trans>}
    >
      <SettingRow
        title={<Trans>Leave Daymark</Trans>}
        text={<Trans>First, you see what will be deleted.</Trans>}
        control={
          <Button size="small" className="text-danger-text!" onClick={() => setOpen(true)}>
            <Trans>Delete account…</Trans>
          </Button>
        }
      />
      <DeleteAccountDialog open={isOpen} profile={profile} onClose={() => setOpen(false)} />
    </SettingCard>
  );
}
