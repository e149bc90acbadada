import type { ComponentProps } from "react";
import { classes } from "./classes.ts";

interface IconButtonProps extends Omit<ComponentProps<"button">, "aria-label"> {
  /** The action of the button: it has no visible text. */
  label: string;
  size?: "small" | "medium";
}

export function IconButton({ label, size = "medium", className, type = "button", ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={classes(iconButtonClass(size), className)}
    />
  );
}

/** The classes of an icon button, for a trigger that another component renders. */
export function iconButtonClass(size: "small" | "medium" = "medium") {
  return classes(
    "inline-grid shrink-0 place-items-center rounded-control text-ink-muted transition-colors duration-150",
    "hover:bg-raised hover:text-ink disabled:pointer-events-none disabled:opacity-40 [&_svg]:size-[1.2em]",
    size === "small" ? "size-8 text-[0.9375rem] pointer-coarse:size-11" : "size-control text-base",
  );
}
