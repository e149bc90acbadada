import { Trans } from "@lingui/react/macro";
import { useMatch } from "@tanstack/react-router";
import MailExclamationPoint from "lucide-react/icons/mail-exclamation-point";
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
      {/* One line, because it is above every page until the address is verified. */}
      <div className="mx-auto flex w-full max-w-7xl items-center gap-x-2 px-4 text-sm sm:px-6">
        <MailExclamationPoint aria-hidden="true" className="size-4 shrink-0 text-warning-text" />
        <p className="flex-1 leading-tight">
          <Trans>Your email is not verified yet.</Trans>
        </p>
        <ResendButton size="small" kind="quiet" isShort className="-mr-3 underline" />
      </div>
    </section>
  );
}
