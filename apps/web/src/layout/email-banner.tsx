import { Trans } from "@lingui/react/macro";
import { useMatch } from "@tanstack/react-router";
import { MailWarning } from "lucide-react";
import { ResendButton } from "../features/account/verification/resend-button.tsx";
import { trpc } from "../lib/network/trpc.ts";

/** Tells the user that the email address is not verified, and can send the mail again. */
export function EmailBanner() {
  const { data: profile } = trpc.auth.profile.useQuery({});
  // The settings page shows this itself, beside the address.
  const isSaidThere = useMatch({ from: "/_user/settings/", shouldThrow: false, select: () => true });
  if (!profile || profile.email_verified || isSaidThere) return null;
  return (
    <section className="border-b border-line bg-warning-soft">
      <div className="mx-auto flex w-full max-w-7xl flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 text-sm sm:px-6">
        <MailWarning aria-hidden="true" className="size-4 shrink-0 text-warning-text" />
        <p className="min-w-0 flex-1 basis-60">
          <Trans>Your email address is not verified yet. Open the link we sent you.</Trans>
        </p>
        <ResendButton size="small" />
      </div>
    </section>
  );
}
