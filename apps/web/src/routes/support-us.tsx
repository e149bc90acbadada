import { createFileRoute } from "@tanstack/react-router";
import { SupportUs } from "../features/public/support/support-us.tsx";

export const Route = createFileRoute("/support-us")({
  loader: ({ context }) => context.languages.need("support"),
  component: SupportUs,
});
