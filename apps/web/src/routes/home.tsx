import { createFileRoute, redirect } from "@tanstack/react-router";
import { Landing } from "../features/public/landing/landing.tsx";

export const Route = createFileRoute("/home")({
  beforeLoad: ({ context }) => {
    if (context.browser?.session.status === "guest") throw redirect({ to: "/", replace: true });
  },
  loader: ({ context }) => context.languages.need("landing"),
  component: Landing,
});
