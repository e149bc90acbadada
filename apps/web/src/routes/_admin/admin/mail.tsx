import { createFileRoute } from "@tanstack/react-router";
import { textsOf } from "../../../features/operator/admin/list/search-texts.ts";
import { Mails } from "../../../features/operator/admin/mails.tsx";

export const Route = createFileRoute("/_admin/admin/mail")({
  validateSearch: textsOf("state", "template"),
  component: Mails,
});
