import { createFileRoute } from "@tanstack/react-router";
import { Jobs } from "../../../features/operator/admin/jobs.tsx";
import { textsOf } from "../../../features/operator/admin/list/search-texts.ts";

export const Route = createFileRoute("/_admin/admin/jobs")({
  validateSearch: textsOf("state", "task"),
  // The history has the controls of the statistics' pictures.
  loader: ({ context }) => context.languages.need("statistics"),
  component: Jobs,
});
