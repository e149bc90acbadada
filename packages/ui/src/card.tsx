import type { ComponentProps } from "react";
import { classes } from "./classes.ts";

export function Card({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} className={classes("rounded-card border border-line bg-surface shadow-lift", className)} />;
}
