import { type ReactNode, useId } from "react";
import { classes } from "./classes.ts";

export interface FieldProps {
  label: string;
  /** Help text that is always visible. */
  hint?: ReactNode;
  /** Error messages; the control is then invalid and described by them. */
  errors?: readonly string[];
  /** Shown after the label of an optional field. */
  optionalLabel?: string;
}

/** Ids that connect label, control, hint and errors. */
export function useFieldIds({ hint, errors }: Pick<FieldProps, "hint" | "errors">, ownId?: string) {
  const generated = useId();
  const id = ownId ?? generated;
  const isInvalid = (errors?.length ?? 0) > 0;
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = isInvalid ? `${id}-error` : undefined;
  return { id, hintId, errorId, isInvalid, describedBy: [errorId, hintId].filter(Boolean).join(" ") || undefined };
}

/** Label above, control, then errors, then hint. */
export function FieldShell({
  ids,
  label,
  hint,
  errors,
  optionalLabel,
  className,
  children,
}: FieldProps & { ids: ReturnType<typeof useFieldIds>; className?: string; children: ReactNode }) {
  return (
    <div className={classes("flex flex-col gap-1.5", className)}>
      <label htmlFor={ids.id} className="flex items-baseline justify-between gap-3 text-sm font-[560]">
        {label}
        {optionalLabel ? <span className="font-normal text-ink-muted">{optionalLabel}</span> : null}
      </label>
      {children}
      <FieldErrors id={ids.errorId} errors={errors} />
      {ids.hintId ? (
        <p id={ids.hintId} className="text-sm leading-snug text-ink-muted">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

/** The error messages below a control. The list is always in the page, so that new messages are announced. */
export function FieldErrors({ id, errors }: { id?: string | undefined; errors?: readonly string[] | undefined }) {
  return (
    <div id={id} aria-live="polite" className="empty:hidden">
      {errors?.map((error) => (
        <p key={error} className="flex gap-1.5 text-sm leading-snug text-danger-text">
          <ErrorGlyph />
          <span>{error}</span>
        </p>
      ))}
    </div>
  );
}

function ErrorGlyph() {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" className="mt-0.5 size-4 shrink-0" fill="currentColor">
      <path d="M8 1.2a6.8 6.8 0 1 0 0 13.6A6.8 6.8 0 0 0 8 1.2Zm-.75 3.3h1.5v4.4h-1.5V4.5ZM8 11.9a.95.95 0 1 1 0-1.9.95.95 0 0 1 0 1.9Z" />
    </svg>
  );
}

/** The classes of every text box. On touch screens the font has 16 px, because iOS zooms the page for a smaller one. */
export const inputClass =
  "min-h-control w-full min-w-0 rounded-control border border-line-strong bg-surface px-3 py-2 text-[0.9375rem] text-ink " +
  "pointer-coarse:text-base placeholder:text-ink-muted transition-[border-color,box-shadow] duration-150 " +
  "hover:border-ink-muted focus-visible:border-accent-text focus-visible:outline-none focus-visible:focus-ring " +
  "aria-invalid:border-danger-text aria-invalid:[--focus:var(--danger-soft)] disabled:opacity-50";
