import { Button } from "@daymark/ui/button";
import { Dialog } from "@daymark/ui/dialog";
import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useApp, useBrowser, useSite } from "../../../../lib/app.ts";
import { trpc } from "../../../../lib/network/trpc.ts";
import { offlineOf } from "../../../tracking/offline/offline.ts";
import { hasWebAuthn } from "../../passkey/web-authn.ts";
import { StepUpForm } from "./step-up-form.tsx";
import { StepUpPasskey } from "./step-up-passkey.tsx";

interface StepUpDialogProps {
  open: boolean;
  onClose: () => void;
  onConfirmed: () => void;
}

export type StepUpMethod = "password" | "code" | "backup_code" | "passkey";

/** Asks the user to confirm their identity again, with a method of their choice. */
export default function StepUpDialog({ open, onClose, onConfirmed }: StepUpDialogProps) {
  const { t } = useLingui();
  const methods = useMethods(open);
  const [chosen, setChosen] = useState<StepUpMethod | null>(null);
  const method = chosen && methods?.includes(chosen) ? chosen : methods?.[0];
  const words: Record<StepUpMethod, string> = {
    password: t`Use your password`,
    code: t`Use a security code`,
    backup_code: t`Use a backup code`,
    passkey: t`Use a passkey`,
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={t`Confirm it’s you`}
      description={t`You logged in a while ago. Before a change like this one, confirm that it is you.`}
      closeLabel={t`Close`}
      width="narrow"
    >
      <div className="flex flex-col gap-4" aria-busy={!methods}>
        {methods?.length === 0 ? <LogInAgain /> : null}
        {method === "passkey" ? <StepUpPasskey onConfirmed={onConfirmed} /> : null}
        {method && method !== "passkey" ? <StepUpForm key={method} method={method} onConfirmed={onConfirmed} /> : null}
        {methods && methods.length > 1 ? (
          <div className="-mx-3 -mb-2 flex flex-col items-start border-t border-line pt-2">
            {methods
              .filter((other) => other !== method)
              .map((other) => (
                <Button
                  key={other}
                  kind="quiet"
                  size="small"
                  onClick={() => setChosen(other)}
                  className="text-ink-muted!"
                >
                  {words[other]}
                </Button>
              ))}
          </div>
        ) : null}
      </div>
    </Dialog>
  );
}

/** The step-up methods of the account; undefined until loaded. */
function useMethods(isWanted: boolean): StepUpMethod[] | undefined {
  const site = useSite();
  const canPasskey = site.passkeys && hasWebAuthn();
  const { data: profile } = trpc.auth.profile.useQuery({});
  const passkeys = trpc.passkey.list.useQuery({}, { enabled: isWanted && canPasskey });
  if (!profile || (canPasskey && passkeys.isLoading)) return undefined;
  const hasPasskey = canPasskey && (passkeys.data?.results.length ?? 0) > 0;
  return [
    ...(profile.has_password ? (["password"] as const) : []),
    ...(hasPasskey ? (["passkey"] as const) : []),
    ...(profile.two_factor_enabled ? (["code", "backup_code"] as const) : []),
  ];
}

/** A user who signs in only with a provider confirms their identity there. */
function LogInAgain() {
  const app = useApp();
  const { session } = useBrowser();
  const navigate = useNavigate();
  const leave = async () => {
    const next = location.pathname;
    await offlineOf(app).settle();
    await session.logOut().catch(() => {});
    await navigate({ to: "/login", search: { next } });
  };
  return (
    <>
      <p>
        <Trans>
          Your account has no password. Log in once more through your provider: that counts for the next 10 minutes.
        </Trans>
      </p>
      <Button kind="primary" onClick={() => void leave()} className="self-start">
        <Trans>Log in again</Trans>
      </Button>
    </>
  );
}
