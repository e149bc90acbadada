import { classes } from "@daymark/ui/classes";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface SectionLinkProps {
  to: LinkProps["to"];
  icon: ReactNode;
  /** False for a page whose subpages have addresses that begin with its own. */
  isExact?: boolean;
  children: ReactNode;
}

/**
 * A link to a section of the admin site: with its icon, highlighted if it is the current one. The settings have a
 * separate similar component, because a shared file would exceed the size budget of their first load.
 */
export function SectionLink({ to, icon, isExact = false, children }: SectionLinkProps) {
  return (
    <Link
      to={to}
      activeOptions={{ exact: isExact, includeSearch: false }}
      className={classes(
        "flex min-h-control shrink-0 items-center gap-2.5 rounded-lg px-3 text-[0.9375rem] font-[530] whitespace-nowrap text-ink-muted",
        "no-underline transition-colors hover:bg-raised hover:text-ink [&_svg]:size-[1.15em] [&_svg]:shrink-0",
        "aria-[current=page]:bg-raised aria-[current=page]:text-ink aria-[current=page]:shadow-lift",
        "aria-[current=page]:[&_svg]:text-accent-text forced-colors:aria-[current=page]:border",
      )}
    >
      {icon}
      {children}
    </Link>
  );
}
