import { Dialog } from "@daymark/ui/dialog";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { flash } from "../../../../lib/messages/flash.ts";
import { trpc } from "../../../../lib/network/trpc.ts";
import { Acknowledgement } from "../../../account/security/two-factor/backup-codes.tsx";
import { useKeptSecret } from "../../../account/security/use-kept-secret.tsx";
import { SecretLink } from "../secret-link.tsx";
import { type MadeUser, NewUserForm } from "./new-user-form.tsx";

/** Creates an account for another person, and shows the link for its password once, unless the server mailed it. */
export function NewUserDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const utils = trpc.useUtils();
  const [made, setMade] = useState<(MadeUser & { link: string }) | null>(null);
  const [username, setUsername] = useState("");
  const tell = (name: string) =>
    flash({ kind: "success", isPersonal: true, text: t`The account ${name} was created.` });
  const kept = useKeptSecret({ isShown: made !== null, success: () => tell(username), onClose });
  useEffect(() => {
    if (!open) setMade(null);
  }, [open]);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) kept.askToClose();
      }}
      title={made ? t`The account is ready` : t`Create an account`}
      description={
        made
          ? t`Copy the link now and give it to ${username}: we store only a fingerprint of it and cannot show it again.`
          : t`You do not set a password: the owner chooses one through a link that works once, within 7 days.`
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
          <Acknowledgement label={t`I have copied the link`} kept={kept} />
        </div>
      ) : (
        <NewUserForm
          onCancel={onClose}
          onMade={(user) => {
            void utils.adminUser.invalidate();
            void utils.audit.invalidate();
            setUsername(user.username);
            if (user.link !== null) return setMade({ ...user, link: user.link });
            onClose();
            tell(user.username);
          }}
        />
      )}
      {kept.warning}
    </Dialog>
  );
}
