import { createRootRouteWithContext } from "@tanstack/react-router";
import { NotFound } from "../layout/not-found.tsx";
import { Shell } from "../layout/shell.tsx";
import type { App } from "../lib/app.ts";

export const Route = createRootRouteWithContext<App>()({
  component: Shell,
  notFoundComponent: NotFound,
});
