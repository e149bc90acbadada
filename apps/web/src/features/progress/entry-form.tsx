import { amountMax } from "@daymark/domain/habit";
import { entryNoteLengthMax } from "@daymark/domain/progress";
import { quickSteps } from "@daymark/domain/unit";
import { fieldErrorMessage } from "@daymark/i18n/messages";
import { Button } from "@daymark/ui/button";
import { FieldErrors, inputClass } from "@daymark/ui/field";
import { TextArea } from "@daymark/ui/text-field";
import { useLingui } from "@lingui/react/macro";
import { Eraser, SkipForward, Undo2 } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useId } from "react";
import { useFormat } from "../../lib/format.ts";
import { unitAmounts, unitNames } from "../habit/unit-words.ts";
import type { Draft, EntryEditor } from "./entry-editor.ts";

interface EntryFormProps {
  draft: Draft;
  editor: EntryEditor;
  /** The goal in force on that day. */
  target: number;
  inputRef: RefObject<HTMLInputElement | null>;
  /** Whether the amount takes the focus as soon as it is there. */
  hasFocus: boolean;
  /** Enter: saves and goes on to the next cell. */
  onEnter: () => void;
}

/** What can be said of one day of one habit. */
export function EntryForm({ draft, editor, target, inputRef, hasFocus, onEnter }: EntryFormProps) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const id = useId();
  const { habit, day, text, error } = draft;
  const current = editor.current;
  const errors = error ? [fieldErrorMessage(i18n, error)] : [];
  const date = format.day(day, { weekday: "long", day: "numeric", month: "long" });

  useEffect(() => {
    const input = inputRef.current;
    if (!hasFocus || !input) return;
    input.focus({ preventScroll: true });
    // What is recorded is replaced by typing; what was typed already is continued.
    if (editor.read()?.isTyped) input.setSelectionRange(input.value.length, input.value.length);
    else input.select();
  }, [editor, inputRef, hasFocus]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onEnter();
  };

  return (
    <div className="flex w-full flex-col gap-4">
      <header className="flex items-start gap-3">
        <span aria-hidden="true" className="mt-0.5 h-9 w-1 shrink-0 rounded-full bg-habit" />
        <div className="min-w-0">
          <h2 className="truncate text-base leading-tight tracking-normal">{habit.title}</h2>
          <p className="text-sm leading-snug text-ink-muted">{date}</p>
        </div>
      </header>

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
            aria-describedby={error ? `${id}-error` : `${id}-unit`}
            className={`${inputClass} pr-32! text-lg! font-[600]`}
          />
          <span
            id={`${id}-unit`}
            className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-sm text-ink-muted"
          >
            {i18n._(unitNames[habit.unit])}
          </span>
        </div>
        <FieldErrors id={`${id}-error`} errors={errors} />
      </div>

      <div className="flex gap-2">
        {quickSteps(habit.unit).map((step) => (
          <Button
            key={step}
            size="small"
            aria-label={t`Add ${{ amount: i18n._(unitAmounts[habit.unit](step)) }}`}
            onClick={() => editor.add(step)}
            className="grow px-2!"
          >
            +{format.number(step)}
          </Button>
        ))}
        {habit.type === "good" ? (
          <Button
            size="small"
            kind="primary"
            onClick={() => editor.finish({ value: Math.min(target, amountMax), skipped: false })}
            className="grow whitespace-nowrap"
          >
            {t`Goal: ${{ amount: format.number(target) }}`}
          </Button>
        ) : null}
      </div>

      <TextArea
        label={t`Note`}
        value={draft.note}
        maxLength={entryNoteLengthMax}
        onChange={(event) => editor.setNote(event.target.value)}
        onKeyDown={(event) => {
          // A note has lines of its own; Ctrl+Enter saves as Enter does in the amount.
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
          {current?.skipped ? t`Do not skip` : t`Skip this day`}
        </Button>
        <Button
          size="small"
          kind="quiet"
          className="max-sm:px-1.5!"
          icon={<Eraser aria-hidden="true" />}
          disabled={current?.value === null && !current.skipped}
          onClick={() => editor.finish({ value: null, skipped: false })}
        >
          {t`Clear`}
        </Button>
      </div>
    </div>
  );
}
