import { createFileRoute } from "@tanstack/react-router";
import { textsOf } from "../../../features/admin/search-texts.ts";
import { Users } from "../../../features/admin/users.tsx";

export const Route = createFileRoute("/_admin/admin/users")({
  validateSearch: textsOf("search", "staff", "active", "verified", "plan"),
  component: Users,
});
