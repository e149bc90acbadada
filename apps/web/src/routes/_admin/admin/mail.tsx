import { createFileRoute } from "@tanstack/react-router";
import { Mails } from "../../../features/admin/mails.tsx";
import { textsOf } from "../../../features/admin/search-texts.ts";

export const Route = createFileRoute("/_admin/admin/mail")({
  validateSearch: textsOf("state", "template"),
  component: Mails,
});
