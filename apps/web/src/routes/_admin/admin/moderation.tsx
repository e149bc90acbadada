import { createFileRoute } from "@tanstack/react-router";
import { Moderation } from "../../../features/community/moderation/moderation.tsx";

export const Route = createFileRoute("/_admin/admin/moderation")({
  loader: ({ context }) => context.languages.need("moderation", "thread"),
  component: Moderation,
});
