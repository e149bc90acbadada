import { convertUnit, type Unit, unitKind, unitKinds } from "@daymark/domain/base/unit";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { I18n } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import type { KeyboardEvent } from "react";
import { amountText, unitName } from "../habit/form/unit-words.ts";
import { readAmount } from "./amount.ts";

/** The units in which an amount of a habit may be typed. A plain number has one: repetitions and percent do not convert. */
export function unitsToType({ unit }: Pick<Habit, "unit">): readonly Unit[] {
  const kind = unitKind(unit);
  return kind === "numeric" ? [unit] : (Object.keys(unitKinds[kind]) as Unit[]);
}

/**
 * A typed amount in the habit's unit, as text.
 *
 * @returns undefined if it is in that unit already, or not a valid amount
 */
export function convertedText(i18n: I18n, habit: Habit, text: string, unit: Unit): string | undefined {
  const value = readAmount(text).value;
  if (value === undefined || unit === habit.unit || !unitsToType(habit).includes(unit)) return undefined;
  return amountText(i18n, habit, Math.round(convertUnit(value, unit, habit.unit) * 100) / 100);
}

interface UnitSelectProps {
  habit: Habit;
  label: string;
  unit: Unit;
  onChange: (unit: Unit) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** Chooses the unit of a typed amount, at the end of its box. */
export function UnitSelect({ habit, label, unit, onChange, onKeyDown }: UnitSelectProps) {
  const { i18n } = useLingui();
  return (
    <select
      aria-label={label}
      value={unit}
      onChange={(event) => onChange(event.target.value as Unit)}
      onKeyDown={onKeyDown}
      className="absolute inset-y-1 right-1 max-w-34 rounded-lg bg-transparent pr-1 pl-2 text-right text-sm text-ink-muted hover:bg-sunken [&>option]:bg-surface [&>option]:text-ink"
    >
      {unitsToType(habit).map((other) => (
        <option key={other} value={other}>
          {unitName(i18n, habit, other)}
        </option>
      ))}
    </select>
  );
}
