import { classes } from "@daymark/ui/classes";
import { useLingui } from "@lingui/react/macro";

interface MonthDayPickerProps {
  /** Days of the month, 1 to 31; -1 is the last one. */
  value: readonly number[];
  onValueChange: (days: number[]) => void;
}

const monthDays = Array.from({ length: 31 }, (_, index) => index + 1);
const lastDay = -1;

/** Days of the month, of which at least one must be chosen. */
export function MonthDayPicker({ value, onValueChange }: MonthDayPickerProps) {
  const { t } = useLingui();
  const change = (day: number, isChosen: boolean) =>
    onValueChange(isChosen ? [...value, day].toSorted(inOrder) : value.filter((other) => other !== day));
  const box = (day: number, label: string) => (
    <label
      key={day}
      className={classes(
        "relative grid h-10 min-w-0 flex-1 cursor-pointer place-items-center rounded-control border border-line text-sm",
        "font-[530] text-ink-muted transition-colors has-checked:border-habit-line has-checked:bg-habit-soft",
        "has-checked:text-habit-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2",
        "has-focus-visible:outline-accent-text pointer-coarse:h-11 forced-colors:has-checked:bg-[Highlight]",
      )}
    >
      <input
        type="checkbox"
        checked={value.includes(day)}
        onChange={(event) => change(day, event.target.checked)}
        className="absolute inset-0 cursor-pointer opacity-0"
        aria-label={label}
      />
      <span aria-hidden="true">{label}</span>
    </label>
  );
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-[560]">{t`Days of the month`}</legend>
      <div className="grid grid-cols-7 gap-1.5">{monthDays.map((day) => box(day, String(day)))}</div>
      <div className="mt-2 flex">{box(lastDay, t`Last day of the month`)}</div>
    </fieldset>
  );
}

/** Ascending, the last day at the end. */
function inOrder(a: number, b: number): number {
  return (a < 0 ? monthDays.length + 1 : a) - (b < 0 ? monthDays.length + 1 : b);
}
