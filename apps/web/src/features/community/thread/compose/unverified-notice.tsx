import MailExclamationPoint from "lucide-react/icons/mail-exclamation-point";
import type { ReactNode } from "react";
import { trpc } from "../../../../lib/network/trpc.ts";
import { ResendButton } from "../../../account/verification/resend-button.tsx";

/** Tells a user with an unverified address what they cannot do yet, and the next step; empty for other users. */
export function UnverifiedNotice({ children }: { children: ReactNode }) {
  const { data: profile } = trpc.auth.profile.useQuery({});
  if (!profile || profile.email_verified) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control bg-warning-soft px-4 py-3 text-sm">
      <MailExclamationPoint aria-hidden="true" className="size-4 shrink-0 text-warning-text" />
      <p className="min-w-0 flex-1 basis-60">{children}</p>
      <ResendButton size="small" />
    </div>
  );
}
