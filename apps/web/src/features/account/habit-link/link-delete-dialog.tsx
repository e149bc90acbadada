import type { HabitLink } from "@daymark/domain/tracking/habit-link";
import { useLingui } from "@lingui/react/macro";
import { trpc } from "../../../lib/network/trpc.ts";
import { RemovalDialog, type RemovalTarget } from "../security/removal-dialog.tsx";

export default function LinkDeleteDialog(target: RemovalTarget<HabitLink>) {
  const { t } = useLingui();
  const utils = trpc.useUtils();
  return (
    <RemovalDialog
      {...target}
      words={({ purpose }) => ({
        title: t`Revoke this link?`,
        description:
          purpose === "streak" || purpose === "year"
            ? t`Pages that show this picture will no longer show it. This cannot be undone.`
            : t`Tags, shortcuts and scripts that use it will stop recording. This cannot be undone.`,
        confirm: t`Revoke`,
      })}
      removal={trpc.habitLink.delete.useMutation()}
      onRemoved={() => utils.habitLink.list.invalidate()}
    />
  );
}
