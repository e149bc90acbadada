import { amountMax } from "@daymark/domain/base/bounds";
import { toDayNumber } from "@daymark/domain/base/day";
import { targetOn } from "@daymark/domain/rules/result";
import { Button } from "@daymark/ui/button";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import Eraser from "lucide-react/icons/eraser";
import SkipForward from "lucide-react/icons/skip-forward";
import Target from "lucide-react/icons/target";
import { type KeyboardEvent, type RefObject, useId } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import type { AmountChange, Draft, EntryEditor, HabitDay } from "../day-writes/entry-editor.ts";
import { HabitTitle } from "../habit/habit-title.tsx";
import { rulesOf } from "../habit/rules.ts";
import { readAmount } from "../progress/amount.ts";
import { shortcutOf } from "../shortcut/shortcuts.ts";
import { EntryAmount, Steps } from "./entry-amount.tsx";
import { useFirstFocus } from "./entry-form.tsx";
import { EntryHeading } from "./entry-heading.tsx";

interface FillFormProps {
  draft: Draft;
  fill: readonly HabitDay[];
  editor: EntryEditor;
  inputRef: RefObject<HTMLInputElement | null>;
  onEnter: () => void;
}

/**
 * The form for several days at once. If all habits use the same unit, it sets one amount for all; otherwise it offers
 * each habit's own goal, a skip, or nothing. Notes belong to single days and do not change.
 */
export function FillForm({ draft, fill, editor, inputRef, onEnter }: FillFormProps) {
  const { t } = useLingui();
  const format = useFormat();
  const id = useId();
  const habits = new Set(fill.map(({ habit }) => habit));
  const units = new Set(fill.map(({ habit }) => `${habit.unit} ${habit.unit_label ?? ""}`));
  const hasGoals = fill.some((each) => goalOf(each) !== null);
  const days = [...new Set(fill.map(({ day }) => day))].sort();
  const from = format.day(days[0] ?? draft.day, { day: "numeric", month: "short" });
  const to = format.day(days.at(-1) ?? draft.day, { day: "numeric", month: "short" });
  const count = fill.length;
  useFirstFocus({ editor, inputRef, begin: "amount" });

  const onKeyDown = (event: KeyboardEvent) => {
    const action = shortcutOf(event, ["entry"], { isSingleAllowed: true });
    if (event.nativeEvent.isComposing || (action !== "save" && action !== "save_here" && action !== "save_note"))
      return;
    event.preventDefault();
    onEnter();
  };

  return (
    <div className="flex w-full flex-col gap-4">
      <EntryHeading
        title={
          habits.size === 1 ? (
            <HabitTitle habit={draft.habit} />
          ) : (
            t`${plural(habits.size, { one: "# habit", other: "# habits" })}`
          )
        }
        text={days.length === 1 ? from : `${from} – ${to}`}
      />
      {units.size === 1 ? (
        <>
          <EntryAmount id={id} draft={draft} editor={editor} inputRef={inputRef} onKeyDown={onKeyDown} />
          <Steps
            habit={draft.habit}
            target={targetOn(rulesOf(draft.habit).targets, toDayNumber(draft.day))}
            unit={draft.unit}
            onAdd={(step) => {
              editor.setText(String(Math.min(amountMax, (readAmount(draft.text).value ?? 0) + step)));
              inputRef.current?.focus();
            }}
          />
          <Button kind="primary" size="small" onClick={onEnter} disabled={draft.text.trim() === ""}>
            {t`Fill ${plural(count, { one: "# day", other: "# days" })}`}
          </Button>
        </>
      ) : (
        <p className="text-sm leading-snug text-ink-muted">
          {t`These habits use different units, so one amount does not fit them all.`}
        </p>
      )}
      {hasGoals ? (
        <Button size="small" icon={<Target aria-hidden="true" />} onClick={() => editor.finish(goalOf)}>
          {habits.size === 1 ? t`Goal on each day` : t`Each habit’s own goal`}
        </Button>
      ) : null}
      <div className="flex justify-between gap-2">
        <Button
          size="small"
          kind="quiet"
          className="max-sm:px-1.5!"
          icon={<SkipForward aria-hidden="true" />}
          onClick={() => editor.finish({ value: null, skipped: true })}
        >
          {t`Skip ${plural(count, { one: "# day", other: "# days" })}`}
        </Button>
        <Button
          size="small"
          kind="quiet"
          className="max-sm:px-1.5!"
          icon={<Eraser aria-hidden="true" />}
          onClick={() => editor.finish({ value: null, skipped: false })}
        >
          {t`Clear`}
        </Button>
      </div>
    </div>
  );
}

/** Neither a limit nor the goal of a whole period is the goal of a day. */
function goalOf({ habit, day }: HabitDay): AmountChange | null {
  if (habit.type === "bad" || habit.schedule?.target_per) return null;
  return { value: Math.min(targetOn(rulesOf(habit).targets, toDayNumber(day)), amountMax), skipped: false };
}
