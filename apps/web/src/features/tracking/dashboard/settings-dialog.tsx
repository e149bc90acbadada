import type { Density, HabitFilter, HabitSort, Layout } from "@daymark/domain/tracking/dashboard";
import { Button } from "@daymark/ui/button";
import { Dialog } from "@daymark/ui/dialog";
import { Segmented } from "@daymark/ui/segmented";
import { Select } from "@daymark/ui/select";
import { Switch } from "@daymark/ui/switch";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import ArrowDownUp from "lucide-react/icons/arrow-down-up";
import Trash from "lucide-react/icons/trash";
import { type ReactNode, useState } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import { browserPreferences, usePreferenceValues } from "../../../lib/preferences/preferences.ts";
import { filterOf } from "../calendar/filtered-search.ts";
import type { useDashboard } from "../calendar/use-dashboard.ts";
import { weekdayName, weekdaysFrom } from "../clock/week.ts";
import { OperatorHint } from "../habit/form/operator-hint.tsx";
import { FilterFields } from "./filter-fields.tsx";
import { useLayoutOptions } from "./layout-options.tsx";

interface SettingsDialogProps {
  open: boolean;
  board: ReturnType<typeof useDashboard>;
  onClose: () => void;
  onFilterChange: (filter: HabitFilter) => void;
  onArrange: () => void;
  onTrash: () => void;
}

/** The look of the calendar and the habit filter. Every change takes effect at once. */
export default function SettingsDialog({
  open,
  board,
  onClose,
  onFilterChange,
  onArrange,
  onTrash,
}: SettingsDialogProps) {
  const { t } = useLingui();
  const filter = filterOf(board.search);
  const { filter: saved = {} } = usePreferenceValues();
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={t`Dashboard settings`}
      description={
        board.plan === "paid"
          ? t`Saved for all your devices.`
          : t`Saved in this browser. The paid plan saves them for all your devices.`
      }
      closeLabel={t`Close`}
      width="medium"
      actions={
        <>
          <p role="status" className="mr-auto self-center text-sm text-ink-muted max-sm:w-full max-sm:text-center">
            <Plural
              value={board.shownCount}
              _0="No habits are shown"
              one="# habit is shown"
              other="# habits are shown"
            />
          </p>
          <Button kind="quiet" disabled={!isFiltered} onClick={() => onFilterChange({})}>
            {t`Show all habits`}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {t`Done`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-8">
        <Look layout={board.layout} hasYear={board.plan === "paid"} />
        <Order canArrange={board.canArrange} onArrange={onArrange} />
        <section className="flex flex-col gap-4">
          <SectionTitle>{t`Show`}</SectionTitle>
          <FilterFields
            filter={filter}
            habits={board.listed ?? []}
            archivedCount={board.archivedCount}
            onFilterChange={onFilterChange}
          />
          <Button icon={<Trash aria-hidden="true" />} onClick={onTrash} className="self-start">
            {t`Trash: deleted habits`}
          </Button>
          <DefaultView filter={filter} saved={saved} />
        </section>
      </div>
    </Dialog>
  );
}

function SectionTitle({ children }: { children: ReactNode }) {
  return <h3 className="text-base tracking-normal">{children}</h3>;
}

function Look({ layout, hasYear }: { layout: Layout; hasYear: boolean }) {
  const { t } = useLingui();
  const format = useFormat();
  const preferences = browserPreferences();
  const { density = "comfortable", week_start: weekStart, month_total: hasTotal = false } = usePreferenceValues();
  const [isAsked, setAsked] = useState(false);
  const options = useLayoutOptions({ hasYear });
  const [ownStart = 1] = weekdaysFrom(format.locale);
  const explanations: Record<Layout, string> = {
    horizontal: t`One row per habit, one column per day.`,
    vertical: t`One row per day, newest first; one column per habit.`,
    year: t`A whole year of every habit, one square per day.`,
  };
  const isLocked = isAsked && !hasYear;
  return (
    <section className="flex flex-col gap-4">
      <SectionTitle>{t`Appearance`}</SectionTitle>
      <div className="flex flex-col gap-2">
        <Segmented
          label={t`Layout`}
          options={options}
          value={layout}
          onValueChange={(next) => {
            const isRefused = next === "year" && !hasYear;
            setAsked(isRefused);
            if (!isRefused) preferences.setLayout(next);
          }}
          className="w-full"
        />
        <div aria-live="polite">
          <p className="text-sm leading-snug text-ink-muted">
            {isLocked ? (
              <Trans>
                The year at a glance, a heat map of every habit, is part of the paid plan, which is coming soon. Each
                habit’s statistics show its own year.
              </Trans>
            ) : (
              explanations[layout]
            )}
          </p>
          {isLocked ? <OperatorHint /> : null}
        </div>
      </div>
      <Labelled label={t`Density`}>
        <Segmented<Density>
          label={t`Density`}
          options={[
            { value: "comfortable", label: t`Comfortable` },
            { value: "compact", label: t`Compact` },
          ]}
          value={density}
          onValueChange={(next) => preferences.set({ density: next })}
          className="w-full"
        />
      </Labelled>
      {layout === "year" ? null : (
        <Switch
          label={t`Total of the month`}
          hint={t`The sum for each habit, or the number of successful days.`}
          checked={hasTotal}
          onCheckedChange={(next) => preferences.set({ month_total: next })}
        />
      )}
      <Select
        label={t`A week begins on`}
        groups={[
          {
            options: [
              { value: "language", label: t`Default (${weekdayName(ownStart, format, "long")})` },
              ...([1, 6, 7] as const).map((day) => ({ value: String(day), label: weekdayName(day, format, "long") })),
            ],
          },
        ]}
        value={weekStart === undefined ? "language" : String(weekStart)}
        onValueChange={(next) =>
          preferences.set({ week_start: ([1, 6, 7] as const).find((day) => String(day) === next) })
        }
      />
    </section>
  );
}

function Order({ canArrange, onArrange }: { canArrange: boolean; onArrange: () => void }) {
  const { t } = useLingui();
  const { sort = "position" } = usePreferenceValues();
  const sorts: { value: HabitSort; label: string }[] = [
    { value: "position", label: t`My own order` },
    { value: "title", label: t`Title` },
    { value: "streak", label: t`Current streak, longest first` },
    { value: "success_rate", label: t`Success rate, highest first` },
    { value: "created", label: t`Newest first` },
  ];
  return (
    <section className="flex flex-col gap-4">
      <SectionTitle>{t`Order`}</SectionTitle>
      <Select
        label={t`Sort by`}
        groups={[{ options: sorts }]}
        value={sort}
        onValueChange={(next) => browserPreferences().set({ sort: next })}
        hint={t`Good habits come first, and groups stay together.`}
      />
      <Button
        icon={<ArrowDownUp aria-hidden="true" />}
        disabled={!canArrange}
        onClick={onArrange}
        className="self-start"
      >
        {t`Arrange habits`}
      </Button>
    </section>
  );
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      {/* The control has its own label. */}
      <span aria-hidden="true" className="text-sm font-[560]">
        {label}
      </span>
      {children}
    </div>
  );
}

/** Saves the current filter as the default view of the dashboard. */
function DefaultView({ filter, saved }: { filter: HabitFilter; saved: HabitFilter }) {
  const { t } = useLingui();
  const preferences = browserPreferences();
  const isSame = sameFilter(filter, saved);
  const isSaved = Object.keys(saved).length > 0;
  if (isSame && !isSaved) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-sunken p-4">
      <p role="status" className="min-w-0 flex-1 basis-52 text-sm leading-snug text-ink-muted">
        {isSame ? (
          <Trans>The dashboard opens with this view.</Trans>
        ) : isSaved ? (
          <Trans>The dashboard opens with another view that you saved.</Trans>
        ) : (
          <Trans>The dashboard opens with all habits.</Trans>
        )}
      </p>
      {isSame ? (
        <Button size="small" onClick={() => preferences.set({ filter: undefined })}>
          {t`Open with all habits`}
        </Button>
      ) : (
        <Button size="small" onClick={() => preferences.set({ filter: isEmpty(filter) ? undefined : filter })}>
          {isEmpty(filter) ? t`Open with all habits` : t`Open with this view`}
        </Button>
      )}
    </div>
  );
}

function isEmpty(filter: HabitFilter): boolean {
  return Object.keys(filter).length === 0;
}

function sameFilter(a: HabitFilter, b: HabitFilter): boolean {
  const members = ["type", "unit_kind", "time_of_day", "hue", "archived", "at_risk", "text"] as const;
  return members.every((member) => a[member] === b[member]);
}
