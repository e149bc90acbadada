import { Button } from "@daymark/ui/button";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import { EmailRow } from "./email-row.tsx";
import { NewsletterRow } from "./newsletter-row.tsx";
import type { Profile } from "./profile.ts";
import { SettingCard, SettingRow } from "./setting-card.tsx";

const UsernameDialog = lazyComponent(
  () => import("./username-dialog.tsx"),
  ({ open }) => open,
);

export function AccountCard({ profile }: { profile: Profile }) {
  return (
    <SettingCard title={<Trans>Account</Trans>}>
      <UsernameRow profile={profile} />
      <EmailRow key={profile.hashed_email} profile={profile} />
      <NewsletterRow profile={profile} />
    </SettingCard>
  );
}

function UsernameRow({ profile }: { profile: Profile }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <SettingRow
      title={<Trans>Username</Trans>}
      text={<span className="text-[0.9375rem] text-ink">{profile.username}</span>}
      control={
        <Button size="small" onClick={() => setOpen(true)}>
          <Trans>Change username</Trans>
        </Button>
      }
    >
      <UsernameDialog open={isOpen} profile={profile} onClose={() => setOpen(false)} />
    </SettingRow>
  );
}
