import { createFileRoute } from "@tanstack/react-router";
import { TermsAndConditions } from "../features/public/legal/terms-and-conditions.tsx";

export const Route = createFileRoute("/terms-and-conditions")({
  loader: ({ context }) => context.languages.need("terms"),
  component: TermsAndConditions,
});
