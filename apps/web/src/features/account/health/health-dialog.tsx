import type { HealthArrival, HealthMapping } from "@daymark/domain/health/health";
import { Dialog } from "@daymark/ui/dialog";
import { Trans, useLingui } from "@lingui/react/macro";
import { trpc } from "../../../lib/network/trpc.ts";
import { HabitsMissing } from "../habit-link/habits-missing.tsx";
import { HealthForm } from "./health-form.tsx";

interface HealthDialogProps {
  open: boolean;
  /** Null to connect another habit. */
  mapping: HealthMapping | null;
  /** The ids of the habits that have a metric. */
  mapped: readonly number[];
  arrivals: readonly HealthArrival[];
  onClose: () => void;
}

export default function HealthDialog({ open, mapping, mapped, arrivals, onClose }: HealthDialogProps) {
  const { t } = useLingui();
  const active = trpc.habit.list.useQuery({});
  const archived = trpc.habit.list.useQuery({ archived: true }, { enabled: mapping !== null });
  const all = [...(active.data?.results ?? []), ...(archived.data?.results ?? [])];
  const offered = mapping
    ? all.filter(({ id }) => id === mapping.habit_id)
    : all.filter(({ id }) => !mapped.includes(id));
  const hasMetrics = mapping !== null || arrivals.some(({ metrics }) => metrics.length > 0);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={mapping ? mapping.title : t`Connect a habit`}
      description={t`Choose what fills the days of the habit. Amounts are converted to its unit and rounded.`}
      closeLabel={t`Close`}
    >
      {!hasMetrics ? (
        <p>
          <Trans>No data has arrived yet. Set up the app first and let it send once.</Trans>
        </p>
      ) : offered.length > 0 ? (
        <HealthForm
          key={mapping?.habit_id ?? "new"}
          mapping={mapping}
          habits={offered}
          arrivals={arrivals}
          onClose={onClose}
        />
      ) : all.length > 0 && !mapping ? (
        <p>
          <Trans>All your habits are connected.</Trans>
        </p>
      ) : (
        <HabitsMissing isLoaded={active.data !== undefined} error={active.error} />
      )}
    </Dialog>
  );
}
