import { IconButton } from "@daymark/ui/icon-button";
import { useLingui } from "@lingui/react/macro";
import Minus from "lucide-react/icons/minus";
import Plus from "lucide-react/icons/plus";
import type { ReactNode } from "react";

interface StepperProps {
  label: string;
  /** 1 to `max`. */
  value: number;
  max: number;
  onValueChange: (value: number) => void;
  /** The value in words. */
  children: ReactNode;
}

/** A small number with a button on either side. */
export function Stepper({ label, value, max, onValueChange, children }: StepperProps) {
  const { t } = useLingui();
  return (
    <fieldset aria-label={label} className="flex items-center gap-3">
      <IconButton
        label={t`Less often`}
        disabled={value <= 1}
        onClick={() => onValueChange(value - 1)}
        className="border border-line"
      >
        <Minus aria-hidden="true" />
      </IconButton>
      <output aria-live="polite" className="min-w-32 text-center text-[0.9375rem] font-[560] tabular-nums">
        {children}
      </output>
      <IconButton
        label={t`More often`}
        disabled={value >= max}
        onClick={() => onValueChange(value + 1)}
        className="border border-line"
      >
        <Plus aria-hidden="true" />
      </IconButton>
    </fieldset>
  );
}
