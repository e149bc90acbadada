import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { browserOnly } from "../lib/browser-only.tsx";
import { requireUser } from "../lib/guards.ts";

/** Wraps every page of a logged-in user. The server renders only the shell: it knows no caller. */
export const Route = createFileRoute("/_user")({
  ...browserOnly,
  beforeLoad: requireUser,
  // The route is not split: the chunk that the router would split off contains a single line.
  codeSplitGroupings: [],
  component: lazyRouteComponent(() => import("../layout/user-shell.tsx"), "UserShell"),
});
