import { Badge } from "@daymark/ui/badge";
import { IconButton } from "@daymark/ui/icon-button";
import { Segmented } from "@daymark/ui/segmented";
import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowDownUp, Columns3, Rows3, SlidersHorizontal, X } from "lucide-react";
import { useState } from "react";
import { late } from "../../lib/late.tsx";
import type { Layout } from "./grid.ts";
import { type Month, monthOf } from "./month.ts";
import { MonthSwitch } from "./month-switch.tsx";
import { browserPreferences } from "./preferences.ts";
import { type DashboardSearch, isFiltered } from "./search.ts";
import type { useDashboard } from "./use-dashboard.ts";

export const SettingsDialog = late(
  () => import("./settings-dialog.tsx"),
  ({ open }) => open,
);

interface CalendarToolbarProps {
  board: ReturnType<typeof useDashboard>;
  search: DashboardSearch;
  onMonthChange: (month: Month) => void;
  onSearchChange: (search: DashboardSearch, options: { isStep: boolean }) => void;
  onArrange: () => void;
}

/** Month, layout, order and settings of the calendar. */
export function CalendarToolbar({ board, search, onMonthChange, onSearchChange, onArrange }: CalendarToolbarProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const { month, today, layout, habits } = board;
  const canArrange = search.archived !== true && (habits?.length ?? 0) > 1;
  return (
    <div className="flex items-center justify-between gap-x-1 border-b border-line px-1 py-1.5 sm:px-3 sm:py-2">
      <MonthSwitch month={month} thisMonth={monthOf(today)} onMonthChange={onMonthChange} />
      <div className="flex items-center gap-1">
        {isFiltered(search) ? (
          <Badge tone="accent" className="mr-1 max-sm:mr-0">
            <span className="max-sm:sr-only">
              <Trans>Filtered</Trans>
            </span>
            <button
              type="button"
              aria-label={t`Show all habits`}
              title={t`Show all habits`}
              onClick={() => onSearchChange(search.month ? { month: search.month } : {}, { isStep: true })}
              className="relative -mr-1 grid size-6 after:absolute after:-inset-2.5 place-items-center rounded-full hover:bg-raised"
            >
              <X aria-hidden="true" className="size-3.5" />
            </button>
          </Badge>
        ) : null}
        {/* On a phone both are in the settings. */}
        <div className="flex items-center gap-1 max-sm:hidden">
          <LayoutSwitch layout={layout} />
          <IconButton label={t`Arrange habits`} disabled={!canArrange} onClick={onArrange}>
            <ArrowDownUp aria-hidden="true" />
          </IconButton>
        </div>
        <IconButton
          label={t`Dashboard settings`}
          aria-haspopup="dialog"
          onClick={() => {
            setOpened(true);
            setOpen(true);
          }}
        >
          <SlidersHorizontal aria-hidden="true" />
        </IconButton>
      </div>
      {wasOpened ? (
        <SettingsDialog
          open={isOpen}
          onClose={() => setOpen(false)}
          layout={layout}
          search={search}
          archivedCount={board.archivedCount}
          onSearchChange={onSearchChange}
          onArrange={canArrange ? onArrange : undefined}
        />
      ) : null}
    </div>
  );
}

function LayoutSwitch({ layout }: { layout: Layout }) {
  const { t } = useLingui();
  return (
    // A press here leaves the focus on the day it is on: the same day is there in the other layout.
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the browser from moving the focus, adds nothing to press.
    <div onMouseDown={(event) => event.preventDefault()}>
      <Segmented
        label={t`Layout`}
        options={[
          { value: "horizontal", label: t`Horizontal layout`, icon: <Rows3 aria-hidden="true" />, isIconOnly: true },
          { value: "vertical", label: t`Vertical layout`, icon: <Columns3 aria-hidden="true" />, isIconOnly: true },
        ]}
        value={layout}
        onValueChange={(next) => browserPreferences().setLayout(next)}
      />
    </div>
  );
}
