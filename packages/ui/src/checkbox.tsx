import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes.ts";
import { FieldErrors, useFieldIds } from "./field.tsx";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "aria-describedby" | "aria-invalid"> {
  /** May contain links. */
  label: ReactNode;
  hint?: ReactNode;
  errors?: readonly string[];
}

/** A native checkbox with our look: the browser handles keyboard, form and forced colors. */
export function Checkbox({ label, hint, errors, id, className, ...rest }: CheckboxProps) {
  const ids = useFieldIds({ hint, errors }, id);
  return (
    <div className={classes("flex flex-col gap-1.5", className)}>
      <div className="grid grid-cols-[auto_1fr] gap-x-3">
        <span className="relative mt-[0.1875rem] grid size-5 place-items-center">
          <input
            {...rest}
            id={ids.id}
            type="checkbox"
            aria-invalid={ids.isInvalid || undefined}
            aria-describedby={ids.describedBy}
            className={
              "peer size-5 appearance-none rounded-md border border-line-strong bg-surface transition-colors " +
              "checked:border-accent checked:bg-accent aria-invalid:border-danger-text " +
              "forced-colors:appearance-auto pointer-coarse:before:absolute pointer-coarse:before:-inset-3"
            }
          />
          <svg
            aria-hidden="true"
            viewBox="0 0 16 16"
            fill="none"
            className="pointer-events-none absolute size-3.5 text-accent-ink opacity-0 peer-checked:opacity-100 forced-colors:hidden"
          >
            <path d="m3 8.4 3.2 3.2L13 4.8" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" />
          </svg>
        </span>
        <label htmlFor={ids.id} className="text-[0.9375rem] leading-relaxed">
          {label}
        </label>
        {hint ? (
          <p id={ids.hintId} className="col-start-2 text-sm leading-snug text-ink-muted">
            {hint}
          </p>
        ) : null}
      </div>
      <FieldErrors id={ids.errorId} errors={errors} />
    </div>
  );
}
