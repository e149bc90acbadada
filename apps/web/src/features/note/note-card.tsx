import { type Note, noteLengthMax } from "@daymark/domain/note";
import { fieldErrorMessage } from "@daymark/i18n/messages";
import { classes } from "@daymark/ui/classes";
import { FieldErrors } from "@daymark/ui/field";
import { IconButton } from "@daymark/ui/icon-button";
import { useLingui } from "@lingui/react/macro";
import { Pin, Trash2 } from "lucide-react";
import { useId, useLayoutEffect, useRef } from "react";
import { useFormat } from "../../lib/format.ts";
import { sentence } from "../../lib/report.tsx";
import { useNoteText } from "./use-note-text.ts";

export interface NoteCardProps {
  /** Undefined until the first words of a new one are saved. */
  note: Note | undefined;
  onCreate: (text: string) => Promise<Note>;
  onCreated: (note: Note) => void;
  onUpdate: (id: number, text: string) => Promise<void>;
  /** What was changed is saved, and its writer has left it. */
  onUpdated: () => void;
  onPin: (note: Note, pinned: boolean) => Promise<void>;
  onDelete: (note: Note) => void;
  /** A new note that was left empty. */
  onDiscard: () => void;
}

/** A note is its own editor: what is typed is saved after a pause, and stays where it could not be. */
export function NoteCard(props: NoteCardProps) {
  const { note, onPin, onDelete, onDiscard } = props;
  const { i18n, t } = useLingui();
  const format = useFormat();
  const id = useId();
  const { text, state, error, type, leave, retry } = useNoteText(props);
  const isBlank = note !== undefined && text.trim() === "";
  const errors = isBlank ? [fieldErrorMessage(i18n, { code: "blank" })] : [];
  const pinButton = usePinFocus(note?.pinned);
  const written = note && format.instant(note.created_at, { dateStyle: "medium" });

  return (
    <li
      className={classes(
        "group/note flex flex-col rounded-card border bg-surface p-1.5 shadow-lift transition-[border-color,box-shadow]",
        "has-[textarea:focus-visible]:border-accent-text has-[textarea:focus-visible]:ring-3 has-[textarea:focus-visible]:ring-accent/25",
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
        autoFocus={!note}
        maxLength={noteLengthMax}
        aria-label={written ? t`Note of ${written}` : t`New note`}
        aria-invalid={isBlank || undefined}
        aria-describedby={`${id}-state`}
        placeholder={t`Write a note…`}
        className="field-sizing-content min-h-20 w-full resize-none rounded-xl bg-transparent px-3 py-2.5 text-[0.9375rem] leading-normal outline-none placeholder:text-ink-muted pointer-coarse:text-base"
      />
      <div className="px-3">
        <FieldErrors errors={errors} />
      </div>
      <div className="flex min-h-10 items-center justify-between gap-2 pl-3">
        <p id={`${id}-state`} aria-live="polite" className="min-w-0 text-xs leading-snug text-ink-muted">
          {state === "failed" ? (
            <span className="text-danger-text">
              {t`Not saved.`} {sentence(i18n, error)}{" "}
              <button type="button" onClick={retry} className="font-[560] underline underline-offset-2">
                {t`Try again`}
              </button>
            </span>
          ) : state === "saving" || state === "typed" ? (
            t`Saving…`
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
              <Trash2 aria-hidden="true" />
            </IconButton>
          </div>
        ) : null}
      </div>
    </li>
  );
}

/** A card that moves among the others loses the focus in the page; the button that moved it gets it back. */
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
