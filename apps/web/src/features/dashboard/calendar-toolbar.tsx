import { Badge } from "@daymark/ui/badge";
import { IconButton } from "@daymark/ui/icon-button";
import { Segmented } from "@daymark/ui/segmented";
import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowDownUp, Columns3, Rows3, SlidersHorizontal, X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Layout } from "./grid.ts";
import { type Month, monthOf } from "./month.ts";
import { MonthSwitch } from "./month-switch.tsx";
import { browserPreferences } from "./preferences.ts";
import { type DashboardSearch, isFiltered } from "./search.ts";
import type { useDashboard } from "./use-dashboard.ts";

const SettingsDialog = lazy(() => import("./settings-dialog.tsx"));

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
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-2 py-2 sm:px-3">
      <MonthSwitch month={month} thisMonth={monthOf(today)} onMonthChange={onMonthChange} />
      <div className="flex items-center gap-1 max-sm:w-full max-sm:justify-between">
        {isFiltered(search) ? (
          <Badge tone="accent" className="mr-1">
            <Trans>Filtered</Trans>
            <button
              type="button"
              aria-label={t`Show all habits`}
              title={t`Show all habits`}
              onClick={() => onSearchChange(search.month ? { month: search.month } : {}, { isStep: true })}
              className="-mr-1 grid size-6 place-items-center rounded-full hover:bg-raised"
            >
              <X aria-hidden="true" className="size-3.5" />
            </button>
          </Badge>
        ) : null}
        <LayoutSwitch layout={layout} />
        <div className="flex items-center">
          <IconButton
            label={t`Arrange habits`}
            disabled={search.archived === true || (habits?.length ?? 0) < 2}
            onClick={onArrange}
          >
            <ArrowDownUp aria-hidden="true" />
          </IconButton>
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
      </div>
      <Suspense>
        {wasOpened ? (
          <SettingsDialog
            open={isOpen}
            onClose={() => setOpen(false)}
            layout={layout}
            search={search}
            archivedCount={board.archivedCount}
            onSearchChange={onSearchChange}
          />
        ) : null}
      </Suspense>
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
