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
      {/* One line on a phone, because it is above every page until the address is verified. */}
      <div className="mx-auto flex w-full max-w-7xl items-center gap-x-2 px-4 text-sm sm:gap-x-4 sm:px-6 sm:py-2">
        <MailWarning aria-hidden="true" className="size-4 shrink-0 text-warning-text" />
        <p className="min-w-0 flex-1">
          <span className="max-sm:hidden">
            <Trans>Your email address is not verified yet. Open the link we sent you.</Trans>
          </span>
          <span className="block text-[0.8125rem] leading-tight sm:hidden">
            <Trans>Your email is not verified yet.</Trans>
          </span>
        </p>
        <ResendButton
          size="small"
          isShortOnPhone
          className="max-sm:border-transparent max-sm:bg-transparent max-sm:underline"
        />
      </div>
    </section>
  );
}
