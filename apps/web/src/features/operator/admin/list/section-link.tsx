import { classes } from "@daymark/ui/classes";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface SectionLinkProps {
  to: LinkProps["to"];
  icon: ReactNode;
  /** False for a page whose own pages have addresses that begin with its own. */
  isExact?: boolean;
  children: ReactNode;
}

/**
 * The way to a part of the admin site: with its sign, raised where one is. The settings have their own, alike: a file for
 * both weighs more there than their first load has room for.
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
