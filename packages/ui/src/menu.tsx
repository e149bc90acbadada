import { Menu as BaseMenu } from "@base-ui/react/menu";
import { type ComponentProps, type ReactElement, type ReactNode, useRef } from "react";
import { classes } from "./classes.ts";
import { popupClass } from "./popover.tsx";
import { optionClass } from "./select.tsx";

interface MenuProps {
  /** The button that opens the menu; it needs a name of its own. Without one, pass `anchor`, `open` and `label`. */
  trigger?: ReactElement;
  anchor?: ComponentProps<typeof BaseMenu.Positioner>["anchor"];
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Name of a menu that no trigger of its own names. */
  label?: string;
  /** Where the focus goes from a menu without a trigger, unless an item has opened a dialog: that has it then. */
  finalFocus?: () => HTMLElement | null;
  align?: "start" | "center" | "end";
  children: ReactNode;
}

/** A list of actions. For the signed-in screens: public pages use `<details>`, which weighs nothing. */
export function Menu({ trigger, anchor, open, onOpenChange, label, finalFocus, align = "end", children }: MenuProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <BaseMenu.Root open={open} onOpenChange={onOpenChange && ((next) => onOpenChange(next))}>
      {trigger ? <BaseMenu.Trigger render={trigger} /> : null}
      <BaseMenu.Portal>
        <BaseMenu.Positioner
          anchor={anchor}
          align={align}
          sideOffset={6}
          collisionPadding={12}
          className="z-50 outline-none"
        >
          <BaseMenu.Popup
            ref={popup}
            aria-label={label}
            {...(!trigger && { initialFocus: () => firstItemByKeys(popup.current) })}
            {...(finalFocus && { finalFocus: () => !openedDialog() && finalFocus() })}
            className={classes(popupClass, "min-w-48 max-w-(--available-width) p-1")}
          >
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

/**
 * Whoever opens a menu by keys begins at its first item. The library knows of keys only from a trigger of its own, and
 * the property that tells it otherwise is missing from its types.
 */
function firstItemByKeys(popup: HTMLElement | null): HTMLElement | true {
  const isByKeys = document.activeElement?.matches(":focus-visible");
  return (isByKeys && popup?.querySelector<HTMLElement>('[role="menuitem"]')) || true;
}

/** The library would take the focus out of a dialog again that was there before its menu had gone. */
function openedDialog(): Element | null {
  return document.querySelector('[role="dialog"][data-open], [role="alertdialog"][data-open]');
}

interface MenuItemProps {
  icon?: ReactNode;
  tone?: "neutral" | "danger";
  disabled?: boolean;
  /** Why the action cannot be done now: disables the item, and is shown below its name. */
  obstacle?: string | undefined;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem({ icon, tone = "neutral", disabled, obstacle, onSelect, children }: MenuItemProps) {
  return (
    <BaseMenu.Item
      disabled={disabled || obstacle !== undefined}
      onClick={onSelect}
      className={classes(
        optionClass,
        "gap-3",
        tone === "danger" && "text-danger-text",
        obstacle && "data-[disabled]:opacity-100!",
      )}
    >
      {icon ? <span className="text-current/75 [&_svg]:size-4">{icon}</span> : null}
      {obstacle ? (
        <span className="flex max-w-72 flex-col">
          <span className="opacity-45">{children}</span>
          <span className="text-sm text-ink-muted">{obstacle}</span>
        </span>
      ) : (
        children
      )}
    </BaseMenu.Item>
  );
}

export function MenuSeparator() {
  return <BaseMenu.Separator className="my-1 h-px bg-line" />;
}
