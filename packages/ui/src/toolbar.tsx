import { Toolbar as BaseToolbar } from "@base-ui/react/toolbar";
import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes.ts";
import { iconButtonClass } from "./icon-button.tsx";

interface ToolbarProps extends Omit<ComponentProps<typeof BaseToolbar.Root>, "aria-label" | "className"> {
  /** Names the toolbar for screen readers. */
  label: string;
  children: ReactNode;
}

/** A row of buttons that is one tab stop: arrow keys move between them. */
export function Toolbar({ label, children, ...rest }: ToolbarProps) {
  return (
    <BaseToolbar.Root
      {...rest}
      aria-label={label}
      className="flex items-center gap-0.5 overflow-x-auto [scrollbar-width:none]"
    >
      {children}
    </BaseToolbar.Root>
  );
}

interface ToolbarButtonProps extends Omit<ComponentProps<typeof BaseToolbar.Button>, "aria-label" | "className"> {
  /** The action of the button, and its keys if it has any. */
  label: string;
  /** For a button that is on or off. */
  pressed?: boolean;
  /** Visible text beside the icon. */
  text?: string;
}

export function ToolbarButton({ label, pressed, text, children, onMouseDown, ...rest }: ToolbarButtonProps) {
  return (
    <BaseToolbar.Button
      {...rest}
      aria-label={label}
      aria-pressed={pressed}
      title={label}
      onMouseDown={(event) => {
        // A menu opens by this event.
        onMouseDown?.(event);
        // The text keeps the focus and its selection.
        event.preventDefault();
      }}
      className={classes(
        text
          ? "inline-flex min-h-8 shrink-0 items-center gap-1.5 rounded-control px-2 text-sm hover:bg-raised pointer-coarse:min-h-11"
          : iconButtonClass("small"),
        "data-[disabled]:opacity-45 aria-pressed:bg-accent-soft aria-pressed:text-accent-text [&_svg]:size-4.5",
      )}
    >
      {children}
      {text}
    </BaseToolbar.Button>
  );
}

export function ToolbarSeparator() {
  return <BaseToolbar.Separator className="mx-1 h-5 w-px shrink-0 bg-line" />;
}
