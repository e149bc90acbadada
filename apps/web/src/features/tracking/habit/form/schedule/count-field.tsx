import { TextField } from "@daymark/ui/text-field";
import { useState } from "react";

interface CountFieldProps {
  label: string;
  value: number;
  max: number;
  onValueChange: (value: number) => void;
}

/** A number that the user types. What is typed stays in the field, even if it is no number. */
export function CountField({ label, value, max, onValueChange }: CountFieldProps) {
  const [text, setText] = useState(String(value));
  return (
    <TextField
      label={label}
      inputMode="numeric"
      autoComplete="off"
      required
      maxLength={String(max).length + 1}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        // The schema refuses 0 with the bound that it breaks.
        onValueChange(/^\d+$/.test(event.target.value.trim()) ? Number(event.target.value) : 0);
      }}
    />
  );
}
