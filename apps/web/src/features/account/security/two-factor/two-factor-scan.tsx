import { securityCodeLength, twoFactorVerifyInput } from "@daymark/domain/account/two-factor";
import { Button, buttonClass } from "@daymark/ui/button";
import { CodeField } from "@daymark/ui/code-field";
import { Trans, useLingui } from "@lingui/react/macro";
import Smartphone from "lucide-react/icons/smartphone";
import { useRef } from "react";
import { useBrowser } from "../../../../lib/app.ts";
import { useFirstFocus } from "../../../../lib/form/first-focus.ts";
import { useSchemaForm } from "../../../../lib/form/form.ts";
import { problemOf } from "../../../../lib/network/problem.ts";
import { trpc } from "../../../../lib/network/trpc.ts";
import { CopyButton } from "../../../copy/copy-button.tsx";
import { QrCode } from "../../../copy/qr-code.tsx";
import type { Enrolment } from "./two-factor-dialog.tsx";

interface TwoFactorScanProps {
  enrolment: Enrolment;
  /** Receives the backup codes, which the server returns only now. */
  onEnabled: (backupCodes: readonly string[]) => void;
  /** The secret is invalid, because the password was changed meanwhile. */
  onVoid: () => void;
}

/** The second step: the app receives the secret, and the user proves it with a code. */
export function TwoFactorScan({ enrolment, onEnabled, onVoid }: TwoFactorScanProps) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const form = useSchemaForm<{ code: string }, { code: string }>(twoFactorVerifyInput);
  useFirstFocus(() => form.setFocus("code"));
  // The sixth digit submits; an Enter right after it comes before the page has rendered that the call is pending.
  const isSent = useRef(false);
  const verify = trpc.twoFactor.verify.useMutation({
    // The backup codes that follow show that it is on.
    onSuccess: ({ backup_codes }) => onEnabled(backup_codes),
    onError: (error) => {
      isSent.current = false;
      const code = problemOf(error)?.code;
      if (code === "security_code_invalid") return form.refuse("code", code);
      if (code === "two_factor_already_disabled") onVoid();
      if (!form.takeRefusal(error)) void report.failure(error);
    },
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.stopPropagation();
        event.preventDefault();
        void form.handleSubmit((values) => {
          if (isSent.current) return;
          isSent.current = true;
          verify.mutate(values);
        })(event);
      }}
    >
      <div className="flex flex-col items-center gap-5 sm:flex-row sm:items-start">
        <QrCode text={enrolment.otpauth_url} label={t`QR code for your authenticator app`} />
        <div className="min-w-0 self-stretch sm:flex-1">
          {/* A user who reads this on the phone with the app cannot scan the code with the same phone. */}
          <a
            href={enrolment.otpauth_url}
            className={`${buttonClass({ kind: "secondary" })} mb-4 hidden! w-full pointer-coarse:inline-flex!`}
          >
            <Smartphone aria-hidden="true" />
            <Trans>Open the authenticator app</Trans>
          </a>
          <p className="text-sm text-ink-muted">
            <Trans>No camera at hand? Type this key into the app instead:</Trans>
          </p>
          <p
            translate="no"
            className="mt-2 font-mono text-[0.9375rem] leading-relaxed break-words select-all tabular-nums"
            data-secret=""
          >
            {inFours(enrolment.secret)}
          </p>
          <CopyButton text={enrolment.secret} label={t`Copy the key`} className="mt-2.5" />
        </div>
      </div>
      <CodeField
        label={t`Security code`}
        hint={t`The 6 digits that the app shows now.`}
        length={securityCodeLength}
        required
        errors={form.errorsOf("code")}
        {...form.register("code")}
      />
      <div className="flex justify-end">
        <Button kind="primary" type="submit" isBusy={verify.isPending}>
          <Trans>Turn on</Trans>
        </Button>
      </div>
    </form>
  );
}

/** Groups of four are easier to type; apps accept the spaces. */
function inFours(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, "$1 ");
}
