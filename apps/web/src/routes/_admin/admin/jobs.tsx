import { createFileRoute } from "@tanstack/react-router";
import { Jobs } from "../../../features/admin/jobs.tsx";
import { textsOf } from "../../../features/admin/search-texts.ts";

export const Route = createFileRoute("/_admin/admin/jobs")({
  validateSearch: textsOf("state", "task"),
  component: Jobs,
});
