import type { DeletedHabit } from "@daymark/domain/tracking/habit";
import { Button } from "@daymark/ui/button";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";

interface BlockingNoticeProps {
  id: string;
  habit: DeletedHabit | undefined;
  onUndo: (habit: DeletedHabit) => void;
}

/** Shows which deleted habit still takes the last place, for how long, and a button to restore it. */
export function BlockingNotice({ id, habit, onUndo }: BlockingNoticeProps) {
  const { t } = useLingui();
  const wasBlocked = useRef(false);
  if (habit) wasBlocked.current = true;
  const state = habit
    ? t`There is no room while “${{ title: habit.title }}” still counts.`
    : wasBlocked.current
      ? t`You can create the habit now.`
      : null;
  // A live region announces only what changes after it has appeared, and the reason may be known when the dialog opens.
  const [announced, setAnnounced] = useState<string | null>(null);
  useEffect(() => setAnnounced(state), [state]);
  return (
    <>
      {habit ? (
        <div id={id} className="flex items-center gap-3 rounded-control border border-line bg-sunken p-4">
          <p className="min-w-0 grow text-sm leading-snug tabular-nums">
            <Trans>
              There is no room yet: “{{ title: habit.title }}” was deleted and counts for{" "}
              <Plural value={habit.seconds_left} one="# more second" other="# more seconds" />. Then there is room for a
              new habit.
            </Trans>
          </p>
          <Button size="small" className="shrink-0" onClick={() => onUndo(habit)}>
            <Trans>Undo the deletion</Trans>
          </Button>
        </div>
      ) : null}
      {/* Announced at its start and its end, not each second. */}
      <p role="status" className="sr-only">
        {announced}
      </p>
    </>
  );
}
