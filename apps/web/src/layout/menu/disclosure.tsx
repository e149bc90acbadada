import { classes } from "@daymark/ui/classes";
import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { onLeave } from "./on-leave.ts";

interface DisclosureProps {
  /** Accessible name of the button if its content has none. */
  label?: string;
  button: ReactNode;
  buttonClassName: string;
  panelClassName?: string;
  children: ReactNode;
}

/**
 * A menu of the navbar, built on the browser's `<details>`: it works before scripts load and needs little code. It
 * closes on Escape (the focus returns to its button), on a click outside, on a choice and on navigation.
 */
export function Disclosure({ label, button, buttonClassName, panelClassName, children }: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const router = useRouter();

  useEffect(() => {
    const close = () => {
      if (details.current) details.current.open = false;
    };
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !details.current?.contains(target)) close();
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== "Escape" || !details.current?.open) return;
      close();
      details.current.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", onPress);
    document.addEventListener("keydown", onKey);
    const offLeave = onLeave(router, () => details.current, close);
    return () => {
      document.removeEventListener("pointerdown", onPress);
      document.removeEventListener("keydown", onKey);
      offLeave();
    };
  }, [router]);

  return (
    <details ref={details} className="group/menu relative">
      <summary
        aria-label={label}
        title={label}
        className={classes("list-none [&::-webkit-details-marker]:hidden", buttonClassName)}
      >
        {button}
      </summary>
      <div
        className={classes(
          "absolute top-[calc(100%+0.5rem)] right-0 z-40 min-w-48 rounded-xl border border-line bg-raised p-1 shadow-float",
          panelClassName,
        )}
      >
        {children}
      </div>
    </details>
  );
}

/** Classes of an item in such a menu. */
export const menuLineClass =
  "flex min-h-10 w-full items-center gap-3 whitespace-nowrap rounded-lg px-3 py-1.5 text-left text-[0.9375rem] text-ink " +
  "no-underline transition-colors hover:bg-sunken light:hover:bg-sunken dark:hover:bg-line pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:text-ink-muted";
