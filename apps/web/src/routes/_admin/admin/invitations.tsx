import { createFileRoute } from "@tanstack/react-router";
import { Invitations } from "../../../features/operator/admin/invitation/invitations.tsx";

export const Route = createFileRoute("/_admin/admin/invitations")({
  component: Invitations,
});
