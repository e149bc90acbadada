import type { HabitType } from "@daymark/domain/habit";
import { Button } from "@daymark/ui/button";
import { Dialog } from "@daymark/ui/dialog";
import { Segmented } from "@daymark/ui/segmented";
import { Switch } from "@daymark/ui/switch";
import { TextField } from "@daymark/ui/text-field";
import { Plural, useLingui } from "@lingui/react/macro";
import { ArrowDownUp, Columns3, Rows3 } from "lucide-react";
import type { Layout } from "./grid.ts";
import { browserPreferences } from "./preferences.ts";
import type { DashboardSearch } from "./search.ts";

interface SettingsDialogProps {
  open: boolean;
  layout: Layout;
  search: DashboardSearch;
  archivedCount: number;
  onClose: () => void;
  onSearchChange: (search: DashboardSearch, options: { isStep: boolean }) => void;
  /** Absent where there is nothing to arrange. */
  onArrange: (() => void) | undefined;
}

interface Shown {
  type: HabitType | "all";
  archived: boolean;
  q: string;
}

/** How the calendar looks, and which habits it shows. All of it takes effect at once. */
export default function SettingsDialog(props: SettingsDialogProps) {
  const { open, layout, search, archivedCount, onClose, onSearchChange, onArrange } = props;
  const { t } = useLingui();
  const { type, archived, q, ...rest } = search;
  const shown: Shown = { type: type ?? "all", archived: archived ?? false, q: q ?? "" };
  const show = (change: Partial<Shown>) => {
    const next: Shown = { ...shown, ...change };
    const filter: DashboardSearch = {
      ...(next.type !== "all" && { type: next.type }),
      ...(next.archived && { archived: true }),
      ...(next.q !== "" && { q: next.q }),
    };
    onSearchChange({ ...rest, ...filter }, { isStep: false });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={t`Dashboard settings`}
      closeLabel={t`Close`}
      width="medium"
      actions={
        <Button kind="primary" onClick={onClose}>
          {t`Done`}
        </Button>
      }
    >
      <div className="flex flex-col gap-7">
        <section className="flex flex-col gap-2">
          <h3 className="text-sm font-[560] tracking-normal">{t`Layout`}</h3>
          <Segmented
            label={t`Layout`}
            options={[
              { value: "horizontal", label: t`Horizontal`, icon: <Rows3 aria-hidden="true" /> },
              { value: "vertical", label: t`Vertical`, icon: <Columns3 aria-hidden="true" /> },
            ]}
            value={layout}
            onValueChange={(next) => browserPreferences().setLayout(next)}
            className="w-full"
          />
          <p className="text-sm leading-snug text-ink-muted">
            {layout === "horizontal"
              ? t`One row per habit, one column per day.`
              : t`One row per day, newest first; one column per habit.`}
          </p>
          <Button
            icon={<ArrowDownUp aria-hidden="true" />}
            disabled={!onArrange}
            onClick={() => {
              onClose();
              onArrange?.();
            }}
            className="mt-2 self-start sm:hidden"
          >
            {t`Arrange habits`}
          </Button>
        </section>
        <section className="flex flex-col gap-4">
          <h3 className="text-sm font-[560] tracking-normal">{t`Show`}</h3>
          <Segmented
            label={t`Type`}
            options={[
              { value: "all", label: t`All` },
              { value: "good", label: t`Good` },
              { value: "bad", label: t`Bad` },
            ]}
            value={shown.type}
            onValueChange={(next) => show({ type: next })}
            className="w-full"
          />
          <TextField
            label={t`Title contains`}
            type="search"
            autoComplete="off"
            defaultValue={shown.q}
            onChange={(event) => show({ q: event.target.value })}
          />
          <Switch
            label={t`Archived habits`}
            hint={
              <Plural
                value={archivedCount}
                _0="None is archived."
                one="# archived habit, shown in place of the active ones"
                other="# archived habits, shown in place of the active ones"
              />
            }
            checked={shown.archived}
            onCheckedChange={(next) => show({ archived: next })}
          />
        </section>
      </div>
    </Dialog>
  );
}
