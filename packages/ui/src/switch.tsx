import { Switch as BaseSwitch } from "@base-ui/react/switch";
import { type ReactNode, useId } from "react";

interface SwitchProps {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** For a setting that takes effect at once; use a checkbox for a choice that needs "Save". */
export function Switch({ label, hint, checked, onCheckedChange, disabled }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex min-h-control items-center justify-between gap-6">
      <div>
        <label htmlFor={id} className="block text-[0.9375rem] font-[530]">
          {label}
        </label>
        {hint ? (
          <p id={`${id}-hint`} className="text-sm leading-snug text-ink-muted">
            {hint}
          </p>
        ) : null}
      </div>
      <BaseSwitch.Root
        id={id}
        checked={checked}
        onCheckedChange={(next) => onCheckedChange(next)}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={
          "flex h-6 w-10.5 shrink-0 cursor-pointer rounded-full border border-line-strong bg-sunken p-0.5 " +
          "transition-colors data-[checked]:border-accent data-[checked]:bg-accent data-[disabled]:opacity-45"
        }
      >
        <BaseSwitch.Thumb
          className={
            "aspect-square h-full rounded-full bg-line-strong transition-[translate,background-color] duration-150 " +
            "data-[checked]:translate-x-4.5 data-[checked]:bg-accent-ink forced-colors:bg-[CanvasText]"
          }
        />
      </BaseSwitch.Root>
    </div>
  );
}
