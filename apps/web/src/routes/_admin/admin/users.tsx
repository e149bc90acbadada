import { createFileRoute } from "@tanstack/react-router";
import { textsOf } from "../../../features/operator/admin/list/search-texts.ts";
import { Users } from "../../../features/operator/admin/users.tsx";

export const Route = createFileRoute("/_admin/admin/users")({
  validateSearch: textsOf("search", "staff", "active", "verified", "plan"),
  component: Users,
});
