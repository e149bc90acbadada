import { Toggle } from "@base-ui/react/toggle";
import { ToggleGroup } from "@base-ui/react/toggle-group";
import type { ReactNode } from "react";
import { classes } from "./classes.ts";

export interface SegmentedOption<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
  /** Shows the icon alone; the label remains its name. */
  isIconOnly?: boolean;
}

interface SegmentedProps<Value extends string> {
  /** What is being chosen. */
  label: string;
  options: readonly SegmentedOption<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  className?: string;
}

/** One of a few, all in sight. Arrow keys move, and one is always chosen. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onValueChange,
  className,
}: SegmentedProps<Value>) {
  return (
    <ToggleGroup
      aria-label={label}
      value={[value]}
      onValueChange={([next]) => {
        if (next) onValueChange(next);
      }}
      className={classes(
        "inline-grid auto-cols-fr grid-flow-col gap-0.5 rounded-control border border-line bg-sunken p-0.5",
        className,
      )}
    >
      {options.map((option) => (
        <Toggle
          key={option.value}
          value={option.value}
          aria-label={option.isIconOnly ? option.label : undefined}
          title={option.isIconOnly ? option.label : undefined}
          className={
            "inline-flex min-h-8 min-w-0 items-center justify-center gap-x-2 gap-y-1 rounded-lg px-3 text-sm font-[530] " +
            "text-ink-muted max-sm:px-1.5 " +
            "transition-colors hover:text-ink data-[pressed]:bg-raised data-[pressed]:text-ink data-[pressed]:shadow-lift " +
            "max-sm:has-[svg+*]:flex-col max-sm:has-[svg+*]:py-2 pointer-coarse:min-h-11 pointer-coarse:min-w-11 [&_svg]:size-4 forced-colors:data-[pressed]:bg-[Highlight]"
          }
        >
          {option.icon}
          {option.isIconOnly ? null : <span className="max-w-full truncate">{option.label}</span>}
        </Toggle>
      ))}
    </ToggleGroup>
  );
}
