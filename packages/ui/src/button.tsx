import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes.ts";
import { Spinner } from "./spinner.tsx";

export type ButtonKind = "primary" | "secondary" | "quiet" | "danger";
export type ButtonSize = "small" | "medium" | "large";

interface ButtonProps extends ComponentProps<"button"> {
  kind?: ButtonKind;
  size?: ButtonSize;
  /** Shows a spinner and ignores clicks, but keeps the focus and the width. */
  isBusy?: boolean;
  icon?: ReactNode;
}

/** A native button: a page that only submits a form needs no library for it. */
export function Button({
  kind = "secondary",
  size = "medium",
  isBusy = false,
  icon,
  className,
  children,
  type = "button",
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={isBusy || rest["aria-disabled"]}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={classes(buttonClass({ kind, size }), className)}
    >
      {isBusy ? <Spinner /> : icon}
      {children}
    </button>
  );
}

/** The classes of a button for other elements, such as a router link. */
export function buttonClass({ kind = "secondary", size = "medium" }: { kind?: ButtonKind; size?: ButtonSize } = {}) {
  return classes(base, kinds[kind], sizes[size]);
}

const base =
  "inline-flex select-none items-center justify-center gap-2 rounded-control text-center font-[560] leading-tight " +
  "tracking-[-0.01em] no-underline transition-[background-color,border-color,color,transform] duration-150 " +
  "active:translate-y-px disabled:pointer-events-none disabled:opacity-45 aria-disabled:cursor-progress " +
  "[&_svg]:size-[1.15em] [&_svg]:shrink-0";

const kinds: Record<ButtonKind, string> = {
  primary: "bg-accent text-accent-ink hover:bg-accent-hover",
  secondary: "border border-line bg-raised text-ink shadow-lift hover:border-line-strong",
  quiet: "text-ink hover:bg-raised hover:text-ink",
  danger: "bg-danger-fill text-[oklch(0.99_0.005_20)] hover:[filter:brightness(1.1)]",
};

const sizes: Record<ButtonSize, string> = {
  small: "min-h-9 px-3 py-1.5 text-sm pointer-coarse:min-h-11",
  medium: "min-h-control px-4 py-2 text-[0.9375rem]",
  large: "min-h-12 px-6 py-3 text-base",
};
