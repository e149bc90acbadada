import type { Vacation } from "@daymark/domain/tracking/vacation";
import { Button } from "@daymark/ui/button";
import { Dialog } from "@daymark/ui/dialog";
import { IconButton } from "@daymark/ui/icon-button";
import { plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import Trash from "lucide-react/icons/trash";
import TreePalm from "lucide-react/icons/tree-palm";
import { useRef, useState } from "react";
import { useFocusAfterRemoval } from "../../../lib/form/use-focus-after-removal.ts";
import { useFormat } from "../../../lib/language/format.ts";
import { addDays, type DayRange, daysOf } from "./day-range.ts";
import { RangeCalendar } from "./range-calendar.tsx";
import { useVacationPreview, useVacations } from "./use-vacations.ts";

interface VacationDialogProps {
  open: boolean;
  today: string;
  onClose: () => void;
}

/** Days on which no habit has a goal: the range to choose, what it skips, and the planned vacations. */
export default function VacationDialog({ open, today, onClose }: VacationDialogProps) {
  const { t } = useLingui();
  const [range, setRange] = useState<DayRange>(() => ({ from: today, to: addDays(today, 6) }));
  const [isBusy, setBusy] = useState(false);
  const { list, create, remove } = useVacations({ isOpen: open });
  const planned = list.data?.results ?? noVacations;
  const section = useRef<HTMLElement>(null);
  const { onRemoval } = useFocusAfterRemoval(section, planned);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={t`Vacation`}
      description={t`These days are skipped for all active habits: they neither break nor extend a streak.`}
      closeLabel={t`Close`}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button
            kind="primary"
            isBusy={isBusy}
            onClick={async () => {
              setBusy(true);
              const isDone = await create(range);
              setBusy(false);
              if (isDone) onClose();
            }}
          >
            <Plural value={daysOf(range)} one="Take # day off" other="Take # days off" />
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <RangeCalendar range={range} today={today} onRangeChange={setRange} />
        <Preview range={range} isOpen={open} />
        {planned.length > 0 ? (
          <section ref={section} aria-labelledby="vacations-planned" className="border-t border-line pt-4">
            <h3 id="vacations-planned" className="mb-2 text-sm font-[560] tracking-normal">
              <Trans>Your vacations</Trans>
            </h3>
            <ul className="flex flex-col">
              {planned.map((vacation, index) => (
                <Planned
                  key={vacation.id}
                  vacation={vacation}
                  onRemove={() => {
                    onRemoval(index);
                    void remove(vacation);
                  }}
                />
              ))}
            </ul>
          </section>
        ) : null}
      </div>
    </Dialog>
  );
}

const noVacations: readonly Vacation[] = [];

/** What the range would skip: days that are done, skipped or off already do not change. */
function Preview({ range, isOpen }: { range: DayRange; isOpen: boolean }) {
  const preview = useVacationPreview(range, { isOpen });
  const { t } = useLingui();
  const { days, habits } = preview.data ?? {};
  return (
    <p
      role="status"
      className="flex min-h-12 items-center gap-3 rounded-control bg-sunken px-4 py-3 text-sm leading-snug"
    >
      <TreePalm aria-hidden="true" className="size-5 shrink-0 text-ink-muted" />
      {days === 0 ? (
        <Trans>There is nothing left to skip on these days.</Trans>
      ) : days !== undefined && habits !== undefined ? (
        t`Skips ${plural(days, { one: "# entry", other: "# entries" })} across ${plural(habits, { one: "# habit", other: "# habits" })}. Recorded days stay.`
      ) : preview.error ? (
        <Trans>The number of skipped days could not be loaded.</Trans>
      ) : (
        <Trans>Counting the days…</Trans>
      )}
    </p>
  );
}

function Planned({ vacation, onRemove }: { vacation: Vacation; onRemove: () => void }) {
  const { t } = useLingui();
  const format = useFormat();
  const range = format.range(vacation.from, vacation.to);
  return (
    <li className="flex items-center gap-3 border-t border-line py-2 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="text-[0.9375rem] leading-snug font-[530]">{range}</p>
        <p className="text-sm leading-snug text-ink-muted">
          <Plural value={vacation.days} one="# day" other="# days" />
          {", "}
          <Plural value={vacation.skipped_days} one="# entry skipped" other="# entries skipped" />
        </p>
      </div>
      <IconButton label={t`Remove the vacation ${range}`} size="small" onClick={onRemove}>
        <Trash aria-hidden="true" />
      </IconButton>
    </li>
  );
}
