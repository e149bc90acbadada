import { amountMax, entryNoteLengthMax } from "@daymark/domain/base/bounds";
import { Button } from "@daymark/ui/button";
import { TextArea } from "@daymark/ui/text-field";
import { useLingui } from "@lingui/react/macro";
import CircleCheck from "lucide-react/icons/circle-check";
import Copy from "lucide-react/icons/copy";
import Eraser from "lucide-react/icons/eraser";
import SkipForward from "lucide-react/icons/skip-forward";
import Undo2 from "lucide-react/icons/undo-2";
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import type { Draft, EntryEditor } from "../day-writes/entry-editor.ts";
import { isLongMinutes } from "../habit/form/long-minutes.ts";
import { amountText } from "../habit/form/unit-words.ts";
import { HabitTitle } from "../habit/habit-title.tsx";
import { canConfirm } from "../progress/day-changes.ts";
import { type DayState, hasAmount } from "../progress/day-state.ts";
import { stateName } from "../progress/recorded-words.ts";
import { useRemainingWords } from "../remaining/use-remaining-words.ts";
import { shortcutOf } from "../shortcut/shortcuts.ts";
import { EntryAmount, Steps } from "./entry-amount.tsx";
import { EntryHeading } from "./entry-heading.tsx";
import { TimerButton } from "./timer-button.tsx";

/** Only some habits keep a log. */
const DayLog = lazyComponent(
  () => import("../day-log/day-log.tsx"),
  () => true,
  "statistics",
);

interface EntryFormProps {
  draft: Draft;
  editor: EntryEditor;
  /** The goal in force on that day. */
  target: number;
  today: string;
  inputRef: RefObject<HTMLInputElement | null>;
  noteRef: RefObject<HTMLTextAreaElement | null>;
  /** Whether its first field takes the focus as soon as it is mounted. */
  hasFocus: boolean;
  /** Saves and moves to the next cell. */
  onEnter: () => void;
}

/** The form for one day of one habit. */
export function EntryForm(props: EntryFormProps) {
  const { draft, editor, target, today, inputRef, noteRef, hasFocus, onEnter } = props;
  const { i18n, t } = useLingui();
  const format = useFormat();
  const id = useId();
  const { habit, day, begin } = draft;
  const current = editor.current;
  const left = useRemainingWords(habit, today);
  const date = format.day(day, { weekday: "long", day: "numeric", month: "long" });
  useFirstFocus({ editor, inputRef, noteRef, begin: hasFocus ? begin : null });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const action = shortcutOf(event, ["entry"], { isSingleAllowed: true });
    if (action !== "save" && action !== "save_here" && action !== "save_note") return;
    event.preventDefault();
    if (action === "save_here") editor.commit();
    else onEnter();
  };

  return (
    <div className="flex w-full flex-col gap-4">
      <EntryHeading title={<HabitTitle habit={habit} />} text={left ? `${date} · ${left}` : date} />
      <EntryAmount id={id} draft={draft} editor={editor} inputRef={inputRef} onKeyDown={onKeyDown} />
      <Steps habit={habit} target={target} unit={draft.unit} onAdd={(step) => editor.add(step)}>
        {habit.type === "good" && !habit.schedule?.target_per ? (
          <Button
            size="small"
            kind="primary"
            onClick={() => editor.finish({ value: Math.min(target, amountMax), skipped: false })}
            className="grow whitespace-nowrap"
          >
            {t`Goal: ${{ amount: draft.unit === habit.unit && !isLongMinutes(habit.unit, target) ? format.number(target) : amountText(i18n, habit, target) }}`}
          </Button>
        ) : null}
      </Steps>
      {current && canConfirm(habit, { day, today }, current) ? (
        <Button
          size="small"
          kind={current.confirmed ? "secondary" : "primary"}
          icon={current.confirmed ? <Undo2 aria-hidden="true" /> : <CircleCheck aria-hidden="true" />}
          onClick={() => editor.finish({ value: null, skipped: false, confirmed: !current.confirmed })}
        >
          {current.confirmed ? t`Undo the confirmation` : day === today ? t`Nothing today` : t`Confirm: none`}
        </Button>
      ) : null}
      <TimerButton habit={habit} day={day} today={today} />
      {habit.keeps_log ? <DayLog habit={habit} day={day} onChange={() => editor.refresh()} /> : null}
      <SameAsYesterday editor={editor} draft={draft} current={current} />
      <TextArea
        ref={noteRef}
        label={t`Note`}
        value={draft.note}
        maxLength={entryNoteLengthMax}
        onChange={(event) => editor.setNote(event.target.value)}
        onKeyDown={(event) => {
          // In a note, Enter starts a new line; Ctrl+Enter saves like Enter in the amount.
          if (event.ctrlKey || event.metaKey) onKeyDown(event);
        }}
        rows={1}
        className="[&_textarea]:min-h-11! [&_textarea]:resize-none!"
      />
      <div className="flex justify-between gap-2">
        <Button
          size="small"
          kind="quiet"
          className="max-sm:px-1.5!"
          icon={current?.skipped ? <Undo2 aria-hidden="true" /> : <SkipForward aria-hidden="true" />}
          onClick={() => editor.finish({ value: null, skipped: !current?.skipped })}
        >
          {current?.skipped ? t`Undo the skip` : t`Skip this day`}
        </Button>
        <Button
          size="small"
          kind="quiet"
          className="max-sm:px-1.5!"
          icon={<Eraser aria-hidden="true" />}
          disabled={!current || !hasAmount(current)}
          onClick={() => editor.finish({ value: null, skipped: false })}
        >
          {t`Clear`}
        </Button>
      </div>
    </div>
  );
}

interface FirstFocus {
  editor: EntryEditor;
  inputRef: RefObject<HTMLInputElement | null>;
  noteRef?: RefObject<HTMLTextAreaElement | null>;
  /** Null if the focus stays on the popover itself. */
  begin: Draft["begin"] | null;
}

/** Moves the focus to the amount or to the note. */
export function useFirstFocus({ editor, inputRef, noteRef, begin }: FirstFocus) {
  useEffect(() => {
    if (begin === null) return;
    const field = begin === "note" ? noteRef?.current : inputRef.current;
    field?.focus({ preventScroll: true });
    // Typing replaces a recorded amount, but continues typed text and notes.
    const isContinued = begin === "note" || editor.read()?.isTyped;
    if (isContinued) field?.setSelectionRange(field.value.length, field.value.length);
    else field?.select();
  }, [editor, inputRef, noteRef, begin]);
}

interface SameAsYesterdayProps {
  editor: EntryEditor;
  draft: Draft;
  current: DayState | null;
}

/** Copies the day before; hidden if that is blank or equals this day. */
function SameAsYesterday({ editor, draft, current }: SameAsYesterdayProps) {
  const { i18n, t } = useLingui();
  const [before, setBefore] = useState<DayState>();
  useEffect(() => {
    let isWanted = true;
    void editor.readDayBefore().then((state) => {
      if (isWanted) setBefore(state);
    });
    return () => {
      isWanted = false;
    };
  }, [editor]);
  if (!before || before.value === null || draft.fill) return null;
  if (before.value === current?.value && before.unit === current.unit) return null;
  const { value, unit } = before;
  return (
    <Button
      size="small"
      icon={<Copy aria-hidden="true" />}
      onClick={() => editor.finish({ value, unit, skipped: false })}
    >
      {t`Same as the day before: ${{ amount: stateName(i18n, draft.habit, before) }}`}
    </Button>
  );
}
