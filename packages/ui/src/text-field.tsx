import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes.ts";
import { type FieldProps, FieldShell, inputClass, useFieldIds } from "./field.tsx";

interface TextFieldProps extends FieldProps, Omit<ComponentProps<"input">, "aria-describedby" | "aria-invalid"> {
  /** Shown inside the box at its end: a unit, a button. */
  end?: ReactNode;
}

/** A native input with its label, hint and errors. */
export function TextField({ label, hint, errors, optionalLabel, end, id, className, ...rest }: TextFieldProps) {
  const ids = useFieldIds({ hint, errors }, id);
  return (
    <FieldShell {...{ ids, label, hint, errors, optionalLabel, className }}>
      <div className="relative">
        <input
          {...rest}
          id={ids.id}
          aria-invalid={ids.isInvalid || undefined}
          aria-describedby={ids.describedBy}
          className={classes(inputClass, end ? "pr-12" : undefined)}
        />
        {end ? <div className="absolute inset-y-0 right-1 flex items-center">{end}</div> : null}
      </div>
    </FieldShell>
  );
}

interface TextAreaProps extends FieldProps, Omit<ComponentProps<"textarea">, "aria-describedby" | "aria-invalid"> {}

/** The same for several lines: three lines high, and it grows with its text in browsers that support this. */
export function TextArea({ label, hint, errors, optionalLabel, id, className, ...rest }: TextAreaProps) {
  const ids = useFieldIds({ hint, errors }, id);
  return (
    <FieldShell {...{ ids, label, hint, errors, optionalLabel, className }}>
      <textarea
        {...rest}
        id={ids.id}
        aria-invalid={ids.isInvalid || undefined}
        aria-describedby={ids.describedBy}
        className={classes(inputClass, "field-sizing-content max-h-96 min-h-24! resize-y leading-normal")}
      />
    </FieldShell>
  );
}
