import { createFileRoute } from "@tanstack/react-router";
import { LogIn } from "../../../features/auth/log-in.tsx";
import { isOwnPath } from "../../../lib/guards.ts";

export const Route = createFileRoute("/_guest/login/")({
  /** `next` is the page a guest wanted: a path of this site, or it is left out. */
  validateSearch: (search: Record<string, unknown>): { next?: string } =>
    typeof search.next === "string" && isOwnPath(search.next) ? { next: search.next } : {},
  component: LogIn,
});
