import { Badge } from "@daymark/ui/badge";
import { Button } from "@daymark/ui/button";
import { linkClass } from "@daymark/ui/link";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { ApiProvider } from "../../../lib/api.tsx";
import { useBrowser } from "../../../lib/app.ts";
import { takeLeftSubscription } from "../../../lib/drafts/left-subscription.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { SwitchedOff } from "../../public/feature-switch/switched-off.tsx";
import { UnverifiedNotice } from "../thread/compose/unverified-notice.tsx";

/** What a logged-in user can do about the newsletter: subscribe with one press. To cancel it they type their address. */
export default function NewsletterChoice({ isUser }: { isUser: boolean }) {
  return isUser ? (
    <ApiProvider>
      <Choice />
    </ApiProvider>
  ) : null;
}

function Choice() {
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  const { data: profile } = trpc.auth.profile.useQuery({});
  const { mutate, isPending } = trpc.account.setNewsletter.useMutation({
    onSuccess: () => {
      void utils.auth.profile.invalidate();
      void report.success("newsletter_subscribed");
    },
    onError: (error) => void report.failure(error),
  });
  // Read once it is known whether the user may subscribe, and only once: an effect can run twice.
  const isRead = useRef(false);
  useEffect(() => {
    if (!profile || isRead.current) return;
    isRead.current = true;
    // A new account has chosen in the form of the sign-up, and its address is not verified yet.
    const isWanted = takeLeftSubscription() && profile.email_verified;
    if (isWanted && !profile.newsletter_subscriber) mutate({ subscribe: true });
  }, [profile, mutate]);
  if (!profile) return null;
  if (!profile.email_verified) {
    return (
      <UnverifiedNotice>
        {profile.newsletter_subscriber ? (
          <Trans>You are subscribed. Verify your email to start getting new posts.</Trans>
        ) : (
          <Trans>Verify your email to subscribe.</Trans>
        )}
      </UnverifiedNotice>
    );
  }
  return profile.newsletter_subscriber ? (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <Badge tone="success">
        <Trans>Subscribed</Trans>
      </Badge>
      <Link to="/settings" className={linkClass}>
        <Trans>Unsubscribe in the settings</Trans>
      </Link>
    </p>
  ) : (
    <div className="flex flex-col gap-2">
      <Button kind="primary" className="self-start" isBusy={isPending} onClick={() => mutate({ subscribe: true })}>
        <Trans>Subscribe</Trans>
      </Button>
      <SwitchedOff name="newsletter" className="text-sm" />
    </div>
  );
}
