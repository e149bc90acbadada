import { Badge } from "@daymark/ui/badge";
import { Button } from "@daymark/ui/button";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import { trpc } from "../../../lib/network/trpc.ts";
import { SwitchedOff } from "../../public/feature-switch/switched-off.tsx";
import type { Profile } from "./profile.ts";
import { Refusal } from "./refusal.tsx";
import { SettingRow } from "./setting-card.tsx";

const NewsletterDialog = lazyComponent(
  () => import("./newsletter-dialog.tsx"),
  ({ open }) => open,
);

export function NewsletterRow({ profile }: { profile: Profile }) {
  const { report } = useBrowser();
  const [isOpen, setOpen] = useState(false);
  const subscribe = trpc.account.setNewsletter.useMutation({
    onSuccess: () => {
      void report.success("newsletter_subscribed");
    },
  });
  const isSubscriber = profile.newsletter_subscriber;
  return (
    <SettingRow
      title={<Trans>Newsletter</Trans>}
      status={
        isSubscriber ? (
          <Badge tone="success">
            <Trans>Subscribed</Trans>
          </Badge>
        ) : null
      }
      text={
        profile.email_verified || isSubscriber ? (
          <Trans>One email for each new post on the blog.</Trans>
        ) : (
          <Trans>
            One email for each new post on the blog. Verify your email first: we only write to people who asked for it.
          </Trans>
        )
      }
      control={
        isSubscriber ? (
          <Button size="small" onClick={() => setOpen(true)}>
            <Trans>Unsubscribe</Trans>
          </Button>
        ) : profile.email_verified ? (
          <Button size="small" isBusy={subscribe.isPending} onClick={() => subscribe.mutate({ subscribe: true })}>
            <Trans>Subscribe</Trans>
          </Button>
        ) : null
      }
    >
      {isSubscriber ? null : <SwitchedOff name="newsletter" className="text-sm" />}
      <Refusal error={subscribe.error} />
      <NewsletterDialog open={isOpen} hashedEmail={profile.hashed_email} onClose={() => setOpen(false)} />
    </SettingRow>
  );
}
