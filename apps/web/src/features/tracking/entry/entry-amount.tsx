import { convertUnit, goalSteps, type Unit } from "@daymark/domain/base/unit";
import type { Habit } from "@daymark/domain/tracking/habit";
import { fieldErrorMessage } from "@daymark/i18n/field-messages";
import { Button } from "@daymark/ui/button";
import { FieldErrors, inputClass } from "@daymark/ui/field";
import { useLingui } from "@lingui/react/macro";
import type { KeyboardEvent, ReactNode, RefObject } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import type { Draft, EntryEditor } from "../day-writes/entry-editor.ts";
import { clockMinutes, isLongMinutes } from "../habit/form/long-minutes.ts";
import { amountText, unitName } from "../habit/form/unit-words.ts";
import { convertedText, UnitSelect, unitsToType } from "../progress/unit-select.tsx";

interface EntryAmountProps {
  id: string;
  draft: Draft;
  editor: EntryEditor;
  inputRef: RefObject<HTMLInputElement | null>;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** The amount and its unit: the habit's unit, or another of its kind. */
export function EntryAmount({ id, draft, editor, inputRef, onKeyDown }: EntryAmountProps) {
  const { i18n, t } = useLingui();
  const { habit, text, unit, error } = draft;
  const errors = error ? [fieldErrorMessage(i18n, error)] : [];
  const converted = convertedText(i18n, habit, text, unit);
  const describedBy = [error ? `${id}-error` : `${id}-unit`, converted && `${id}-converted`].filter(Boolean).join(" ");
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="sr-only">
        {t`Amount`}
      </label>
      <div className="relative">
        <input
          ref={inputRef}
          id={id}
          value={text}
          onChange={(event) => editor.setText(event.target.value)}
          onKeyDown={onKeyDown}
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="next"
          placeholder="0"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
          className={`${inputClass} pr-36! text-lg! font-[600]`}
        />
        {unitsToType(habit).length > 1 ? (
          <UnitSelect
            habit={habit}
            label={t`Unit`}
            unit={unit}
            onChange={(next) => editor.setUnit(next)}
            onKeyDown={onKeyDown}
          />
        ) : (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-sm text-ink-muted"
          >
            <span className="max-w-34 truncate">{unitName(i18n, habit, unit)}</span>
          </span>
        )}
      </div>
      <span id={`${id}-unit`} className="sr-only">
        {unitName(i18n, habit, unit)}
      </span>
      <FieldErrors id={`${id}-error`} errors={errors} />
      {converted ? (
        <p id={`${id}-converted`} className="px-0.5 text-sm text-ink-muted">
          {t`= ${{ amount: converted }}`}
        </p>
      ) : null}
    </div>
  );
}

interface StepsProps {
  habit: Habit;
  /** The goal or limit of the day, in the habit's unit. */
  target: number;
  /** The unit of the steps. */
  unit: Unit;
  onAdd: (step: number) => void;
  children?: ReactNode;
}

/** Buttons that add amounts that fit the goal, and other buttons beside them. */
export function Steps({ habit, target, unit, onAdd, children }: StepsProps) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  return (
    <div className="flex gap-2">
      {goalSteps(unit, convertUnit(target, habit.unit, unit)).map((step) => (
        <Button
          key={step}
          size="small"
          aria-label={t`Add ${{ amount: amountText(i18n, habit, step, unit) }}`}
          onClick={() => onAdd(step)}
          className="grow px-2!"
        >
          +{isLongMinutes(unit, step) ? clockMinutes(step) : format.number(step)}
        </Button>
      ))}
      {children}
    </div>
  );
}
