import { Select as BaseSelect } from "@base-ui/react/select";
import Check from "lucide-react/icons/check";
import ChevronsUpDown from "lucide-react/icons/chevrons-up-down";
import { classes } from "./classes.ts";
import { type FieldProps, FieldShell, inputClass, useFieldIds } from "./field.tsx";
import { popupClass } from "./popover.tsx";

export interface SelectOption<Value extends string> {
  value: Value;
  label: string;
}

export interface SelectGroup<Value extends string> {
  /** Heading above the options; absent for a plain list. */
  label?: string;
  options: readonly SelectOption<Value>[];
}

interface SelectProps<Value extends string> extends FieldProps {
  groups: readonly SelectGroup<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  disabled?: boolean;
  className?: string;
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hint, errors, optionalLabel, groups, value, onValueChange, disabled, className } = props;
  const ids = useFieldIds({ hint, errors });
  const items = groups.flatMap((group) => group.options);
  return (
    <FieldShell {...{ ids, label, hint, errors, optionalLabel, className }}>
      <BaseSelect.Root
        items={items}
        value={value}
        onValueChange={(next) => {
          if (next !== null) onValueChange(next);
        }}
        disabled={disabled}
      >
        <BaseSelect.Trigger
          id={ids.id}
          aria-invalid={ids.isInvalid || undefined}
          aria-describedby={ids.describedBy}
          className={classes(inputClass, "flex cursor-pointer items-center justify-between gap-2 text-left")}
        >
          <BaseSelect.Value className="line-clamp-2 leading-tight wrap-anywhere" />
          <BaseSelect.Icon className="text-ink-muted">
            <ChevronsUpDown aria-hidden="true" className="size-4" />
          </BaseSelect.Icon>
        </BaseSelect.Trigger>
        <BaseSelect.Portal>
          <BaseSelect.Positioner alignItemWithTrigger={false} sideOffset={6} className="z-50 outline-none">
            <BaseSelect.Popup className={classes(popupClass, "min-w-(--anchor-width) p-1")}>
              <BaseSelect.List className="max-h-[min(22rem,var(--available-height))] overflow-y-auto overscroll-contain">
                {groups.map((group) => (
                  <BaseSelect.Group key={group.label ?? ""}>
                    {group.label ? (
                      <BaseSelect.GroupLabel className="px-3 pt-3 pb-1 text-xs font-[560] text-ink-muted">
                        {group.label}
                      </BaseSelect.GroupLabel>
                    ) : null}
                    {group.options.map((option) => (
                      <BaseSelect.Item
                        key={option.value}
                        value={option.value}
                        className={`${optionClass} justify-between gap-6`}
                      >
                        <BaseSelect.ItemText>{option.label}</BaseSelect.ItemText>
                        <BaseSelect.ItemIndicator className="text-accent-text">
                          <Check aria-hidden="true" className="size-4" />
                        </BaseSelect.ItemIndicator>
                      </BaseSelect.Item>
                    ))}
                  </BaseSelect.Group>
                ))}
              </BaseSelect.List>
            </BaseSelect.Popup>
          </BaseSelect.Positioner>
        </BaseSelect.Portal>
      </BaseSelect.Root>
    </FieldShell>
  );
}

/** The classes of an option: select and menu look alike. */
export const optionClass =
  "flex min-h-9 cursor-default select-none items-center rounded-lg px-3 py-1.5 text-[0.9375rem] " +
  "outline-none data-[highlighted]:bg-sunken data-[disabled]:opacity-45 pointer-coarse:min-h-11 " +
  "dark:data-[highlighted]:bg-line";
