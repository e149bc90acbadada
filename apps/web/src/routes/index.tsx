import { createFileRoute, redirect } from "@tanstack/react-router";
import { Landing } from "../features/public/landing/landing.tsx";

export const Route = createFileRoute("/")({
  beforeLoad: ({ context }) => {
    if (context.browser?.session.status === "user") throw redirect({ to: "/dashboard", replace: true });
  },
  loader: ({ context }) => context.languages.need("landing"),
  component: Landing,
});
