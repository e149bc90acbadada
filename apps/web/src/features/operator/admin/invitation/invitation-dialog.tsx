import { Button } from "@daymark/ui/button";
import { Dialog } from "@daymark/ui/dialog";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { flash } from "../../../../lib/messages/flash.ts";
import { trpc } from "../../../../lib/network/trpc.ts";
import { Acknowledgement } from "../../../account/security/two-factor/backup-codes.tsx";
import { useKeptSecret } from "../../../account/security/use-kept-secret.tsx";
import { SecretLink } from "../secret-link.tsx";
import { InvitationForm, type MadeInvitation } from "./invitation-form.tsx";

/** Makes an invitation and shows its link this one time. */
export function InvitationDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const utils = trpc.useUtils();
  const [made, setMade] = useState<MadeInvitation | null>(null);
  const kept = useKeptSecret({
    isShown: made !== null,
    isElsewhere: made?.mailedTo !== undefined,
    success: () => flash({ kind: "success", text: t`The invitation was created.` }),
    onClose,
  });
  useEffect(() => {
    if (!open) setMade(null);
  }, [open]);
  const address = made?.mailedTo;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) kept.askToClose();
      }}
      title={made ? t`The invitation is ready` : t`Invite people`}
      description={
        made
          ? address
            ? t`It is on its way to ${address}. You can also share the link yourself: it is shown only now.`
            : t`Copy the link now and share it: we store only a fingerprint of it and cannot show it again.`
          : t`An invitation is a link. A person who opens it can create an account.`
      }
      closeLabel={t`Close`}
    >
      {made ? (
        <div className="flex flex-col gap-5">
          <SecretLink link={made.link} label={t`Copy the link`} />
          {made.isStaff ? (
            <p className="text-sm text-ink-muted">
              <Trans>The account becomes an admin once its email address is verified.</Trans>
            </p>
          ) : null}
          {address ? (
            <Button kind="primary" onClick={kept.askToClose} className="self-end">
              <Trans>Done</Trans>
            </Button>
          ) : (
            <Acknowledgement label={t`I have copied the link`} kept={kept} />
          )}
        </div>
      ) : (
        <InvitationForm
          onCancel={onClose}
          onMade={(invitation) => {
            setMade(invitation);
            void utils.invitation.invalidate();
            void utils.audit.invalidate();
          }}
        />
      )}
      {kept.warning}
    </Dialog>
  );
}
