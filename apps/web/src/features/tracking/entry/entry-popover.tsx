import { toDayNumber } from "@daymark/domain/base/day";
import { targetOn } from "@daymark/domain/rules/result";
import { Popover } from "@daymark/ui/popover";
import { Sheet } from "@daymark/ui/sheet";
import { useRef, useState } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import { pageClock, useToday } from "../clock/today.ts";
import type { Draft, EntryEditor } from "../day-writes/entry-editor.ts";
import { hueStyle } from "../habit/hues.ts";
import { rulesOf } from "../habit/rules.ts";
import { EntryForm } from "./entry-form.tsx";
import { FillForm } from "./fill-form.tsx";

interface EntryPopoverProps {
  draft: Draft | null;
  editor: EntryEditor;
  isPhone: boolean;
  /** The edited cell. */
  anchor: () => Element | null;
  /** The cell that gets the focus afterwards. */
  finalFocus: () => HTMLElement | null;
  onEnter: () => void;
}

/** The entry beside its cell; on a phone a sheet at the bottom edge. Leaving it saves, Escape does not. */
export default function EntryPopover({ draft, editor, isPhone, anchor, finalFocus, onEnter }: EntryPopoverProps) {
  const format = useFormat();
  const today = useToday(pageClock());
  const inputRef = useRef<HTMLInputElement>(null);
  const noteRef = useRef<HTMLTextAreaElement>(null);
  // During the exit animation it shows its last content.
  const [shown, setShown] = useState(draft);
  if (draft && draft !== shown) setShown(draft);
  if (!shown) return null;

  const { habit, day } = shown;
  const label = `${habit.title}, ${format.day(day, { dateStyle: "full" })}`;
  const onOpenChange = (open: boolean, reason: string) => {
    if (open) return;
    if (reason !== "escape-key") return void editor.commit();
    editor.cancel();
    // Synchronously: the next key is meant for the cell.
    finalFocus()?.focus({ preventScroll: true });
  };
  const form = (
    <div style={hueStyle(habit.hue)}>
      {shown.fill ? (
        <FillForm draft={shown} fill={shown.fill} editor={editor} inputRef={inputRef} onEnter={onEnter} />
      ) : (
        <EntryForm
          key={`${habit.id} ${day}`}
          draft={shown}
          editor={editor}
          target={targetOn(rulesOf(habit).targets, toDayNumber(day))}
          today={today}
          inputRef={inputRef}
          noteRef={noteRef}
          hasFocus={!isPhone || shown.isTyped || shown.begin === "note"}
          onEnter={onEnter}
        />
      )}
    </div>
  );
  const common = { open: draft !== null, onOpenChange, finalFocus: () => finalFocus() ?? true };

  if (isPhone) {
    // The keyboard of a phone would cover the steps and the goal, which most entries need.
    return (
      <Sheet {...common} title={label} isTitleHidden>
        {form}
      </Sheet>
    );
  }
  return (
    <Popover
      {...common}
      initialFocus={() => (shown.begin === "note" ? noteRef.current : inputRef.current) ?? true}
      label={label}
      anchor={anchor}
      className="w-84 max-w-[94vw]"
    >
      {form}
    </Popover>
  );
}
