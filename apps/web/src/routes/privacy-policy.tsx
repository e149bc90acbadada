import { createFileRoute } from "@tanstack/react-router";
import { PrivacyPolicy } from "../features/public/legal/privacy-policy.tsx";

export const Route = createFileRoute("/privacy-policy")({
  loader: ({ context }) => context.languages.need("privacy"),
  component: PrivacyPolicy,
});
