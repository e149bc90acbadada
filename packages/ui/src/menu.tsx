import { Menu as BaseMenu } from "@base-ui/react/menu";
import { type ComponentProps, type ReactElement, type ReactNode, useRef } from "react";
import { classes } from "./classes.ts";
import { popupClass } from "./popover.tsx";
import { optionClass } from "./select.tsx";

interface MenuProps {
  /** The button that opens the menu; it needs an accessible name. Without one, pass `anchor`, `open` and `label`. */
  trigger?: ReactElement;
  anchor?: ComponentProps<typeof BaseMenu.Positioner>["anchor"];
  open?: boolean;
  /** `reason` is the library's, such as `escape-key`. */
  onOpenChange?: (open: boolean, reason: BaseMenu.Root.ChangeEventReason) => void;
  /** Name of a menu without a trigger. */
  label?: string;
  /**
   * The element that gets the focus from a menu without a trigger, unless an item has opened a dialog, which then gets
   * it.
   */
  finalFocus?: () => HTMLElement | null;
  align?: "start" | "center" | "end";
  children: ReactNode;
}

/** A list of actions. For pages of logged-in users: public pages use `<details>`, which needs no library. */
export function Menu({ trigger, anchor, open, onOpenChange, label, finalFocus, align = "end", children }: MenuProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <BaseMenu.Root open={open} onOpenChange={onOpenChange && ((next, { reason }) => onOpenChange(next, reason))}>
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
 * A user who opens a menu by keyboard starts at its first item. The library detects the keyboard only with its own
 * trigger, and the property for other triggers is missing from its types.
 */
function firstItemByKeys(popup: HTMLElement | null): HTMLElement | true {
  const isByKeys = document.activeElement?.matches(":focus-visible");
  return (isByKeys && popup?.querySelector<HTMLElement>('[role="menuitem"]')) || true;
}

/** If an item opens a dialog before its menu is closed, the library would take the focus away from that dialog. */
function openedDialog(): Element | null {
  return document.querySelector('[role="dialog"][data-open], [role="alertdialog"][data-open]');
}

interface MenuItemProps {
  icon?: ReactNode;
  tone?: "neutral" | "danger";
  disabled?: boolean;
  /** Why the action is unavailable: disables the item, and is shown below its name. */
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
