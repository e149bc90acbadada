import type { CalendarLink } from "@daymark/domain/calendar/calendar-link";
import { useLingui } from "@lingui/react/macro";
import { trpc } from "../../../lib/network/trpc.ts";
import { RemovalDialog, type RemovalTarget } from "../security/removal-dialog.tsx";

export default function CalendarDeleteDialog(target: RemovalTarget<CalendarLink>) {
  const { t } = useLingui();
  const utils = trpc.useUtils();
  return (
    <RemovalDialog
      {...target}
      words={() => ({
        title: t`Revoke this calendar address?`,
        description: t`Calendar apps that use it will no longer be able to read your days. This cannot be undone.`,
        confirm: t`Revoke`,
      })}
      removal={trpc.calendarLink.delete.useMutation()}
      onRemoved={() => utils.calendarLink.list.invalidate()}
    />
  );
}
