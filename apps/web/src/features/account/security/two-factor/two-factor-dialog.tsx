import { Dialog } from "@daymark/ui/dialog";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { useDialogTitle } from "../../../../lib/head.tsx";
import { trpc } from "../../../../lib/network/trpc.ts";
import type { Profile } from "../../settings/profile.ts";
import { useKeptSecret } from "../use-kept-secret.tsx";
import { BackupCodes } from "./backup-codes.tsx";
import { TwoFactorPassword } from "./two-factor-password.tsx";
import { TwoFactorScan } from "./two-factor-scan.tsx";

interface TwoFactorDialogProps {
  open: boolean;
  profile: Profile;
  onClose: () => void;
}

export interface Enrolment {
  secret: string;
  otpauth_url: string;
}

/** Turns on two-factor log-in: a step-up, the secret for the app, a code of the app, and the backup codes. */
export default function TwoFactorDialog({ open, profile, onClose }: TwoFactorDialogProps) {
  const { t } = useLingui();
  const utils = trpc.useUtils();
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  useDialogTitle(open ? t`Two-Factor Authentication` : null);
  const kept = useKeptSecret({ isShown: codes !== null, success: "two_factor_enabled", onClose });
  useEffect(() => {
    if (open) return;
    setEnrolment(null);
    setCodes(null);
  }, [open]);
  const step = codes ? 3 : enrolment ? 2 : 1;
  const descriptions = {
    1: t`From now on, logging in will take your password and a code from an app on your phone.`,
    2: t`Scan this with an authenticator app, then type the code it shows.`,
    3: t`It is on. These codes let you in when you do not have your phone. Each works once.`,
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) kept.askToClose();
      }}
      title={t`Two-Factor Authentication`}
      description={descriptions[step]}
      closeLabel={t`Close`}
    >
      {codes ? (
        <BackupCodes codes={codes} kept={kept} />
      ) : enrolment ? (
        <TwoFactorScan
          enrolment={enrolment}
          onVoid={() => setEnrolment(null)}
          onEnabled={(fresh) => {
            setCodes(fresh);
            void utils.twoFactor.invalidate();
            void utils.session.list.invalidate();
            void utils.securityEvent.invalidate();
          }}
        />
      ) : (
        <TwoFactorPassword hasPassword={profile.has_password} onStarted={setEnrolment} onCancel={onClose} />
      )}
      {kept.warning}
    </Dialog>
  );
}
