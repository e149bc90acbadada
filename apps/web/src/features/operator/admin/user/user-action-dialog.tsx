import type { Plan } from "@daymark/domain/account/plan";
import type { AdminUser } from "@daymark/domain/operator/admin-user";
import { AlertDialog } from "@daymark/ui/alert-dialog";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useBrowser } from "../../../../lib/app.ts";
import { flash } from "../../../../lib/messages/flash.ts";
import { trpc } from "../../../../lib/network/trpc.ts";
import { notConfirmed, useStepUp } from "../../../account/security/step-up/use-step-up.tsx";
import { Refusal } from "../../../account/settings/refusal.tsx";

export type UserAction = { is_staff: boolean } | { is_active: boolean } | { plan: Plan } | "end_sessions";

interface UserDeedDialogProps {
  user: AdminUser;
  edit: UserAction;
  onClose: () => void;
}

/** Asks before an account is changed, explains the consequences, and changes it. */
export function UserActionDialog({ user, edit, onClose }: UserDeedDialogProps) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  const stepUp = useStepUp();
  const words = useActionMessages(user, edit);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const act = async () => {
    setBusy(true);
    setError(null);
    const { adminUser } = utils.client;
    try {
      const answer = await stepUp.confirmed<unknown>(() =>
        edit === "end_sessions"
          ? adminUser.endSessions.mutate({ id: user.id })
          : adminUser.update.mutate({ id: user.id, ...edit }),
      );
      if (answer === notConfirmed) return;
      onClose();
      if (edit === "end_sessions") void report.success("sessions_terminated");
      else flash({ kind: "success", isPersonal: true, text: words.done });
      await Promise.all([utils.adminUser.invalidate(), utils.audit.invalidate(), utils.auth.profile.invalidate()]);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={words.title}
      description={words.text}
      cancelLabel={t`Cancel`}
      confirmLabel={words.confirm}
      kind={words.isGrave ? "danger" : "primary"}
      isBusy={isBusy}
      onConfirm={() => void act()}
    >
      <Refusal error={error} />
      {stepUp.dialog}
    </AlertDialog>
  );
}

interface ActionMessages {
  title: string;
  text: string;
  confirm: string;
  done: string;
  isGrave: boolean;
}

function useActionMessages({ username }: AdminUser, edit: UserAction): ActionMessages {
  const { t } = useLingui();
  const done = t`${username} was changed.`;
  if (edit === "end_sessions") {
    const text = t`Every device has to log in again. API keys keep working.`;
    return { title: t`End all sessions of ${username}?`, text, confirm: t`End sessions`, done, isGrave: true };
  }
  if ("is_staff" in edit) {
    return edit.is_staff
      ? {
          title: t`Make ${username} an admin?`,
          text: t`They will be able to do everything on the admin site, including removing your rights.`,
          confirm: t`Make an admin`,
          done,
          isGrave: true,
        }
      : {
          title: t`Remove admin rights from ${username}?`,
          text: t`The account and everything in it stay.`,
          confirm: t`Remove rights`,
          done,
          isGrave: true,
        };
  }
  if ("plan" in edit) {
    return edit.plan === "paid"
      ? {
          title: t`Give ${username} the paid plan?`,
          text: t`Takes effect immediately.`,
          confirm: t`Give`,
          done,
          isGrave: false,
        }
      : {
          title: t`Move ${username} to the free plan?`,
          text: t`Existing habits stay; the limits apply to new ones.`,
          confirm: t`Move`,
          done,
          isGrave: false,
        };
  }
  return edit.is_active
    ? {
        title: t`Activate ${username} again?`,
        text: t`They can log in, and their API keys work again.`,
        confirm: t`Activate`,
        done,
        isGrave: false,
      }
    : {
        title: t`Deactivate ${username}?`,
        text: t`All sessions end at once, API keys stop working and nobody can log in. Nothing in the account is deleted, and you can activate it again.`,
        confirm: t`Deactivate`,
        done,
        isGrave: true,
      };
}
