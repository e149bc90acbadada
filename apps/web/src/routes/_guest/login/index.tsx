import { createFileRoute } from "@tanstack/react-router";
import { LogIn } from "../../../features/account/auth/log-in.tsx";
import { readNext } from "../../../lib/guards.ts";

export const Route = createFileRoute("/_guest/login/")({
  validateSearch: readNext,
  component: LogIn,
});
