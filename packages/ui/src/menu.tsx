import { Menu as BaseMenu } from "@base-ui/react/menu";
import type { ComponentProps, ReactElement, ReactNode } from "react";
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
  finalFocus?: ComponentProps<typeof BaseMenu.Popup>["finalFocus"];
  align?: "start" | "center" | "end";
  children: ReactNode;
}

/** A list of actions. For the signed-in screens: public pages use `<details>`, which weighs nothing. */
export function Menu({ trigger, anchor, open, onOpenChange, label, finalFocus, align = "end", children }: MenuProps) {
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
          <BaseMenu.Popup aria-label={label} finalFocus={finalFocus} className={classes(popupClass, "min-w-48 p-1")}>
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

interface MenuItemProps {
  icon?: ReactNode;
  tone?: "neutral" | "danger";
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem({ icon, tone = "neutral", disabled, onSelect, children }: MenuItemProps) {
  return (
    <BaseMenu.Item
      disabled={disabled}
      onClick={onSelect}
      className={classes(optionClass, "justify-start gap-3", tone === "danger" && "text-danger-text")}
    >
      {icon ? <span className="text-current/75 [&_svg]:size-4">{icon}</span> : null}
      {children}
    </BaseMenu.Item>
  );
}

export function MenuSeparator() {
  return <BaseMenu.Separator className="my-1 h-px bg-line" />;
}
