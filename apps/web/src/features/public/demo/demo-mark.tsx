import { DayMark } from "@daymark/ui/day-mark";
import type { DemoDay } from "./demo-days.ts";
import type { DemoHabit } from "./demo-habits.ts";

interface DemoMarkProps {
  habit: DemoHabit;
  day: DemoDay;
}

/** A day of a habit, in the picture and in the calendar that replaces it. */
export function DemoMark({ habit, day: { result, value } }: DemoMarkProps) {
  return (
    <DayMark
      result={result}
      {...(value > 0 && { value: String(value) })}
      share={value / habit.target}
      isAssumed={result === "not_exceeded" && value === 0}
    />
  );
}
