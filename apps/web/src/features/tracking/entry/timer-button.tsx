import type { Habit } from "@daymark/domain/tracking/habit";
import { Button } from "@daymark/ui/button";
import { useLingui } from "@lingui/react/macro";
import Square from "lucide-react/icons/square";
import Timer from "lucide-react/icons/timer";
import { useBrowser } from "../../../lib/app.ts";
import { isTimeUnit } from "../timer/elapsed.ts";
import { ElapsedTime } from "../timer/elapsed-time.tsx";
import { toggleTimer } from "../timer/start-timer.ts";
import { useTimer } from "../timer/use-timer.ts";

interface TimerButtonProps {
  habit: Habit;
  day: string;
  today: string;
}

/** Starts and ends the timer of a habit with a time unit. The timer adds to today, so other days have no button. */
export function TimerButton({ habit, day, today }: TimerButtonProps) {
  const { t } = useLingui();
  const browser = useBrowser();
  const { running } = useTimer();
  const isRunning = running?.habitId === habit.id;
  if (!isTimeUnit(habit.unit) || habit.archived || (day !== today && !isRunning)) return null;
  return (
    <Button
      size="small"
      icon={isRunning ? <Square aria-hidden="true" /> : <Timer aria-hidden="true" />}
      onClick={() => toggleTimer(browser, habit)}
    >
      {isRunning ? t`Stop the timer` : t`Start a timer`}
      {isRunning ? <ElapsedTime startedAt={running.startedAt} /> : null}
    </Button>
  );
}
