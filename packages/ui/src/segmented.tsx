import { type KeyboardEvent, type ReactNode, useState } from "react";
import { classes } from "./classes.ts";

export interface SegmentedOption<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
  /** Shows only the icon; the label remains its accessible name. */
  isIconOnly?: boolean;
}

interface SegmentedProps<Value extends string> {
  /** The name of the choice. */
  label: string;
  options: readonly SegmentedOption<Value>[];
  /** Null if none of the options is chosen, because something else is. */
  value: Value | null;
  onValueChange: (value: Value) => void;
  className?: string;
}

/**
 * A choice from a few visible options. One tab stop: arrow keys, Home and End move within, as the
 * ARIA practices describe for a toolbar. It uses plain buttons, because it is part of the dashboard's first load, to
 * which Base UI's group would add 10 KiB.
 */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onValueChange,
  className,
}: SegmentedProps<Value>) {
  const [focused, setFocused] = useState<Value | null>(null);
  const tabStop = focused ?? value ?? options[0]?.value;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form, and cannot be laid out as a grid everywhere.
    <div
      role="group"
      aria-label={label}
      onKeyDown={moveFocus}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocused(null);
      }}
      className={classes(
        "inline-grid auto-cols-fr grid-flow-col gap-0.5 rounded-control border border-line bg-sunken p-0.5",
        className,
      )}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          aria-label={option.isIconOnly ? option.label : undefined}
          title={option.isIconOnly ? option.label : undefined}
          tabIndex={option.value === tabStop ? 0 : -1}
          onFocus={() => setFocused(option.value)}
          onClick={() => {
            if (option.value !== value) onValueChange(option.value);
          }}
          className={
            "inline-flex min-h-8 min-w-0 items-center justify-center gap-x-2 gap-y-1 rounded-lg px-3 text-sm font-[530] " +
            "text-ink-muted max-sm:px-1.5 " +
            "transition-colors hover:text-ink aria-pressed:bg-raised aria-pressed:text-ink aria-pressed:shadow-lift " +
            "max-sm:has-[svg+*]:flex-col max-sm:has-[svg+*]:py-2 pointer-coarse:min-h-11 pointer-coarse:min-w-11 [&_svg]:size-4 forced-colors:aria-pressed:bg-[Highlight]"
          }
        >
          {option.icon}
          {option.isIconOnly ? null : (
            <span className="max-w-full text-center leading-tight wrap-anywhere">{option.label}</span>
          )}
        </button>
      ))}
    </div>
  );
}

/** The target index of each key, wrapping around. */
const moves: Record<string, (index: number, count: number) => number> = {
  ArrowLeft: (index, count) => (index + count - 1) % count,
  ArrowUp: (index, count) => (index + count - 1) % count,
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowDown: (index, count) => (index + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

function moveFocus(event: KeyboardEvent<HTMLDivElement>) {
  const move = moves[event.key];
  if (!move || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const index = buttons.indexOf(event.target as HTMLButtonElement);
  if (index < 0) return;
  event.preventDefault();
  buttons[move(index, buttons.length)]?.focus();
}
