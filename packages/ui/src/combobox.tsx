import { Combobox as BaseCombobox } from "@base-ui/react/combobox";
import { Check, ChevronsUpDown } from "lucide-react";
import { classes } from "./classes.ts";
import { type FieldProps, FieldShell, inputClass, useFieldIds } from "./field.tsx";
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

interface ComboboxProps extends FieldProps {
  options: readonly ComboboxOption[];
  /** Null where nothing is chosen. */
  value: ComboboxOption | null;
  onValueChange: (option: ComboboxOption) => void;
  placeholder?: string;
  /** Said where nothing matches. */
  emptyText: string;
  openLabel: string;
  className?: string;
}

/** One of many: typing narrows the list. What is typed and not chosen is forgotten. */
export function Combobox(props: ComboboxProps) {
  const { label, hint, errors, optionalLabel, options, value, onValueChange, placeholder, emptyText, openLabel } =
    props;
  const ids = useFieldIds({ hint, errors });
  return (
    <FieldShell {...{ ids, label, hint, errors, optionalLabel }} className={props.className}>
      <BaseCombobox.Root
        items={options}
        value={value}
        onValueChange={(next) => {
          if (next !== null) onValueChange(next);
        }}
        isItemEqualToValue={(option, chosen) => option.value === chosen.value}
        itemToStringLabel={(option) => option.label}
        filter={matches}
        limit={shownMax}
      >
        <BaseCombobox.InputGroup className="relative">
          <BaseCombobox.Input
            id={ids.id}
            placeholder={placeholder}
            aria-invalid={ids.isInvalid || undefined}
            aria-describedby={ids.describedBy}
            onFocus={(event) => event.currentTarget.select()}
            className={classes(inputClass, "pr-11 text-ellipsis")}
          />
          <BaseCombobox.Trigger
            aria-label={openLabel}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-ink-muted"
          >
            <ChevronsUpDown aria-hidden="true" className="size-4" />
          </BaseCombobox.Trigger>
        </BaseCombobox.InputGroup>
        <BaseCombobox.Portal>
          <BaseCombobox.Positioner sideOffset={6} collisionPadding={12} className="z-50 outline-none">
            <BaseCombobox.Popup className={classes(popupClass, "w-(--anchor-width) max-w-(--available-width) p-1")}>
              <BaseCombobox.Empty>
                <p className="px-3 py-3 text-sm text-ink-muted">{emptyText}</p>
              </BaseCombobox.Empty>
              <BaseCombobox.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto overscroll-contain">
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
    </FieldShell>
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
