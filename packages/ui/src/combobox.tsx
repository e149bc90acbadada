import { Combobox as BaseCombobox } from "@base-ui/react/combobox";
import Check from "lucide-react/icons/check";
import type { RefObject } from "react";
import { classes } from "./classes.ts";
import { inputClass } from "./field.tsx";
import { popupClass } from "./popover.tsx";
import { optionClass } from "./select.tsx";

export interface ComboboxOption {
  value: string;
  label: string;
  /** A second line in smaller type. */
  detail?: string;
  /** Further search words. */
  keywords?: string;
}

interface ComboboxProps {
  /** The name of the field and of the list. */
  label: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The element beside which it opens, and to which it returns the focus. */
  anchor: RefObject<HTMLElement | null>;
  options: readonly ComboboxOption[];
  /** Null if nothing is chosen. */
  value: ComboboxOption | null;
  onValueChange: (option: ComboboxOption) => void;
  placeholder?: string;
  /** Shown if nothing matches. */
  emptyText: string;
}

/**
 * A choice from many options, in a popup with a field whose text filters the list. Text without a choice is dropped.
 */
export function Combobox(props: ComboboxProps) {
  const { label, open, onOpenChange, anchor, options, value, onValueChange, placeholder, emptyText } = props;
  return (
    <BaseCombobox.Root
      items={options}
      value={value}
      onValueChange={(next) => {
        if (next !== null) onValueChange(next);
      }}
      open={open}
      onOpenChange={(next) => onOpenChange(next)}
      isItemEqualToValue={(option, chosen) => option.value === chosen.value}
      itemToStringLabel={(option) => option.label}
      filter={matches}
      limit={shownMax}
    >
      <BaseCombobox.Portal>
        <BaseCombobox.Positioner
          anchor={anchor}
          align="end"
          // The field gets the focus before its popup is positioned: otherwise the page would scroll to a wrong place.
          positionMethod="fixed"
          sideOffset={6}
          collisionPadding={12}
          className="z-50 outline-none"
        >
          <BaseCombobox.Popup
            aria-label={label}
            finalFocus={anchor}
            className={classes(popupClass, "w-96 max-w-[min(24rem,var(--available-width))] p-1")}
          >
            <div className="p-1 pb-1.5">
              <BaseCombobox.Input aria-label={label} placeholder={placeholder} className={inputClass} />
            </div>
            <BaseCombobox.Empty>
              <p className="px-3 py-3 text-sm text-ink-muted">{emptyText}</p>
            </BaseCombobox.Empty>
            <BaseCombobox.List
              aria-label={label}
              className="max-h-[min(20rem,calc(var(--available-height)-4rem))] overflow-y-auto overscroll-contain"
            >
              {(option: ComboboxOption) => (
                <BaseCombobox.Item
                  key={option.value}
                  value={option}
                  className={classes(optionClass, "justify-between gap-4")}
                >
                  <span className="min-w-0">
                    <span className="block">{option.label}</span>
                    {option.detail ? (
                      <span className="block text-sm leading-snug text-ink-muted">{option.detail}</span>
                    ) : null}
                  </span>
                  <BaseCombobox.ItemIndicator className="text-accent-text">
                    <Check aria-hidden="true" className="size-4" />
                  </BaseCombobox.ItemIndicator>
                </BaseCombobox.Item>
              )}
            </BaseCombobox.List>
          </BaseCombobox.Popup>
        </BaseCombobox.Positioner>
      </BaseCombobox.Portal>
    </BaseCombobox.Root>
  );
}

/** More options than a user reads; to find another, the user types more. */
const shownMax = 60;

/** Every typed word must be found somewhere. */
function matches(option: ComboboxOption, query: string): boolean {
  const text = fold(`${option.label} ${option.detail ?? ""} ${option.keywords ?? ""}`);
  return fold(query)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function fold(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
