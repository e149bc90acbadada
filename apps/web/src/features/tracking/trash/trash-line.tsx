import type { TrashedHabit } from "@daymark/domain/tracking/habit";
import { Button } from "@daymark/ui/button";
import { IconButton } from "@daymark/ui/icon-button";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import Trash from "lucide-react/icons/trash";
import Undo2 from "lucide-react/icons/undo-2";
import { useState } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import { HabitTitle } from "../habit/habit-title.tsx";
import { hueStyle } from "../habit/hues.ts";

interface TrashLineProps {
  habit: TrashedHabit;
  onRestore: () => Promise<unknown>;
  onDelete: () => void;
}

/** A habit in the trash. */
export function TrashLine({ habit, onRestore, onDelete }: TrashLineProps) {
  const { t } = useLingui();
  const format = useFormat();
  const [isBusy, setBusy] = useState(false);
  const { title, recorded_days: recorded } = habit;
  const date = format.instant(habit.expires_at, { dateStyle: "medium" });
  return (
    <li
      style={hueStyle(habit.hue)}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line py-3 first:border-t-0 first:pt-0"
    >
      <span aria-hidden="true" className="w-1 shrink-0 self-stretch rounded-full bg-habit" />
      <div className="min-w-0 flex-1 basis-44">
        <p className="leading-snug font-[530] break-words">
          <HabitTitle habit={habit} />
        </p>
        <p className="text-sm leading-snug text-ink-muted">
          <Plural value={recorded} _0="No recorded days" one="# recorded day" other="# recorded days" />
          {habit.archived ? (
            <>
              {", "}
              <Trans>archived</Trans>
            </>
          ) : null}
        </p>
        <p className="text-sm leading-snug text-ink-muted">
          <Trans>Deleted for good on {date}</Trans>
        </p>
      </div>
      <div className="ml-auto flex items-center gap-1">
        <Button
          size="small"
          icon={<Undo2 aria-hidden="true" />}
          aria-label={t`Restore “${{ title }}”`}
          isBusy={isBusy}
          onClick={async () => {
            setBusy(true);
            await onRestore();
            setBusy(false);
          }}
        >
          {t`Restore`}
        </Button>
        <IconButton label={t`Delete “${{ title }}” for good`} size="small" onClick={onDelete}>
          <Trash aria-hidden="true" />
        </IconButton>
      </div>
    </li>
  );
}
