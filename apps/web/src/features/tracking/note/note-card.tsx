import { noteLengthMax } from "@daymark/domain/base/bounds";
import type { Note } from "@daymark/domain/tracking/note";
import { classes } from "@daymark/ui/classes";
import { IconButton } from "@daymark/ui/icon-button";
import { useLingui } from "@lingui/react/macro";
import CircleExclamationPoint from "lucide-react/icons/circle-exclamation-point";
import Clock from "lucide-react/icons/clock";
import Pin from "lucide-react/icons/pin";
import Trash from "lucide-react/icons/trash";
import { useId, useLayoutEffect, useRef } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import type { WaitingNote } from "../offline/outbox/waiting.ts";
import { NoteFault } from "./note-fault.tsx";
import type { NoteKeeper } from "./use-kept-notes.ts";
import { useNoteText } from "./use-note-text.ts";

export interface NoteCardProps {
  /** Undefined until the first text of a new note is saved. */
  note: Note | undefined;
  /** Text that was typed and waits to be sent. */
  kept: WaitingNote | undefined;
  keeper: NoteKeeper;
  /** @param creation the same for each attempt at the same text */
  onCreate: (text: string, creation: string) => Promise<Note>;
  onCreated: (note: Note) => void;
  onUpdate: (id: number, text: string) => Promise<void>;
  /** A change is saved, and the user has left the note. */
  onUpdated: () => void;
  onPin: (note: Note, pinned: boolean) => Promise<void>;
  onDelete: (note: Note) => void;
  /** The user left a new note empty. */
  onDiscard: () => void;
}

const blankFault = { isBlank: true } as const;

/** A note is its own editor: typed text is saved after a pause, and stays if it could not be saved. */
export function NoteCard(props: NoteCardProps) {
  const { note, kept, onPin, onDelete, onDiscard } = props;
  const { t } = useLingui();
  const format = useFormat();
  const id = useId();
  const { text, state, error, type, leave, retry } = useNoteText(props);
  const isBlank = note !== undefined && text.trim() === "";
  const pinButton = usePinFocus(note?.pinned);
  const written = note && format.instant(note.created_at, { dateStyle: "medium" });

  return (
    <li
      className={classes(
        "group/note flex flex-col rounded-card border bg-surface p-1.5 shadow-lift transition-[border-color,box-shadow]",
        "has-[textarea:focus-visible]:border-accent-text has-[textarea:focus-visible]:focus-ring",
        note?.pinned ? "border-accent-text/45" : "border-line",
      )}
    >
      <textarea
        value={text}
        onChange={(event) => type(event.target.value)}
        onBlur={() => {
          if (!note && text.trim() === "") onDiscard();
          else leave();
        }}
        // biome-ignore lint/a11y/noAutofocus: a new note was asked for to be written.
        autoFocus={!note && !kept}
        maxLength={noteLengthMax}
        aria-label={written ? t`Note from ${written}` : t`New note`}
        aria-invalid={isBlank || undefined}
        aria-describedby={`${id}-state`}
        placeholder={t`Write a note…`}
        className="field-sizing-content min-h-20 w-full resize-none rounded-xl bg-transparent px-3 py-2.5 text-[0.9375rem] leading-normal outline-none placeholder:text-ink-muted pointer-coarse:text-base"
      />
      <p aria-live="polite" className="flex gap-1.5 px-3 text-sm leading-snug text-danger-text empty:hidden">
        {isBlank ? <CircleExclamationPoint aria-hidden="true" className="mt-0.5 size-4 shrink-0" /> : null}
        {isBlank ? <NoteFault fault={blankFault} /> : null}
      </p>
      <div className="flex min-h-10 items-center justify-between gap-2 pl-3">
        <p id={`${id}-state`} aria-live="polite" className="min-w-0 text-xs leading-snug text-ink-muted">
          {state === "failed" ? (
            <span className="text-danger-text">
              {t`Not saved.`} <NoteFault fault={{ isBlank: false, error }} />{" "}
              <button type="button" onClick={retry} className="font-[560] underline underline-offset-2">
                {t`Try again`}
              </button>
            </span>
          ) : state === "saving" || state === "typed" ? (
            t`Saving…`
          ) : state === "waiting" ? (
            <span className="inline-flex items-center gap-1.5">
              <Clock aria-hidden="true" className="size-3.5 shrink-0 text-warning-text" />
              {t`Waiting to be saved`}
            </span>
          ) : (
            written
          )}
        </p>
        {note ? (
          <div className="flex shrink-0">
            <IconButton
              ref={pinButton}
              label={note.pinned ? t`Unpin` : t`Pin`}
              aria-pressed={note.pinned}
              size="small"
              onClick={() => void onPin(note, !note.pinned)}
              className={note.pinned ? "text-accent-text!" : undefined}
            >
              <Pin aria-hidden="true" className={note.pinned ? "fill-current" : undefined} />
            </IconButton>
            <IconButton label={t`Delete note`} size="small" onClick={() => onDelete(note)}>
              <Trash aria-hidden="true" />
            </IconButton>
          </div>
        ) : null}
      </div>
    </li>
  );
}

/** A card that changes its position loses the focus; the pressed button gets it back. */
function usePinFocus(pinned: boolean | undefined) {
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef(pinned);
  useLayoutEffect(() => {
    if (before.current !== undefined && before.current !== pinned && document.activeElement === document.body) {
      button.current?.focus();
    }
    before.current = pinned;
  }, [pinned]);
  return button;
}
