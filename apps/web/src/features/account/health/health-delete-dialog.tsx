import type { HealthMapping } from "@daymark/domain/health/health";
import { useLingui } from "@lingui/react/macro";
import { trpc } from "../../../lib/network/trpc.ts";
import { RemovalDialog, type RemovalTarget } from "../security/removal-dialog.tsx";

export default function HealthDeleteDialog(target: RemovalTarget<HealthMapping & { id: number }>) {
  const { t } = useLingui();
  const utils = trpc.useUtils();
  const removal = trpc.health.mapping.delete.useMutation();
  return (
    <RemovalDialog
      {...target}
      words={({ title }) => ({
        title: t`Stop filling ${{ title }} with health data?`,
        description: t`Its days stay as they are. Health data no longer changes them.`,
        confirm: t`Stop`,
      })}
      removal={{ mutateAsync: ({ id }) => removal.mutateAsync({ habit_id: id }), isPending: removal.isPending }}
      onRemoved={() => utils.health.invalidate()}
    />
  );
}
