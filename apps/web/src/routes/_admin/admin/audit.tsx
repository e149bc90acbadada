import { createFileRoute } from "@tanstack/react-router";
import { Audit } from "../../../features/operator/admin/audit.tsx";
import { textsOf } from "../../../features/operator/admin/list/search-texts.ts";

export const Route = createFileRoute("/_admin/admin/audit")({
  validateSearch: textsOf("actor", "action", "target", "outcome", "from", "to"),
  component: Audit,
});
