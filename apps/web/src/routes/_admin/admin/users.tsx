import { createFileRoute } from "@tanstack/react-router";
import { textsOf } from "../../../features/operator/admin/list/search-texts.ts";
import { Users } from "../../../features/operator/admin/user/users.tsx";

export const Route = createFileRoute("/_admin/admin/users")({
  validateSearch: textsOf("search", "staff", "active", "verified", "plan", "sort"),
  component: Users,
});
