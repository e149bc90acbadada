import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requireUser } from "../lib/guards.ts";
import { browserOnly } from "../lib/page/hydration.ts";

/** Around every page of a logged-in person. The server renders only the shell: it knows no caller. */
export const Route = createFileRoute("/_user")({
  ...browserOnly,
  beforeLoad: requireUser,
  // The route stays whole, because the part that the router would split off is a file of one line.
  codeSplitGroupings: [],
  component: lazyRouteComponent(() => import("../layout/user-shell.tsx"), "UserShell"),
});
