import { createFileRoute } from "@tanstack/react-router";
import { UserShell } from "../layout/user-shell.tsx";
import { requireUser } from "../lib/guards.ts";
import { browserOnly } from "../lib/hydration.ts";

/** Around every page of a logged-in person. The server renders only the shell: it knows no caller. */
export const Route = createFileRoute("/_user")({
  ...browserOnly,
  beforeLoad: requireUser,
  component: UserShell,
});
