import type { Habit } from "@daymark/domain/habit";
import { Button } from "@daymark/ui/button";
import { Dialog } from "@daymark/ui/dialog";
import { EmptyState } from "@daymark/ui/empty-state";
import { Skeleton } from "@daymark/ui/skeleton";
import { useLingui } from "@lingui/react/macro";
import { CloudOff } from "lucide-react";
import { useState } from "react";
import { trpc } from "../../lib/trpc.ts";
import { hueStyle } from "../habit/hues.ts";
import { Figures } from "./figures.tsx";
import { YearPanel } from "./year-panel.tsx";

interface StatisticsDialogProps {
  habit: Habit | null;
  today: string;
  onClose: () => void;
}

/** How a habit stands: the figures first, then the year as a picture and as a table. */
export default function StatisticsDialog({ habit, today, onClose }: StatisticsDialogProps) {
  const { t } = useLingui();
  const [shown, setShown] = useState(habit);
  if (habit && habit !== shown) setShown(habit);
  const statistics = trpc.habit.statistics.useQuery({ id: shown?.id ?? 0 }, { enabled: habit !== null });
  if (!shown) return null;
  return (
    <Dialog
      open={habit !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={shown.title}
      description={shown.description || t`Statistics`}
      closeLabel={t`Close`}
      width="wide"
    >
      <div style={hueStyle(shown.hue)} className="flex flex-col gap-8">
        {statistics.data ? (
          <Figures habit={shown} statistics={statistics.data} />
        ) : statistics.error ? (
          <EmptyState
            tone="danger"
            icon={<CloudOff />}
            title={t`The statistics could not be loaded`}
            action={
              <Button kind="primary" onClick={() => void statistics.refetch()}>
                {t`Try again`}
              </Button>
            }
          />
        ) : (
          <div aria-busy="true" className="grid grid-cols-2 gap-3 md:grid-cols-5">
            {["a", "b", "c", "d", "e"].map((key) => (
              <Skeleton key={key} className="h-24" />
            ))}
          </div>
        )}
        <YearPanel habit={shown} today={today} />
      </div>
    </Dialog>
  );
}
