import type { ComponentProps } from "react";
import { classes } from "./classes.ts";

/**
 * A grey placeholder for loading content. It appears after 200 ms, so that nothing flickers on a quick response. Hidden
 * from assistive technology: the loading region has `aria-busy`.
 */
export function Skeleton({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} aria-hidden="true" className={classes("skeleton rounded-control bg-ink/8", className)} />;
}
