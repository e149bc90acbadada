import type { ReactNode } from "react";

interface SuggestionsProps {
  label: string;
  options: readonly string[];
  /** The value of the field. */
  value: string;
  onValueChange: (value: string) => void;
  /** Shown before each option. */
  icon?: ReactNode;
}

/** Values below a text field: one press fills the field, another press clears it. */
export function Suggestions({ label, options, value, onValueChange, icon }: SuggestionsProps) {
  if (options.length === 0) return null;
  return (
    <fieldset aria-label={label} className="flex flex-wrap gap-1.5">
      {options.map((option) => {
        const isChosen = option === value;
        return (
          <button
            key={option}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onValueChange(isChosen ? "" : option)}
            className={
              "inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full border border-line px-3 text-sm text-ink-muted " +
              "transition-colors hover:border-line-strong hover:text-ink aria-pressed:border-ink aria-pressed:text-ink " +
              "pointer-coarse:min-h-11 forced-colors:aria-pressed:border-[Highlight]"
            }
          >
            {icon}
            <span className="truncate">{option}</span>
          </button>
        );
      })}
    </fieldset>
  );
}
