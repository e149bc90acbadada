import { type ChangeEvent, type ComponentProps, useRef } from "react";
import type { FieldProps } from "./field.tsx";
import { TextField } from "./text-field.tsx";

interface CodeFieldProps extends FieldProps, Omit<ComponentProps<"input">, "aria-describedby" | "aria-invalid"> {
  /** The number of digits of a code. When all are typed, the field submits its form. */
  length: number;
}

/**
 * A field for a code of digits. A phone can fill it from its keyboard, and it submits its form once the code is
 * complete.
 */
export function CodeField({ length, onChange, ...rest }: CodeFieldProps) {
  const sent = useRef("");
  const sendWhole = (event: ChangeEvent<HTMLInputElement>) => {
    onChange?.(event);
    const digits = event.target.value.replaceAll(/\D/g, "");
    const { form } = event.target;
    if (digits.length < length) sent.current = "";
    if (digits.length !== length || digits === sent.current) return;
    sent.current = digits;
    // After the form has stored the last digit.
    setTimeout(() => form?.requestSubmit());
  };
  return (
    <TextField
      {...rest}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      // One more for the space that apps show in the middle.
      maxLength={length + 1}
      onChange={sendWhole}
      className="[&_input]:text-lg [&_input]:tracking-[0.2em] [&_input]:tabular-nums"
    />
  );
}
