import type { NotificationTarget } from "@daymark/domain/notification/target";
import { useLingui } from "@lingui/react/macro";
import { trpc } from "../../../lib/network/trpc.ts";
import { RemovalDialog, type RemovalTarget } from "../security/removal-dialog.tsx";

export default function TargetDeleteDialog(target: RemovalTarget<NotificationTarget>) {
  const { t } = useLingui();
  const utils = trpc.useUtils();
  return (
    <RemovalDialog
      {...target}
      words={() => ({
        title: t`Delete this target?`,
        description: t`No more reminders go to it. A reminder that has no other channel then comes as a notification in the browser.`,
        confirm: t`Delete`,
      })}
      removal={trpc.notificationTarget.delete.useMutation()}
      onRemoved={() => Promise.all([utils.notificationTarget.invalidate(), utils.reminder.invalidate()])}
    />
  );
}
