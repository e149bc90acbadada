import { classes } from "@daymark/ui/classes";
import { FieldErrors, useFieldIds } from "@daymark/ui/field";
import { Trans, useLingui } from "@lingui/react/macro";
import FileUp from "lucide-react/icons/file-up";
import { type DragEvent, useState } from "react";

interface FileFieldProps {
  /** The chosen file that could not be imported. */
  file: File | null;
  errors: readonly string[];
  onChoose: (files: readonly File[]) => unknown;
}

/** A field to choose or drop a file. Its errors are shown below. */
export function FileField({ file, errors, onChoose }: FileFieldProps) {
  const { t } = useLingui();
  const hint = t`A JSON file exported from Daymark (80 MB at most), a backup or CSV archive from Loop Habit Tracker, or a file from HabitBull, Rewire, Tickmate, Beaver Habits, HabitTrove, Table Habit, Habitica or any other table as CSV (20 MB at most).`;
  const ids = useFieldIds({ hint, errors });
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onChoose([...event.dataTransfer.files]);
  };
  return (
    <div className="flex flex-col gap-2">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a file is dropped with a mouse only; the input is the way of everyone else */}
      <div
        className={classes(
          "relative flex flex-col items-center gap-2.5 rounded-control border-2 border-dashed px-5 py-8 text-center",
          "has-focus-visible:border-accent-text has-focus-visible:focus-ring",
          isOver ? "border-accent-text bg-accent-soft" : ids.isInvalid ? "border-danger-text" : "border-line-strong",
        )}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FileUp aria-hidden="true" className="size-6 text-ink-muted" />
        <label htmlFor={ids.id} className="text-[0.9375rem] font-[560]">
          <Trans>Choose a file</Trans>
        </label>
        <span aria-hidden="true" className="text-sm text-ink-muted [overflow-wrap:anywhere] pointer-coarse:hidden">
          {file ? file.name : <Trans>or drop it here</Trans>}
        </span>
        {/* Covers the whole field, so that all of it accepts clicks and dropped files. */}
        <input
          id={ids.id}
          type="file"
          accept=".json,.zip,.db,.csv,.tsv,.txt,application/json,application/zip,application/vnd.sqlite3,text/csv"
          aria-invalid={ids.isInvalid || undefined}
          aria-describedby={ids.describedBy}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
          onChange={({ target }) => {
            const files = [...(target.files ?? [])];
            // Lets the user choose the same file again once it is corrected.
            target.value = "";
            onChoose(files);
          }}
        />
      </div>
      <FieldErrors id={ids.errorId} errors={errors} />
      {ids.hintId ? (
        <p id={ids.hintId} className="text-sm leading-snug text-ink-muted">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
