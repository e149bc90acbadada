import { dayMin } from "@daymark/domain/base/day";
import type { Habit } from "@daymark/domain/tracking/habit";
import { Dialog } from "@daymark/ui/dialog";
import { Segmented } from "@daymark/ui/segmented";
import { Select } from "@daymark/ui/select";
import { Skeleton } from "@daymark/ui/skeleton";
import { Switch } from "@daymark/ui/switch";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMemo, useState } from "react";
import { AltText } from "./alt-text.tsx";
import type { CardTheme } from "./palette.ts";
import { ScenePreview } from "./scene-preview.tsx";
import { ShareActions } from "./share-actions.tsx";
import { type CardOptions, cardHabitsMax, useYearCard } from "./use-year-card.ts";
import { YearStepper } from "./year-stepper.tsx";

interface ShareDialogProps {
  /** One habit, or all of them; null while the dialog is closed. */
  what: Habit | "all" | null;
  /** The active habits, in their order. */
  habits: readonly Habit[];
  today: string;
  onClose: () => void;
}

/**
 * A picture of a year, to save or share. The browser creates it, and it leaves the device only if the user sends it.
 */
export default function ShareDialog({ what, habits, today, onClose }: ShareDialogProps) {
  const { t } = useLingui();
  const [asked, setAsked] = useState(what);
  const [chosen, setChosen] = useState<string>(what === null || what === "all" ? "all" : String(what.id));
  if (what !== null && what !== asked) {
    setAsked(what);
    setChosen(what === "all" ? "all" : String(what.id));
  }
  return (
    <Dialog
      open={what !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t`Year picture`}
      description={t`Created in your browser. Nobody sees it unless you share it.`}
      closeLabel={t`Close`}
      width="wide"
    >
      {what === null ? null : <Card habits={habits} chosen={chosen} onChoose={setChosen} today={today} />}
    </Dialog>
  );
}

interface CardProps {
  habits: readonly Habit[];
  /** The id of a habit, or "all". */
  chosen: string;
  onChoose: (chosen: string) => void;
  today: string;
}

function Card({ habits, chosen, onChoose, today }: CardProps) {
  const { t } = useLingui();
  const thisYear = Number(today.slice(0, 4));
  const [options, setOptions] = useState<CardOptions>(() => ({
    year: thisYear,
    theme: document.documentElement.dataset.theme === "light" ? "light" : "dark",
    isTitleHidden: false,
  }));
  const shown = useMemo(
    () => (chosen === "all" ? habits.slice(0, cardHabitsMax) : habits.filter(({ id }) => String(id) === chosen)),
    [chosen, habits],
  );
  const { card, isFailed } = useYearCard(shown, options, today);
  const change = (part: Partial<CardOptions>) => setOptions((now) => ({ ...now, ...part }));
  return (
    <div className="flex flex-col gap-5">
      {card ? (
        <ScenePreview scene={card.scene} alt={card.alt} />
      ) : isFailed ? (
        <p role="alert" className="rounded-card bg-sunken p-6 text-center text-ink-muted">
          <Trans>The year could not be loaded. Check your connection.</Trans>
        </p>
      ) : (
        <Skeleton className="aspect-[1200/630] w-full" />
      )}
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <Select
          label={t`What it shows`}
          groups={[
            { options: [{ value: "all", label: t`All habits` }] },
            { options: habits.map(({ id, title }) => ({ value: String(id), label: title })) },
          ]}
          value={chosen}
          onValueChange={onChoose}
          hint={
            chosen === "all" && habits.length > cardHabitsMax
              ? t`The first ${{ max: cardHabitsMax }} of ${{ count: habits.length }} habits.`
              : undefined
          }
        />
        <YearStepper
          year={options.year}
          first={Number(dayMin.slice(0, 4))}
          last={thisYear}
          onYearChange={(year) => change({ year })}
        />
        <Segmented<CardTheme>
          label={t`Colors`}
          options={[
            { value: "light", label: t`Light` },
            { value: "dark", label: t`Dark` },
          ]}
          value={options.theme}
          onValueChange={(theme) => change({ theme })}
          className="w-full"
        />
        <Switch
          label={shown.length === 1 ? t`Hide the title` : t`Hide the titles`}
          checked={options.isTitleHidden}
          onCheckedChange={(isTitleHidden) => change({ isTitleHidden })}
        />
      </div>
      {card ? (
        <>
          <ShareActions scene={card.scene} alt={card.alt} name={`daymark-${options.year}`} pngScale={2} />
          <AltText text={card.alt} />
        </>
      ) : null}
    </div>
  );
}
