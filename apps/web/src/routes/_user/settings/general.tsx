import { createFileRoute, redirect } from "@tanstack/react-router";

export const Route = createFileRoute("/_user/settings/general")({
  beforeLoad: () => {
    throw redirect({ to: "/settings", replace: true });
  },
});
