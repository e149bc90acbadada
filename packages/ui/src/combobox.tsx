import { Combobox as BaseCombobox } from "@base-ui/react/combobox";
import { Check } from "lucide-react";
import type { RefObject } from "react";
import { classes } from "./classes.ts";
import { inputClass } from "./field.tsx";
import { popupClass } from "./popover.tsx";
import { optionClass } from "./select.tsx";

export interface ComboboxOption {
  value: string;
  label: string;
  /** A second line, smaller. */
  detail?: string;
  /** What else it is found by. */
  keywords?: string;
}

interface ComboboxProps {
  /** What is being chosen: the name of the field and of the list. */
  label: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What it stands beside, and gives the focus back to. */
  anchor: RefObject<HTMLElement | null>;
  options: readonly ComboboxOption[];
  /** Null where nothing is chosen. */
  value: ComboboxOption | null;
  onValueChange: (option: ComboboxOption) => void;
  placeholder?: string;
  /** Said where nothing matches. */
  emptyText: string;
}

/** One of many, in a popup with a field whose text narrows the list. What is typed and not chosen is forgotten. */
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
          // The field takes the focus before its popup is in place: the page would scroll to where that is not.
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

/** More than anyone reads; who looks for another types on. */
const shownMax = 60;

/** Every word typed is found somewhere. */
function matches(option: ComboboxOption, query: string): boolean {
  const text = fold(`${option.label} ${option.detail ?? ""} ${option.keywords ?? ""}`);
  return fold(query)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function fold(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
