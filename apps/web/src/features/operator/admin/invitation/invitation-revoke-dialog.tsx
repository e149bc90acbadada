import type { Invitation } from "@daymark/domain/operator/invitation";
import { AlertDialog } from "@daymark/ui/alert-dialog";
import { useLingui } from "@lingui/react/macro";
import { useBrowser } from "../../../../lib/app.ts";
import { flash } from "../../../../lib/messages/flash.ts";
import { trpc } from "../../../../lib/network/trpc.ts";

interface InvitationRevokeDialogProps {
  invitation: Invitation;
  /** What the list calls it. */
  name: string;
  onClose: () => void;
}

/** Asks before an invitation is revoked. */
export function InvitationRevokeDialog({ invitation, name, onClose }: InvitationRevokeDialogProps) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  const revoke = trpc.invitation.revoke.useMutation({
    onSuccess: () => flash({ kind: "success", isPersonal: true, text: t`The invitation was revoked.` }),
    onError: (error) => void report.failure(error),
    onSettled: async () => {
      onClose();
      await Promise.all([utils.invitation.invalidate(), utils.audit.invalidate()]);
    },
  });
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={t`Revoke “${name}”?`}
      description={
        invitation.is_staff
          ? t`Nobody will be able to sign up with this link. An account waiting for admin rights will not get them.`
          : t`Nobody will be able to sign up with this link. Accounts already created with it stay.`
      }
      cancelLabel={t`Cancel`}
      confirmLabel={t`Revoke`}
      isBusy={revoke.isPending}
      onConfirm={() => revoke.mutate({ id: invitation.id })}
    />
  );
}
