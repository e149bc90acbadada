import type { ComponentProps } from "react";
import { classes } from "./classes.ts";

/**
 * The grey shape of what is loading. It appears after 200 ms, so that a quick answer shows nothing that flickers.
 * Hidden from assistive technology: the region that loads has `aria-busy`.
 */
export function Skeleton({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} aria-hidden="true" className={classes("skeleton rounded-control bg-ink/8", className)} />;
}
